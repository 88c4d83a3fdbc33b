//! The formats of `printf`.

use super::Resolver;
use crate::ast::{Expr, StringLiteral};
use crate::codes;
use crate::resolved::{Conversion, FormatPart, StmtKind};

impl Resolver<'_> {
    pub(super) fn print(&mut self, format: &StringLiteral, arguments: &[Expr]) -> StmtKind {
        let parts = parse_format(&format.raw);
        let wanted = parts
            .iter()
            .filter(|part| matches!(part, FormatPart::Argument(_)))
            .count();
        for argument in arguments {
            self.check_d_step_expr(argument);
            self.forbid_run(argument, "a `printf`");
        }
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| self.expr(argument))
            .collect();
        if wanted != arguments.len() {
            let message = format!(
                "the format takes {wanted} values and gets {}",
                arguments.len()
            );
            self.warn(codes::PRINT_ARGUMENTS, format.span, message);
        }
        StmtKind::Print {
            format: parts,
            arguments,
        }
    }
}

/// Splits a string as written, with its quotes, into text and conversions.
fn parse_format(raw: &str) -> Vec<FormatPart> {
    let inner = raw.strip_prefix('"').unwrap_or(raw);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next().map(escape)),
            '%' => match characters.next().map(conversion) {
                Some(Ok(conversion)) => {
                    push_text(&mut parts, &mut text);
                    parts.push(FormatPart::Argument(conversion));
                }
                Some(Err('%')) => text.push('%'),
                Some(Err(other)) => text.extend(['%', other]),
                None => text.push('%'),
            },
            other => text.push(other),
        }
    }
    push_text(&mut parts, &mut text);
    parts
}

fn push_text(parts: &mut Vec<FormatPart>, text: &mut String) {
    if !text.is_empty() {
        parts.push(FormatPart::Text(std::mem::take(text)));
    }
}

fn escape(character: char) -> char {
    match character {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        other => other,
    }
}

fn conversion(character: char) -> Result<Conversion, char> {
    Ok(match character {
        'd' => Conversion::Decimal,
        'u' => Conversion::Unsigned,
        'x' => Conversion::Hexadecimal,
        'o' => Conversion::Octal,
        'c' => Conversion::Character,
        'e' => Conversion::Mtype,
        other => return Err(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_split_into_text_and_conversions() {
        let parts = parse_format(r#""a\n%d 100%% %e%q""#);
        let wanted = [
            FormatPart::Text("a\n".into()),
            FormatPart::Argument(Conversion::Decimal),
            FormatPart::Text(" 100% ".into()),
            FormatPart::Argument(Conversion::Mtype),
            FormatPart::Text("%q".into()),
        ];
        assert_eq!(parts, wanted);
    }
}
