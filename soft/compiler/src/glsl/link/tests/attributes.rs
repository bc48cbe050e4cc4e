use super::*;
use base::hir::fixed_attribute;

fn locations(result: &LinkedStages) -> Vec<(String, i32)> {
    result.program.attributes.iter().map(|attribute| (attribute.name.clone(), attribute.location)).collect()
}

#[test]
fn attributes_get_locations_by_layout_then_binding_then_order() {
    let mut options = LinkOptions::default();
    options.attribute_locations.extend([("b".to_owned(), 1), ("a".to_owned(), 9)]);
    let vertex = "#version 330\nlayout(location = 0) in vec4 a; in vec4 b; in mat3 m; in vec2 unused; in float c; void main() { gl_Position = a + b + vec4(m[0], c); }";
    let result = attempt(&[(V, vertex), (F, PLAIN_FRAGMENT)], &options).unwrap();
    let mut found = locations(&result);
    found.sort();
    assert_eq!(found, [("a".to_owned(), 0), ("b".to_owned(), 1), ("c".to_owned(), 5), ("m".to_owned(), 2)]);
    assert_eq!(result.program.attribute_mask, 0b11_1111);
    assert_eq!(location_of(&result, V, "m"), Some(Location::Attribute { location: 2, component: 0 }));
    assert_eq!(location_of(&result, V, "unused"), Some(Location::Unassigned));
}

#[test]
fn es_attributes_that_nothing_reads_have_locations_of_their_own() {
    // "The existence of aliasing is determined by declarations present after preprocessing."
    let vertex = "#version 300 es\nin float a;\nin float b;\nvoid main() { gl_Position = vec4(0.0); }";
    let fragment = "#version 300 es\nvoid main() {}";
    let bound = |a: u32, b: u32| {
        let attribute_locations = [("a", a), ("b", b)].map(|(name, location)| (name.to_string(), location)).into();
        attempt(&[(V, vertex), (F, fragment)], &LinkOptions { attribute_locations, ..LinkOptions::default() })
    };
    assert!(bound(0, 0).expect_err("an error").contains("shares location 0"));
    assert!(bound(0, 1).is_ok());
}

#[test]
fn fixed_function_attributes_have_their_own_locations() {
    let result = linked(&[
        (V, "#version 120\nattribute vec4 a; void main() { gl_Position = gl_Vertex + gl_MultiTexCoord1 + a; }"),
        (F, "#version 120\nvoid main() { }"),
    ]);
    assert_eq!(location_of(&result, V, "gl_Vertex"), Some(Location::Attribute { location: fixed_attribute::VERTEX, component: 0 }));
    assert_eq!(
        location_of(&result, V, "gl_MultiTexCoord1"),
        Some(Location::Attribute { location: fixed_attribute::MULTI_TEX_COORD + 1, component: 0 })
    );
    // Generic attribute 0 is gl_Vertex.
    assert!(locations(&result).contains(&("a".to_owned(), 1)) && locations(&result).contains(&("gl_Vertex".to_owned(), -1)));
    assert_eq!(result.program.attribute_mask, 1 << 16 | 1 << 22 | 1 << 1);
}

#[test]
fn fragment_outputs_get_locations() {
    let mut options = LinkOptions::default();
    options.fragment_locations.insert("b".to_owned(), (0, 1));
    let at = |fragment: &str, name: &str| {
        let result = attempt(&[(V, PLAIN_VERTEX), (F, fragment)], &options).unwrap();
        location_of(&result, F, name).unwrap()
    };
    let two = "#version 330\nout vec4 a; out vec4 b; void main() { a = b = vec4(1.0); }";
    assert_eq!(at(two, "a"), Location::FragmentOutput { location: 0, index: 0, component: 0 });
    assert_eq!(at(two, "b"), Location::FragmentOutput { location: 0, index: 1, component: 0 });
    let three = "#version 330\nout vec4 a; layout(location = 2) out vec4 c; out vec4 d; void main() { a = c = d = vec4(1.0); }";
    assert_eq!(at(three, "a"), Location::FragmentOutput { location: 0, index: 0, component: 0 });
    assert_eq!(at(three, "c"), Location::FragmentOutput { location: 2, index: 0, component: 0 });
    assert_eq!(at(three, "d"), Location::FragmentOutput { location: 1, index: 0, component: 0 });
}

#[test]
fn fragment_outputs_do_not_share_locations() {
    let mut options = LinkOptions::default();
    options.fragment_locations.insert("a".to_owned(), (9, 0));
    let far = "#version 330\nout vec4 a; void main() { a = vec4(1.0); }";
    assert!(attempt(&[(V, PLAIN_VERTEX), (F, far)], &options).err().unwrap().contains("location 9"));
}

#[test]
fn attributes_share_a_location_by_their_components() {
    let vertex = "#version 440\nlayout(location = 1, component = 2) in vec2 high; layout(location = 1) in vec2 low;
        layout(location = 2, component = 2) in double d; layout(location = 2, component = 0) in double e;
        void main() { gl_Position = vec4(low, high) * float(d + e); }";
    let mut log = Log::default();
    let shaders = [shader(V, vertex), shader(F, "#version 440\nvoid main() { }")];
    let result = link_stages(&shaders, &LinkOptions::default(), &mut log).unwrap();
    assert_eq!(log.text, "");
    assert_eq!(location_of(&result, V, "high"), Some(Location::Attribute { location: 1, component: 2 }));
    assert_eq!(location_of(&result, V, "low"), Some(Location::Attribute { location: 1, component: 0 }));
    assert_eq!(location_of(&result, V, "d"), Some(Location::Attribute { location: 2, component: 2 }));
    let component = |name: &str| result.program.inputs.iter().find(|input| input.name == name).map(|input| input.component);
    assert_eq!([component("high"), component("low"), component("d")], [Some(2), Some(0), Some(2)]);
}

/// "The one exception where component aliasing is permitted is for two input variables (not block members) to a vertex shader"
/// [ARB_enhanced_layouts]
#[test]
fn attributes_may_share_components() {
    let vertex = "#version 440\nlayout(location = 1, component = 1) in float a; layout(location = 1) in vec2 b;
        void main() { gl_Position = vec4(a, b, 1.0); }";
    let mut log = Log::default();
    link_stages(&[shader(V, vertex), shader(F, "#version 440\nvoid main() { }")], &LinkOptions::default(), &mut log).unwrap();
    assert!(log.text.contains("shares location 1"), "{}", log.text);
}

/// "unless the EXT_blend_func_extended extension is enabled in which case more than one unassigned fragment output locations are allowed"
/// [EXT_blend_func_extended]
#[test]
fn outputs_of_es_may_lack_locations_with_a_second_color() {
    let vertex = "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }";
    let fragment = |extension: &str| {
        format!("#version 300 es\n{extension}out highp vec4 v; out highp vec4 a[2];\nvoid main() {{ v = vec4(0.0); a[0] = v; a[1] = v; }}")
    };
    let result = linked(&[(V, vertex), (F, &fragment("#extension GL_EXT_blend_func_extended : enable\n"))]);
    assert_eq!(location_of(&result, F, "v"), Some(Location::FragmentOutput { location: 0, index: 0, component: 0 }));
    assert_eq!(location_of(&result, F, "a"), Some(Location::FragmentOutput { location: 1, index: 0, component: 0 }));
}
