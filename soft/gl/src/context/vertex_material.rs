//! Material properties that glMaterial changes between glBegin and glEnd: each vertex has its own values.

use crate::state::lighting::Material;

/// Number of the properties: emission, ambient, diffuse, specular and shininess of the front face, then those of the back face.
pub const PROPERTIES: usize = 10;

/// The materials of a primitive under construction.
pub struct VertexMaterials {
    /// The materials at glBegin.
    pub before: [Material; 2],
    /// By property: one value for each vertex, for properties that changed since glBegin; none for the others.
    pub values: [Option<Vec<[u32; 4]>>; PROPERTIES],
}

/// Returns the values of all properties, as words.
fn words(materials: &[Material; 2]) -> [[u32; 4]; PROPERTIES] {
    let face = |material: &Material| {
        let shininess = [material.shininess, 0.0, 0.0, 0.0];
        [material.emission, material.ambient, material.diffuse, material.specular, shininess].map(|value| value.map(f32::to_bits))
    };
    let faces = materials.each_ref().map(face);
    std::array::from_fn(|property| faces[property / 5][property % 5])
}

impl VertexMaterials {
    /// Returns the state of a primitive without changes.
    pub fn new(before: [Material; 2]) -> Self {
        Self { before, values: Default::default() }
    }

    /// Gives the properties that changed from `old` to `new` a value for each vertex; the first `count` vertices keep the old one. Returns false
    /// without memory for them.
    pub fn change(&mut self, count: usize, old: &[Material; 2], new: &[Material; 2]) -> bool {
        for ((values, old), new) in self.values.iter_mut().zip(words(old)).zip(words(new)) {
            if old != new && values.is_none() {
                let mut all = Vec::new();
                if all.try_reserve_exact(count).is_err() {
                    return false;
                }
                all.resize(count, old);
                *values = Some(all);
            }
        }
        true
    }

    /// Adds a vertex with the current materials.
    pub fn add_vertex(&mut self, current: &[Material; 2]) {
        for (values, value) in self.values.iter_mut().zip(words(current)) {
            if let Some(values) = values {
                values.push(value);
            }
        }
    }
}
