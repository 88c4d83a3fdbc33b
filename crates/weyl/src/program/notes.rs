//! What help and man pages say of commands beside their options: examples, exit codes, documents.

/// What is said of a command.
pub struct Notes {
    /// As it is typed; `weyl` for the program as a whole.
    pub command: &'static str,
    pub before: &'static str,
    /// A command line, and what it is for.
    pub examples: &'static [(&'static str, &'static str)],
    pub exits: &'static [(&'static str, &'static str)],
    /// About the exit codes.
    pub after: &'static str,
    /// Of those in the folder docs.
    pub documents: &'static [&'static str],
}

/// Examples with longer lines have the second part below the first.
const COLUMNS: usize = 80;

const BUG: (&str, &str) = ("4", "a bug in weyl: please report it");
const PRINTED: [(&str, &str); 2] = [
    ("0", "it was printed"),
    ("2", "the command line is wrong, or nobody takes the answer"),
];

const ALL: [Notes; 14] = [
    Notes {
        command: "weyl",
        before: "",
        examples: &[
            ("weyl check mutex.m", "check every property of a model"),
            ("weyl check mutex.m --property deadlock", "check one"),
            (
                "weyl check mutex.m -D N=5 --json",
                "another constant; as JSON",
            ),
            ("weyl check ring.pml --msc", "Promela; messages as a chart"),
            ("weyl symmetry ring.pml", "what can change places, and why"),
            ("weyl simulate mutex.m --seed 7", "a random run"),
            ("weyl lower ring.pml", "what a model is lowered to"),
            ("weyl test models", "models that say what is expected"),
            ("weyl help check", "everything about checking"),
        ],
        exits: &[
            ("0", "every property holds; all is as expected"),
            ("1", "a property is violated; something is not as expected"),
            ("2", "the model or the command line is wrong"),
            ("3", "inconclusive: a limit was reached"),
            BUG,
        ],
        after: "",
        documents: &[
            "murphi.md",
            "promela.md",
            "symmetry.md",
            "temporal.md",
            "testing.md",
            "diagnostics.md",
            "json.md",
            "memory.md",
        ],
    },
    Notes {
        command: "check",
        before: "",
        examples: &[
            (
                "weyl check mutex.m",
                "Explore all states; report everything that is violated, or can't be known.",
            ),
            (
                "weyl check mutex.m --property \"mutual exclusion\" --property deadlock",
                "Only these two.",
            ),
            (
                "weyl check mutex.m -D N=5 --max-time 10m --max-memory 8G",
                "Another constant; end as inconclusive when a limit is reached.",
            ),
            (
                "weyl check mutex.m --max-memory 8G --spill /var/tmp",
                "Go on with states on disk when memory is not enough.",
            ),
            (
                "weyl check mutex.m --checkpoint saved --every 5m",
                "Save what is found; `weyl resume saved` goes on with it.",
            ),
            ("weyl check mutex.m --list", "Which properties are there?"),
            (
                "weyl check mutex.m ring.pml models/",
                "Several models; exit code 2 if one is wrong, or 1 if one is violated.",
            ),
            (
                "weyl check mutex.m --keep-going",
                "Explore everything and show a run for each distinct violation.",
            ),
            (
                "weyl check a.m --json > a.json && weyl simulate a.m --trace a.json",
                "Keep the answer; walk through its run.",
            ),
            (
                "weyl check mutex.m --graph a.dot && dot -Tsvg a.dot > a.svg",
                "Draw a small state graph.",
            ),
            (
                "weyl check ring.pml -D NODES=4 --msc",
                "A Promela model with a macro; the messages of its runs as charts.",
            ),
            (
                "weyl check ring.pml --trail t && spin -t -p -k t ring.pml",
                "Walk through the first violation with SPIN.",
            ),
        ],
        exits: &[
            ("0", "every property holds"),
            (
                "1",
                "some property is violated (a run-time error of the model is a violation)",
            ),
            ("2", "the model or the command line is wrong"),
            (
                "3",
                "inconclusive: a limit was reached, or something was not checked",
            ),
            BUG,
        ],
        after: "\
If a file that --graph, --chart, --trail, --junit or --sarif names can't be
written after the search (a full disk), the answer is printed all the same and
stderr tells; the exit code is 2 instead of 0, and 1 and 3 stay.",
        documents: &[
            "murphi.md",
            "promela.md",
            "symmetry.md",
            "temporal.md",
            "json.md",
        ],
    },
    Notes {
        command: "resume",
        before: "",
        examples: &[
            (
                "weyl check mutex.m --checkpoint saved --every 5m",
                "Save what is found every five minutes, and at every limit.",
            ),
            (
                "weyl resume saved",
                "Go on, after Ctrl-C, a limit, or a power failure.",
            ),
            (
                "weyl resume saved --max-memory 64G --threads 16",
                "Go on with more of everything.",
            ),
        ],
        exits: &[
            ("0", "every property holds"),
            ("1", "some property is violated"),
            (
                "2",
                "there is no checkpoint, it is damaged, or it is of another run",
            ),
            (
                "3",
                "inconclusive: a limit was reached, or something was not checked",
            ),
            BUG,
        ],
        after: "",
        documents: &["checkpoints.md", "memory.md"],
    },
    Notes {
        command: "symmetry",
        before: "",
        examples: &[
            (
                "weyl symmetry mutex.pml",
                "Order, structure, orbits, generators; which statements break more.",
            ),
            ("weyl symmetry mutex.pml --json", "The same as JSON."),
            (
                "weyl symmetry ring.pml --svg ring.svg",
                "Draw names and channels; what can change places has one colour.",
            ),
        ],
        exits: &[
            ("0", "the group is shown"),
            ("2", "the model or the command line is wrong"),
            ("3", "a limit was reached"),
            BUG,
        ],
        after: "",
        documents: &["symmetry.md"],
    },
    Notes {
        command: "dependencies",
        before: "",
        examples: &[
            (
                "weyl dependencies ultralog.m --property \"an authority can be there again\"",
                "What is kept for it and why, and what can change places there.",
            ),
            (
                "weyl dependencies mutex.pml --ltl '[] p' --svg why.svg",
                "Draw which variables depend on which.",
            ),
        ],
        exits: &[
            ("0", "they are shown"),
            ("2", "the model or the command line is wrong"),
            ("3", "a limit was reached"),
            BUG,
        ],
        after: "",
        documents: &["symmetry.md", "json.md"],
    },
    Notes {
        command: "lower",
        before: "",
        examples: &[
            (
                "weyl lower ring.pml",
                "The program that everything else works on, as text.",
            ),
            (
                "weyl lower ring.pml > ring.weyl && weyl check ring.weyl",
                "The same answer, with the places of ring.pml in it.",
            ),
            (
                "weyl lower mutex.m -D N=5 --bare",
                "Without these places: easier to read.",
            ),
        ],
        exits: &[
            ("0", "the text is printed"),
            ("2", "the model or the command line is wrong"),
            BUG,
        ],
        after: "\
The text is described in docs/ir.md. It is a language of models: all commands
take files that end in .weyl.",
        documents: &["ir.md"],
    },
    Notes {
        command: "formula",
        before: "",
        examples: &[
            ("weyl formula 'AG (p -> EF q)'", "its logic"),
            ("weyl formula '[] (p -> <> q)'", "its automaton, too"),
            ("weyl formula 'p U q' --dot", "for Graphviz"),
            ("weyl formula '<> [] p' --never", "a claim for SPIN"),
        ],
        exits: &[PRINTED[0], ("2", "the formula is wrong"), BUG],
        after: "",
        documents: &["branching.md", "temporal.md"],
    },
    Notes {
        command: "explain",
        before: "",
        examples: &[
            ("weyl explain", "all codes"),
            (
                "weyl explain W0012",
                "what one of them means, and what to do",
            ),
        ],
        exits: &[PRINTED[0], ("2", "there is no such code"), BUG],
        after: "",
        documents: &["diagnostics.md"],
    },
    Notes {
        command: "simulate",
        before: "",
        examples: &[
            ("weyl simulate mutex.m", "20 random steps"),
            ("weyl simulate mutex.m --seed 7", "the same run every time"),
            (
                "weyl simulate mutex.m --interactive",
                "choose each step yourself",
            ),
            (
                "weyl simulate mutex.m --trace a.json",
                "a run that a check found",
            ),
        ],
        exits: &[
            ("0", "the run came to its end"),
            ("1", "the model fails, or an invariant is false"),
            ("2", "the model, the run or the command line is wrong"),
            BUG,
        ],
        after: "",
        documents: &["murphi.md", "promela.md"],
    },
    Notes {
        command: "test",
        before: "\
What is expected of a model stands in its header, in comment lines that begin
with `weyl:` (`-- weyl: verdict=holds states=172`), or in a file weyl.toml
beside it; docs/testing.md has all of it.",
        examples: &[
            ("weyl test", "every model with expectations, here and below"),
            ("weyl test models/mutex.pml", "one model"),
            (
                "weyl test models --bless",
                "write what is so where it is expected",
            ),
            ("weyl test models --max-time 1m", "no test takes longer"),
        ],
        exits: &[
            ("0", "all is as expected"),
            ("1", "something is not as expected"),
            (
                "2",
                "a model, what is expected of it, or the command line can't be read",
            ),
            ("3", "a limit was reached before it was known"),
            BUG,
        ],
        after: "Of several the first in the order 4, 2, 1, 3 counts.",
        documents: &["testing.md"],
    },
    Notes {
        command: "compare",
        before: "",
        examples: &[
            (
                "weyl check a.m --json > old.json; weyl check a.m -D N=4 --json > new.json",
                "Two answers of one model.",
            ),
            (
                "weyl compare old.json new.json",
                "Verdicts, counts, groups, time and memory side by side.",
            ),
            (
                "weyl test models --json > new.json",
                "Can be compared too: each test that changed; the others are counted.",
            ),
        ],
        exits: &[
            ("0", "no verdict changed"),
            ("1", "a verdict changed, of a model or of a property"),
            (
                "2",
                "a file can't be read, or is no answer of `weyl check` or `weyl test --json`",
            ),
            BUG,
        ],
        after: "",
        documents: &["json.md", "testing.md"],
    },
    Notes {
        command: "schema",
        before: "",
        examples: &[
            ("weyl schema check", "of `weyl check --json`"),
            ("weyl schema progress", "of a line of `--progress jsonl`"),
        ],
        exits: &PRINTED,
        after: "",
        documents: &["json.md"],
    },
    Notes {
        command: "completions",
        before: "\
In bash, zsh and fish the names of the properties of the model on the command
line are known after --property; a model that takes long to read has none.",
        examples: &[
            (
                "weyl completions bash > ~/.local/share/bash-completion/completions/weyl",
                "For bash.",
            ),
            (
                "weyl completions zsh > ~/.zfunc/_weyl",
                "For zsh, if ~/.zfunc is in fpath before compinit is called.",
            ),
            (
                "weyl completions fish > ~/.config/fish/completions/weyl.fish",
                "For fish.",
            ),
        ],
        exits: &PRINTED,
        after: "",
        documents: &[],
    },
    Notes {
        command: "man",
        before: "",
        examples: &[
            (
                "weyl man ~/.local/share/man/man1",
                "For yourself; then `man weyl-check` shows a page.",
            ),
            (
                "weyl man . && man ./weyl-check.1",
                "Here, without installing anything.",
            ),
        ],
        exits: &[
            ("0", "the pages are written"),
            ("2", "the folder can't be written to"),
            BUG,
        ],
        after: "",
        documents: &[],
    },
];

/// Those of a command. Each has some: the tests look.
pub fn of(command: &str) -> Option<&'static Notes> {
    ALL.iter().find(|notes| notes.command == command)
}

/// What help says of a command at its end.
pub fn help(command: &str) -> String {
    of(command).map_or(String::new(), Notes::help)
}

impl Notes {
    fn help(&self) -> String {
        let exits = self.exits.iter();
        let exits = exits.map(|(code, meaning)| format!("  {code}  {meaning}"));
        let mut codes = format!("Exit codes:\n{}", lines(exits));
        if !self.after.is_empty() {
            codes = format!("{codes}\n{}", self.after);
        }
        let parts = [self.before.to_string(), self.example_text(), codes];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("\n\n")
    }

    /// In two columns, or one below the other.
    fn example_text(&self) -> String {
        let examples = self.examples.iter();
        let widest = examples.clone().map(|(line, _)| line.len()).max();
        let widest = widest.unwrap_or_default();
        let beside = |(line, what): &(&str, &str)| format!("  {line:widest$}  {what}");
        let below = |(line, what): &(&str, &str)| format!("  {line}\n      {what}");
        let fits = examples.clone().all(|one| beside(one).len() <= COLUMNS);
        let text = if fits {
            lines(examples.map(beside))
        } else {
            lines(examples.map(below))
        };
        format!("Examples:\n{text}")
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::flags::Flags;
    use clap::CommandFactory;
    use std::path::Path;

    #[test]
    fn every_command_has_notes_and_shows_them() {
        let program = Flags::command();
        let mut names = vec!["weyl".to_string()];
        for command in program.get_subcommands() {
            let shown = command.get_after_long_help().map(ToString::to_string);
            assert_eq!(shown, Some(help(command.get_name())));
            names.push(command.get_name().to_string());
        }
        let shown = program.get_after_help().map(ToString::to_string);
        assert_eq!(shown, Some(help("weyl")));
        for name in &names {
            let notes = of(name).unwrap_or_else(|| panic!("{name} has no notes"));
            assert!(!notes.examples.is_empty() && !notes.exits.is_empty());
        }
        assert_eq!(names.len(), ALL.len());
    }

    #[test]
    fn notes_fit_on_a_terminal_and_name_documents_that_exist() {
        for notes in &ALL {
            for line in notes.help().lines() {
                assert!(line.chars().count() <= COLUMNS, "{line}");
            }
            for document in notes.documents {
                let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
                assert!(docs.join(document).is_file(), "{document}");
            }
        }
    }

    /// What is shown as an example is accepted.
    #[test]
    fn examples_are_command_lines() {
        for (line, _) in ALL.iter().flat_map(|notes| notes.examples) {
            let words = shlex::split(line).expect(line);
            let ends = |word: &String| [";", "&&", ">"].contains(&word.as_str());
            let first = words.iter().position(ends).unwrap_or(words.len());
            let first = words[..first].iter().map(|word| word.trim_end_matches(';'));
            let read = Flags::command().try_get_matches_from(first);
            let is_help = |error: &clap::Error| error.exit_code() == 0;
            assert!(read.as_ref().map_or_else(is_help, |_| true), "{line}");
        }
    }
}
