//! Blocks of three components of ETC1 and ETC2. [GL 4.4, C.3.1 and C.3.9]

/// The modifiers of the codes 0 and 1; those of 2 and 3 are their negatives.
const MODIFIERS: [[i32; 2]; 8] = [[2, 8], [5, 17], [9, 29], [13, 42], [18, 60], [24, 80], [33, 106], [47, 183]];
/// The distances between the colours of the modes T and H.
const DISTANCES: [i32; 8] = [3, 6, 11, 16, 23, 32, 41, 64];

/// A colour of integers.
type Color = [i32; 3];

/// A block as a number, whose highest bits come first in memory.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    /// Returns the bits from `low` to `high`.
    fn bits(self, high: u32, low: u32) -> i32 {
        (self.0 >> low & ((1 << (high - low + 1)) - 1)) as i32
    }

    /// Returns the code of the texel in a column and a row.
    fn code(self, x: u32, y: u32) -> usize {
        let index = x * 4 + y;
        (self.bits(16 + index, 16 + index) << 1 | self.bits(index, index)) as usize
    }
}

/// Widens numbers of 4, 5, 6 or 7 bits to 8 bits.
fn widen(color: Color, bits: u32) -> Color {
    color.map(|value| value << (8 - bits) | value >> (2 * bits - 8))
}

/// Returns a texel of a colour with a number added to each component.
fn texel(color: Color, modifier: i32) -> [u8; 4] {
    let [red, green, blue] = color.map(|value| (value + modifier).clamp(0, 255) as u8);
    [red, green, blue, 255]
}

/// Decodes a block to texels by rows. With `punch_through` a bit of the block says whether one of the codes is transparent.
pub(super) fn decode(block: &[u8; 8], punch_through: bool) -> [[u8; 4]; 16] {
    let word = Word(u64::from_be_bytes(*block));
    let has_holes = punch_through && word.bits(33, 33) == 0;
    if !punch_through && word.bits(33, 33) == 0 {
        let first = [word.bits(63, 60), word.bits(55, 52), word.bits(47, 44)];
        let second = [word.bits(59, 56), word.bits(51, 48), word.bits(43, 40)];
        return halves(word, [widen(first, 4), widen(second, 4)], false);
    }
    let first = [word.bits(63, 59), word.bits(55, 51), word.bits(47, 43)];
    let step = [word.bits(58, 56), word.bits(50, 48), word.bits(42, 40)].map(|step| (step ^ 4) - 4);
    let second: Color = std::array::from_fn(|index| first[index] + step[index]);
    // A sum that needs more than five bits selects one of the modes that ETC1 lacks.
    match second.iter().position(|sum| !(0..32).contains(sum)) {
        None => halves(word, [widen(first, 5), widen(second, 5)], has_holes),
        Some(0) => mode_t(word, has_holes),
        Some(1) => mode_h(word, has_holes),
        Some(_) => planar(word),
    }
}

/// Decodes a block of two halves, each with a colour to which a number is added.
fn halves(word: Word, colors: [Color; 2], has_holes: bool) -> [[u8; 4]; 16] {
    let flipped = word.bits(32, 32) == 1;
    let tables = [word.bits(39, 37), word.bits(36, 34)].map(|table| MODIFIERS[table as usize]);
    std::array::from_fn(|index| {
        let (x, y) = (index as u32 % 4, index as u32 / 4);
        let half = usize::from(if flipped { y >= 2 } else { x >= 2 });
        let [near, far] = tables[half];
        match (word.code(x, y), has_holes) {
            (0, false) => texel(colors[half], near),
            (0, true) => texel(colors[half], 0),
            (1, _) => texel(colors[half], far),
            (2, false) => texel(colors[half], -near),
            (2, true) => [0; 4],
            _ => texel(colors[half], -far),
        }
    })
}

/// Decodes a block whose codes select one of four texels; with holes, the third is transparent.
fn painted(word: Word, mut paints: [[u8; 4]; 4], has_holes: bool) -> [[u8; 4]; 16] {
    if has_holes {
        paints[2] = [0; 4];
    }
    std::array::from_fn(|index| paints[word.code(index as u32 % 4, index as u32 / 4)])
}

/// Decodes a block of the mode T: one colour alone and three on a line.
fn mode_t(word: Word, has_holes: bool) -> [[u8; 4]; 16] {
    let one = widen([word.bits(60, 59) << 2 | word.bits(57, 56), word.bits(55, 52), word.bits(51, 48)], 4);
    let two = widen([word.bits(47, 44), word.bits(43, 40), word.bits(39, 36)], 4);
    let distance = DISTANCES[(word.bits(35, 34) << 1 | word.bits(32, 32)) as usize];
    painted(word, [texel(one, 0), texel(two, distance), texel(two, 0), texel(two, -distance)], has_holes)
}

/// Decodes a block of the mode H: two colours on each of two lines.
fn mode_h(word: Word, has_holes: bool) -> [[u8; 4]; 16] {
    let green = word.bits(58, 56) << 1 | word.bits(52, 52);
    let blue = word.bits(51, 51) << 3 | word.bits(49, 47);
    let (one, two) = ([word.bits(62, 59), green, blue], [word.bits(46, 43), word.bits(42, 39), word.bits(38, 35)]);
    // The order of the colours is the lowest bit of the distance.
    let order = i32::from(one >= two);
    let distance = DISTANCES[(word.bits(34, 34) << 2 | word.bits(32, 32) << 1 | order) as usize];
    let (one, two) = (widen(one, 4), widen(two, 4));
    painted(word, [texel(one, distance), texel(one, -distance), texel(two, distance), texel(two, -distance)], has_holes)
}

/// Decodes a block of the planar mode: each component is a plane through three corners.
fn planar(word: Word) -> [[u8; 4]; 16] {
    let plane = |bits: [i32; 3]| {
        let [red, green, blue] = bits;
        [red << 2 | red >> 4, green << 1 | green >> 6, blue << 2 | blue >> 4]
    };
    let blue = word.bits(48, 48) << 5 | word.bits(44, 43) << 3 | word.bits(41, 39);
    let origin = plane([word.bits(62, 57), word.bits(56, 56) << 6 | word.bits(54, 49), blue]);
    let right = plane([word.bits(38, 34) << 1 | word.bits(32, 32), word.bits(31, 25), word.bits(24, 19)]);
    let below = plane([word.bits(18, 13), word.bits(12, 6), word.bits(5, 0)]);
    std::array::from_fn(|index| {
        let (x, y) = (index as i32 % 4, index as i32 / 4);
        let value = |index: usize| {
            let sum = x * (right[index] - origin[index]) + y * (below[index] - origin[index]) + 4 * origin[index] + 2;
            (sum >> 2).clamp(0, 255)
        };
        texel(std::array::from_fn(value), 0)
    })
}

/// A half of a block as the encoder chooses it.
struct Half {
    /// The number of the modifiers.
    table: u64,
    /// The codes at their places in the word.
    codes: u64,
    /// The sum of the squares of the differences.
    error: f32,
}

/// Chooses the modifiers and codes of a half with a colour.
fn fit(texels: &[(usize, [f32; 4])], color: Color, has_holes: bool) -> Half {
    let mut best = Half { table: 0, codes: 0, error: f32::INFINITY };
    for (table, [near, far]) in MODIFIERS.into_iter().enumerate() {
        let candidates: &[(u64, i32)] =
            if has_holes { &[(0, 0), (1, far), (3, -far)] } else { &[(0, near), (1, far), (2, -near), (3, -far)] };
        let (mut codes, mut error) = (0, 0.0);
        for &(index, value) in texels {
            let difference = |modifier: i32| -> f32 {
                let one = texel(color, modifier);
                (0..3).map(|index| (value[index] * 255.0 - f32::from(one[index])).powi(2)).sum()
            };
            let (code, modifier) = match has_holes && value[3] < 0.5 {
                true => (2, None),
                false => {
                    let nearest = candidates.iter().min_by(|one, two| difference(one.1).total_cmp(&difference(two.1)));
                    nearest.map_or((0, None), |&(code, modifier)| (code, Some(modifier)))
                }
            };
            error += modifier.map_or(0.0, difference);
            let place = index % 4 * 4 + index / 4;
            codes |= (code >> 1) << (16 + place) | (code & 1) << place;
        }
        if error < best.error {
            best = Half { table: table as u64, codes, error };
        }
    }
    best
}

/// Encodes texels of 0 to 1 in two halves. With `punch_through`, texels with an alpha below one half become transparent.
pub(super) fn encode(texels: &[[f32; 4]; 16], punch_through: bool) -> [u8; 8] {
    let is_hole = |texel: &[f32; 4]| punch_through && texel[3] < 0.5;
    let has_holes = texels.iter().any(is_hole);
    let (mut best, mut least) = (0, f32::INFINITY);
    for flipped in [false, true] {
        let in_second = |index: usize| if flipped { index / 4 >= 2 } else { index % 4 >= 2 };
        let half = |second: bool| -> Vec<(usize, [f32; 4])> {
            texels.iter().copied().enumerate().filter(|&(index, _)| in_second(index) == second).collect()
        };
        let halves = [half(false), half(true)];
        let mean = |half: &[(usize, [f32; 4])]| -> [f32; 3] {
            let visible: Vec<_> = half.iter().filter(|(_, texel)| !is_hole(texel)).collect();
            let count = visible.len().max(1) as f32;
            std::array::from_fn(|index| visible.iter().map(|(_, texel)| texel[index].clamp(0.0, 1.0)).sum::<f32>() / count)
        };
        let means = halves.each_ref().map(|half| mean(half));
        let reduced = |bits: u32| means.map(|mean| mean.map(|value| (value * ((1 << bits) - 1) as f32).round() as i32));
        let [first, second] = reduced(5);
        let steps: Color = std::array::from_fn(|index| second[index] - first[index]);
        let fits = steps.iter().all(|step| (-4..4).contains(step));
        let (head, colors) = if fits || punch_through {
            let steps = steps.map(|step| step.clamp(-4, 3));
            let second: Color = std::array::from_fn(|index| first[index] + steps[index]);
            let part = |index: usize| (first[index] as u64) << 3 | (steps[index] & 7) as u64;
            (part(0) << 56 | part(1) << 48 | part(2) << 40 | u64::from(!has_holes) << 33, [widen(first, 5), widen(second, 5)])
        } else {
            let [first, second] = reduced(4);
            let part = |index: usize| (first[index] << 4 | second[index]) as u64;
            (part(0) << 56 | part(1) << 48 | part(2) << 40, [widen(first, 4), widen(second, 4)])
        };
        let [one, two] = [0, 1].map(|index| fit(&halves[index], colors[index], has_holes));
        if one.error + two.error < least {
            least = one.error + two.error;
            best = head | one.table << 37 | two.table << 34 | u64::from(flipped) << 32 | one.codes | two.codes;
        }
    }
    best.to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(word: u64) -> [u8; 8] {
        word.to_be_bytes()
    }

    #[test]
    fn individual_colours_and_codes() {
        // Red 15 and 1, modifiers 0 and 7; texel (0, 0) has code 0, (0, 1) code 1, (3, 3) code 3.
        let word = 0xF1 << 56 | 7 << 34 | 1 << 1 | 1 << 15 | 1 << 31;
        let texels = decode(&block(word), false);
        assert_eq!(texels[0], [255, 2, 2, 255]);
        assert_eq!(texels[4], [255, 8, 8, 255]);
        assert_eq!(texels[2], [17 + 47, 47, 47, 255]);
        assert_eq!(texels[15], [0, 0, 0, 255]);
        // Flipped: the second half is below.
        let texels = decode(&block(word | 1 << 32), false);
        assert_eq!((texels[2], texels[8]), ([255, 2, 2, 255], [64, 47, 47, 255]));
    }

    #[test]
    fn differential_colours() {
        let word = (16 << 3 | 0b111) << 56 | 1 << 33;
        let texels = decode(&block(word), false);
        assert_eq!((texels[0], texels[2]), ([132 + 2, 2, 2, 255], [123 + 2, 2, 2, 255]));
    }

    #[test]
    fn mode_t_and_h() {
        // Red 0 - 4 is below zero: T with red 0b0100 = 4 of the bits 60, 59, 57, 56 at 0b01 and 0b00.
        let word = 0b0000_1100 << 56 | 1 << 33 | 0xF << 44 | 1 << 16 | 1;
        let texels = decode(&block(word), false);
        assert_eq!(texels[1], [4 * 17, 0, 0, 255], "code 0");
        assert_eq!(texels[0], [252, 0, 0, 255], "code 3: a distance of 3 is subtracted");
        // Green 0 - 4: H.
        let word: u64 = 0b100 << 48 | 1 << 33 | 0xF << 43 | 1 << 16;
        let texels = decode(&block(word), false);
        // The first colour is less than the second: distance 3.
        assert_eq!(texels[1], [3, 3, 3, 255], "code 0");
        assert_eq!(texels[0], [255, 3, 3, 255], "code 2");
    }

    #[test]
    fn planes() {
        // Blue 0 - 4 selects the mode; the origin is 0, right is red 63, below is green 127.
        let word: u64 = 0b100 << 40 | 1 << 33 | 31 << 34 | 1 << 32 | 127 << 6;
        let texels = decode(&block(word), false);
        // Bit 42 is no part of a colour, and the bits 41 to 39 are those of the blue origin.
        assert_eq!(texels[0], [0, 0, 0, 255]);
        assert_eq!(texels[1], [64, 0, 0, 255]);
        assert_eq!(texels[12], [0, 191, 0, 255]);
        assert_eq!(texels[15], [191, 191, 0, 255]);
    }

    #[test]
    fn holes() {
        let word = (16 << 3) << 56 | 1 << 16 | 1 << 1;
        let texels = decode(&block(word), true);
        assert_eq!(texels[0], [0; 4], "code 2");
        assert_eq!(texels[4], [140, 8, 8, 255], "code 1");
        assert_eq!(texels[1], [132, 0, 0, 255], "code 0 has no modifier");
        assert_eq!(decode(&block(word | 1 << 33), true)[0], [130, 0, 0, 255], "an opaque block");
    }

    #[test]
    fn encoded_texels_are_near() {
        for color in [[0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0], [0.2, 0.8, 0.5, 1.0]] {
            let back = decode(&encode(&[color; 16], false), false);
            let near = |texel: [u8; 4]| (0..3).all(|index| (f32::from(texel[index]) - color[index] * 255.0).abs() <= 6.0);
            assert!(back.into_iter().all(near), "{back:?}");
        }
        let halves: [[f32; 4]; 16] = std::array::from_fn(|index| if index < 8 { [1.0, 0.0, 0.0, 1.0] } else { [0.0, 0.0, 1.0, 1.0] });
        let back = decode(&encode(&halves, false), false);
        assert!(back[0][0] > 250 && back[0][2] < 5 && back[15][0] < 5 && back[15][2] > 250, "{back:?}");
        let mut holes = [[0.5, 0.5, 0.5, 1.0]; 16];
        holes[6] = [0.0; 4];
        let back = decode(&encode(&holes, true), true);
        assert_eq!(std::array::from_fn(|index| back[index][3]), holes.map(|texel| (texel[3] * 255.0) as u8));
    }
}
