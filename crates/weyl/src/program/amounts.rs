//! Amounts as they are typed: sizes, times, counts.

use std::time::Duration;

/// `512M`, `2G`, `1.5GiB`. K, M, G and T are powers of 1024. A number alone would be bytes to some
/// and megabytes to others, and is refused.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_lowercase();
    let power = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "" if unit.is_empty() && parse(number).is_ok() => {
            return Err(format!(
                "a size needs a unit, as in `{number}M` or `{number}G`"
            ));
        }
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err("sizes are written like `512M` or `2G`".to_string()),
    };
    let bytes = parse(number)? * 1024f64.powi(power);
    if bytes >= 1.0 {
        Ok(bytes as u64)
    } else {
        Err("a size is at least one byte".to_string())
    }
}

/// `10s`, `5m`, `1h`, `250ms`, plain seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("times are written like `10s`, `5m` or `1h`".to_string()),
    };
    let seconds = parse(number)? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| "the time is too long".to_string())
}

/// `1000`, `50k`, `2M`; at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let scale: u64 = match unit.to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => return Err("numbers are written like `1000`, `50k` or `2M`".to_string()),
    };
    let number: u64 = number
        .replace('_', "")
        .parse()
        .map_err(|_| "a whole number is expected".to_string())?;
    match number.checked_mul(scale) {
        Some(0) => Err("the number must be at least 1".to_string()),
        Some(count) => Ok(count),
        None => Err("the number is too large".to_string()),
    }
}

/// `NAME=VALUE`, or `NAME` alone.
pub fn definition(text: &str) -> Result<(String, Option<String>), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_string())),
        None => (text.trim(), None),
    };
    if name.is_empty() {
        Err("the name is missing".to_string())
    } else {
        Ok((name.to_string(), value))
    }
}

/// The value of a constant: an integer as models have it (`0x10` is hexadecimal, `010` octal),
/// `true` or `false`.
pub fn constant(value: Option<&str>) -> Result<i128, String> {
    let value = value.ok_or("a definition is written `NAME=VALUE`")?;
    let number = match value.to_ascii_lowercase().as_str() {
        "true" => Some(1),
        "false" => Some(0),
        number => integer(number),
    };
    number.ok_or_else(|| format!("`{value}` is not an integer"))
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (digits, radix) = match digits.strip_prefix('0') {
        None | Some("") => (digits, 10),
        Some(rest) => rest.strip_prefix('x').map_or((rest, 8), |hex| (hex, 16)),
    };
    let has_second_sign = digits.starts_with(['+', '-']);
    let number = i128::from_str_radix(digits, radix).ok();
    number
        .filter(|_| !has_second_sign)
        .map(|number| sign * number)
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let is_digit = |c: char| c.is_ascii_digit() || c == '.' || c == '_';
    let end = text.find(|c: char| !is_digit(c)).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

fn parse(number: &str) -> Result<f64, String> {
    number
        .replace('_', "")
        .parse()
        .map_err(|_| "a number is expected".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let cases = [
            ("1B", 1),
            ("64k", 65_536),
            ("16384k", 16 << 20),
            ("16777216B", 16 << 20),
            ("512M", 512 << 20),
            ("2G", 2 << 30),
        ];
        for (text, bytes) in cases {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        for wrong in ["", "0", "G", "5X", "-1", "1..2M", "0.1B", "0G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        let unit = "a size needs a unit, as in `512M` or `512G`".to_string();
        assert_eq!(size("512"), Err(unit));
    }

    #[test]
    fn times() {
        let cases = [
            ("10", 10_000),
            ("10s", 10_000),
            ("5m", 300_000),
            ("1h", 3_600_000),
        ];
        for (text, milliseconds) in cases {
            assert_eq!(
                time(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        for wrong in ["", "s", "5d", "-1s", "99999999999999999999h"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts() {
        let cases = [
            ("1", 1),
            ("50k", 50_000),
            ("2M", 2_000_000),
            ("1_000", 1_000),
        ];
        for (text, number) in cases {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        for wrong in [
            "",
            "0",
            "-3",
            "1.5",
            "many",
            "99999999999999999999",
            "99999999999G",
        ] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn definitions() {
        let split = |text: &str| definition(text).ok();
        let pair =
            |name: &str, value: Option<&str>| Some((name.to_string(), value.map(str::to_string)));
        assert_eq!(split("N=-3"), pair("N", Some("-3")));
        assert_eq!(split("ON = true"), pair("ON", Some("true")));
        assert_eq!(split("E=a=b"), pair("E", Some("a=b")));
        assert_eq!(split("N"), pair("N", None));
        assert_eq!(split("=3"), None);
        for (text, value) in [
            ("0", 0),
            ("-3", -3),
            ("-0x10", -16),
            ("010", 8),
            ("TRUE", 1),
            ("120", 120),
        ] {
            assert_eq!(constant(Some(text)), Ok(value), "{text}");
        }
        for wrong in ["", "x", "1.5", "09", "0x", "--1", "-+1"] {
            assert!(constant(Some(wrong)).is_err(), "{wrong}");
        }
        assert!(constant(None).is_err());
    }
}
