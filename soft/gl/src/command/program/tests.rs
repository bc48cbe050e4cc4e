#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::attributes::*;
use super::blocks::*;
use super::objects::*;
use super::outputs::*;
use super::pipelines::*;
use super::properties::property;
use super::reflection::*;
use super::resource_properties::get_program_resource;
use super::resources::*;
use super::shader_objects;
use super::varyings::*;
use crate::command::shader;
use crate::context::Context;
use crate::error::Result;
use crate::pointer::In;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{code_of, core, es, linked, null, out, outs, program, slice, text};
use crate::tokens::*;
use base::hir::Stage;

fn shader(context: &mut Context, stage: Stage) -> u32 {
    shader::create(context, stage).unwrap()
}

#[test]
fn shaders_and_programs_share_their_names() {
    let mut context = core();
    let vertex = shader(&mut context, Stage::Vertex);
    let program = create(&context).unwrap();
    assert_ne!(vertex, program);
    assert_eq!(is_program(&mut context, program), Ok(1));
    assert_eq!(is_program(&mut context, vertex), Ok(0));
    assert_eq!(code_of(property(&context, vertex, GL_LINK_STATUS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(property(&context, 999, GL_LINK_STATUS)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(property(&context, program, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(shader::property(&context, program, GL_COMPILE_STATUS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(shader::property(&context, 999, GL_COMPILE_STATUS)), Err(GL_INVALID_VALUE));
}

#[test]
fn attached_shaders_stay_until_they_are_detached() {
    let mut context = core();
    let (vertex, program) = (shader(&mut context, Stage::Vertex), create(&context).unwrap());
    assert_eq!(code_of(attach_shader(&mut context, vertex, program)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach_shader(&mut context, program, 999)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(detach_shader(&mut context, program, vertex)), Err(GL_INVALID_OPERATION));
    assert_eq!(attach_shader(&mut context, program, vertex), Ok(()));
    assert_eq!(code_of(attach_shader(&mut context, program, vertex)), Err(GL_INVALID_OPERATION));
    let (mut count, mut names) = (0, [0; 4]);
    get_attached_shaders(&mut context, program, 4, out(&mut count), outs(&mut names)).unwrap();
    assert_eq!((count, names[0]), (1, vertex));
    shader::delete_shader(&mut context, vertex).unwrap();
    assert_eq!(shader::property(&context, vertex, GL_DELETE_STATUS), Ok(1));
    assert_eq!(detach_shader(&mut context, program, vertex), Ok(()));
    assert_eq!(code_of(shader::property(&context, vertex, GL_DELETE_STATUS)), Err(GL_INVALID_VALUE));
}

#[test]
fn es_programs_take_one_shader_a_stage() {
    let mut context = es(3, 0);
    let program = create(&context).unwrap();
    let (first, second) = (shader(&mut context, Stage::Vertex), shader(&mut context, Stage::Vertex));
    attach_shader(&mut context, program, first).unwrap();
    assert_eq!(code_of(attach_shader(&mut context, program, second)), Err(GL_INVALID_OPERATION));
}

#[test]
fn a_program_whose_shader_did_not_compile_does_not_link() {
    let mut context = core();
    let (vertex, program) = (shader(&mut context, Stage::Vertex), create(&context).unwrap());
    attach_shader(&mut context, program, vertex).unwrap();
    assert_eq!(link_program(&mut context, program), Ok(()));
    assert_eq!(property(&context, program, GL_LINK_STATUS), Ok(0));
    assert!(property(&context, program, GL_INFO_LOG_LENGTH).unwrap() > 1);
    assert_eq!(code_of(use_program(&mut context, program)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(use_program(&mut context, 999)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(use_program(&mut context, vertex)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(link_program(&mut context, 999)), Err(GL_INVALID_VALUE));
    assert_eq!(validate_program(&mut context, program), Ok(()));
    assert_eq!(property(&context, program, GL_VALIDATE_STATUS), Ok(0));
}

#[test]
fn a_current_program_outlives_deletion_and_failed_links() {
    let mut context = core();
    let name = linked(&context, program());
    use_program(&mut context, name).unwrap();
    delete_program(&mut context, name).unwrap();
    assert_eq!(property(&context, name, GL_DELETE_STATUS), Ok(1));
    // Nothing compiled is attached to it: the next link gives nothing, and what is in use stays.
    install(&context, name, None, String::new()).unwrap();
    assert!(super::active(&mut context).unwrap().is_some());
    use_program(&mut context, 0).unwrap();
    assert!(super::active(&mut context).unwrap().is_none());
    assert_eq!(is_program(&mut context, name), Ok(0));
    assert_eq!(code_of(delete_program(&mut context, name)), Err(GL_INVALID_VALUE));
    assert_eq!(delete_program(&mut context, 0), Ok(()));
}

#[test]
fn program_parameters() {
    let mut context = core();
    let name = create(&context).unwrap();
    assert_eq!(program_parameter(&mut context, name, GL_PROGRAM_SEPARABLE, 1), Ok(()));
    // It is the state of the executable, of which there is none before the program is linked.
    assert_eq!(property(&context, name, GL_PROGRAM_SEPARABLE), Ok(0));
    assert_eq!(code_of(program_parameter(&mut context, name, GL_PROGRAM_SEPARABLE, 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(program_parameter(&mut context, name, GL_LINK_STATUS, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(property(&context, name, GL_GEOMETRY_VERTICES_OUT)), Err(GL_INVALID_OPERATION));
    assert_eq!(property(&context, name, GL_PROGRAM_BINARY_LENGTH), Ok(0));
    let name = linked(&context, program());
    assert_eq!(property(&context, name, GL_ACTIVE_UNIFORMS), Ok(10));
    assert_eq!(property(&context, name, GL_ACTIVE_UNIFORM_MAX_LENGTH), Ok("Block.second".len() as i32 + 1));
    assert_eq!(code_of(property(&context, name, GL_TESS_GEN_MODE)), Err(GL_INVALID_OPERATION));
}

#[test]
fn attributes_by_name() {
    let mut context = core();
    let name = linked(&context, program());
    let mut at = |attribute| get_attrib_location(&mut context, name, text(attribute));
    assert_eq!(at(c"position"), Ok(Location(2)));
    assert_eq!(at(c"axes"), Ok(Location(4)));
    assert_eq!(at(c"axes[0]"), Ok(Location(4)));
    assert_eq!(at(c"axes[2]"), Ok(Location(8)));
    assert_eq!(at(c"axes[3]"), Ok(Location(-1)));
    assert_eq!(at(c"nothing"), Ok(Location(-1)));
    let empty = create(&context).unwrap();
    assert_eq!(code_of(get_attrib_location(&mut context, empty, text(c"position"))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(bind_attrib_location(&mut context, name, 16, text(c"position"))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind_attrib_location(&mut context, name, 1, text(c"gl_Vertex"))), Err(GL_INVALID_OPERATION));
    assert_eq!(bind_attrib_location(&mut context, name, 15, text(c"position")), Ok(()));
    let (mut length, mut size, mut ty, mut into) = (0, 0, 0, [0u8; 8]);
    let mut ask = |context: &mut Context, index, bytes, into: &mut [u8; 8]| {
        get_active_attrib(context, name, index, bytes, out(&mut length), out(&mut size), out(&mut ty), outs(into))
            .map(|()| (length, size, ty))
    };
    assert_eq!(code_of(ask(&mut context, 2, 8, &mut into)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, 0, -1, &mut into)), Err(GL_INVALID_VALUE));
    assert_eq!(ask(&mut context, 0, 5, &mut into), Ok((4, 1, GL_FLOAT_VEC4)));
    assert_eq!(&into[..5], b"posi\0");
}

#[test]
fn outputs_by_name() {
    let mut context = core();
    let name = linked(&context, program());
    assert_eq!(get_frag_data_location(&mut context, name, text(c"color")), Ok(Location(1)));
    assert_eq!(get_frag_data_location(&mut context, name, text(c"colour")), Ok(Location(-1)));
    assert_eq!(get_frag_data_index(&mut context, name, text(c"color")), Ok(Location(0)));
    assert_eq!(code_of(bind_frag_data_location(&mut context, name, 8, text(c"color"))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind_frag_data_location_indexed(&mut context, name, 1, 1, text(c"color"))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind_frag_data_location_indexed(&mut context, name, 0, 2, text(c"color"))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind_frag_data_location(&mut context, name, 0, text(c"gl_FragColor"))), Err(GL_INVALID_OPERATION));
}

#[test]
fn subscripts() {
    assert_eq!(subscript("a[2]"), ("a", 2));
    assert_eq!(subscript("a[1].b[30]"), ("a[1].b", 30));
    for whole in ["a", "a[02]", "a[-1]", "a[]", "a[+1]", "a[99999999999]", "a] ["] {
        assert_eq!(subscript(whole), (whole, 0));
    }
}

#[test]
fn uniforms_by_name() {
    let mut context = core();
    let name = linked(&context, program());
    let mut at = |uniform| get_uniform_location(&mut context, name, text(uniform)).map(|found| found.0);
    assert_eq!(at(c"scale"), Ok(0));
    assert_eq!(at(c"scale[0]"), Ok(-1));
    assert_eq!(at(c"offsets"), Ok(1));
    assert_eq!(at(c"offsets[3]"), Ok(4));
    assert_eq!(at(c"offsets[4]"), Ok(-1));
    assert_eq!(at(c"offsets[03]"), Ok(-1));
    assert_eq!(at(c"Block.first"), Ok(-1));
    let mut indices = [0; 4];
    let names = [text(c"scale"), text(c"offsets"), text(c"offsets[1]"), text(c"Block.second")];
    get_uniform_indices(&mut context, name, 4, slice(&names), outs(&mut indices)).unwrap();
    assert_eq!(indices, [0, 1, GL_INVALID_INDEX, 9]);
    assert_eq!(code_of(get_uniform_indices(&mut context, name, -1, slice(&names), null())), Err(GL_INVALID_VALUE));
    let mut values = [0; 2];
    let mut ask = |context: &mut Context, indices: &[u32], pname| {
        get_active_uniforms(context, name, indices.len() as i32, slice(indices), pname, outs(&mut values)).map(|()| values)
    };
    assert_eq!(ask(&mut context, &[1, 9], GL_UNIFORM_SIZE), Ok([4, 1]));
    assert_eq!(ask(&mut context, &[1, 9], GL_UNIFORM_BLOCK_INDEX), Ok([-1, 0]));
    assert_eq!(ask(&mut context, &[1, 9], GL_UNIFORM_OFFSET), Ok([-1, 4]));
    assert_eq!(ask(&mut context, &[4, 5], GL_UNIFORM_TYPE), Ok([GL_SAMPLER_2D.cast_signed(), GL_DOUBLE.cast_signed()]));
    assert_eq!(code_of(ask(&mut context, &[0, 10], GL_UNIFORM_TYPE)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, &[0], GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
}

#[test]
fn blocks_and_their_bindings() {
    let mut context = core();
    let name = linked(&context, program());
    assert_eq!(get_uniform_block_index(&mut context, name, text(c"Block")), Ok(Index(0)));
    assert_eq!(get_uniform_block_index(&mut context, name, text(c"Store")), Ok(Index(GL_INVALID_INDEX)));
    let mut values = [0; 4];
    let mut ask =
        |context: &mut Context, index, pname| get_active_uniform_block(context, name, index, pname, outs(&mut values)).map(|()| values[0]);
    assert_eq!(ask(&mut context, 0, GL_UNIFORM_BLOCK_BINDING), Ok(3));
    assert_eq!(uniform_block_binding(&mut context, name, 0, 5), Ok(()));
    assert_eq!(ask(&mut context, 0, GL_UNIFORM_BLOCK_BINDING), Ok(5));
    assert_eq!(ask(&mut context, 0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS), Ok(2));
    assert_eq!(ask(&mut context, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER), Ok(1));
    assert_eq!(ask(&mut context, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER), Ok(0));
    assert_eq!(code_of(ask(&mut context, 1, GL_UNIFORM_BLOCK_BINDING)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, 0, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    ask(&mut context, 0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES).unwrap();
    assert_eq!(values[..2], [8, 9]);
    assert_eq!(code_of(uniform_block_binding(&mut context, name, 1, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(uniform_block_binding(&mut context, name, 0, 100_000)), Err(GL_INVALID_VALUE));
    assert_eq!(shader_storage_block_binding(&mut context, name, 0, 2), Ok(()));
    assert_eq!(code_of(shader_storage_block_binding(&mut context, name, 7, 2)), Err(GL_INVALID_VALUE));
}

#[test]
fn resources_of_interfaces() {
    let mut context = core();
    let name = linked(&context, program());
    let interface = |context: &mut Context, interface, pname| {
        let mut value = -5;
        get_program_interface(context, name, interface, pname, out(&mut value)).map(|()| value)
    };
    assert_eq!(interface(&mut context, GL_UNIFORM, GL_ACTIVE_RESOURCES), Ok(10));
    assert_eq!(interface(&mut context, GL_BUFFER_VARIABLE, GL_ACTIVE_RESOURCES), Ok(1));
    assert_eq!(interface(&mut context, GL_UNIFORM_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES), Ok(2));
    assert_eq!(interface(&mut context, GL_PROGRAM_INPUT, GL_MAX_NAME_LENGTH), Ok(9));
    assert_eq!(code_of(interface(&mut context, GL_ATOMIC_COUNTER_BUFFER, GL_MAX_NAME_LENGTH)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(interface(&mut context, GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(interface(&mut context, GL_UNIFORM, GL_MAX_NUM_COMPATIBLE_SUBROUTINES)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(interface(&mut context, GL_TEXTURE_2D, GL_ACTIVE_RESOURCES)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(interface(&mut context, GL_UNIFORM, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(get_program_resource_index(&mut context, name, GL_UNIFORM, text(c"offsets")), Ok(Index(1)));
    assert_eq!(get_program_resource_index(&mut context, name, GL_BUFFER_VARIABLE, text(c"Store.data")), Ok(Index(0)));
    assert_eq!(code_of(get_program_resource_index(&mut context, name, GL_ATOMIC_COUNTER_BUFFER, text(c"x"))), Err(GL_INVALID_ENUM));
    assert_eq!(get_program_resource_location(&mut context, name, GL_PROGRAM_OUTPUT, text(c"color")), Ok(Location(1)));
    assert_eq!(get_program_resource_location(&mut context, name, GL_UNIFORM, text(c"offsets[2]")), Ok(Location(3)));
    assert_eq!(code_of(get_program_resource_location(&mut context, name, GL_UNIFORM_BLOCK, text(c"Block"))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(get_program_resource_location_index(&mut context, name, GL_PROGRAM_INPUT, text(c"color"))), Err(GL_INVALID_ENUM));
    let ask = |context: &mut Context, interface, index, properties: &[u32], size: i32| -> Result<(i32, [i32; 4])> {
        let (mut length, mut values) = (-1, [-9; 4]);
        let count = properties.len() as i32;
        let values_out = outs(&mut values);
        get_program_resource(context, name, interface, index, count, slice(properties), size, out(&mut length), values_out)
            .map(|()| (length, values))
    };
    let properties = [GL_TYPE, GL_ARRAY_SIZE, GL_LOCATION];
    assert_eq!(ask(&mut context, GL_UNIFORM, 1, &properties, 4), Ok((3, [GL_FLOAT_VEC2.cast_signed(), 4, 1, -9])));
    assert_eq!(ask(&mut context, GL_UNIFORM, 1, &properties, 2), Ok((2, [GL_FLOAT_VEC2.cast_signed(), 4, -9, -9])));
    assert_eq!(ask(&mut context, GL_BUFFER_VARIABLE, 0, &[GL_OFFSET, GL_BLOCK_INDEX], 4), Ok((2, [16, 0, -9, -9])));
    assert_eq!(ask(&mut context, GL_UNIFORM_BLOCK, 0, &[GL_ACTIVE_VARIABLES], 4), Ok((2, [8, 9, -9, -9])));
    assert_eq!(code_of(ask(&mut context, GL_UNIFORM, 1, &[], 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, GL_UNIFORM, 10, &properties, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, GL_UNIFORM, 0, &properties, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(&mut context, GL_UNIFORM, 0, &[GL_TEXTURE_2D], 4)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(ask(&mut context, GL_UNIFORM, 0, &[GL_BUFFER_BINDING], 4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(ask(&mut context, GL_BUFFER_VARIABLE, 0, &[GL_LOCATION], 4)), Err(GL_INVALID_OPERATION));
}

#[test]
fn names_of_captured_varyings() {
    let mut context = core();
    let name = create(&context).unwrap();
    let mut give = |names: &[In<u8>], mode| transform_feedback_varyings(&mut context, name, names.len() as i32, slice(names), mode);
    let (a, next, skip) = (text(c"a"), text(c"gl_NextBuffer"), text(c"gl_SkipComponents2"));
    assert_eq!(give(&[a, next, skip], GL_INTERLEAVED_ATTRIBS), Ok(()));
    assert_eq!(code_of(give(&[a], GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(give(&[a; 5], GL_SEPARATE_ATTRIBS)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(give(&[a, next], GL_SEPARATE_ATTRIBS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(give(&[a, skip], GL_SEPARATE_ATTRIBS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(give(&[next; 4], GL_INTERLEAVED_ATTRIBS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(transform_feedback_varyings(&mut context, name, -1, slice(&[a]), GL_SEPARATE_ATTRIBS)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(transform_feedback_varyings(&mut context, 99, 1, slice(&[a]), GL_SEPARATE_ATTRIBS)), Err(GL_INVALID_VALUE));
}

#[test]
fn pipelines_take_separable_programs() {
    let mut context = core();
    let mut pipeline = 0;
    gen_program_pipelines(&mut context, 1, out(&mut pipeline)).unwrap();
    assert_eq!(code_of(gen_program_pipelines(&mut context, -1, null())), Err(GL_INVALID_VALUE));
    assert_eq!(is_program_pipeline(&mut context, pipeline), Ok(0));
    assert_eq!(code_of(bind_program_pipeline(&mut context, 77)), Err(GL_INVALID_OPERATION));
    assert_eq!(bind_program_pipeline(&mut context, pipeline), Ok(()));
    assert_eq!(is_program_pipeline(&mut context, pipeline), Ok(1));
    let name = linked(&context, program());
    assert_eq!(code_of(use_program_stages(&mut context, pipeline, GL_VERTEX_SHADER_BIT, name)), Err(GL_INVALID_OPERATION));
    program_parameter(&mut context, name, GL_PROGRAM_SEPARABLE, 1).unwrap();
    assert_eq!(code_of(use_program_stages(&mut context, pipeline, 1 << 20, name)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(use_program_stages(&mut context, 77, GL_VERTEX_SHADER_BIT, name)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(use_program_stages(&mut context, pipeline, GL_VERTEX_SHADER_BIT, 999)), Err(GL_INVALID_VALUE));
    assert_eq!(use_program_stages(&mut context, pipeline, GL_ALL_SHADER_BITS, name), Ok(()));
    let empty = create(&context).unwrap();
    assert_eq!(code_of(active_shader_program(&mut context, pipeline, empty)), Err(GL_INVALID_OPERATION));
    assert_eq!(active_shader_program(&mut context, pipeline, name), Ok(()));
    let mut value = 0;
    get_program_pipeline(&mut context, pipeline, GL_ACTIVE_PROGRAM, out(&mut value)).unwrap();
    assert_eq!(value.cast_unsigned(), name);
    assert_eq!(code_of(get_program_pipeline(&mut context, pipeline, GL_TEXTURE_2D, out(&mut value))), Err(GL_INVALID_ENUM));
    delete_program_pipelines(&mut context, 1, slice(&[pipeline])).unwrap();
    assert_eq!(context.programs.pipelines.bound, 0);
}

#[test]
fn a_text_of_too_many_strings_is_refused_and_leaves_no_shader() {
    let mut context = core();
    let first = shader(&mut context, Stage::Vertex);
    let strings = [text(c"void main() {}")];
    assert_eq!(code_of(create_shader_program(&mut context, GL_VERTEX_SHADER, i32::MAX, slice(&strings))), Err(GL_OUT_OF_MEMORY));
    assert_eq!(shader(&mut context, Stage::Vertex), first + 1);
}

#[test]
fn a_text_longer_than_any_shader_is_refused() {
    let longest = vec![b' '; 1 << 24];
    let strings = [slice(&longest), slice(&longest)];
    assert_eq!(shader::text_of(1, slice(&strings), slice(&[1 << 24])).map(|text| text.len()), Ok(1 << 24));
    assert_eq!(code_of(shader::text_of(2, slice(&strings), slice(&[1 << 24, 1]))), Err(GL_OUT_OF_MEMORY));
}

#[test]
fn logs_of_pipelines_that_do_not_exist() {
    let mut context = core();
    let mut name = 0;
    gen_program_pipelines(&mut context, 1, out(&mut name)).unwrap();
    // "An INVALID_VALUE error is generated if pipeline is not the name of an existing program pipeline object."
    assert_eq!(code_of(get_program_pipeline_info_log(&mut context, 77, 0, null(), null())), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(get_program_pipeline_info_log(&mut context, name, 0, null(), null())), Err(GL_INVALID_VALUE));
    assert_eq!(is_program_pipeline(&mut context, name), Ok(0));
    bind_program_pipeline(&mut context, name).unwrap();
    assert_eq!(get_program_pipeline_info_log(&mut context, name, 0, null(), null()), Ok(()));
}

#[test]
fn handles_have_the_parameters_of_their_type() {
    let mut context = core();
    let (shader, program) = (shader(&mut context, Stage::Vertex), create(&context).unwrap());
    // "If <obj> is not of type PROGRAM_OBJECT_ARB, the error INVALID_OPERATION is generated."
    for name in [GL_LINK_STATUS, GL_VALIDATE_STATUS, GL_ATTACHED_SHADERS, GL_ACTIVE_UNIFORMS, GL_ACTIVE_UNIFORM_MAX_LENGTH] {
        assert_eq!(code_of(shader_objects::parameter(&mut context, shader, name)), Err(GL_INVALID_OPERATION));
        assert_eq!(shader_objects::parameter(&mut context, program, name), Ok(0));
    }
    // "If <obj> is not of type SHADER_OBJECT_ARB, the error INVALID_OPERATION is generated."
    for name in [GL_COMPILE_STATUS, GL_SHADER_SOURCE_LENGTH] {
        assert_eq!(code_of(shader_objects::parameter(&mut context, program, name)), Err(GL_INVALID_OPERATION));
        assert_eq!(shader_objects::parameter(&mut context, shader, name), Ok(0));
    }
    assert_eq!(code_of(shader_objects::parameter(&mut context, shader, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
}

/// Links a separable program. Leaves no program current.
fn separable(gl: &Gl, shaders: &[(u32, &std::ffi::CStr)]) -> u32 {
    let program = gl.program(shaders, &[]);
    glUseProgram(0);
    glProgramParameteri(program, GL_PROGRAM_SEPARABLE, 1);
    glLinkProgram(program);
    gl.no_error();
    program
}

#[test]
fn pipelines_draw_with_programs_that_fit_together() {
    let gl = Gl::new(core());
    let vertex = c"#version 450\nout gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0.0); }";
    let geometry =
        c"#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\nin gl_PerVertex { vec4 gl_Position; } gl_in[];\n\
        out gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }";
    let fragment = c"#version 450\nvoid main() {}";
    let both = separable(&gl, &[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)]);
    let first = separable(&gl, &[(GL_VERTEX_SHADER, vertex)]);
    let last = separable(&gl, &[(GL_FRAGMENT_SHADER, fragment)]);
    let strings = [geometry.as_ptr()];
    let middle = glCreateShaderProgramv(GL_GEOMETRY_SHADER, 1, strings.as_ptr());
    let draw = |stages: [u32; 3]| {
        let mut pipeline = 0;
        glGenProgramPipelines(1, &raw mut pipeline);
        for (bit, program) in [GL_VERTEX_SHADER_BIT, GL_GEOMETRY_SHADER_BIT, GL_FRAGMENT_SHADER_BIT].into_iter().zip(stages) {
            glUseProgramStages(pipeline, bit, program);
        }
        glBindProgramPipeline(pipeline);
        gl.no_error();
        glDrawArrays(GL_POINTS, 0, 0);
        glGetError()
    };
    assert_eq!(draw([both, 0, both]), GL_NO_ERROR);
    assert_eq!(draw([first, middle, last]), GL_NO_ERROR);
    // "A program object is active for at least one, but not all of the shader stages that were present when the program was linked."
    assert_eq!(draw([both, 0, last]), GL_INVALID_OPERATION);
    assert_eq!(draw([both, 0, 0]), GL_INVALID_OPERATION);
    // "One program object is active for at least two shader stages and a second program is active for a shader stage between two stages".
    assert_eq!(draw([both, middle, both]), GL_INVALID_OPERATION);
    // "There is an active program for … geometry stages with corresponding executable shader, but there is no active program with executable
    // vertex shader."
    assert_eq!(draw([0, middle, last]), GL_INVALID_OPERATION);
}

#[test]
fn programs_of_a_pipeline_keep_uniforms_of_one_name_apart() {
    let gl = Gl::new(core());
    let vertex = c"#version 450
out gl_PerVertex { vec4 gl_Position; };
layout(location = 0) uniform float value;
layout(std140) uniform Numbers { float number; };
layout(location = 0) out vec2 given;
void main() {
    given = vec2(value, number);
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}";
    let fragment = c"#version 450
layout(location = 0) uniform float other;
layout(location = 1) uniform vec2 value;
layout(std140) uniform Numbers { vec4 number; };
layout(location = 0) in vec2 given;
layout(location = 0) out vec4 color;
void main() { color = vec4(given.x, value.y + other, given.y, number.w); }";
    let programs = [separable(&gl, &[(GL_VERTEX_SHADER, vertex)]), separable(&gl, &[(GL_FRAGMENT_SHADER, fragment)])];
    let mut pipeline = 0;
    glGenProgramPipelines(1, &raw mut pipeline);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, programs[0]);
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, programs[1]);
    glBindProgramPipeline(pipeline);
    glProgramUniform1f(programs[0], 0, 0.2);
    glProgramUniform2f(programs[1], 1, 0.0, 0.4);
    for (index, words) in [[0.6f32; 4], [0.0, 0.0, 0.0, 0.8]].into_iter().enumerate() {
        let buffer = gl.buffer(GL_UNIFORM_BUFFER, &words.map(f32::to_bits));
        glBindBufferBase(GL_UNIFORM_BUFFER, index as u32 + 3, buffer);
        glUniformBlockBinding(programs[index], 0, index as u32 + 3);
    }
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), [51, 102, 153, 204]);
}
