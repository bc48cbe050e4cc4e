//! The scene's textures, computed in integer arithmetic so that they are the same on every machine.

/// The width and height of each texture.
pub(super) const SIDE: usize = 128;

type Texel = [u8; 4];

/// Returns slanted stripes of four colours, for the knot.
pub(super) fn stripes() -> Vec<Texel> {
    const COLOURS: [[u8; 3]; 4] = [[232, 86, 62], [250, 238, 214], [36, 132, 140], [250, 238, 214]];
    texture(|x, y| {
        let across = (x + y) % SIDE;
        let seam = across % 32 < 2;
        let [red, green, blue] = COLOURS[across / 32 % COLOURS.len()];
        if seam { [red / 3, green / 3, blue / 3] } else { [red, green, blue] }
    })
}

/// Returns four squares of two colours with some grain, for the floor.
pub(super) fn squares() -> Vec<Texel> {
    texture(|x, y| {
        let grain = hash(x, y) % 14;
        let shade = if (x < SIDE / 2) == (y < SIDE / 2) { 214 } else { 92 };
        [shade + grain, shade + grain, shade + grain + 8]
    })
}

/// Returns the texels of a texture, row by row.
fn texture(colour: impl Fn(usize, usize) -> [u8; 3]) -> Vec<Texel> {
    let texels = (0..SIDE * SIDE).map(|texel| colour(texel % SIDE, texel / SIDE));
    texels.map(|[red, green, blue]| [red, green, blue, 255]).collect()
}

/// Returns a pseudo-random number.
fn hash(x: usize, y: usize) -> u8 {
    let mixed = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    (mixed.wrapping_mul(mixed >> 15 | 1) >> 24) as u8
}
