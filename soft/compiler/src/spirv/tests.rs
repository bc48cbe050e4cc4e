//! Tests of the translation of modules.

use super::{Module, Specialized};
use crate::glsl::{LinkOptions, link};
use base::hir::{Shader, Stage};
use spirv_tools::{assembled, module};
use std::collections::HashMap;
use std::sync::Arc;

/// Specializes the entry point `main`.
fn specialized(binary: &[u8], stage: Stage) -> Specialized {
    Module::read(binary).unwrap().specialize("main", stage, &HashMap::new())
}

/// The start of a compute shader that writes to a storage buffer of integers, up to its first block.
const HEAD: &str = "OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\"
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %array ArrayStride 4
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %block BufferBlock
    OpDecorate %out DescriptorSet 0
    OpDecorate %out Binding 0
    %void = OpTypeVoid
    %procedure = OpTypeFunction %void
    %int = OpTypeInt 32 1
    %bool = OpTypeBool
    %float = OpTypeFloat 32
    %0 = OpConstant %int 0
    %1 = OpConstant %int 1
    %2 = OpConstant %int 2
    %true = OpConstantTrue %bool
    %array = OpTypeRuntimeArray %int
    %block = OpTypeStruct %array
    %pointer = OpTypePointer Uniform %block
    %element = OpTypePointer Uniform %int
    %function = OpTypePointer Function %int
    %out = OpVariable %pointer Uniform\n";

/// Specializes a compute shader with these instructions after the common start.
fn compute(rest: &str) -> Specialized {
    specialized(&assembled(&format!("{HEAD}{rest}")), Stage::Compute)
}

/// Returns the message of a failed compute shader, which is one line.
fn message(rest: &str) -> String {
    let result = compute(rest);
    assert!(result.shader.is_none());
    let line = result.log.strip_prefix("error: ").and_then(|log| log.strip_suffix('\n')).unwrap();
    assert!(!line.contains('\n'));
    line.to_owned()
}

/// Links a shader, and says what is wrong if it fails.
fn links(shader: &Arc<Shader>) {
    let linked = link(std::slice::from_ref(shader), &LinkOptions { separable: true, ..LinkOptions::default() });
    assert!(linked.program.is_some(), "{}", linked.log);
}

/// Specializes and links a compute shader.
fn works(rest: &str) {
    let result = compute(rest);
    assert_eq!(result.log, "");
    links(&result.shader.unwrap());
}

#[test]
fn the_smallest_module_works() {
    works("%main = OpFunction %void None %procedure\n%a = OpLabel\nOpReturn\nOpFunctionEnd");
}

#[test]
fn what_is_no_module_is_not_read() {
    assert!(Module::read(&[]).is_err());
    assert!(Module::read(&[3, 2, 35]).is_err());
    assert!(Module::read(b"#version 450\nvoid main() {}").is_err());
    let mut binary = module("comp", "#version 450\nlayout(local_size_x = 1) in; void main() {}");
    assert!(Module::read(&binary).is_ok());
    binary[5..7].copy_from_slice(&[7, 1]);
    assert_eq!(Module::read(&binary).unwrap_err(), "the version of the module is not supported");
}

#[test]
fn phis_of_a_loop_change_at_once() {
    // Two phis that exchange their values in every round.
    works(
        "%main = OpFunction %void None %procedure\n%a = OpLabel\nOpBranch %head\n%head = OpLabel\n%x = OpPhi %int %1 %a %y %next\n%y = OpPhi %int %2 %a %x %next
         %i = OpPhi %int %0 %a %j %next\n%more = OpSLessThan %bool %i %2\nOpLoopMerge %end %next None\nOpBranchConditional %more %body %end\n%body = OpLabel\nOpBranch %next
         %next = OpLabel\n%j = OpIAdd %int %i %1\nOpBranch %head\n%end = OpLabel\n%p = OpAccessChain %element %out %0 %0\nOpStore %p %x\nOpReturn\nOpFunctionEnd",
    );
}

#[test]
fn recursion_fails() {
    let text = "%main = OpFunction %void None %procedure\n%a = OpLabel\n%b = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd
        %f = OpFunction %void None %procedure\n%c = OpLabel\n%d = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd";
    assert_eq!(message(text), "the functions of the module are recursive");
}

#[test]
fn control_flow_that_is_not_structured_fails() {
    // Two blocks that jump to each other.
    let text = "%main = OpFunction %void None %procedure\n%a = OpLabel\nOpBranch %b\n%b = OpLabel\nOpBranch %c\n%c = OpLabel\nOpBranch %b\nOpFunctionEnd";
    assert!(message(text).ends_with("is not structured"), "{}", message(text));
    let label = "%main = OpFunction %void None %procedure\n%a = OpLabel\nOpBranch %int\nOpFunctionEnd";
    assert!(message(label).ends_with("is not a label of this function"));
}

#[test]
fn wrong_types_fail() {
    let body = |text: &str| format!("%main = OpFunction %void None %procedure\n%a = OpLabel\n{text}\nOpReturn\nOpFunctionEnd");
    assert!(message(&body("%b = OpFAdd %int %1 %2")).contains("operands of a wrong type"));
    assert!(message(&body("%b = OpIAdd %int %1 %true")).contains("operands of a wrong type"));
    assert!(message(&body("%b = OpIAdd %int %1 %out")).contains("is a pointer, not a value"));
    assert!(message(&body("%p = OpAccessChain %element %out %0 %0\nOpStore %p %true")).contains("a value of another type"));
    assert!(message(&body("%p = OpAccessChain %element %out %1 %0")).contains("has no member 1"));
    assert!(message(&body("%p = OpAccessChain %function %out %0 %0")).contains("has a wrong type"));
    assert!(message(&body("%b = OpIAdd %int %1 %c")).contains("before its definition"));
    assert!(message(&body("%b = OpLoad %block %out")).contains("an array without a length"));
}

#[test]
fn a_block_without_a_binding_fails() {
    let text = HEAD.replace("OpDecorate %out Binding 0\n", "");
    let text = format!("{text}%main = OpFunction %void None %procedure\n%a = OpLabel\nOpReturn\nOpFunctionEnd");
    let log = specialized(&assembled(&text), Stage::Compute).log;
    assert!(log.ends_with("has no binding\n"), "{log}");
}

#[test]
fn declared_strides_place_the_elements_of_blocks() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1
        OpDecorate %array ArrayStride 32\nOpMemberDecorate %block 0 Offset 64\nOpMemberDecorate %block 1 Offset 16\nOpMemberDecorate %block 1 RowMajor\nOpMemberDecorate %block 1 MatrixStride 16
        OpDecorate %block Block\nOpDecorate %in Binding 0\n%void = OpTypeVoid\n%procedure = OpTypeFunction %void\n%float = OpTypeFloat 32\n%vec2 = OpTypeVector %float 2\n%mat2 = OpTypeMatrix %vec2 2
        %int = OpTypeInt 32 1\n%0 = OpConstant %int 0\n%3 = OpConstant %int 3\n%array = OpTypeArray %float %3\n%block = OpTypeStruct %array %mat2\n%pointer = OpTypePointer Uniform %block\n%element = OpTypePointer Uniform %float
        %in = OpVariable %pointer Uniform\n%main = OpFunction %void None %procedure\n%a = OpLabel\n%p = OpAccessChain %element %in %0 %0\n%b = OpLoad %float %p\nOpReturn\nOpFunctionEnd";
    let shader = specialized(&assembled(text), Stage::Compute).shader.unwrap();
    let linked = link(&[shader], &LinkOptions::default());
    let program = linked.program.unwrap();
    assert_eq!(program.uniform_blocks[0].size, 64 + 2 * 32 + 16);
    let members: Vec<_> = program.uniforms.iter().filter_map(|uniform| uniform.block).collect();
    assert_eq!((members[0].offset, members[0].array_stride), (64, 32));
    assert_eq!((members[1].offset, members[1].matrix_stride, members[1].row_major), (16, 16, true));
}

#[test]
fn constants_that_depend_on_each_other_are_evaluated() {
    works(
        "%s = OpSpecConstant %int 7\n%t = OpSpecConstantOp %int SMod %s %2\n%u = OpSpecConstantOp %bool SLessThan %t %2\n%v = OpSpecConstantOp %int Select %u %2 %0
         %w = OpSpecConstantOp %int IMul %v %s\n%ints = OpTypeArray %int %w\n%local = OpTypePointer Function %ints
         %main = OpFunction %void None %procedure\n%a = OpLabel\n%x = OpVariable %local Function\n%p = OpAccessChain %function %x %2\nOpStore %p %w\nOpReturn\nOpFunctionEnd",
    );
    let text = "%s = OpSpecConstant %int 0\n%ints = OpTypeArray %int %s\n%main = OpFunction %void None %procedure\n%a = OpLabel\nOpReturn\nOpFunctionEnd";
    assert_eq!(message(text), "an array has 0 elements");
}

#[test]
fn pointers_to_parts_are_passed_to_functions() {
    works(
        "%pair = OpTypeArray %int %2\n%local = OpTypePointer Function %pair\n%change = OpTypeFunction %int %function %function
         %main = OpFunction %void None %procedure\n%a = OpLabel\n%x = OpVariable %local Function\n%q = OpAccessChain %element %out %0 %1\n%k = OpLoad %int %q\n%p = OpAccessChain %function %x %k
         %r = OpFunctionCall %int %f %p %p\nOpStore %q %r\nOpReturn\nOpFunctionEnd
         %f = OpFunction %int None %change\n%b = OpFunctionParameter %function\n%c = OpFunctionParameter %function\n%d = OpLabel\nOpStore %b %2\n%e = OpLoad %int %c\nOpReturnValue %e\nOpFunctionEnd",
    );
}

#[test]
fn every_entry_point_of_a_module_has_its_own_interface() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Vertex %v \"main\" %position\nOpEntryPoint Fragment %f \"main\" %coord\nOpExecutionMode %f OriginLowerLeft
        OpDecorate %position BuiltIn Position\nOpDecorate %coord BuiltIn FragCoord\n%void = OpTypeVoid\n%procedure = OpTypeFunction %void\n%float = OpTypeFloat 32\n%vec4 = OpTypeVector %float 4
        %out = OpTypePointer Output %vec4\n%in = OpTypePointer Input %vec4\n%position = OpVariable %out Output\n%coord = OpVariable %in Input\n%zero = OpConstantNull %vec4
        %v = OpFunction %void None %procedure\n%a = OpLabel\nOpStore %position %zero\nOpReturn\nOpFunctionEnd\n%f = OpFunction %void None %procedure\n%b = OpLabel\n%c = OpLoad %vec4 %coord\nOpReturn\nOpFunctionEnd";
    let binary = assembled(text);
    assert_eq!(Module::read(&binary).unwrap().stages_of("main"), [Some(Stage::Vertex), Some(Stage::Fragment)]);
    for stage in [Stage::Vertex, Stage::Fragment] {
        let result = specialized(&binary, stage);
        assert_eq!(result.log, "");
        links(&result.shader.unwrap());
    }
}

#[test]
fn deep_nesting_fails_without_an_overflow() {
    let mut text = String::from("%main = OpFunction %void None %procedure\n%l0 = OpLabel\n");
    let depth = 2000;
    for level in 0..depth {
        let next = level + 1;
        text += &format!("OpSelectionMerge %m{level} None\nOpBranchConditional %true %l{next} %m{level}\n%l{next} = OpLabel\n");
    }
    text += "OpReturn\n";
    for level in (0..depth).rev() {
        text += &format!("%m{level} = OpLabel\nOpReturn\n");
    }
    text += "OpFunctionEnd";
    assert_eq!(message(&text), "the control flow is nested too deeply");
}

#[test]
fn instructions_end_within_the_module() {
    let binary = assembled(HEAD);
    assert!(Module::read(&binary).is_ok());
    // The length of the first instruction is in the upper half of its first word.
    for length in [0u16, 0x7FFF] {
        let mut changed = binary.clone();
        changed[22..24].copy_from_slice(&length.to_ne_bytes());
        assert!(Module::read(&changed).unwrap_err().contains("length"));
    }
}

/// "Implementations supporting EXT_shader_image_load_formatted must support the following operand declared by OpCapability:
/// StorageImageReadWithoutFormat" [ARB_gl_spirv]
#[test]
fn images_without_a_format_are_read() {
    let text = "OpCapability Shader\nOpCapability StorageImageReadWithoutFormat\nOpCapability StorageImageWriteWithoutFormat\nOpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\nOpDecorate %image Binding 0\nOpDecorate %image Location 0\nOpDecorate %image DescriptorSet 0
        %void = OpTypeVoid\n%procedure = OpTypeFunction %void\n%float = OpTypeFloat 32\n%int = OpTypeInt 32 1\n%ivec2 = OpTypeVector %int 2\n%vec4 = OpTypeVector %float 4
        %0 = OpConstant %int 0\n%at = OpConstantComposite %ivec2 %0 %0\n%type = OpTypeImage %float 2D 0 0 0 2 Unknown\n%pointer = OpTypePointer UniformConstant %type
        %image = OpVariable %pointer UniformConstant\n%main = OpFunction %void None %procedure\n%a = OpLabel\n%i = OpLoad %type %image\n%t = OpImageRead %vec4 %i %at
        OpImageWrite %i %at %t\nOpReturn\nOpFunctionEnd";
    let result = specialized(&assembled(text), Stage::Compute);
    assert_eq!(result.log, "");
    links(&result.shader.unwrap());
}
