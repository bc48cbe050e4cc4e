//! Image functions: loads, stores, atomics, sizes.

use crate::ir::bytecode::{Atomic, AtomicImage, Code, Encoded, Image, ImageAccess};
use crate::ir::linear::{NO_REGISTER, Operation, Virtual};
use crate::ir::lower::path::{Path, Root};
use crate::ir::lower::values::Words;
use crate::ir::lower::{Lowered, Lowering, types};
use base::hir::{Builtin, Expr, Scalar, Type};

impl Lowering<'_> {
    /// Lowers an image function. Returns `None` for other functions.
    pub fn image_function(&mut self, builtin: Builtin, arguments: &[Expr], ty: &Type) -> Lowered<Option<Words>> {
        use Builtin as B;
        let unsigned = types::scalar(ty) == Scalar::Uint;
        let (code, atomic) = match builtin {
            B::ImageLoad => (Code::ImageLoad, None),
            B::ImageStore => (Code::ImageStore, None),
            B::ImageSize | B::ImageSamples => (Code::ImageSize, None),
            B::ImageAtomicAdd if types::scalar(ty) == Scalar::Float => (Code::ImageAtomic, Some(Atomic::AddFloat)),
            B::ImageAtomicAdd => (Code::ImageAtomic, Some(Atomic::Add)),
            B::ImageAtomicMin => (Code::ImageAtomic, Some(if unsigned { Atomic::MinUnsigned } else { Atomic::MinSigned })),
            B::ImageAtomicMax => (Code::ImageAtomic, Some(if unsigned { Atomic::MaxUnsigned } else { Atomic::MaxSigned })),
            B::ImageAtomicAnd => (Code::ImageAtomic, Some(Atomic::And)),
            B::ImageAtomicOr => (Code::ImageAtomic, Some(Atomic::Or)),
            B::ImageAtomicXor => (Code::ImageAtomic, Some(Atomic::Xor)),
            B::ImageAtomicExchange => (Code::ImageAtomic, Some(Atomic::Exchange)),
            B::ImageAtomicCompSwap => (Code::ImageAtomic, Some(Atomic::CompareSwap)),
            _ => return Ok(None),
        };
        let Some((image, others)) = arguments.split_first() else { return Ok(None) };
        let path = self.path(image)?;
        let mut values = Vec::with_capacity(others.len());
        for argument in others {
            values.push(self.expression(argument)?);
        }
        let count = types::words(ty);
        let Some(number) = self.image(&path)? else { return Ok(Some(self.zeros(count))) };
        let sampled = matches!(path.ty, Type::Image(image) if image.kind.is_multisampled());
        let coordinates = match values.first() {
            Some(coordinates) if sampled => {
                let mut words = coordinates.clone();
                words.resize(3, self.constant(0));
                words.extend(values.get(1).into_iter().flatten());
                self.filled(&words, 4)
            }
            Some(coordinates) => self.filled(coordinates, 3),
            None => NO_REGISTER,
        };
        let data = match code {
            Code::ImageStore => {
                let texel = values.pop().unwrap_or_default();
                self.filled(&texel, 4)
            }
            Code::ImageAtomic => {
                // The operand, or the comparison and the new value. The sample of multisampled images stands before them.
                let first = values.len().saturating_sub(if builtin == B::ImageAtomicCompSwap { 2 } else { 1 });
                let operands: Words = values[first..].iter().flatten().copied().collect();
                self.consecutive(&operands)
            }
            _ => NO_REGISTER,
        };
        let of_samples = builtin == B::ImageSamples || sampled && code != Code::ImageSize;
        let access = ImageAccess { image: number, samples: of_samples };
        let payload = atomic.map_or_else(|| Encoded::from(access), |atomic| AtomicImage { atomic, access }.into());
        let operands = [coordinates, data, path.index];
        self.bytecode.has_side_effects |= matches!(code, Code::ImageStore | Code::ImageAtomic);
        if code == Code::ImageStore {
            self.push(Operation::new(code, NO_REGISTER, operands, payload));
            return Ok(Some(Words::new()));
        }
        let first = self.emit_impure(code, operands, payload);
        Ok(Some((first..).take(count as usize).collect()))
    }

    /// Returns the first of `count` consecutive registers that begin with these words; the others are 0.
    fn filled(&mut self, words: &[Virtual], count: usize) -> Virtual {
        let mut words = words.to_vec();
        let zero = self.constant(0);
        words.resize(count, zero);
        self.consecutive(&words)
    }

    /// Returns the number of the image variable at a path; `None` for a variable without a location.
    fn image(&mut self, path: &Path) -> Lowered<Option<u32>> {
        if !matches!(path.root, Root::Uniform) {
            return Ok(None);
        }
        let Type::Image(image) = path.ty else { return Err(String::from("an image function without an image")) };
        let units = if path.index == NO_REGISTER { 1 } else { path.end.saturating_sub(path.offset).max(1) };
        let image = Image { image, unit_word: path.offset, units };
        let images = &mut self.bytecode.images;
        let number = images.iter().position(|known| *known == image).unwrap_or_else(|| {
            images.push(image);
            images.len() - 1
        });
        Ok(Some(number as u32))
    }
}
