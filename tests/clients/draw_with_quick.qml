// Draws an interface with Qt Quick and writes it as a PPM file. `FOLDER` stands for the folder.
import QtQuick 2.15
import QtQuick.Shapes 1.15 as Shapes
import QtQuick.Window 2.15
import QtGraphicalEffects 1.15

Window {
    width: 320; height: 240; visible: true
    Rectangle {
        id: root
        anchors.fill: parent
        color: "#dde"
        Rectangle { x: 20; y: 15; width: 80; height: 50; radius: 12; color: "steelblue"; border.width: 4; border.color: "navy"; rotation: 12; antialiasing: true }
        Rectangle {
            x: 115; y: 15; width: 80; height: 50; opacity: 0.8
            gradient: Gradient { GradientStop { position: 0; color: "gold" } GradientStop { position: 1; color: "crimson" } }
        }
        Text { x: 15; y: 80; text: "Qt Quick"; font.family: "DejaVu Sans"; font.pixelSize: 28; color: "#204060" }
        Text { x: 160; y: 85; text: "outline"; font.pixelSize: 18; style: Text.Outline; styleColor: "yellow"; rotation: -5 }
        Shapes.Shape {
            x: 210; y: 10; width: 100; height: 80
            Shapes.ShapePath {
                strokeWidth: 4; strokeColor: "green"; startX: 8; startY: 70
                fillGradient: Shapes.LinearGradient { x1: 0; y1: 0; x2: 100; y2: 80; GradientStop { position: 0; color: "lime" } GradientStop { position: 1; color: "blue" } }
                PathCubic { x: 92; y: 70; control1X: 15; control1Y: -40; control2X: 85; control2Y: -40 }
                PathLine { x: 8; y: 70 }
            }
        }
        Item {
            id: source
            x: 10; y: 125; width: 80; height: 80
            Rectangle { anchors.fill: parent; anchors.margins: 12; color: "tomato"; radius: 28 }
            Text { anchors.centerIn: parent; text: "FX"; font.pixelSize: 26 }
        }
        GaussianBlur { x: 90; y: 125; width: 80; height: 80; source: source; radius: 6; samples: 13 }
        DropShadow { x: 165; y: 125; width: 80; height: 80; source: source; horizontalOffset: 5; verticalOffset: 5; radius: 6; samples: 13 }
        ShaderEffect {
            x: 245; y: 125; width: 65; height: 65
            property variant image: ShaderEffectSource { sourceItem: source }
            fragmentShader: "varying highp vec2 qt_TexCoord0; uniform sampler2D image; uniform lowp float qt_Opacity;
                void main() {
                    highp vec2 at = qt_TexCoord0 + vec2(sin(qt_TexCoord0.y * 20.0) * 0.05, 0.0);
                    gl_FragColor = texture2D(image, at) * qt_Opacity + vec4(at * 0.3, 0.0, 0.2);
                }"
        }
        Item {
            x: 10; y: 210; width: 300; height: 22; clip: true
            layer.enabled: true; layer.samples: 4
            Rectangle { x: -15; width: 150; height: 40; rotation: 20; color: "purple" }
            Rectangle { x: 170; y: -10; width: 60; height: 60; radius: 30; color: "teal" }
        }
    }
    Timer {
        interval: 100; running: true
        onTriggered: root.grabToImage(function(grabbed) { grabbed.saveToFile("FOLDER/quick.ppm"); Qt.quit() })
    }
}
