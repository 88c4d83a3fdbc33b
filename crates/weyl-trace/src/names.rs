//! How a user may call a part of a state.

/// Whether a part with a path is meant by a name: by the whole path (`P[1]:x[2]`), by it without
/// the number of the process (`P:x[2]`), by the variable (`P[1]:x`, `P:x`), or by its name alone
/// (`x`), whatever process it belongs to.
pub fn is_called(path: &str, name: &str) -> bool {
    let (process, own) = match path.split_once("]:") {
        Some((process, own)) => (Some(process), own),
        None => (None, path),
    };
    let variable = own.split(['[', '.', ' ']).next().unwrap_or(own);
    let mut spellings = vec![path.to_string(), own.to_string(), variable.to_string()];
    if let Some(process) = process {
        let kind = process.split('[').next().unwrap_or(process);
        for part in [own, variable] {
            spellings.push(format!("{process}]:{part}"));
            spellings.push(format!("{kind}:{part}"));
        }
    }
    spellings.iter().any(|spelling| spelling == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_may_be_called_by_less_than_their_path() {
        for name in ["P[1]:x[2]", "P:x[2]", "x[2]", "P[1]:x", "P:x", "x"] {
            assert!(is_called("P[1]:x[2]", name), "{name}");
        }
        for name in ["P", "P[1]", "y", "P[2]:x", "Q:x", "x[1]", ""] {
            assert!(!is_called("P[1]:x[2]", name), "{name}");
        }
        assert!(is_called("box.lid", "box") && is_called("box.lid", "box.lid"));
        assert!(is_called("n", "n") && !is_called("n", "m"));
    }
}
