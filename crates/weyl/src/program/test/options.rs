//! Options that a test may give to its check: `weyl test` adds its own behind them, and reads the
//! answer.

use crate::program::flags::{CheckFlags, Command, Flags};
use clap::Parser;

/// Says what is wrong with options that ask for something else than a check of one model. What
/// `weyl check` refuses itself is left to it.
pub fn fit(options: &[String]) -> Result<(), String> {
    if options.iter().any(|word| word == "--") {
        return Err("`--` would end the options".to_string());
    }
    let words = ["weyl", "check", "model"].map(String::from);
    let words = words.iter().chain(options);
    match Flags::try_parse_from(words).map(|flags| flags.command) {
        Ok(Command::Check(flags)) if flags.models.len() > 1 => {
            let more = flags.models[1].display();
            Err(format!("`{more}` is no option"))
        }
        Ok(Command::Check(flags)) if flags.list || flags.only.is_some() => {
            Err("these options ask for no check".to_string())
        }
        Ok(Command::Check(flags)) if writes(&flags) => {
            Err("a test reads the answer, and writes no files".to_string())
        }
        Err(error) if error.exit_code() == 0 => Err("these options ask for no check".to_string()),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn writes(flags: &CheckFlags) -> bool {
    let files = [
        &flags.graph,
        &flags.chart,
        &flags.trail,
        &flags.junit,
        &flags.sarif,
    ];
    files.iter().any(|file| file.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_of_one_model_is_asked_for() {
        let fits = |line: &str| fit(&shlex::split(line).expect(line)).is_ok();
        for line in [
            "",
            "--deadlock off -D N=3",
            "--ltl '[] p' --symmetry=off",
            "--no-such",
        ] {
            assert!(fits(line), "{line}");
        }
        for line in [
            "--",
            "--deadlock off -- x",
            "other.m",
            "--list",
            "--help",
            "-h",
            "--only 3",
            "--sarif /dev/stdout",
            "--graph a.dot",
        ] {
            assert!(!fits(line), "{line}");
        }
    }
}
