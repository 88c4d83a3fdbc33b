//! Numbers for people.

/// Longer numbers are told by their first digits and their length.
const MOST_DIGITS: usize = 15;

/// `1234567` → `1,234,567`.
pub(crate) fn count(number: u64) -> String {
    separated(&number.to_string())
}

/// Digits in groups of three.
fn separated(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2 states`.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", count(number))
}

pub(crate) fn bytes(number: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"];
    let mut amount = number as f64;
    let mut unit = 0;
    while amount >= 999.5 && unit + 1 < units.len() {
        amount /= 1000.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0 && amount < 10.0);
    format!("{amount:.decimals$} {}", units[unit])
}

pub(crate) fn seconds(amount: f64) -> String {
    let whole = amount as u64;
    match amount {
        _ if amount < 10.0 => format!("{amount:.2} s"),
        _ if amount < 120.0 => format!("{amount:.1} s"),
        _ if amount < 7200.0 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A rate with no more digits than mean something.
pub(crate) fn rate(rate: f64) -> String {
    let rounded = match rate {
        _ if rate >= 10_000.0 => (rate / 1000.0).round() * 1000.0,
        _ => rate.round(),
    };
    count(rounded as u64)
}

/// The order of a group, whose digits are given: with a few of them if there are many.
pub(crate) fn order(digits: &str) -> String {
    if digits.len() <= MOST_DIGITS {
        return separated(digits);
    }
    // The first three digits are those of the number, rounded down.
    let (first, others) = digits.split_at(1);
    format!("{first}.{}e{}", &others[..2], others.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_orders_are_shortened() {
        assert_eq!(order("479001600"), "479,001,600");
        assert_eq!(order("999999999999999"), "999,999,999,999,999");
        assert_eq!(order("1307674368000000"), "1.30e15");
        assert_eq!(order(&format!("28{}", "0".repeat(35_658))), "2.80e35659");
    }

    #[test]
    fn counts_have_separators() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ];
        for (number, text) in cases {
            assert_eq!(count(number), text);
        }
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
    }

    #[test]
    fn bytes_have_units() {
        let cases = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (34_500, "34 kB"),
            (999_999, "1.0 MB"),
            (2_340_000_000, "2.3 GB"),
        ];
        for (number, text) in cases {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn times_get_coarser_as_they_get_longer() {
        let cases = [
            (0.001, "0.00 s"),
            (12.34, "12.3 s"),
            (150.0, "2 min 30 s"),
            (7_300.0, "2 h 1 min"),
        ];
        for (amount, text) in cases {
            assert_eq!(seconds(amount), text);
        }
    }

    #[test]
    fn rates_are_rounded() {
        assert_eq!(rate(123_456.0), "123,000");
        assert_eq!(rate(42.4), "42");
    }
}
