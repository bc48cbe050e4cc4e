//! Numbers as text.

/// Returns a time in milliseconds, with as many decimals as fit in eight characters.
pub(crate) fn milliseconds(nanoseconds: f64) -> String {
    let value = nanoseconds / 1e6;
    match value {
        value if value < 1_000.0 => format!("{value:.3}"),
        value if value < 100_000.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

/// Returns a number in at most ten characters: small ones with decimals, greater ones in groups of three digits.
pub(crate) fn number(value: f64) -> String {
    match value {
        value if value == value.trunc() && value < 1e8 => grouped(value as u64),
        value if value < 10.0 => format!("{value:.3}"),
        value if value < 1_000.0 => format!("{value:.1}"),
        value if value < 1e8 => grouped(value.round() as u64),
        value if value < 1e12 => format!("{:.3} G", value / 1e9),
        value => format!("{value:.3e}"),
    }
}

/// Returns a number of bytes.
pub(crate) fn bytes(value: f64) -> String {
    match value {
        value if value < 1_024.0 => format!("{value:.0} B"),
        value if value < 1_048_576.0 => format!("{:.1} KiB", value / 1_024.0),
        value if value < 1_073_741_824.0 => format!("{:.1} MiB", value / 1_048_576.0),
        value => format!("{:.1} GiB", value / 1_073_741_824.0),
    }
}

/// Returns a share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns a number in groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with its word: `1 frame`, `2 frames`.
pub(crate) fn counted(count: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        let text: Vec<_> = [0, 12, 123, 1_234, 123_456, 1_234_567, u64::MAX].into_iter().map(grouped).collect();
        assert_eq!(text, ["0", "12", "123", "1,234", "123,456", "1,234,567", "18,446,744,073,709,551,615"]);
    }

    #[test]
    fn numbers_are_short() {
        let text: Vec<_> = [0.0, 3.0, 3.25, 33.25, 333.25, 1e6 + 0.5, 2.5e9, 1e15].into_iter().map(number).collect();
        assert_eq!(text, ["0", "3", "3.250", "33.2", "333.2", "1,000,001", "2.500 G", "1.000e15"]);
        let text: Vec<_> = [0.0, 1_234_567.0, 12e9, 1e12].into_iter().map(milliseconds).collect();
        assert_eq!(text, ["0.000", "1.235", "12000.0", "1000000"]);
        let text: Vec<_> = [12.0, 2_048.0, 3.5e6, 5e9].into_iter().map(bytes).collect();
        assert_eq!(text, ["12 B", "2.0 KiB", "3.3 MiB", "4.7 GiB"]);
        assert_eq!(
            (percent(0.123_45), counted(1, "frame"), counted(1_000, "frame")),
            ("12.3 %".into(), "1 frame".into(), "1,000 frames".into())
        );
    }
}
