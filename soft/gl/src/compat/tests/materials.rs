//! Two-sided lighting with every combination of tracked material properties.

use super::*;

/// The grey material of a face.
#[derive(Clone, Copy)]
struct Material {
    emission: f32,
    ambient: f32,
    diffuse: f32,
    specular: f32,
}

const FRONT: Material = Material { emission: 0.05, ambient: 0.1, diffuse: 0.15, specular: 0.2 };
const BACK: Material = Material { emission: 0.04, ambient: 0.08, diffuse: 0.12, specular: 0.16 };
/// The current color.
const COLOR: f32 = 0.3;
/// The ambient, diffuse and specular intensities of the light, and the ambient intensity of the scene.
const LIGHT: [f32; 3] = [0.4, 0.6, 0.5];
const SCENE: f32 = 0.5;

impl Material {
    /// Returns the material whose property follows the current color.
    fn tracking(mut self, property: u32) -> Self {
        match property {
            GL_EMISSION => self.emission = COLOR,
            GL_AMBIENT => self.ambient = COLOR,
            GL_DIFFUSE => self.diffuse = COLOR,
            GL_SPECULAR => self.specular = COLOR,
            _ => (self.ambient, self.diffuse) = (COLOR, COLOR),
        }
        self
    }

    /// Returns the color of a face; `is_lit` if the light is in front of it.
    fn color(self, is_lit: bool) -> f32 {
        let direct = if is_lit { self.diffuse * LIGHT[1] + self.specular * LIGHT[2] } else { 0.0 };
        self.emission + self.ambient * (SCENE + LIGHT[0]) + direct
    }
}

fn grey(value: f32) -> [f32; 4] {
    [value, value, value, 1.0]
}

fn set_material(face: u32, material: Material) {
    let Material { emission, ambient, diffuse, specular } = material;
    for (property, value) in [(GL_EMISSION, emission), (GL_AMBIENT, ambient), (GL_DIFFUSE, diffuse), (GL_SPECULAR, specular)] {
        glMaterialfv(face, property, grey(value).as_ptr());
    }
}

/// Draws the window as one face; returns the red component.
fn drawn(gl: &Gl, is_front: bool) -> f32 {
    glFrontFace(if is_front { GL_CCW } else { GL_CW });
    glRectf(-1.0, -1.0, 1.0, 1.0);
    gl.no_error();
    f32::from(gl.pixel(8, 8)[0]) / 255.0
}

#[test]
fn each_face_tracks_the_properties_that_it_is_told_to() {
    let gl = Gl::new(compatibility());
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    for (name, value) in [GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR].into_iter().zip(LIGHT) {
        glLightfv(GL_LIGHT0, name, grey(value).as_ptr());
    }
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, grey(SCENE).as_ptr());
    glNormal3f(0.0, 0.0, 1.0);
    for (face, property) in [GL_FRONT, GL_BACK, GL_FRONT_AND_BACK]
        .into_iter()
        .flat_map(|face| [GL_EMISSION, GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_AMBIENT_AND_DIFFUSE].map(|property| (face, property)))
    {
        glDisable(GL_COLOR_MATERIAL);
        set_material(GL_FRONT, FRONT);
        set_material(GL_BACK, BACK);
        glColorMaterial(face, property);
        glEnable(GL_COLOR_MATERIAL);
        glColor3f(COLOR, COLOR, COLOR);
        let front = if face == GL_BACK { FRONT } else { FRONT.tracking(property) };
        let back = if face == GL_FRONT { BACK } else { BACK.tracking(property) };
        for two_side in [false, true] {
            glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, i32::from(two_side));
            // Back faces have the reversed normal and the material of the back.
            let expected = [front.color(true), if two_side { back.color(false) } else { front.color(true) }];
            for (is_front, expected) in [true, false].into_iter().zip(expected) {
                let found = drawn(&gl, is_front);
                assert!((found - expected).abs() < 0.005, "{face:#x} {property:#x} {two_side} {is_front}: {found} {expected}");
            }
        }
    }
}
