//! Interpolation: evaluates the planes of a tile in the lanes of a wave.
//!
//! A varying is its value at vertex 0 plus two differences, each times a weight. The weights are linear in window space for lines and
//! triangles without perspective; with perspective they are divided by the interpolated 1/w. 1/w is relative to that of vertex 0, so that a
//! primitive without perspective divides by exactly 1, and a constant varying stays exactly constant.

use super::planes::{Plane, Planes};
use super::quads::{Packet, Pixels, QUADS};
use base::core::cpu::versions;
use base::core::lanes::Floats;
use base::core::vector::Eight;

/// The [`Barycentrics`] to compute; the perspective weights are always computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Depth.
    pub depth: bool,
    /// 1/w.
    pub inverse_w: bool,
    /// The weights that are linear in window space.
    pub linear: bool,
}

/// Per-lane depth, 1/w and barycentric weights of vertices 1 and 2.
pub struct Barycentrics {
    /// The clamped depth.
    pub z: Floats,
    /// 1/w.
    pub inverse_w: Floats,
    /// The perspective weights.
    pub smooth: [Floats; 2],
    /// The weights that are linear in window space.
    pub linear: [Floats; 2],
}

impl Default for Barycentrics {
    fn default() -> Self {
        let zero = [0.0; 64];
        Self { z: zero, inverse_w: zero, smooth: [zero; 2], linear: [zero; 2] }
    }
}

versions! {
    /// Computes the window coordinates of the lanes.
    pub fn find_pixels = find_pixels_body(packet: &Packet, tile_x: u32, tile_y: u32, pixels: &mut Pixels)
}

/// Does what [`find_pixels`] does, in a function that is compiled for an instruction set.
#[inline(always)]
pub fn find_pixels_body(packet: &Packet, tile_x: u32, tile_y: u32, pixels: &mut Pixels) {
    for quad in 0..QUADS {
        let (x, y) = (tile_x + u32::from(packet.x[quad]), tile_y + u32::from(packet.y[quad]));
        for lane in 0..4 {
            pixels.x[quad * 4 + lane] = x + lane as u32 % 2;
            pixels.y[quad * 4 + lane] = y + lane as u32 / 2;
        }
    }
}

versions! {
    /// Computes the depth, 1/w and weights of the lanes, as far as they are wanted.
    pub fn locate = locate_body<Eight>(packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics)
}

#[inline(always)]
fn locate_body<V: Eight>(packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics) {
    if packet.whole {
        return locate_block::<V>(&packet.planes[0], [packet.across[0], packet.up[0]], wanted, barycentrics);
    }
    if packet.slots == 1 {
        return locate_lanes::<64>(&packet.planes[0], packet, wanted, barycentrics, 0);
    }
    for pair in 0..packet.count.div_ceil(2).min(QUADS / 2) {
        // Keep the compiler from interleaving several pairs: one pair fills a vector.
        let quad = (std::hint::black_box(pair) * 2) & (QUADS - 2);
        let planes = |quad: usize| &packet.planes[packet.slot[quad] as usize & (QUADS - 1)];
        if packet.slot[quad] == packet.slot[quad + 1] {
            locate_lanes::<8>(planes(quad), packet, wanted, barycentrics, quad * 4);
        } else {
            locate_lanes::<4>(planes(quad), packet, wanted, barycentrics, quad * 4);
            locate_lanes::<4>(planes(quad + 1), packet, wanted, barycentrics, quad * 4 + 4);
        }
    }
}

/// The columns and rows of the first eight lanes of an 8×8 block.
const COLUMNS: [f32; 8] = [0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0, 3.0];
const ROWS: [f32; 8] = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0];

/// A plane equation over an 8×8 block: the value without rows for the left and the right four columns, and what each two rows add.
struct BlockPlane<V: Eight> {
    halves: [V::Floats; 2],
    rows: [V::Floats; 4],
}

impl<V: Eight> BlockPlane<V> {
    /// Creates the plane over the block that begins at a place of the tile.
    #[inline(always)]
    fn new([base, right, up]: Plane, [x, y]: [f32; 2]) -> Self {
        let (columns, lanes) = (V::add(V::float(x), V::floats(COLUMNS)), V::add(V::float(y), V::floats(ROWS)));
        let (base, right, up) = (V::float(base), V::float(right), V::float(up));
        // Places are multiples of 1/16, so that their sums are exact.
        let mut plane = Self { halves: [base; 2], rows: [up; 4] };
        for half in 0..2 {
            plane.halves[half] = V::add(base, V::multiply(right, V::add(columns, V::float(half as f32 * 4.0))));
        }
        for pair in 0..4 {
            plane.rows[pair] = V::multiply(up, V::add(lanes, V::float(pair as f32 * 2.0)));
        }
        plane
    }

    /// Returns the values of eight lanes, rounded as those of [`Planes::at`].
    #[inline(always)]
    fn at(&self, eight: usize) -> V::Floats {
        V::add(self.halves[eight & 1], self.rows[(eight / 2) & 3])
    }
}

/// Stores the values of eight lanes.
#[inline(always)]
fn store<V: Eight>(into: &mut Floats, eight: usize, values: V::Floats) {
    into.as_chunks_mut::<8>().0[eight & 7] = V::words(V::bits(values)).map(f32::from_bits);
}

/// Does what [`locate_lanes`] does for an 8×8 block of one primitive, which begins at a place of the tile.
#[inline(always)]
fn locate_block<V: Eight>(planes: &Planes, place: [f32; 2], wanted: Wanted, barycentrics: &mut Barycentrics) {
    let weights = [BlockPlane::<V>::new(planes.weights[0], place), BlockPlane::<V>::new(planes.weights[1], place)];
    let [r1, r2] = planes.ratios.map(|ratio| ratio - 1.0);
    let flat = r1 == 0.0 && r2 == 0.0;
    let (one_more, two_more) = (V::float(r1), V::float(r2));
    if wanted.depth {
        let (depth, (low, high)) = (BlockPlane::<V>::new(planes.z, place), planes.z_range);
        for eight in 0..8 {
            let z = V::smaller(V::larger(depth.at(eight), V::float(low)), V::float(high));
            store::<V>(&mut barycentrics.z, eight, z);
        }
    }
    for eight in 0..8 {
        let (one, two) = (weights[0].at(eight), weights[1].at(eight));
        let (mut l1, mut l2) = (one, two);
        if !flat || wanted.inverse_w {
            let relative = V::add(V::add(V::float(1.0), V::multiply(one_more, one)), V::multiply(two_more, two));
            if wanted.inverse_w {
                store::<V>(&mut barycentrics.inverse_w, eight, V::multiply(relative, V::float(planes.inverse_w)));
            }
            if !flat {
                let inverse = V::divide(V::float(1.0), relative);
                l1 = V::multiply(V::multiply(one, V::float(planes.ratios[0])), inverse);
                l2 = V::multiply(V::multiply(two, V::float(planes.ratios[1])), inverse);
            }
        }
        let mut linear = [one, two];
        if planes.clipped {
            (l1, l2) = (mix::<V>(planes.clipped_weights[0], l1, l2), mix::<V>(planes.clipped_weights[1], l1, l2));
            linear = [mix::<V>(planes.clipped_weights[2], one, two), mix::<V>(planes.clipped_weights[3], one, two)];
        }
        store::<V>(&mut barycentrics.smooth[0], eight, l1);
        store::<V>(&mut barycentrics.smooth[1], eight, l2);
        if wanted.linear {
            store::<V>(&mut barycentrics.linear[0], eight, linear[0]);
            store::<V>(&mut barycentrics.linear[1], eight, linear[1]);
        }
    }
}

/// Returns a weight of an original vertex from those of the clipped primitive.
#[inline(always)]
fn mix<V: Eight>([base, one, two]: Plane, first: V::Floats, second: V::Floats) -> V::Floats {
    V::add(V::add(V::float(base), V::multiply(V::float(one), first)), V::multiply(V::float(two), second))
}

/// Returns N lanes from `start` on.
#[inline(always)]
fn part<const N: usize>(values: &Floats, start: usize) -> &[f32; N] {
    let chunks = values.as_chunks::<N>().0;
    // `start` is below 64: it comes from the quads of a packet.
    &chunks[(start / N).min(chunks.len() - 1)]
}

#[inline(always)]
fn part_mut<const N: usize>(values: &mut Floats, start: usize) -> &mut [f32; N] {
    let chunks = values.as_chunks_mut::<N>().0;
    let last = chunks.len() - 1;
    &mut chunks[(start / N).min(last)]
}

#[inline(always)]
fn locate_lanes<const N: usize>(planes: &Planes, packet: &Packet, wanted: Wanted, barycentrics: &mut Barycentrics, start: usize) {
    let (x, y) = (part::<N>(&packet.across, start), part::<N>(&packet.up, start));
    let ([l1, l2], [b1, b2]) = (&mut barycentrics.smooth, &mut barycentrics.linear);
    let (l1, l2) = (part_mut::<N>(l1, start), part_mut::<N>(l2, start));
    let (r1, r2) = (planes.ratios[0] - 1.0, planes.ratios[1] - 1.0);
    // Without perspective every divisor below is exactly 1.
    let flat = r1 == 0.0 && r2 == 0.0;
    if wanted.depth {
        let z = part_mut::<N>(&mut barycentrics.z, start);
        for lane in 0..N {
            z[lane] = planes.depth(x[lane], y[lane]);
        }
    }
    if wanted.inverse_w {
        let w = part_mut::<N>(&mut barycentrics.inverse_w, start);
        for lane in 0..N {
            let one = Planes::at(planes.weights[0], x[lane], y[lane]);
            let two = Planes::at(planes.weights[1], x[lane], y[lane]);
            w[lane] = (1.0 + r1 * one + r2 * two) * planes.inverse_w;
        }
    }
    if flat {
        for lane in 0..N {
            l1[lane] = Planes::at(planes.weights[0], x[lane], y[lane]);
            l2[lane] = Planes::at(planes.weights[1], x[lane], y[lane]);
        }
    } else {
        for lane in 0..N {
            let one = Planes::at(planes.weights[0], x[lane], y[lane]);
            let two = Planes::at(planes.weights[1], x[lane], y[lane]);
            let inverse = 1.0 / (1.0 + r1 * one + r2 * two);
            l1[lane] = one * planes.ratios[0] * inverse;
            l2[lane] = two * planes.ratios[1] * inverse;
        }
    }
    let mix = |part: Plane, one: f32, two: f32| part[0] + part[1] * one + part[2] * two;
    if wanted.linear {
        let (b1, b2) = (part_mut::<N>(b1, start), part_mut::<N>(b2, start));
        for lane in 0..N {
            b1[lane] = Planes::at(planes.weights[0], x[lane], y[lane]);
            b2[lane] = Planes::at(planes.weights[1], x[lane], y[lane]);
        }
        if planes.clipped {
            for lane in 0..N {
                let (one, two) = (b1[lane], b2[lane]);
                (b1[lane], b2[lane]) = (mix(planes.clipped_weights[2], one, two), mix(planes.clipped_weights[3], one, two));
            }
        }
    }
    if planes.clipped {
        for lane in 0..N {
            let (one, two) = (l1[lane], l2[lane]);
            (l1[lane], l2[lane]) = (mix(planes.clipped_weights[0], one, two), mix(planes.clipped_weights[1], one, two));
        }
    }
}

versions! {
    /// Interpolates one varying. `values` holds, for each primitive of the packet, the value at vertex 0 and the two differences.
    pub fn evaluate = evaluate_body<Eight>(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64])
}

#[inline(always)]
fn evaluate_body<V: Eight>(packet: &Packet, values: &[[f32; 3]; QUADS], weights: &[Floats; 2], into: &mut [u32; 64]) {
    if packet.slots == 1 {
        let [base, one, two] = values[0];
        for pair in 0..QUADS / 2 {
            evaluate_pair::<V>([V::float(base), V::float(one), V::float(two)], weights, pair, into);
        }
        return;
    }
    for pair in 0..packet.count.div_ceil(2).min(QUADS / 2) {
        let values = |quad: usize| &values[packet.slot[quad & (QUADS - 1)] as usize & (QUADS - 1)];
        let (a, b) = (values(pair * 2), values(pair * 2 + 1));
        evaluate_pair::<V>([both::<V>(a[0], b[0]), both::<V>(a[1], b[1]), both::<V>(a[2], b[2])], weights, pair, into);
    }
}

/// Interpolates the eight lanes of two quads. (A closure would be compiled without the instruction set.)
#[inline(always)]
fn evaluate_pair<V: Eight>([base, one, two]: [V::Floats; 3], weights: &[Floats; 2], pair: usize, into: &mut [u32; 64]) {
    let (first, second) = (V::from_bits(V::part(&weights[0], pair)), V::from_bits(V::part(&weights[1], pair)));
    let value = V::add(V::add(base, V::multiply(one, first)), V::multiply(two, second));
    V::set_part(into, pair, V::bits(value));
}

versions! {
    /// Fills a register with the values of the primitives at their vertices 0.
    pub fn by_primitive = by_primitive_body<Eight>(packet: &Packet, values: &[[f32; 3]; QUADS], into: &mut [u32; 64])
}

#[inline(always)]
fn by_primitive_body<V: Eight>(packet: &Packet, values: &[[f32; 3]; QUADS], into: &mut [u32; 64]) {
    if packet.slots == 1 {
        let value = V::bits(V::float(values[0][0]));
        for pair in 0..QUADS / 2 {
            V::set_part(into, pair, value);
        }
        return;
    }
    for pair in 0..QUADS / 2 {
        let value = |quad: usize| values[packet.slot[quad] as usize & (QUADS - 1)][0];
        V::set_part(into, pair, V::bits(both::<V>(value(pair * 2), value(pair * 2 + 1))));
    }
}

/// Returns a value in four lanes, and another one in the other four.
#[inline(always)]
fn both<V: Eight>(a: f32, b: f32) -> V::Floats {
    V::floats([a, a, a, a, b, b, b, b])
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::core::cpu::InstructionSet;

    /// Returns the bits of all weights and depths.
    fn bits(barycentrics: &Barycentrics) -> Vec<u32> {
        let Barycentrics { z, inverse_w, smooth: [s1, s2], linear: [l1, l2] } = barycentrics;
        [z, inverse_w, s1, s2, l1, l2].iter().flat_map(|values| values.iter().map(|value| value.to_bits())).collect()
    }

    #[test]
    fn blocks_get_the_weights_of_their_pixels() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 1.0
        };
        for number in 0..400 {
            let mut plane = || [random(), random() / 16.0, random() / 16.0];
            let planes = Planes {
                weights: [plane(), plane()],
                z: plane(),
                clipped_weights: [plane(), plane(), plane(), plane()],
                ratios: if number % 3 == 0 { [1.0; 2] } else { [random() + 1.5, random() + 1.5] },
                inverse_w: random() + 1.5,
                clipped: number % 2 == 0,
                z_range: if number % 5 == 0 { (0.25, 0.75) } else { (0.0, 1.0) },
                ..Planes::default()
            };
            let mut packet = Packet::default();
            (packet.planes[0], packet.slots) = (planes, 1);
            packet.fill(number % 29 * 2, number % 27 * 2, true);
            if number % 7 == 0 {
                // A sample.
                packet.across = packet.across.map(|place| place + 0.375);
                packet.up = packet.up.map(|place| place - 0.125);
            }
            let wanted = Wanted { depth: true, inverse_w: number % 4 != 1, linear: number % 4 != 2 };
            for isa in InstructionSet::available() {
                let (mut whole, mut pieces) = (Barycentrics::default(), Barycentrics::default());
                packet.whole = true;
                locate(*isa, &packet, wanted, &mut whole);
                packet.whole = false;
                locate(*isa, &packet, wanted, &mut pieces);
                assert!(bits(&whole) == bits(&pieces), "{number}, {isa:?}");
            }
        }
    }

    /// [`Packet::is_steady`] varyings are not evaluated.
    #[test]
    fn a_varying_without_differences_is_its_value_in_every_lane() {
        let mut state = 7u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        };
        let mut packet = Packet { slots: QUADS, count: QUADS, slot: std::array::from_fn(|quad| quad as u8), ..Packet::default() };
        for number in 0..2000 {
            let weights = [(); 2].map(|()| std::array::from_fn(|_| (random() as i32 >> (random() % 32)) as f32 * 0.003));
            let values: [[f32; 3]; QUADS] = std::array::from_fn(|_| {
                let value = f32::from_bits(random());
                [if value.is_nan() || value == 0.0 { 0.0 } else { value }, 0.0, 0.0]
            });
            packet.slots = if number % 3 == 0 { 1 } else { QUADS };
            for isa in InstructionSet::available() {
                let mut evaluated = [0; 64];
                evaluate(*isa, &packet, &values, &weights, &mut evaluated);
                for (lane, word) in evaluated.into_iter().enumerate() {
                    let slot = if packet.slots == 1 { 0 } else { lane / 4 };
                    let value = values[slot][0];
                    assert!(word == value.to_bits() || value.is_infinite(), "{number}: {value} in lane {lane}");
                }
            }
        }
    }
}
