//! Blocks of S3TC: DXT1, DXT3 and DXT5. [EXT_texture_compression_s3tc]

use super::rgtc;

/// Returns the bytes of a colour of 5, 6 and 5 bits.
fn expand(color: u16) -> [u8; 3] {
    let [red, green, blue] = [color >> 11, color >> 5 & 63, color & 31];
    [(red << 3 | red >> 2) as u8, (green << 2 | green >> 4) as u8, (blue << 3 | blue >> 2) as u8]
}

/// Returns the nearest colour of 5, 6 and 5 bits.
fn reduce(color: [f32; 3]) -> u16 {
    let [red, green, blue] = [(0, 31.0), (1, 63.0), (2, 31.0)].map(|(index, most)| (color[index].clamp(0.0, 1.0) * most).round() as u16);
    red << 11 | green << 5 | blue
}

/// Returns the four colours of a block. If `opaque`, all blocks have the form of four colours with alpha 1.
fn palette(ends: [u16; 2], opaque: bool) -> [[u8; 4]; 4] {
    let [first, second] = ends.map(expand);
    let mix = |one: u16, two: u16| {
        let sum = one + two;
        let [red, green, blue] =
            std::array::from_fn(|index| ((u16::from(first[index]) * one + u16::from(second[index]) * two + sum / 2) / sum) as u8);
        [red, green, blue, 255]
    };
    if opaque || ends[0] > ends[1] { [mix(1, 0), mix(0, 1), mix(2, 1), mix(1, 2)] } else { [mix(1, 0), mix(0, 1), mix(1, 1), [0; 4]] }
}

/// Decodes eight bytes of colour.
fn decode_color(block: &[u8; 8], opaque: bool) -> [[u8; 4]; 16] {
    let word = u64::from_le_bytes(*block);
    let colors = palette([word as u16, (word >> 16) as u16], opaque);
    std::array::from_fn(|texel| colors[(word >> (32 + 2 * texel) & 3) as usize])
}

/// Decodes a block of DXT1; without alpha, its transparent texels are opaque black.
pub(super) fn decode_dxt1(block: &[u8; 8], alpha: bool) -> [[u8; 4]; 16] {
    let texels = decode_color(block, false);
    if alpha { texels } else { texels.map(|[red, green, blue, _]| [red, green, blue, 255]) }
}

/// Returns the texels with other alphas.
fn with_alpha(texels: [[u8; 4]; 16], alpha: [u8; 16]) -> [[u8; 4]; 16] {
    std::array::from_fn(|texel| {
        let [red, green, blue, _] = texels[texel];
        [red, green, blue, alpha[texel]]
    })
}

/// Decodes a block of DXT3: four bits of alpha for each texel, and colour.
pub(super) fn decode_dxt3(alpha: &[u8; 8], color: &[u8; 8]) -> [[u8; 4]; 16] {
    let bits = u64::from_le_bytes(*alpha);
    with_alpha(decode_color(color, true), std::array::from_fn(|texel| (bits >> (4 * texel) & 15) as u8 * 17))
}

/// Decodes a block of DXT5: interpolated alpha, and colour.
pub(super) fn decode_dxt5(alpha: &[u8; 8], color: &[u8; 8]) -> [[u8; 4]; 16] {
    with_alpha(decode_color(color, true), rgtc::decode_bytes(alpha))
}

/// Returns the ends of the line on which the colours lie: the texels that are farthest apart along the diagonal of their box.
pub(super) fn line<const N: usize>(texels: &[[f32; N]]) -> [[f32; N]; 2] {
    let count = texels.len().max(1) as f32;
    let mean: [f32; N] = std::array::from_fn(|index| texels.iter().map(|texel| texel[index]).sum::<f32>() / count);
    let at = |texel: &[f32; N]| -> [f32; N] { std::array::from_fn(|index| texel[index] - mean[index]) };
    let length = |vector: [f32; N]| -> f32 { vector.iter().map(|value| value * value).sum() };
    // From the texel that is farthest from the mean, a few steps of the power iteration find the axis of the largest spread.
    let mut axis = texels.iter().map(at).fold([0.0; N], |most, one| if length(one) > length(most) { one } else { most });
    for _ in 0..4 {
        let mut next = [0.0; N];
        for texel in texels.iter().map(at) {
            let along: f32 = (0..N).map(|index| texel[index] * axis[index]).sum();
            (0..N).for_each(|index| next[index] += along * texel[index]);
        }
        let length = next.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        if length > 0.0 && length.is_finite() {
            axis = next.map(|value| value / length);
        }
    }
    let along = |texel: &[f32; N]| -> f32 { (0..N).map(|index| texel[index] * axis[index]).sum() };
    let (mut low, mut high) = ((f32::INFINITY, mean), (f32::NEG_INFINITY, mean));
    for texel in texels {
        let place = along(texel);
        if place < low.0 {
            low = (place, *texel);
        }
        if place > high.0 {
            high = (place, *texel);
        }
    }
    [high.1, low.1]
}

/// Makes the block of two ends whose colours are nearest to the texels. Transparent texels take the fourth colour if `opaque` is false.
fn fit(texels: &[[f32; 4]; 16], ends: [u16; 2], opaque: bool) -> [u8; 8] {
    let colors = palette(ends, opaque);
    let mut word = u64::from(ends[0]) | u64::from(ends[1]) << 16;
    for (texel, value) in texels.iter().enumerate() {
        let is_transparent = !opaque && value[3] < 0.5;
        let difference = |color: &[u8; 4]| -> f32 {
            let square: f32 = (0..3).map(|index| (value[index] - f32::from(color[index]) / 255.0).powi(2)).sum();
            if (color[3] == 0) == is_transparent { square } else { square + 16.0 }
        };
        let best = (0..4).min_by(|&one, &two| difference(&colors[one]).total_cmp(&difference(&colors[two]))).unwrap_or(0);
        word |= (best as u64) << (32 + 2 * texel);
    }
    word.to_le_bytes()
}

/// Encodes eight bytes of colour from texels of 0 to 1. If `punch_through`, texels with an alpha below one half become transparent.
pub(super) fn encode_color(texels: &[[f32; 4]; 16], opaque: bool, punch_through: bool) -> [u8; 8] {
    let visible: Vec<[f32; 3]> =
        texels.iter().filter(|texel| !punch_through || texel[3] >= 0.5).map(|&[red, green, blue, _]| [red, green, blue]).collect();
    let [first, second] = line(&visible).map(|end| reduce(if visible.is_empty() { [0.0; 3] } else { end }));
    let (low, high) = (first.min(second), first.max(second));
    let solid = texels.map(|[red, green, blue, _]| [red, green, blue, 1.0]);
    if visible.len() < texels.len() {
        // "if color0 <= color1" the fourth colour is transparent.
        return fit(texels, [low, high], false);
    }
    if opaque || low != high { fit(&solid, [high, low], opaque) } else { (u64::from(low) | u64::from(low) << 16).to_le_bytes() }
}

/// Encodes four bits of alpha for each texel.
pub(super) fn encode_alpha4(texels: &[[f32; 4]; 16]) -> [u8; 8] {
    let alpha = texels.iter().enumerate().map(|(texel, value)| u64::from((value[3].clamp(0.0, 1.0) * 15.0).round() as u8) << (4 * texel));
    alpha.fold(0, |all, bits| all | bits).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red and blue with the codes 0 to 3 in each row.
    const RED_TO_BLUE: [u8; 8] = [0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4];

    #[test]
    fn colours_of_both_forms() {
        let row = |block: &[u8; 8], alpha| decode_dxt1(block, alpha)[..4].to_vec();
        assert_eq!(row(&RED_TO_BLUE, true), [[255, 0, 0, 255], [0, 0, 255, 255], [170, 0, 85, 255], [85, 0, 170, 255]]);
        let [a, b, c, d, rest @ ..] = RED_TO_BLUE;
        let swapped: [u8; 8] = [[c, d, a, b], rest].concat().try_into().unwrap_or_default();
        assert_eq!(row(&swapped, true), [[0, 0, 255, 255], [255, 0, 0, 255], [128, 0, 128, 255], [0, 0, 0, 0]]);
        assert_eq!(row(&swapped, false)[3], [0, 0, 0, 255]);
        // DXT3 and DXT5 always have four colours.
        assert_eq!(
            decode_dxt3(&[0x10, 0x32, 0, 0, 0, 0, 0, 0xF0], &swapped)[..4],
            [[0, 0, 255, 0], [255, 0, 0, 17], [85, 0, 170, 34], [170, 0, 85, 51]]
        );
        let alpha = [255, 0, 0x88, 0xC6, 0xFA, 0, 0, 0];
        assert_eq!(decode_dxt5(&alpha, &swapped).map(|texel| texel[3])[..8], [255, 0, 219, 182, 146, 109, 73, 36]);
    }

    #[test]
    fn encoded_texels_are_near() {
        let bytes = |texels: [[u8; 4]; 16]| texels.map(|texel| texel.map(|value| f32::from(value) / 255.0));
        let decoded = decode_dxt1(&RED_TO_BLUE, true);
        assert_eq!(decode_dxt1(&encode_color(&bytes(decoded), false, false), true), decoded);
        let mut holes = decoded;
        holes[5] = [0; 4];
        let back = decode_dxt1(&encode_color(&bytes(holes), false, true), true);
        assert_eq!(back.map(|texel| texel[3]), holes.map(|texel| texel[3]));
        for color in [[255, 255, 255, 255], [0, 0, 0, 255], [8, 4, 255, 255]] {
            assert_eq!(decode_dxt1(&encode_color(&bytes([color; 16]), false, true), true), [color; 16]);
        }
        assert_eq!(decode_dxt1(&encode_color(&[[0.0; 4]; 16], false, true), true), [[0; 4]; 16]);
    }
}
