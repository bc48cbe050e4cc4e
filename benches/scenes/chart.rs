//! Draws the pipeline's speed beside llvmpipe's, as a picture in SVG.

use std::fmt::Write;

/// A scene's title, and the pipeline's speed as a multiple of llvmpipe's.
pub(crate) type Row = (&'static str, f64);

/// Pixels: the height of a row, the width of the titles, and that of the bars.
const ROW: f64 = 18.0;
const TITLES: f64 = 340.0;
const BARS: f64 = 480.0;
/// What stands above the first row: the scale.
const TOP: f64 = 28.0;

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.line{stroke:#bbb}.one{stroke:#222}.faster{fill:#2a7f62}.slower{fill:#c2603a}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.line{stroke:#555}.one{stroke:#ddd}}";

/// Returns the chart. Its scale is logarithmic: bars to the right of 1 are faster, those to the left slower.
pub(crate) fn svg(rows: &[Row]) -> String {
    let logarithms = || rows.iter().map(|(_, ratio)| ratio.log2());
    let (low, high) = (logarithms().fold(-1.0, f64::min).floor(), logarithms().fold(1.0, f64::max).ceil());
    let at = |logarithm: f64| TITLES + (logarithm - low) / (high - low) * BARS;
    let (width, height) = (TITLES + BARS + 60.0, TOP + ROW * rows.len() as f64 + 8.0);
    let mut text =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\"><style>{STYLE}</style>\n");
    text += "<title>The software pipeline's speed as a multiple of llvmpipe's</title>\n";
    for step in low as i32..=high as i32 {
        let (x, class) = (at(step.into()), if step == 0 { "one" } else { "line" });
        let _ = writeln!(text, "<path class=\"{class}\" d=\"M{x:.1} {}V{height}\"/>", TOP - 8.0);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"14\" text-anchor=\"middle\">{}</text>", 2_f64.powi(step));
    }
    for (number, (title, ratio)) in rows.iter().enumerate() {
        let (y, x, one) = (TOP + ROW * number as f64, at(ratio.log2()), at(0.0));
        let class = if *ratio < 1.0 { "slower" } else { "faster" };
        let _ = writeln!(text, "<text x=\"0\" y=\"{}\">{title}</text>", y + 13.0);
        let (left, length) = (x.min(one), (x - one).abs());
        let _ =
            writeln!(text, "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{}\" width=\"{length:.1}\" height=\"{}\"/>", y + 2.0, ROW - 4.0);
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{}\">{ratio:.2}</text>", x.max(one) + 4.0, y + 13.0);
    }
    text + "</svg>\n"
}
