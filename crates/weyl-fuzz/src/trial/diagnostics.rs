//! What is said about a text is well-formed: a known code, places in the files, and it can be
//! shown.

use crate::failure::Failure;
use weyl_report::{Detail, render_diagnostics};
use weyl_source::{Code, Diagnostic, Diagnostics, Sources, Span};

const WIDTH: usize = 100;

pub fn examine(diagnostics: &Diagnostics, sources: &Sources) -> Result<(), Failure> {
    for one in diagnostics.iter() {
        if !is_known(one.code) {
            return Err(Failure::new("unknown code", format!("{one:?}")));
        }
        let labels = one.labels.iter().map(|label| label.span);
        if let Some(span) = labels.chain([one.span]).find(|span| !fits(*span, sources)) {
            return Err(misplaced(one, span));
        }
    }
    render_diagnostics(diagnostics, sources, WIDTH, Detail::Everything);
    Ok(())
}

fn misplaced(one: &Diagnostic, span: Span) -> Failure {
    let message = format!("{} {span:?}: {}", one.code, one.message);
    Failure::new(format!("{} outside its file", one.code), message)
}

/// Bytes of a file, not in the middle of a character. What is nowhere may have no file.
fn fits(span: Span, sources: &Sources) -> bool {
    span == Span::default() || sources.holds(span)
}

fn is_known(code: Code) -> bool {
    let all = [
        weyl_murphi::codes::ALL,
        weyl_promela::codes::ALL,
        weyl_ir::text::codes::ALL,
        weyl_ir::formulas::codes::ALL,
        weyl_check::CODES,
    ];
    all.concat().iter().any(|(known, _)| *known == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(code: Code, range: std::ops::Range<usize>) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("m", "aé");
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::error(code, Span::new(file, range), "wrong"));
        examine(&diagnostics, &sources)
            .err()
            .map(|failure| failure.kind)
    }

    #[test]
    fn codes_are_known_and_places_exist() {
        let known = weyl_murphi::codes::ALL[0].0;
        assert_eq!(complaint(known, 0..3), None);
        assert_eq!(
            complaint(Code(9_999), 0..1),
            Some("unknown code".to_string())
        );
        for range in [0..4, 1..2, 4..4] {
            assert_eq!(
                complaint(known, range),
                Some(format!("{known} outside its file"))
            );
        }
    }
}
