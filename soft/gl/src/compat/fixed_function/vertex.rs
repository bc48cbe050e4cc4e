//! Generates the GLSL text of fixed-function vertex processing.

use crate::limits::MAX_TEXTURE_COORDS;
use crate::object::fixed_function::{FogCoordinate, Lighting, Normals, VertexKey};
use crate::tokens::*;
use std::fmt::Write as _;

/// The material properties in the order of [`crate::context::vertex_material`]: those of the front face, then those of the back face.
const PROPERTIES: [&str; 5] = ["emission", "ambient", "diffuse", "specular", "shininess"];

/// The name of the point sizes of an array.
pub const POINT_SIZE: &str = "Point_size";

/// Returns the names and numbers of the material properties that are attributes of the vertices.
pub fn materials(key: &VertexKey) -> impl Iterator<Item = (String, u32)> {
    let mask = key.lighting.as_ref().map_or(0, |lighting| lighting.vertex_materials);
    let names = ["Front", "Back"].into_iter().flat_map(|face| PROPERTIES.map(|property| format!("{face}_{property}")));
    names.zip(0u32..).filter(move |(_, number)| mask >> number & 1 != 0)
}

/// Returns the text of the vertex shader.
pub fn text(key: &VertexKey) -> String {
    if key.rectangle {
        return rectangle();
    }
    let mut text = String::from("#version 120\n");
    for (name, _) in materials(key) {
        let _ = writeln!(text, "attribute vec4 {name};");
    }
    if key.point_sizes {
        let _ = writeln!(text, "attribute float {POINT_SIZE};");
    }
    text += "void main() {\n  gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;\n";
    let generates = key.units.iter().flatten().any(|modes| *modes != [0; 4]);
    if key.planes || key.lighting.is_some() || !matches!(key.fog, FogCoordinate::Unused | FogCoordinate::Given) || generates || key.sized {
        text += "  vec4 eye = gl_ModelViewMatrix * gl_Vertex;\n";
    }
    if key.planes {
        text += "  gl_ClipVertex = eye;\n";
    }
    if key.sized {
        // ARB_point_parameters: "derived_size = clamp(size * sqrt(dist_atten(d)))", where d is the distance from the eye.
        text += "  float d = length(eye.xyz / eye.w);\n  float a = gl_Point.distanceConstantAttenuation + (gl_Point.distanceLinearAttenuation + gl_Point.distanceQuadraticAttenuation * d) * d;\n";
        let size = if key.point_sizes { POINT_SIZE } else { "gl_Point.size" };
        let _ = writeln!(text, "  gl_PointSize = clamp({size} * inversesqrt(a), gl_Point.sizeMin, gl_Point.sizeMax);");
    }
    if key.lighting.is_some() || generates {
        text += "  vec3 normal = gl_NormalMatrix * gl_Normal;\n";
        text += match key.normals {
            Normals::Normalized => "  normal = normalize(normal);\n",
            Normals::Rescaled => "  normal *= gl_NormalScale;\n",
            Normals::AsTheyAre => "",
        };
    }
    match &key.lighting {
        Some(lights) => lighting(lights, &mut text),
        None => text += "  gl_FrontColor = gl_Color;\n  gl_FrontSecondaryColor = gl_SecondaryColor;\n",
    }
    for (index, modes) in key.units.iter().enumerate() {
        if let Some(modes) = modes {
            texture_coordinate(index, modes, &mut text);
        }
    }
    text += match key.fog {
        FogCoordinate::Unused => "",
        FogCoordinate::Given => "  gl_FogFragCoord = gl_FogCoord;\n",
        FogCoordinate::Depth => "  gl_FogFragCoord = abs(eye.z);\n",
        FogCoordinate::Plane => "  gl_FogFragCoord = eye.z;\n",
        FogCoordinate::Radial => "  gl_FogFragCoord = length(eye.xyz);\n",
    };
    text + "}\n"
}

/// Returns the text for the vertices of pixel rectangles and bitmaps, which have the values of their fragments.
fn rectangle() -> String {
    let mut text = String::from("#version 120\nvoid main() {\n  gl_Position = gl_Vertex;\n  gl_FogFragCoord = gl_FogCoord;\n");
    text += "  gl_FrontColor = gl_Color;\n  gl_FrontSecondaryColor = gl_SecondaryColor;\n";
    for unit in 0..MAX_TEXTURE_COORDS {
        let _ = writeln!(text, "  gl_TexCoord[{unit}] = gl_MultiTexCoord{unit};");
    }
    text + "}\n"
}

/// Appends the texture coordinates of one unit: current or generated, times its matrix.
fn texture_coordinate(index: usize, modes: &[u32; 4], text: &mut String) {
    let _ = writeln!(text, "  vec4 t{index} = gl_MultiTexCoord{index};");
    // Coordinate R is the component .z: the shading language's .r is the first one.
    for (axis, component) in ["x", "y", "z", "w"].iter().enumerate().filter(|&(axis, _)| modes[axis] != 0) {
        let plane = ["S", "T", "R", "Q"][axis];
        let _ = match modes[axis] {
            GL_OBJECT_LINEAR => writeln!(text, "  t{index}.{component} = dot(gl_Vertex, gl_ObjectPlane{plane}[{index}]);"),
            GL_SPHERE_MAP => writeln!(
                text,
                "  {{ vec3 r = reflect(normalize(eye.xyz), normal); float m = 2.0 * length(r + vec3(0.0, 0.0, 1.0)); t{index}.{component} = r.{component} / m + 0.5; }}"
            ),
            GL_REFLECTION_MAP => writeln!(text, "  t{index}.{component} = reflect(normalize(eye.xyz), normal).{component};"),
            GL_NORMAL_MAP => writeln!(text, "  t{index}.{component} = normal.{component};"),
            _ => writeln!(text, "  t{index}.{component} = dot(eye, gl_EyePlane{plane}[{index}]);"),
        };
    }
    let _ = writeln!(text, "  gl_TexCoord[{index}] = gl_TextureMatrix[{index}] * t{index};");
}

/// Appends the lighting equations of the specification, for the front face and, with two-sided lighting, for the back face.
fn lighting(state: &Lighting, text: &mut String) {
    let is_attribute = |face: &str, name: &str| {
        let number = PROPERTIES.iter().position(|property| *property == name).unwrap_or(PROPERTIES.len());
        state.vertex_materials >> (number + if face == "Back" { PROPERTIES.len() } else { 0 }) & 1 != 0
    };
    let faces: &[&str] = if state.two_side { &["Front", "Back"] } else { &["Front"] };
    for face in faces {
        let sign = if *face == "Back" { "-" } else { "" };
        let follows = state.color_material.filter(|&(of, _)| of == GL_FRONT_AND_BACK || (of == GL_FRONT) == (*face == "Front"));
        let property = |name: &str, tokens: &[u32]| {
            if follows.is_some_and(|(_, property)| tokens.contains(&property)) {
                "gl_Color".to_string()
            } else if is_attribute(face, name) {
                format!("{face}_{name}")
            } else {
                format!("gl_{face}Material.{name}")
            }
        };
        let shininess =
            if is_attribute(face, "shininess") { format!("{face}_shininess.x") } else { format!("gl_{face}Material.shininess") };
        let ambient = property("ambient", &[GL_AMBIENT, GL_AMBIENT_AND_DIFFUSE]);
        let diffuse = property("diffuse", &[GL_DIFFUSE, GL_AMBIENT_AND_DIFFUSE]);
        let specular = property("specular", &[GL_SPECULAR]);
        let emission = property("emission", &[GL_EMISSION]);
        let _ = write!(
            text,
            "  {{\n    vec3 n = {sign}normal;\n    vec3 v = {};\n    vec4 color = {emission} + {ambient} * gl_LightModel.ambient;\n    vec4 shine = vec4(0.0);\n",
            if state.local_viewer { "-normalize(eye.xyz)" } else { "vec3(0.0, 0.0, 1.0)" }
        );
        for (index, light) in state.lights.iter().enumerate() {
            let Some(light) = light else { continue };
            let name = format!("gl_LightSource[{index}]");
            if light.directional {
                let _ = write!(text, "    {{\n      float a = 1.0;\n      vec3 l = normalize({name}.position.xyz);\n");
            } else {
                let _ = write!(
                    text,
                    "    {{\n      vec3 l = {name}.position.xyz / {name}.position.w - eye.xyz / eye.w;\n      float d = length(l);\n      l /= d;\n      float a = 1.0 / ({name}.constantAttenuation + ({name}.linearAttenuation + {name}.quadraticAttenuation * d) * d);\n"
                );
            }
            if light.spot {
                let _ = write!(
                    text,
                    "      float s = dot(-l, normalize({name}.spotDirection));\n      a *= s < {name}.spotCosCutoff ? 0.0 : pow(s, {name}.spotExponent);\n"
                );
            }
            let _ = write!(
                text,
                "      float nl = max(dot(n, l), 0.0);\n      color += a * ({ambient} * {name}.ambient + nl * {diffuse} * {name}.diffuse);\n      if (nl > 0.0) {{\n        float nh = max(dot(n, normalize(l + v)), 0.0);\n        shine += a * ({shininess} == 0.0 ? 1.0 : pow(nh, {shininess})) * {specular} * {name}.specular;\n      }}\n    }}\n"
            );
        }
        let _ = if state.separate_specular {
            writeln!(text, "    gl_{face}SecondaryColor = vec4(shine.rgb, 1.0);")
        } else {
            write!(text, "    color += shine;\n    gl_{face}SecondaryColor = vec4(0.0);\n")
        };
        let _ = write!(text, "    gl_{face}Color = vec4(color.rgb, {diffuse}.a);\n  }}\n");
    }
}
