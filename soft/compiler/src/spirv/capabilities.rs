//! The capabilities, extensions and models that modules may declare.

use super::Result;
use rspirv::dr::{self, Operand};
use rspirv::spirv::{AddressingModel, Capability, MemoryModel};

/// The SPIR-V extensions that the driver supports, in the order of GL_SPIR_V_EXTENSIONS.
pub const EXTENSIONS: &[&str] = &[
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_post_depth_coverage",
    "SPV_KHR_shader_atomic_counter_ops",
    "SPV_KHR_shader_draw_parameters",
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_terminate_invocation",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
];

/// Checks what a module declares that it uses.
pub fn check(module: &dr::Module) -> Result<()> {
    for instruction in &module.capabilities {
        match instruction.operands.first() {
            Some(Operand::Capability(capability)) if is_supported(*capability) => {}
            Some(Operand::Capability(capability)) => return Err(format!("the capability {capability:?} is not supported")),
            _ => return Err(String::from("OpCapability lacks its operand")),
        }
    }
    for instruction in &module.extensions {
        match instruction.operands.first() {
            Some(Operand::LiteralString(name)) if EXTENSIONS.contains(&name.as_str()) => {}
            Some(Operand::LiteralString(name)) => return Err(format!("the extension {name} is not supported")),
            _ => return Err(String::from("OpExtension lacks its operand")),
        }
    }
    // "The Logical addressing model must be selected." [ARB_gl_spirv]
    match module.memory_model.as_ref().map(|model| model.operands.as_slice()) {
        Some([Operand::AddressingModel(AddressingModel::Logical), Operand::MemoryModel(MemoryModel::GLSL450)]) => Ok(()),
        Some([Operand::AddressingModel(AddressingModel::Logical), Operand::MemoryModel(MemoryModel::Simple)]) => Ok(()),
        _ => Err(String::from("the addressing or the memory model of the module is not supported")),
    }
}

/// Returns true for the capabilities of table A.spv.3 of ARB_gl_spirv, for the extensions that the driver has.
fn is_supported(capability: Capability) -> bool {
    matches!(
        capability,
        Capability::Matrix
            | Capability::Shader
            | Capability::Geometry
            | Capability::Tessellation
            | Capability::Float64
            | Capability::Int64
            | Capability::AtomicStorage
            | Capability::TessellationPointSize
            | Capability::GeometryPointSize
            | Capability::ImageGatherExtended
            | Capability::StorageImageMultisample
            | Capability::UniformBufferArrayDynamicIndexing
            | Capability::SampledImageArrayDynamicIndexing
            | Capability::StorageBufferArrayDynamicIndexing
            | Capability::StorageImageArrayDynamicIndexing
            | Capability::ClipDistance
            | Capability::CullDistance
            | Capability::ImageCubeArray
            | Capability::SampleRateShading
            | Capability::ImageRect
            | Capability::SampledRect
            | Capability::Sampled1D
            | Capability::Image1D
            | Capability::SampledCubeArray
            | Capability::SampledBuffer
            | Capability::ImageBuffer
            | Capability::ImageMSArray
            | Capability::StorageImageExtendedFormats
            | Capability::ImageQuery
            | Capability::DerivativeControl
            | Capability::InterpolationFunction
            | Capability::TransformFeedback
            | Capability::GeometryStreams
            | Capability::StorageImageReadWithoutFormat
            | Capability::StorageImageWriteWithoutFormat
            | Capability::MultiViewport
            | Capability::DrawParameters
            | Capability::AtomicStorageOps
            | Capability::SampleMaskPostDepthCoverage
    )
}
