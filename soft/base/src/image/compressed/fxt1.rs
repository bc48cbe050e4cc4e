//! Blocks of FXT1: 8 × 4 texels in 16 bytes, in one of four forms. [3DFX_texture_compression_FXT1]
//!
//! A block has two halves of 4 × 4 texels, whose texels the extension numbers from 0 to 15 and from 16 to 31.

use super::s3tc::line;

/// The texels of a block.
pub(super) const TEXELS: usize = 32;

/// A colour with alpha.
type Color = [u8; 4];

/// The colours of a half, of which the codes of a form use the first four or all eight.
type Palette = [Color; 8];

/// The colour of the codes for transparent texels: "defined to be transparent black (r,g,b=00h, alpha=00h)".
const TRANSPARENT: Color = [0; 4];

/// The form CC_HI has the mode 0.
const HI: u128 = 0;
/// The mode bit of the form CC_MIXED.
const MIXED: u128 = 1 << 127;
/// The mode of the form CC_ALPHA: 011b.
const ALPHA: u128 = 0b011 << 125;
/// The bit that interpolates the colours of CC_ALPHA, or gives CC_MIXED transparent texels.
const VARIANT: u128 = 1 << 124;

/// Returns the place in rows of a texel with a number of the extension.
fn place(texel: usize) -> usize {
    texel % 16 / 4 * 8 + texel / 16 * 4 + texel % 4
}

/// Returns bits of a block.
fn field(block: u128, first: u32, count: u32) -> u32 {
    (block >> first) as u32 & ((1 << count) - 1)
}

/// Returns a byte whose highest bits are these five, repeated.
fn expand5(value: u32) -> u8 {
    (value << 3 | value >> 2) as u8
}

/// Returns a byte whose highest bits are these six, repeated.
fn expand6(value: u32) -> u8 {
    (value << 2 | value >> 4) as u8
}

/// Returns the opaque colour of five bits each for blue, green and red.
fn color(block: u128, first: u32) -> Color {
    let [blue, green, red] = [0, 5, 10].map(|offset| expand5(field(block, first + offset, 5)));
    [red, green, blue, 255]
}

/// Returns the same colour with a sixth bit of green.
fn color_with_green(block: u128, first: u32, least: u32) -> Color {
    let [red, _, blue, alpha] = color(block, first);
    [red, expand6(field(block, first + 5, 5) << 1 | least), blue, alpha]
}

/// Interpolates between two colours, rounded by `bias`.
fn mix(first: Color, second: Color, weights: [u32; 2], bias: u32) -> Color {
    let sum = weights[0] + weights[1];
    std::array::from_fn(|index| ((u32::from(first[index]) * weights[0] + u32::from(second[index]) * weights[1] + bias) / sum) as u8)
}

/// Returns two colours with two between them: "(2 * color0[r,g,b] + color1[r,g,b] + 1) / 3".
fn thirds(first: Color, second: Color) -> [Color; 4] {
    [first, mix(first, second, [2, 1], 1), mix(first, second, [1, 2], 1), second]
}

/// Returns a palette of four colours.
fn four(colors: [Color; 4]) -> Palette {
    std::array::from_fn(|code| colors.get(code).copied().unwrap_or(TRANSPARENT))
}

/// Returns the bits of a code and the colours of both halves.
fn palettes(block: u128) -> (u32, [Palette; 2]) {
    if block & MIXED != 0 {
        return (2, [0, 1].map(|half| four(mixed(block, half))));
    }
    match field(block, 125, 2) {
        0b10 => {
            let colors = [64, 79, 94, 109].map(|first| color(block, first));
            (2, [four(colors); 2])
        }
        0b11 => {
            let colors: [Color; 3] = std::array::from_fn(|number| {
                let [red, green, blue, _] = color(block, 64 + 15 * number as u32);
                [red, green, blue, expand5(field(block, 109 + 5 * number as u32, 5))]
            });
            let [first, second, third] = colors;
            if block & VARIANT == 0 {
                (2, [four([first, second, third, TRANSPARENT]); 2])
            } else {
                (2, [four(thirds(first, second)), four(thirds(third, second))])
            }
        }
        // "mode = 00b": the third bit belongs to a colour.
        _ => {
            let (first, second) = (color(block, 96), color(block, 111));
            let colors = |code: usize| if code == 7 { TRANSPARENT } else { mix(first, second, [6 - code as u32, code as u32], 3) };
            (3, [std::array::from_fn(colors); 2])
        }
    }
}

/// Returns the colours of a half of CC_MIXED.
fn mixed(block: u128, half: u32) -> [Color; 4] {
    let (first, second) = (64 + 30 * half, 79 + 30 * half);
    let green = field(block, 125 + half, 1);
    let end = color_with_green(block, second, green);
    if block & VARIANT != 0 {
        let start = color(block, first);
        // "(color0[r,g,b] + color1[r,g,b]) / 2"
        return [start, mix(start, end, [1, 1], 0), end, TRANSPARENT];
    }
    // "the LSB (bit 0) of the green channel comes from the upper select bit for texel 0 and texel 16, respectively (color0.green[0] = bit 1 xor bit
    // 125, color2.green[0] = bit 33 xor bit 126)"
    thirds(color_with_green(block, first, field(block, 1 + 32 * half, 1) ^ green), end)
}

/// Decodes a block; the texels go by rows.
pub(super) fn decode(block: &[u8; 16]) -> [Color; TEXELS] {
    let block = u128::from_le_bytes(*block);
    let (bits, palettes) = palettes(block);
    let mut texels = [TRANSPARENT; TEXELS];
    for texel in 0..TEXELS {
        texels[place(texel)] = palettes[texel / 16][field(block, bits * texel as u32, bits) as usize];
    }
    texels
}

/// Returns the bits of a colour: five each for blue, green and red.
fn reduce(color: [f32; 4]) -> u128 {
    let [red, green, blue] = [0, 1, 2].map(|index| reduce_to(color[index], 31.0));
    red << 10 | green << 5 | blue
}

/// Returns the nearest integer to a component from 0 to 1.
fn reduce_to(value: f32, most: f32) -> u128 {
    (value.clamp(0.0, 1.0) * most).round() as u128
}

/// Returns the code of the nearest colour and the square of the difference. Opaque images have no transparent codes.
fn nearest(colors: &[Color], value: &[f32; 4], opaque: bool) -> (u128, f32) {
    let (mut best, mut least) = (0, f32::INFINITY);
    for (code, color) in (0..).zip(colors) {
        if opaque && color[3] == 0 {
            continue;
        }
        let difference: f32 = (0..4).map(|index| (value[index] - f32::from(color[index]) / 255.0).powi(2)).sum();
        if difference < least {
            (best, least) = (code, difference);
        }
    }
    (best, least)
}

/// The texels of both halves.
type Halves = [[[f32; 4]; 16]; 2];

/// Adds the codes that are nearest to the texels to a block without codes, and returns it with the sum of the squares of the differences.
fn fit(block: u128, halves: &Halves, opaque: bool) -> (u128, f32) {
    let (bits, palettes) = palettes(block);
    let (mut filled, mut error) = (block, 0.0);
    for (texel, value) in halves.iter().flatten().enumerate() {
        let (code, difference) = nearest(&palettes[texel / 16][..1 << bits], value, opaque);
        filled |= code << (bits * texel as u32);
        error += difference;
    }
    (filled, error)
}

/// Returns the ends of the line on which the opaque texels lie.
fn opaque_line(texels: &[[f32; 4]]) -> [[f32; 4]; 2] {
    let opaque: Vec<[f32; 4]> =
        texels.iter().copied().filter(|texel| texel[3] >= 0.5).map(|[red, green, blue, _]| [red, green, blue, 1.0]).collect();
    if opaque.is_empty() { [[0.0; 4]; 2] } else { line(&opaque) }
}

/// Encodes a half of CC_MIXED without transparent texels: returns its part of the block and the sum of the squares of the differences.
fn fit_mixed(texels: &[[f32; 4]; 16], half: u32) -> (u128, f32) {
    let ends = opaque_line(texels);
    let greens = ends.map(|end| reduce_to(end[1], 63.0));
    let colors = [0, 1].map(|index| reduce(ends[index]) & !(31 << 5) | greens[index] >> 1 << 5);
    let part = |[first, second]: [usize; 2]| {
        colors[first] << (64 + 30 * half) | colors[second] << (79 + 30 * half) | (greens[second] & 1) << (125 + half)
    };
    let select = (greens[0] ^ greens[1]) & 1;
    let palette = mixed(part([0, 1]) | select << (1 + 32 * half), half);
    let codes = texels.map(|value| nearest(&palette, &value, true));
    let error = codes.iter().map(|code| code.1).sum();
    // "If (pixel[0].select[1] != color0.green[0]^color1.green[0]) then swap color0 & color1, and invert all the select bits."
    let is_swapped = codes[0].0 >> 1 != select;
    let block = codes.iter().rev().fold(0, |bits, (code, _)| bits << 2 | if is_swapped { !code & 3 } else { *code });
    (part(if is_swapped { [1, 0] } else { [0, 1] }) | block << (32 * half), error)
}

/// Encodes texels of 0 to 1 by rows. Without `alpha` all of them become opaque.
pub(super) fn encode(texels: &[[f32; 4]; TEXELS], alpha: bool) -> [u8; 16] {
    let at = |texel: usize| -> [f32; 4] {
        let [red, green, blue, own] = texels[place(texel)].map(|value| if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) });
        [red, green, blue, if alpha { own } else { 1.0 }]
    };
    let halves: Halves = [0, 16].map(|first| std::array::from_fn(|texel| at(first + texel)));
    let all: Vec<[f32; 4]> = halves.iter().flatten().copied().collect();
    let opaque = all.iter().all(|texel| texel[3] == 1.0);
    let mixed = [0, 1].map(|half| fit_mixed(&halves[half], half as u32));
    let [first, second] = opaque_line(&all);
    let mut candidates = vec![
        (MIXED | mixed[0].0 | mixed[1].0, mixed[0].1 + mixed[1].1),
        fit(HI | reduce(first) << 96 | reduce(second) << 111, &halves, opaque),
    ];
    if !opaque {
        let ends = halves.map(|half| opaque_line(&half));
        let holes = (0..).zip(&ends).map(|(half, [start, end])| {
            let green = reduce_to(end[1], 63.0);
            let end = reduce(*end) & !(31 << 5) | green >> 1 << 5;
            reduce(*start) << (64 + 30 * half) | end << (79 + 30 * half) | (green & 1) << (125 + half)
        });
        candidates.push(fit(holes.fold(MIXED | VARIANT, |block, half| block | half), &halves, opaque));
        let [start, end] = line(&all);
        let colors = [start, end, start];
        let alphas = (0..).zip(colors).fold(0, |block, (number, color)| block | reduce_to(color[3], 31.0) << (109 + 5 * number));
        let colors = (0..).zip(colors).fold(alphas, |block, (number, color)| block | reduce(color) << (64 + 15 * number));
        candidates.push(fit(ALPHA | VARIANT | colors, &halves, opaque));
    }
    let best = candidates.into_iter().min_by(|one, two| one.1.total_cmp(&two.1));
    best.map_or(0, |candidate| candidate.0).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour of five bits each in a block: red, green, blue.
    fn rgb555([red, green, blue]: [u128; 3]) -> u128 {
        red << 10 | green << 5 | blue
    }

    /// Codes of two bits: 0 to 3, again and again.
    const ALL_FOUR: u128 = 0xE4E4_E4E4_E4E4_E4E4;

    fn row(block: u128) -> Vec<Color> {
        decode(&block.to_le_bytes())[..8].to_vec()
    }

    #[test]
    fn texels_of_both_halves_are_in_rows() {
        assert_eq!([0, 3, 4, 15, 16, 19, 20, 31].map(place), [0, 3, 8, 27, 4, 7, 12, 31]);
    }

    #[test]
    fn cc_hi_has_seven_colours_and_a_transparent_one() {
        // Color0 is red, color1 is blue; codes 0 to 7 in texels 0 to 3 and 16 to 19.
        let codes = [0, 1, 2, 3].iter().fold(0, |bits, &code: &u128| bits | code << (3 * code) | (code + 4) << (48 + 3 * code));
        let block = codes | rgb555([31, 0, 0]) << 96 | rgb555([0, 0, 31]) << 111;
        let blue = [0, 43, 85, 128, 170, 213, 255];
        let red = [255, 213, 170, 128, 85, 43, 0];
        let colors = (0..8).map(|code| if code == 7 { [0; 4] } else { [red[code], 0, blue[code], 255] });
        assert_eq!(row(block), colors.collect::<Vec<_>>());
        // "duplicating the upper 3 bits for the 3 LSBs"; the highest bit of color1 is not one of the mode.
        assert_eq!(row(rgb555([3, 16, 7]) << 96 | rgb555([31, 0, 0]) << 111)[0], [24, 132, 57, 255]);
    }

    #[test]
    fn cc_chroma_has_four_colours() {
        let colors = [[31, 0, 0], [0, 31, 0], [0, 0, 31], [16, 16, 16]];
        let block = (0..).zip(colors).fold(0b010 << 125, |block, (number, color)| block | rgb555(color) << (64 + 15 * number));
        let expected = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [132, 132, 132, 255]];
        assert_eq!(row(block | ALL_FOUR), [expected, expected].concat());
    }

    #[test]
    fn cc_mixed_has_two_colours_for_each_half() {
        let colors = rgb555([31, 0, 0]) << 64 | rgb555([0, 0, 31]) << 79 | rgb555([0, 31, 0]) << 94 | rgb555([0, 0, 0]) << 109;
        // The upper code bits of texels 0 and 16 are 0, and the least bits of green of color1 and color3: so are those of color0 and color2.
        let expected = [[255, 0, 0, 255], [170, 0, 85, 255], [85, 0, 170, 255], [0, 0, 255, 255]];
        let right = [[0, 251, 0, 255], [0, 167, 0, 255], [0, 84, 0, 255], [0, 0, 0, 255]];
        assert_eq!(row(MIXED | colors | ALL_FOUR), [expected, right].concat());
        // "color1.green[0] = bit 125, color3.green[0] = bit 126", "color0.green[0] = bit 1 xor bit 125, color2.green[0] = bit 33 xor bit 126".
        let block = MIXED | colors | 0b11 << 125;
        assert_eq!((row(block)[0], row(block)[4]), ([255, 4, 0, 255], [0, 255, 0, 255]));
        assert_eq!((row(block | 0b1100 | 0b1100 << 32)[1], row(block | 0b1100 << 32)[5]), ([0, 4, 255, 255], [0, 4, 0, 255]));
        let block = MIXED | colors | 2 | 2 << 32;
        // Code 2 is the colour next to color1.
        assert_eq!((row(block)[0], row(block)[4]), ([85, 1, 170, 255], [0, 85, 0, 255]));
        assert_eq!((row(block)[1], row(block)[5]), ([255, 4, 0, 255], [0, 255, 0, 255]));
        // With transparent texels, color0 and color2 have five bits of green.
        let expected = [[255, 0, 0, 255], [127, 0, 127, 255], [0, 0, 255, 255], [0; 4]];
        let right = [[0, 255, 0, 255], [0, 127, 0, 255], [0, 0, 0, 255], [0; 4]];
        assert_eq!(row(MIXED | VARIANT | colors | ALL_FOUR), [expected, right].concat());
        assert_eq!(row(MIXED | VARIANT | colors | 0b01 << 125 | ALL_FOUR)[2], [0, 4, 255, 255]);
    }

    #[test]
    fn cc_alpha_has_three_colours_with_alpha() {
        let colors = rgb555([31, 0, 0]) << 64 | rgb555([0, 0, 31]) << 79 | rgb555([0, 31, 0]) << 94;
        let block = ALPHA | colors | 31 << 109 | 16 << 119 | ALL_FOUR;
        let expected = [[255, 0, 0, 255], [0, 0, 255, 0], [0, 255, 0, 132], [0; 4]];
        assert_eq!(row(block), [expected, expected].concat());
        let left = [[255, 0, 0, 255], [170, 0, 85, 170], [85, 0, 170, 85], [0, 0, 255, 0]];
        let right = [[0, 255, 0, 132], [0, 170, 85, 88], [0, 85, 170, 44], [0, 0, 255, 0]];
        assert_eq!(row(block | VARIANT), [left, right].concat());
    }

    fn floats(texels: [Color; TEXELS]) -> [[f32; 4]; TEXELS] {
        texels.map(|texel| texel.map(|value| f32::from(value) / 255.0))
    }

    fn assert_near(texels: [Color; TEXELS], alpha: bool, most: u8) {
        let back = decode(&encode(&floats(texels), alpha));
        let near = texels.iter().flatten().zip(back.iter().flatten()).all(|(one, two)| one.abs_diff(*two) <= most);
        assert!(near, "{texels:?}\n{back:?}");
    }

    #[test]
    fn encoded_texels_are_near() {
        for color in [[255, 255, 255, 255], [0, 0, 0, 255], [255, 0, 0, 255], [0, 255, 0, 255], [0, 4, 255, 255]] {
            assert_near([color; TEXELS], true, 0);
            assert_near([color; TEXELS], false, 0);
        }
        assert_near([[200, 100, 50, 255]; TEXELS], false, 4);
        assert_near([[0; 4]; TEXELS], true, 0);
        assert_near([[200, 100, 50, 130]; TEXELS], true, 4);
        // The halves have other colours, in both orders.
        for texel in 0..2 {
            let colors = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255]];
            assert_near(std::array::from_fn(|index| colors[index % 8 / 4 * 2 + (index + texel) % 2]), false, 0);
        }
        // Holes between opaque texels, and a ramp of alpha.
        assert_near(std::array::from_fn(|index| if index % 3 == 0 { [0; 4] } else { [0, 0, 255, 255] }), true, 0);
        assert_near(std::array::from_fn(|index| [255, 0, 0, (index % 4 * 85) as u8]), true, 4);
        assert_near(std::array::from_fn(|index| [(index % 8 * 36) as u8, 0, 0, 255]), false, 24);
    }

    #[test]
    fn images_without_alpha_have_no_transparent_texels() {
        let texels = std::array::from_fn(|index| [(index * 8) as u8, (index * 37) as u8, 0, (index * 3) as u8]);
        assert!(decode(&encode(&floats(texels), false)).iter().all(|texel| texel[3] == 255));
    }
}
