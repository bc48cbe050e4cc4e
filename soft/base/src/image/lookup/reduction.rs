//! Filters that take the least or the greatest texel in place of an average.

use super::super::format::Kind;
use crate::core::lanes::Lanes;
use crate::image::sampler::{Reduction, TextureView};

/// How the bits of two components compare.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Float,
    Signed,
    Unsigned,
}

/// Returns how the components of a texture's texels compare.
fn order(view: &TextureView) -> Order {
    match view.surface(0, 0).map(|surface| surface.format.kind()) {
        Some(Kind::Int) => Order::Signed,
        Some(Kind::Uint | Kind::Stencil) => Order::Unsigned,
        Some(Kind::DepthStencil) if view.stencil => Order::Unsigned,
        _ => Order::Float,
    }
}

/// Returns the component of two that a reduction takes.
fn reduce(reduction: Reduction, order: Order, one: u32, other: u32) -> u32 {
    let less = match order {
        Order::Float => f32::from_bits(one) < f32::from_bits(other),
        Order::Signed => one.cast_signed() < other.cast_signed(),
        Order::Unsigned => one < other,
    };
    if less == (reduction == Reduction::Min) { one } else { other }
}

/// Returns the reduction of the texels of a square that have a weight: upper left, upper right, lower left, lower right. x and y are the weights
/// of the second column and of the second row.
#[inline(never)]
pub(super) fn of_square(view: &TextureView, texels: [[u32; 4]; 4], x: f32, y: f32) -> [u32; 4] {
    let order = order(view);
    // "a component-wise minimum or maximum, respectively, of the R, G, B, and A components of the set of provided texels with non-zero weights"
    // [ARB_texture_filter_minmax]
    let has_weight = |corner: usize| {
        let of_axis = |second: bool, weight: f32| if second { weight > 0.0 } else { weight < 1.0 };
        of_axis(corner & 1 != 0, x) && of_axis(corner & 2 != 0, y)
    };
    let mut found: Option<[u32; 4]> = None;
    for (_, texel) in texels.into_iter().enumerate().filter(|&(corner, _)| has_weight(corner)) {
        found = Some(match found {
            None => texel,
            Some(old) => [0, 1, 2, 3].map(|component: usize| reduce(view.reduction, order, old[component], texel[component])),
        });
    }
    found.unwrap_or(texels[0])
}

/// Combines the results of each lane with others, which have these weights.
#[inline(never)]
pub(super) fn blend(view: &TextureView, others: &[Lanes; 4], weights: &[f32; 64], result: &mut [Lanes; 4]) {
    let order = order(view);
    for (into, other) in result.iter_mut().zip(others) {
        for lane in 0..64 {
            let (one, other, weight) = (into.0[lane], other.0[lane], weights[lane]);
            into.0[lane] = match weight {
                _ if weight >= 1.0 => other,
                _ if weight > 0.0 => reduce(view.reduction, order, one, other),
                _ => one,
            };
        }
    }
}
