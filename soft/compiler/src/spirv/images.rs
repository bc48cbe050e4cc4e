//! Texture and image instructions.

use super::functions::{Body, Value, ValueKind};
use super::module::{id_at, result_of};
use super::{Result, call, int_expr, shape, to_scalar, type_of};
use base::hir::{BinaryOp, Builtin, Expr, ExprKind, SamplerType, Scalar, Stage, Statement, TextureCall, TextureKind, TextureLod, Type};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{ImageOperands, Op};

/// The operands of a lookup after its first ones.
#[derive(Default)]
struct Operands {
    bias: Option<Expr>,
    lod: Option<Expr>,
    gradients: Option<[Expr; 2]>,
    offset: Option<Expr>,
    sample: Option<Expr>,
}

/// Returns true for images with samples.
pub fn is_multisampled(kind: TextureKind) -> bool {
    matches!(kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray)
}

/// Returns the number of coordinates that address a texel, the array layer included.
fn dimensions(kind: TextureKind) -> u8 {
    match kind {
        TextureKind::D1 | TextureKind::Buffer => 1,
        TextureKind::D2 | TextureKind::Rect | TextureKind::D1Array | TextureKind::D2Multisample | TextureKind::External => 2,
        TextureKind::D3 | TextureKind::Cube | TextureKind::D2Array | TextureKind::D2MultisampleArray => 3,
        TextureKind::CubeArray => 4,
    }
}

/// Returns the number of coordinates within a layer.
fn plane(kind: TextureKind) -> u8 {
    match kind {
        TextureKind::D1 | TextureKind::D1Array | TextureKind::Buffer => 1,
        TextureKind::D3 | TextureKind::Cube | TextureKind::CubeArray => 3,
        _ => 2,
    }
}

/// Returns some components of a vector.
fn components(vector: Expr, which: Vec<u8>) -> Result<Expr> {
    let Some((scalar, size)) = shape(&vector.ty) else { return Err(String::from("the components of what is no vector")) };
    if which.iter().any(|component| *component >= size) {
        return Err(String::from("a vector has too few components"));
    }
    let ty = type_of(scalar, which.len() as u8);
    Ok(Expr { kind: ExprKind::Swizzle(Box::new(vector), which), ty })
}

/// Returns the first components of a vector.
fn first(vector: Expr, count: u8) -> Result<Expr> {
    match shape(&vector.ty) {
        Some((_, size)) if size == count => Ok(vector),
        Some((_, 1)) | None => Err(String::from("a vector has too few components")),
        Some(_) => components(vector, (0..count).collect()),
    }
}

impl Body<'_, '_> {
    /// Translates a texture or image instruction; returns false for other instructions.
    pub fn image_instruction(&mut self, instruction: &Instruction) -> Result<bool> {
        match instruction.class.opcode {
            Op::Image => {
                let (id, ty) = result_of(instruction)?;
                let sampled = self.type_id(id_at(instruction, 0)?)?;
                let definition = self.translator.index.global(sampled).filter(|it| it.class.opcode == Op::TypeSampledImage);
                match definition.map(|definition| id_at(definition, 0)) {
                    Some(Ok(image)) if image == ty => {}
                    _ => return Err(format!("%{id} is not the image of a sampled image")),
                }
                let expr = self.expr(id_at(instruction, 0)?)?;
                self.set(id, Value { ty, kind: ValueKind::Expr(expr) })?;
            }
            Op::ImageSampleImplicitLod
            | Op::ImageSampleExplicitLod
            | Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjImplicitLod
            | Op::ImageSampleProjExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageFetch
            | Op::ImageGather
            | Op::ImageDrefGather => self.lookup(instruction)?,
            Op::ImageRead => self.read(instruction)?,
            Op::ImageWrite => self.write(instruction)?,
            Op::ImageQuerySizeLod | Op::ImageQuerySize | Op::ImageQueryLod | Op::ImageQueryLevels | Op::ImageQuerySamples => {
                self.query(instruction)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn sampler(&self, instruction: &Instruction, at: usize) -> Result<(Expr, SamplerType)> {
        let sampler = self.expr(id_at(instruction, at)?)?;
        match sampler.ty {
            Type::Sampler(ty) => Ok((sampler, ty)),
            _ => Err(format!("Op{} has no image that can be sampled", instruction.class.opname)),
        }
    }

    fn image(&self, instruction: &Instruction, at: usize) -> Result<(Expr, SamplerType)> {
        let image = self.expr(id_at(instruction, at)?)?;
        match image.ty {
            Type::Image(ty) => Ok((image, ty)),
            _ => Err(format!("Op{} has no image", instruction.class.opname)),
        }
    }

    /// Returns the integer coordinates of a texel.
    pub fn coordinates(&self, coordinates: Expr, kind: TextureKind) -> Result<Expr> {
        match shape(&coordinates.ty) {
            // Images address the faces of the layers of a cube map array by one number.
            Some((Scalar::Int | Scalar::Uint, _)) => Ok(to_scalar(first(coordinates, dimensions(kind).min(3))?, Scalar::Int)),
            _ => Err(String::from("the coordinates of a texel are not integers")),
        }
    }

    /// Returns the operands of a lookup that begin with a mask.
    fn operands(&self, instruction: &Instruction, at: usize) -> Result<Operands> {
        let mut operands = Operands::default();
        let Some(operand) = instruction.operands.get(at) else { return Ok(operands) };
        let Operand::ImageOperands(mask) = operand else {
            return Err(format!("Op{} has wrong operands", instruction.class.opname));
        };
        let mut next = at + 1;
        let mut take = |kinds: &[Scalar], size: Option<u8>| -> Result<Expr> {
            let expr = self.expr(id_at(instruction, next)?)?;
            next += 1;
            match shape(&expr.ty) {
                Some((scalar, count)) if kinds.contains(&scalar) && size.is_none_or(|size| size == count) => Ok(expr),
                _ => Err(format!("Op{} has an operand of a wrong type", instruction.class.opname)),
            }
        };
        let integers = [Scalar::Int, Scalar::Uint];
        let mut left = *mask;
        fn has(left: &mut ImageOperands, flag: ImageOperands) -> bool {
            let found = left.contains(flag);
            left.remove(flag);
            found
        }
        if has(&mut left, ImageOperands::BIAS) {
            operands.bias = Some(take(&[Scalar::Float], Some(1))?);
        }
        if has(&mut left, ImageOperands::LOD) {
            operands.lod = Some(take(&[Scalar::Float, Scalar::Int, Scalar::Uint], Some(1))?);
        }
        if has(&mut left, ImageOperands::GRAD) {
            operands.gradients = Some([take(&[Scalar::Float], None)?, take(&[Scalar::Float], None)?]);
        }
        if has(&mut left, ImageOperands::CONST_OFFSET) {
            operands.offset = Some(to_scalar(take(&integers, None)?, Scalar::Int));
        }
        if has(&mut left, ImageOperands::OFFSET) {
            operands.offset = Some(to_scalar(take(&integers, None)?, Scalar::Int));
        }
        if has(&mut left, ImageOperands::CONST_OFFSETS) {
            let offsets = self.expr(id_at(instruction, next)?)?;
            let fits = matches!(&offsets.ty, Type::Array(element, 4) if matches!(**element, Type::Vector(Scalar::Int | Scalar::Uint, 2)));
            if !fits || instruction.class.opcode != Op::ImageGather && instruction.class.opcode != Op::ImageDrefGather {
                return Err(format!("Op{} has wrong offsets", instruction.class.opname));
            }
            operands.offset = Some(offsets);
            return if left.is_empty() { Ok(operands) } else { Err(format!("Op{} has wrong operands", instruction.class.opname)) };
        }
        if has(&mut left, ImageOperands::SAMPLE) {
            let sample = self.expr(id_at(instruction, next)?)?;
            if !matches!(shape(&sample.ty), Some((Scalar::Int | Scalar::Uint, 1))) {
                return Err(format!("Op{} has a sample that is not an integer", instruction.class.opname));
            }
            operands.sample = Some(to_scalar(sample, Scalar::Int));
        }
        if left.is_empty() { Ok(operands) } else { Err(format!("Op{} has operands that are not supported", instruction.class.opname)) }
    }

    fn lookup(&mut self, instruction: &Instruction) -> Result<()> {
        let op = instruction.class.opcode;
        let (id, ty) = result_of(instruction)?;
        let wrong = || Err(format!("lookup %{id} has operands of a wrong type"));
        let (sampler, kind) = self.sampler(instruction, 0)?;
        let fetch = op == Op::ImageFetch;
        let gather = matches!(op, Op::ImageGather | Op::ImageDrefGather);
        let project = matches!(
            op,
            Op::ImageSampleProjImplicitLod
                | Op::ImageSampleProjExplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSampleProjDrefExplicitLod
        );
        let compares = matches!(
            op,
            Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleDrefExplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSampleProjDrefExplicitLod
                | Op::ImageDrefGather
        );
        if is_multisampled(kind.kind) != fetch && is_multisampled(kind.kind) || (kind.kind == TextureKind::Buffer && !fetch) {
            return wrong();
        }
        let has_third = compares || op == Op::ImageGather;
        let operands = self.operands(instruction, if has_third { 3 } else { 2 })?;
        let mut coordinates = self.expr(id_at(instruction, 1)?)?;
        match (shape(&coordinates.ty), fetch) {
            (Some((Scalar::Float, _)), false) => {}
            (Some((Scalar::Int | Scalar::Uint, _)), true) => coordinates = to_scalar(coordinates, Scalar::Int),
            _ => return wrong(),
        }
        let mut reference = if compares { Some(self.expr(id_at(instruction, 2)?)?) } else { None };
        if reference.as_ref().is_some_and(|reference| reference.ty != Type::Scalar(Scalar::Float)) {
            return wrong();
        }
        let count = dimensions(kind.kind);
        if project {
            if plane(kind.kind) != count || kind.kind == TextureKind::Cube {
                return wrong();
            }
            let divisor = components(coordinates.clone(), vec![count])?;
            let divide = |value: Expr| {
                let ty = value.ty.clone();
                Expr { kind: ExprKind::Binary(BinaryOp::Div, Box::new(value), Box::new(divisor.clone())), ty }
            };
            reference = reference.map(&divide);
            coordinates = divide(components(coordinates, (0..count).collect())?);
        } else {
            coordinates = first(coordinates, count)?;
        }
        let component = match op {
            Op::ImageGather => match self.translator.integer_constant(id_at(instruction, 2)?)? {
                component @ 0..=3 => Some(int_expr(component)),
                _ => return wrong(),
            },
            _ => None,
        };
        if is_multisampled(kind.kind) != operands.sample.is_some() {
            return wrong();
        }
        let has_levels =
            !matches!(kind.kind, TextureKind::Rect | TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray);
        let mut arguments = vec![sampler, coordinates];
        arguments.extend(reference);
        let lod = match &operands {
            Operands { gradients: Some(gradients), .. } => {
                if gradients.iter().any(|gradient| shape(&gradient.ty) != Some((Scalar::Float, plane(kind.kind)))) {
                    return wrong();
                }
                arguments.extend(gradients.iter().cloned());
                TextureLod::Gradient
            }
            Operands { sample: Some(sample), .. } => {
                arguments.push(sample.clone());
                TextureLod::None
            }
            _ if !has_levels => TextureLod::None,
            Operands { lod: Some(lod), .. } => {
                let scalar = if fetch { Scalar::Int } else { Scalar::Float };
                match (shape(&lod.ty), fetch) {
                    (Some((Scalar::Float, 1)), false) | (Some((Scalar::Int | Scalar::Uint, 1)), true) => {}
                    _ => return wrong(),
                }
                arguments.push(to_scalar(lod.clone(), scalar));
                TextureLod::Explicit
            }
            Operands { bias: Some(bias), .. } if self.translator.stage == Stage::Fragment => {
                arguments.push(bias.clone());
                TextureLod::Bias
            }
            _ if fetch => {
                arguments.push(int_expr(0));
                TextureLod::Explicit
            }
            _ => TextureLod::Implicit,
        };
        let offset = operands.offset.is_some();
        if let Some(value) = &operands.offset
            && !matches!(value.ty, Type::Array(..))
            && (shape(&value.ty).map(|(_, size)| size) != Some(plane(kind.kind))
                || matches!(kind.kind, TextureKind::Cube | TextureKind::CubeArray))
        {
            return wrong();
        }
        arguments.extend(operands.offset);
        let has_component = component.is_some();
        arguments.extend(component);
        let properties = TextureCall {
            lod,
            project: false,
            offset,
            fetch,
            gather,
            separate_reference: compares,
            component: has_component,
            single: false,
        };
        let scalar_result = compares && !gather;
        let own = if scalar_result { Type::Scalar(Scalar::Float) } else { Type::Vector(kind.result, 4) };
        let result = self.translator.value_type(ty)?;
        self.texels(id, ty, call(Builtin::Texture(properties), arguments, own), &result)
    }

    /// Defines the result of a lookup or a load, which may have fewer components than a texel.
    fn texels(&mut self, id: u32, ty: u32, texel: Expr, result: &Type) -> Result<()> {
        let (Some((from, size)), Some((to, count))) = (shape(&texel.ty), shape(result)) else {
            return Err(format!("%{id} is not the type of a texel"));
        };
        let integers = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
        if count > size || (from != to && !(integers(from) && integers(to))) {
            return Err(format!("%{id} has a texel of another type"));
        }
        let mut texel = texel;
        if count < size {
            texel = components(self.keep(texel)?, (0..count).collect())?;
        }
        self.define(id, ty, to_scalar(texel, to))
    }

    fn read(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let (image, kind) = self.image(instruction, 0)?;
        let coordinates = self.coordinates(self.expr(id_at(instruction, 1)?)?, kind.kind)?;
        let operands = self.operands(instruction, 2)?;
        let mut arguments = vec![image, coordinates];
        if is_multisampled(kind.kind) != operands.sample.is_some() {
            return Err(format!("%{id} has a wrong sample"));
        }
        arguments.extend(operands.sample);
        let result = self.translator.value_type(ty)?;
        self.texels(id, ty, call(Builtin::ImageLoad, arguments, Type::Vector(kind.result, 4)), &result)
    }

    fn write(&mut self, instruction: &Instruction) -> Result<()> {
        let (image, kind) = self.image(instruction, 0)?;
        let coordinates = self.coordinates(self.expr(id_at(instruction, 1)?)?, kind.kind)?;
        let operands = self.operands(instruction, 3)?;
        let texel = self.expr(id_at(instruction, 2)?)?;
        let integers = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
        match shape(&texel.ty) {
            Some((scalar, _)) if scalar == kind.result || (integers(scalar) && integers(kind.result)) => {}
            _ => return Err(String::from("OpImageWrite has a texel of another type")),
        }
        if is_multisampled(kind.kind) != operands.sample.is_some() {
            return Err(String::from("OpImageWrite has a wrong sample"));
        }
        let mut arguments = vec![image, coordinates];
        arguments.extend(operands.sample);
        arguments.push(to_scalar(texel, kind.result));
        self.push(Statement::Expression(call(Builtin::ImageStore, arguments, Type::Void)));
        Ok(())
    }

    fn query(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let wrong = || Err(format!("query %{id} has operands of a wrong type"));
        let result = self.translator.value_type(ty)?;
        let Some((to, count)) = shape(&result) else { return wrong() };
        let image = self.expr(id_at(instruction, 0)?)?;
        let (Type::Sampler(kind) | Type::Image(kind)) = image.ty else { return wrong() };
        let is_sampler = matches!(image.ty, Type::Sampler(_));
        // The faces of a cube have two sizes.
        let sizes = match kind.kind {
            TextureKind::Cube => 2,
            TextureKind::CubeArray => 3,
            kind => dimensions(kind),
        };
        let (builtin, arguments, own, size) = match instruction.class.opcode {
            Op::ImageQuerySizeLod if is_sampler => {
                let lod = self.expr(id_at(instruction, 1)?)?;
                if !matches!(shape(&lod.ty), Some((Scalar::Int | Scalar::Uint, 1))) {
                    return wrong();
                }
                (Builtin::TextureSize, vec![image, to_scalar(lod, Scalar::Int)], Scalar::Int, sizes)
            }
            Op::ImageQuerySize if is_sampler => (Builtin::TextureSize, vec![image], Scalar::Int, sizes),
            Op::ImageQuerySize => (Builtin::ImageSize, vec![image], Scalar::Int, sizes),
            Op::ImageQueryLevels if is_sampler => (Builtin::TextureQueryLevels, vec![image], Scalar::Int, 1),
            // The samples of a multisampled texture are the levels of its view.
            Op::ImageQuerySamples if is_sampler && is_multisampled(kind.kind) => (Builtin::TextureQueryLevels, vec![image], Scalar::Int, 1),
            Op::ImageQuerySamples if is_multisampled(kind.kind) => (Builtin::ImageSamples, vec![image], Scalar::Int, 1),
            Op::ImageQueryLod if is_sampler && self.translator.stage == Stage::Fragment => {
                let coordinates = self.expr(id_at(instruction, 1)?)?;
                if !matches!(shape(&coordinates.ty), Some((Scalar::Float, size)) if size >= plane(kind.kind)) {
                    return wrong();
                }
                let coordinates = first(coordinates, plane(kind.kind))?;
                (Builtin::TextureQueryLod, vec![image, coordinates], Scalar::Float, 2)
            }
            _ => return wrong(),
        };
        let integers = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
        if size != count || (own != to && !(integers(own) && integers(to))) {
            return wrong();
        }
        self.define(id, ty, to_scalar(call(builtin, arguments, type_of(own, size)), to))
    }
}
