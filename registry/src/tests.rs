#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::{Api, CType, Profile, Registry};

#[test]
fn the_files_have_what_they_define() {
    let sizes = |registry: &Registry| {
        [registry.commands.len(), registry.enums.len(), registry.groups.len(), registry.features.len(), registry.extensions.len()]
    };
    assert_eq!(sizes(Registry::gl()), [3259, 5890, 197, 25, 818]);
    assert_eq!(sizes(Registry::glx()), [134, 286, 0, 5, 65]);
    assert_eq!(sizes(Registry::egl()), [144, 535, 0, 6, 139]);
}

#[test]
fn every_name_is_defined() {
    for (registry, prefix) in [(Registry::gl(), "gl"), (Registry::glx(), "glX"), (Registry::egl(), "egl")] {
        let enums: Vec<&str> = registry.enums.iter().map(|one| one.name).collect();
        assert!(enums.iter().all(|name| !name.is_empty()));
        assert!(registry.commands.values().all(|command| command.name.starts_with(prefix) && !command.result.base().is_empty()));
        let parameters = registry.commands.values().flat_map(|command| &command.parameters);
        assert!(parameters.clone().all(|parameter| !parameter.name.is_empty() && !parameter.ty.base().is_empty()));
        let features = registry.features.iter().flat_map(|feature| feature.requires.iter().chain(&feature.removes));
        for part in features.chain(registry.extensions.iter().flat_map(|extension| &extension.requires)) {
            assert_eq!(part.commands.iter().find(|name| !registry.commands.contains_key(*name)), None);
            assert_eq!(part.enums.iter().find(|name| !enums.contains(name)), None);
        }
        let aliases = registry.commands.values().filter_map(|command| command.alias);
        assert_eq!(aliases.filter(|name| !registry.commands.contains_key(name)).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

#[test]
fn a_command_has_its_types_groups_lengths_and_alias() {
    let command = &Registry::gl().commands["glShaderSourceARB"];
    assert_eq!((command.result.to_string().as_str(), command.alias), ("void", Some("glShaderSource")));
    let parameters: Vec<_> = command.parameters.iter().map(|one| (one.name, one.ty.to_string(), one.ty.rust(), one.length)).collect();
    let row = |name, c: &str, rust: &str, length| (name, c.to_owned(), rust.to_owned(), length);
    assert_eq!(
        parameters,
        [
            row("shaderObj", "GLhandleARB", "GLhandleARB", None),
            row("count", "GLsizei", "GLsizei", None),
            row("string", "const GLcharARB **", "*mut *const GLcharARB", Some("count")),
            row("length", "const GLint *", "*const GLint", Some("count")),
        ]
    );
    assert_eq!(["glShaderSourceARB", "glShaderSource"].map(|name| Registry::gl().original(name)), ["glShaderSource"; 2]);
    assert_eq!(Registry::gl().commands["glDrawArrays"].parameters[0].group, Some("PrimitiveType"));
    assert!(Registry::gl().groups["PrimitiveType"].starts_with(&["GL_LINES"]));
}

#[test]
fn types_of_c_are_types_of_rust() {
    for (c, rust) in [
        ("void ", "()"),
        ("GLenum ", "GLenum"),
        ("const  GLfloat ", "GLfloat"),
        ("void *", "*mut c_void"),
        ("const GLchar*", "*const GLchar"),
        ("void **", "*mut *mut c_void"),
        ("const void *const*", "*const *const c_void"),
        ("struct _cl_event *", "*mut _cl_event"),
        ("GLuint [2]", "*mut GLuint"),
    ] {
        assert_eq!(CType::new(c).rust(), rust, "{c}");
    }
}

#[test]
fn values_are_numbers() {
    let value = |name: &str| Registry::gl().enums.iter().find(|one| one.name == name).unwrap().number();
    assert_eq!(value("GL_TRUE"), Some(1));
    assert_eq!(value("GL_TIMEOUT_IGNORED"), Some(u64::MAX));
    let strings = Registry::glx().enums.iter().filter(|one| one.number().is_none());
    assert_eq!(strings.map(|one| one.name).collect::<Vec<_>>(), ["GLX_EXTENSION_NAME"]);
}

#[test]
fn a_version_has_what_it_and_those_before_it_add_and_do_not_remove() {
    let none = |_: &str| false;
    let core = Registry::gl().select(Api::Gl, (4, 6), Profile::Core, none);
    assert!(core.commands.contains_key("glSpecializeShader") && !core.commands.contains_key("glBegin"));
    // Removed in 3.2, and added again in 4.3.
    assert!(core.commands.contains_key("glGetPointerv"));
    assert!(!Registry::gl().select(Api::Gl, (3, 2), Profile::Core, none).commands.contains_key("glGetPointerv"));
    let compatibility = Registry::gl().select(Api::Gl, (4, 6), Profile::Compatibility, none);
    assert!(compatibility.commands.contains_key("glBegin") && compatibility.enums.contains_key("GL_QUADS"));
    assert_eq!(Registry::gl().select(Api::Gles1, (1, 1), Profile::Core, none).commands.len(), 144);
}

#[test]
fn an_extension_adds_what_the_api_and_the_profile_have_of_it() {
    let of = |api, profile| Registry::gl().select(api, (0, 0), profile, |name| name == "GL_KHR_debug");
    assert!(of(Api::Gles2, Profile::Core).commands.contains_key("glObjectLabelKHR"));
    assert!(!of(Api::Gles2, Profile::Core).commands.contains_key("glObjectLabel"));
    assert!(!of(Api::Gl, Profile::Core).enums.contains_key("GL_DISPLAY_LIST"));
    assert!(of(Api::Gl, Profile::Compatibility).enums.contains_key("GL_DISPLAY_LIST"));
    let program = |api| {
        let selection = Registry::gl().select(api, (0, 0), Profile::Core, |name| name == "GL_EXT_separate_shader_objects");
        selection.enums["GL_ACTIVE_PROGRAM_EXT"].value
    };
    assert_eq!((program(Api::Gl), program(Api::Gles2)), ("0x8B8D", "0x8259"));
}

#[test]
fn jumps_have_numbers_in_the_order_of_names() {
    let text = crate::jumps(&["glEnd", "glBegin"].into());
    assert_eq!(text, "glmeter_stubs::jumps! {\n    2;\n    0 glBegin,\n    1 glEnd,\n}\n");
}
