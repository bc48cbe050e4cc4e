//! The equations of KHR_blend_equation_advanced, in single precision.

use base::core::vector::{Eight, Vector};
use shader::pipeline::blend::AdvancedEquation;

/// Red, green, blue and alpha of eight lanes.
pub type Colors<V> = [<V as Vector>::Floats; 4];

/// Red, green and blue.
type Color = [f32; 3];

/// Blends the colours of eight lanes. `opaque` is true if the stored alpha counts as 1.
#[inline(always)]
pub fn blend<V: Eight>(equation: AdvancedEquation, opaque: bool, source: &Colors<V>, stored: &Colors<V>) -> Colors<V> {
    let [red, green, blue, alpha] = lanes(equation, opaque, &words::<V>(source), &words::<V>(stored));
    [V::floats(red), V::floats(green), V::floats(blue), V::floats(alpha)]
}

#[inline(always)]
fn words<V: Eight>(&[red, green, blue, alpha]: &Colors<V>) -> [[u32; 8]; 4] {
    [V::words(V::bits(red)), V::words(V::bits(green)), V::words(V::bits(blue)), V::words(V::bits(alpha))]
}

#[inline(never)]
fn lanes(equation: AdvancedEquation, opaque: bool, source: &[[u32; 8]; 4], stored: &[[u32; 8]; 4]) -> [[f32; 8]; 4] {
    let mut result = [[0.0; 8]; 4];
    for lane in 0..8 {
        let at = |colors: &[[u32; 8]; 4]| [0, 1, 2, 3].map(|component: usize| f32::from_bits(colors[component][lane]));
        let (source, mut stored) = (at(source), at(stored));
        if opaque {
            stored[3] = 1.0;
        }
        let blended = one(equation, source, stored);
        (0..4).for_each(|component| result[component][lane] = blended[component]);
    }
    result
}

/// Blends one colour with another; both are premultiplied.
fn one(equation: AdvancedEquation, source: [f32; 4], stored: [f32; 4]) -> [f32; 4] {
    let (source_alpha, stored_alpha) = (source[3], stored[3]);
    let (s, d) = (base(source), base(stored));
    let mixed = mix(equation, s, d);
    // "p0(As,Ad) = As*Ad p1(As,Ad) = As*(1-Ad) p2(As,Ad) = Ad*(1-As)" [KHR_blend_equation_advanced]
    let [both, first, second] = [source_alpha * stored_alpha, source_alpha * (1.0 - stored_alpha), stored_alpha * (1.0 - source_alpha)];
    let color = [0, 1, 2].map(|component: usize| mixed[component] * both + s[component] * first + d[component] * second);
    [color[0], color[1], color[2], both + first + second]
}

/// Returns a colour divided by its alpha.
fn base([red, green, blue, alpha]: [f32; 4]) -> Color {
    if alpha == 0.0 { [0.0; 3] } else { [red / alpha, green / alpha, blue / alpha] }
}

/// Returns f(Cs,Cd) of "Table X.1, Advanced Blend Equations" and of "Table X.2, Hue-Saturation-Luminosity Advanced Blend Equations"
/// [KHR_blend_equation_advanced].
fn mix(equation: AdvancedEquation, source: Color, stored: Color) -> Color {
    let each = |f: fn(f32, f32) -> f32| [0, 1, 2].map(|component: usize| f(source[component], stored[component]));
    match equation {
        AdvancedEquation::Multiply => each(|s, d| s * d),
        AdvancedEquation::Screen => each(|s, d| s + d - s * d),
        AdvancedEquation::Overlay => each(|s, d| hard_light(d, s)),
        AdvancedEquation::Darken => each(|s, d| if s < d { s } else { d }),
        AdvancedEquation::Lighten => each(|s, d| if s > d { s } else { d }),
        AdvancedEquation::ColorDodge => each(color_dodge),
        AdvancedEquation::ColorBurn => each(color_burn),
        AdvancedEquation::HardLight => each(hard_light),
        AdvancedEquation::SoftLight => each(soft_light),
        AdvancedEquation::Difference => each(|s, d| (d - s).abs()),
        AdvancedEquation::Exclusion => each(|s, d| s + d - 2.0 * s * d),
        AdvancedEquation::HslHue => with_luminosity_and_saturation(source, stored, stored),
        AdvancedEquation::HslSaturation => with_luminosity_and_saturation(stored, source, stored),
        AdvancedEquation::HslColor => with_luminosity(source, stored),
        AdvancedEquation::HslLuminosity => with_luminosity(stored, source),
    }
}

fn hard_light(s: f32, d: f32) -> f32 {
    if s <= 0.5 { 2.0 * s * d } else { 1.0 - 2.0 * (1.0 - s) * (1.0 - d) }
}

fn color_dodge(s: f32, d: f32) -> f32 {
    if d <= 0.0 {
        0.0
    } else if s < 1.0 {
        least(1.0, d / (1.0 - s))
    } else {
        1.0
    }
}

fn color_burn(s: f32, d: f32) -> f32 {
    if d >= 1.0 {
        1.0
    } else if s > 0.0 {
        1.0 - least(1.0, (1.0 - d) / s)
    } else {
        0.0
    }
}

fn soft_light(s: f32, d: f32) -> f32 {
    if s <= 0.5 {
        d - (1.0 - 2.0 * s) * d * (1.0 - d)
    } else if d <= 0.25 {
        d + (2.0 * s - 1.0) * d * ((16.0 * d - 12.0) * d + 3.0)
    } else {
        d + (2.0 * s - 1.0) * (d.sqrt() - d)
    }
}

fn least(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

fn smallest([red, green, blue]: Color) -> f32 {
    least(least(red, green), blue)
}

fn largest([red, green, blue]: Color) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    larger(larger(red, green), blue)
}

/// Returns the luminosity of a colour.
fn luminosity([red, green, blue]: Color) -> f32 {
    red * 0.30 + green * 0.59 + blue * 0.11
}

/// Returns a colour with its components moved into [0, 1] towards its luminosity: ClipColor of the specification.
fn clipped(mut color: Color) -> Color {
    let luminosity = luminosity(color);
    let (smallest, largest) = (smallest(color), largest(color));
    if smallest < 0.0 {
        color = color.map(|value| luminosity + (value - luminosity) * luminosity / (luminosity - smallest));
    }
    if largest > 1.0 {
        color = color.map(|value| luminosity + (value - luminosity) * (1.0 - luminosity) / (largest - luminosity));
    }
    color
}

/// Returns a colour with the luminosity of another: SetLum.
fn with_luminosity(color: Color, other: Color) -> Color {
    let difference = luminosity(other) - luminosity(color);
    clipped(color.map(|value| value + difference))
}

/// Returns a colour with the saturation and the luminosity of others: SetLumSat.
fn with_luminosity_and_saturation(color: Color, saturated: Color, other: Color) -> Color {
    let (smallest_of_color, saturation) = (smallest(color), largest(color) - smallest(color));
    let wanted = largest(saturated) - smallest(saturated);
    let color = if saturation > 0.0 { color.map(|value| (value - smallest_of_color) * wanted / saturation) } else { [0.0; 3] };
    with_luminosity(color, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: [f32; 4], wanted: [f32; 4]) -> bool {
        found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5)
    }

    #[test]
    fn equations_of_opaque_colours_are_their_functions() {
        let (source, stored) = ([0.8, 0.25, 0.5, 1.0], [0.2, 0.5, 0.75, 1.0]);
        for (equation, wanted) in [
            (AdvancedEquation::Multiply, [0.16, 0.125, 0.375]),
            (AdvancedEquation::Screen, [0.84, 0.625, 0.875]),
            (AdvancedEquation::Overlay, [0.32, 0.25, 0.75]),
            (AdvancedEquation::Darken, [0.2, 0.25, 0.5]),
            (AdvancedEquation::Lighten, [0.8, 0.5, 0.75]),
            (AdvancedEquation::ColorDodge, [1.0, 2.0 / 3.0, 1.0]),
            (AdvancedEquation::ColorBurn, [0.0, 0.0, 0.5]),
            (AdvancedEquation::HardLight, [0.68, 0.25, 0.75]),
            (AdvancedEquation::SoftLight, [0.2 + 0.6 * 0.2 * (-8.8 * 0.2 + 3.0), 0.375, 0.75]),
            (AdvancedEquation::Difference, [0.6, 0.25, 0.25]),
            (AdvancedEquation::Exclusion, [0.68, 0.5, 0.5]),
        ] {
            let found = one(equation, source, stored);
            assert!(close(found, [wanted[0], wanted[1], wanted[2], 1.0]), "{equation:?}: {found:?}");
        }
    }

    #[test]
    fn alphas_are_the_covered_parts() {
        // Half of the pixel is red, the other half was green: a quarter has both.
        let found = one(AdvancedEquation::Screen, [0.5, 0.0, 0.0, 0.5], [0.0, 0.5, 0.0, 0.5]);
        assert!(close(found, [0.5, 0.5, 0.0, 0.75]), "{found:?}");
        assert_eq!(one(AdvancedEquation::ColorBurn, [0.0; 4], [0.0; 4]), [0.0; 4]);
        assert_eq!(one(AdvancedEquation::Multiply, [0.0; 4], [0.25, 0.5, 0.0, 0.5]), [0.25, 0.5, 0.0, 0.5]);
    }

    #[test]
    fn hue_saturation_and_luminosity_come_from_either_colour() {
        let (source, stored) = ([0.9, 0.3, 0.1, 1.0], [0.2, 0.6, 0.5, 1.0]);
        let color = |values: [f32; 4]| [values[0], values[1], values[2]];
        let saturation = |color: Color| largest(color) - smallest(color);
        let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
        let [hue, saturated, colored, lit] =
            [AdvancedEquation::HslHue, AdvancedEquation::HslSaturation, AdvancedEquation::HslColor, AdvancedEquation::HslLuminosity]
                .map(|equation| color(one(equation, source, stored)));
        assert!(near(luminosity(hue), luminosity(color(stored))) && near(saturation(hue), saturation(color(stored))));
        assert!(near(luminosity(saturated), luminosity(color(stored))) && saturation(saturated) > saturation(color(stored)));
        assert!(near(luminosity(colored), luminosity(color(stored))) && colored[0] > colored[1] && colored[1] > colored[2]);
        assert!(near(luminosity(lit), luminosity(color(source))) && lit[1] > lit[2] && lit[2] > lit[0]);
        assert_eq!(mix(AdvancedEquation::HslHue, [0.5; 3], [0.25; 3]), [0.25; 3]);
    }
}
