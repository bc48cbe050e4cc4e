//! The execution modes of an entry point.

use super::module::{Id, Index};
use super::{Result, Stage, Translator};
use base::hir::{GeometryInput, GeometryOutput, StageLayout, TessMode, TessSpacing, Type};
use rspirv::dr::{self, Operand};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, Op};

/// Returns the execution modes of an entry point with their operands.
fn modes(module: &dr::Module, entry: Id) -> impl Iterator<Item = (ExecutionMode, &[Operand])> {
    module.execution_modes.iter().filter_map(move |instruction| match instruction.operands.as_slice() {
        [Operand::IdRef(id), Operand::ExecutionMode(mode), rest @ ..] if *id == entry => Some((*mode, rest)),
        _ => None,
    })
}

/// Returns true if an entry point declares transform feedback.
pub fn captures(module: &dr::Module, entry: Id) -> bool {
    modes(module, entry).any(|(mode, _)| mode == ExecutionMode::Xfb)
}

/// Returns the layout of a stage.
pub fn layout(module: &dr::Module, entry: Id, stage: Stage, index: &Index) -> Result<StageLayout> {
    use ExecutionMode as M;
    let mut layout = StageLayout::default();
    for (mode, operands) in modes(module, entry) {
        let number = |at: usize| match operands.get(at) {
            Some(Operand::LiteralBit32(number)) => Ok(*number),
            _ => Err(format!("the execution mode {mode:?} lacks a number")),
        };
        let geometry = stage == Stage::Geometry;
        match mode {
            M::Invocations => layout.invocations = Some(number(0)?),
            M::SpacingEqual => layout.tess_spacing = Some(TessSpacing::Equal),
            M::SpacingFractionalEven => layout.tess_spacing = Some(TessSpacing::FractionalEven),
            M::SpacingFractionalOdd => layout.tess_spacing = Some(TessSpacing::FractionalOdd),
            M::VertexOrderCw => layout.tess_clockwise = Some(true),
            M::VertexOrderCcw => layout.tess_clockwise = Some(false),
            M::PointMode => layout.point_mode = true,
            M::Quads => layout.tess_mode = Some(TessMode::Quads),
            M::Isolines => layout.tess_mode = Some(TessMode::Isolines),
            M::Triangles if geometry => layout.geometry_input = Some(GeometryInput::Triangles),
            M::Triangles => layout.tess_mode = Some(TessMode::Triangles),
            M::InputPoints => layout.geometry_input = Some(GeometryInput::Points),
            M::InputLines => layout.geometry_input = Some(GeometryInput::Lines),
            M::InputLinesAdjacency => layout.geometry_input = Some(GeometryInput::LinesAdjacency),
            M::InputTrianglesAdjacency => layout.geometry_input = Some(GeometryInput::TrianglesAdjacency),
            M::OutputPoints => layout.geometry_output = Some(GeometryOutput::Points),
            M::OutputLineStrip => layout.geometry_output = Some(GeometryOutput::LineStrip),
            M::OutputTriangleStrip => layout.geometry_output = Some(GeometryOutput::TriangleStrip),
            M::OutputVertices if geometry => layout.max_vertices = Some(number(0)?),
            M::OutputVertices => layout.output_vertices = Some(number(0)?),
            M::PixelCenterInteger => layout.pixel_center_integer = true,
            M::OriginUpperLeft => layout.origin_upper_left = true,
            M::EarlyFragmentTests => layout.early_fragment_tests = true,
            M::PostDepthCoverage => layout.post_depth_coverage = true,
            M::LocalSize => layout.local_size = Some([number(0)?, number(1)?, number(2)?]),
            M::OriginLowerLeft | M::Xfb | M::DepthReplacing | M::DepthGreater | M::DepthLess | M::DepthUnchanged => {}
            _ => return Err(format!("the execution mode {mode:?} is not supported")),
        }
    }
    if matches!(layout.invocations, Some(0 | 33..)) {
        return Err(format!("the number of invocations is {}", layout.invocations.unwrap_or(0)));
    }
    if captures(module, entry) {
        strides(module, index, &mut layout)?;
    }
    Ok(layout)
}

/// Finds the strides of the transform feedback buffers.
fn strides(module: &dr::Module, index: &Index, layout: &mut StageLayout) -> Result<()> {
    for instruction in &module.annotations {
        let (id, member) = match instruction.operands.as_slice() {
            [Operand::IdRef(id), Operand::Decoration(Decoration::XfbStride), ..] => (*id, None),
            [Operand::IdRef(id), Operand::LiteralBit32(member), Operand::Decoration(Decoration::XfbStride), ..] => (*id, Some(*member)),
            _ => continue,
        };
        let Some(stride) = index.number(id, member, Decoration::XfbStride) else { continue };
        let buffer = index.number(id, member, Decoration::XfbBuffer).or_else(|| index.number(id, None, Decoration::XfbBuffer)).unwrap_or(0);
        match layout.xfb_stride.get_mut(buffer as usize) {
            Some(slot) if slot.is_none_or(|known| known == stride) => *slot = Some(stride),
            Some(_) => return Err(format!("transform feedback buffer {buffer} has two strides")),
            None => return Err(format!("transform feedback buffer {buffer} does not exist")),
        }
    }
    Ok(())
}

impl Translator<'_> {
    /// Takes the size of the work groups from the constant that is decorated as WorkgroupSize, which precedes the execution mode.
    pub fn set_work_group_size(&mut self) -> Result<()> {
        if self.stage != Stage::Compute {
            return Ok(());
        }
        for instruction in &self.module.types_global_values {
            let Some(id) = instruction.result_id else { continue };
            if instruction.class.opcode != Op::Variable && self.index.builtin(id, None) == Some(BuiltIn::WorkgroupSize) {
                let constant = self.constant(id)?;
                let (Type::Vector(_, 3), &[x, y, z]) = (self.value_type(constant.ty)?, &*constant.words) else {
                    return Err(String::from("the size of the work groups is not a vector of three integers"));
                };
                self.layout.local_size = Some([x, y, z]);
            }
        }
        Ok(())
    }
}
