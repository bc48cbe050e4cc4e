//! The packed forms of the compatibility profile's attribute commands, such as glVertexP3ui.

use super::attributes::unit;
use crate::command::vertex_array::current::unpack;
use crate::context::Context;
use crate::context::immediate::{set_attribute, vertex};
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;
use base::hir::fixed_attribute::*;

/// Unpacks the first `N` components of a 2_10_10_10 word; the others are from (0, 0, 0, 1).
fn components<const N: usize>(ty: u32, normalized: bool, value: u32) -> Result<[f32; 4]> {
    let given = unpack(ty, normalized, value, false)?;
    Ok(std::array::from_fn(|at| if at < N { given[at] } else { [0.0, 0.0, 0.0, 1.0][at] }))
}

fn position<const N: usize>(context: &mut Context, ty: u32, value: u32) -> Result<()> {
    vertex(context, components::<N>(ty, false, value)?)
}

fn coordinates<const N: usize>(context: &mut Context, ty: u32, value: u32) -> Result<()> {
    set_attribute(context, MULTI_TEX_COORD, components::<N>(ty, false, value)?.map(f32::to_bits));
    Ok(())
}

fn unit_coordinates<const N: usize>(context: &mut Context, target: u32, ty: u32, value: u32) -> Result<()> {
    set_attribute(context, unit(target)?, components::<N>(ty, false, value)?.map(f32::to_bits));
    Ok(())
}

fn normal(context: &mut Context, ty: u32, value: u32) -> Result<()> {
    set_attribute(context, NORMAL, components::<3>(ty, true, value)?.map(f32::to_bits));
    Ok(())
}

fn color<const N: usize>(context: &mut Context, ty: u32, value: u32) -> Result<()> {
    let color = components::<N>(ty, true, value)?;
    set_attribute(context, COLOR, color.map(f32::to_bits));
    super::lighting::color_given(context, color);
    Ok(())
}

fn secondary_color(context: &mut Context, ty: u32, value: u32) -> Result<()> {
    set_attribute(context, SECONDARY_COLOR, components::<3>(ty, true, value)?.map(f32::to_bits));
    Ok(())
}

/// Declares the scalar and the vector form of each command.
macro_rules! packed {
    ($($name:ident $vector:ident ($($target:ident)?) => $work:path;)*) => {
        commands! { $(
            #[between_begin_end] fn $name($($target: u32,)? ty: u32, value: u32) => $work;
            #[between_begin_end] fn $vector($($target: u32,)? ty: u32, values: In<u32>) [1]
                => |context| $work(context, $($target,)? ty, values.first().unwrap_or(0));
        )* }
    };
}

packed! {
    glVertexP2ui glVertexP2uiv () => position::<2>;
    glVertexP3ui glVertexP3uiv () => position::<3>;
    glVertexP4ui glVertexP4uiv () => position::<4>;
    glTexCoordP1ui glTexCoordP1uiv () => coordinates::<1>;
    glTexCoordP2ui glTexCoordP2uiv () => coordinates::<2>;
    glTexCoordP3ui glTexCoordP3uiv () => coordinates::<3>;
    glTexCoordP4ui glTexCoordP4uiv () => coordinates::<4>;
    glMultiTexCoordP1ui glMultiTexCoordP1uiv (target) => unit_coordinates::<1>;
    glMultiTexCoordP2ui glMultiTexCoordP2uiv (target) => unit_coordinates::<2>;
    glMultiTexCoordP3ui glMultiTexCoordP3uiv (target) => unit_coordinates::<3>;
    glMultiTexCoordP4ui glMultiTexCoordP4uiv (target) => unit_coordinates::<4>;
    glNormalP3ui glNormalP3uiv () => normal;
    glColorP3ui glColorP3uiv () => color::<3>;
    glColorP4ui glColorP4uiv () => color::<4>;
    glSecondaryColorP3ui glSecondaryColorP3uiv () => secondary_color;
}

#[cfg(test)]
mod tests {
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;
    use base::hir::fixed_attribute::*;

    #[test]
    fn packed_words_give_vertices_and_colours() {
        let gl = Gl::new(compatibility());
        let signed = |x: i32, y: i32| (x as u32 & 1023) | (y as u32 & 1023) << 10;
        glBegin(GL_QUADS);
        glColorP4ui(GL_UNSIGNED_INT_2_10_10_10_REV, 1023 | 3 << 30);
        for (x, y) in [(-1, -1), (1, -1), (1, 1)] {
            glVertexP2ui(GL_INT_2_10_10_10_REV, signed(x, y));
        }
        glVertexP2uiv(GL_INT_2_10_10_10_REV, [signed(-1, 1)].as_ptr());
        glEnd();
        assert_eq!(gl.pixel(8, 8), [255, 0, 0, 255]);
        glMultiTexCoordP1ui(GL_TEXTURE1, GL_UNSIGNED_INT_2_10_10_10_REV, 7 | 9 << 10);
        let current = gl.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).vertex_arrays.current[MULTI_TEX_COORD as usize + 1];
        assert_eq!(current[..4], [7.0f32, 0.0, 0.0, 1.0].map(f32::to_bits));
        gl.no_error();
        glNormalP3ui(GL_UNSIGNED_INT_10F_11F_11F_REV, 0);
        assert_eq!(glGetError(), GL_INVALID_ENUM);
    }
}
