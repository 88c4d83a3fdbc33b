//! Models with what is read beside them: formulas, generators, saved answers.

use crate::corpus::Corpus;
use crate::pieces::{is_space, pieces};
use crate::target::{Reader, Target};
use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use weyl::Check;
use weyl_modelgen::formula;
use weyl_permutation::random::Random;

struct Text {
    ending: &'static str,
    model: &'static str,
    /// Conditions on its states, as formulas contain them.
    atoms: &'static [&'static str],
    generators: &'static str,
}

const TEXTS: [Text; 5] = [
    Text {
        ending: "m",
        model: include_str!("samples/tokens.m"),
        atoms: &[
            "forall i: P do on[i] end",
            "n = 2",
            "exists i: P do !on[i] end",
        ],
        generators: "(P_1 P_2)\n(P_2 P_3)\n(P_1 P_2 P_3)\n",
    },
    Text {
        ending: "pml",
        model: include_str!("samples/clients.pml"),
        atoms: &["(n == 2)", "(len(c[0]) > 0)", "(C[1]@busy)", "p"],
        generators: "(C:0 C:1)(c[0] c[1])\n(C:1 C:2)(c[1] c[2])\n",
    },
    Text {
        ending: "pml",
        model: include_str!("samples/workers.pml"),
        atoms: &["(x == 1)", "p", "(x < y)"],
        generators: "(W:1 W:2)\n",
    },
    Text {
        ending: "weyl",
        model: include_str!("samples/switches.weyl"),
        atoms: &["all_on", "some_on", "{all_on}"],
        generators: "(p q)\n(q r)\n",
    },
    Text {
        ending: "weyl",
        model: include_str!("samples/locations.weyl"),
        atoms: &["busy", "{is idle}"],
        generators: "(P:0 P:1)\n(\"P:0\" \"P:1\")\n",
    },
];

pub struct Sample {
    pub model: Vec<u8>,
    atoms: Vec<String>,
    /// What is read beside the model, or instead of it; where there is none, it is a formula.
    text: Option<Vec<u8>>,
    /// What texts beside the model are made of.
    pub words: Corpus,
}

pub struct Samples {
    pub list: Vec<Sample>,
}

impl Samples {
    /// Those of a language; answers are made where they are read.
    pub fn of(target: Target) -> Result<Samples> {
        let own = TEXTS.iter().filter(|text| text.ending == target.ending());
        let list = own.map(|text| Sample::new(text, target.reader));
        Ok(Samples {
            list: list.collect::<Result<_>>()?,
        })
    }
}

impl Sample {
    fn new(text: &Text, reader: Reader) -> Result<Sample> {
        let mut sample = Sample {
            model: text.model.into(),
            atoms: text.atoms.iter().map(|atom| atom.to_string()).collect(),
            text: beside(text, reader)?,
            words: Corpus {
                models: vec![text.model.into()],
                words: Vec::new(),
            },
        };
        sample.words.words = sample.words_beside();
        Ok(sample)
    }

    /// A text that belongs beside the model.
    pub fn beside(&self, random: &mut Random) -> Vec<u8> {
        let formula = || formula(random.draw(), &self.atoms, true).into_bytes();
        self.text.clone().unwrap_or_else(formula)
    }

    fn words_beside(&self) -> Vec<Vec<u8>> {
        let operators = "[] <> X U V W R G F ! ~ && || -> <-> ( ) { } true false forall exists do end \
                         : , [ ] \" { } null 1e9 0.5 \\u0000 --";
        let atoms = || self.atoms.join(" ").into_bytes();
        let beside = self.text.clone().unwrap_or_else(atoms);
        let texts = [operators.as_bytes(), &beside, &self.model];
        let words = texts.into_iter().flat_map(pieces);
        let words = words.filter(|piece| !is_space(piece));
        words.map(<[u8]>::to_vec).collect()
    }
}

fn beside(text: &Text, reader: Reader) -> Result<Option<Vec<u8>>> {
    Ok(match reader {
        Reader::Generators => Some(text.generators.into()),
        Reader::Answer => Some(answer(text)?.into_bytes()),
        Reader::Comparison => Some(saved(text)?.into_bytes()),
        Reader::Header => Some(include_bytes!("samples/header.txt").to_vec()),
        Reader::Manifest => Some(include_bytes!("samples/manifest.toml").to_vec()),
        Reader::FrontEnd | Reader::Check | Reader::Formula | Reader::Automaton => None,
    })
}

/// What a check of the sample says of its properties: nothing that depends on the machine.
fn answer(text: &Text) -> Result<String> {
    Ok(json!({ "properties": checked(text)?["properties"] }).to_string())
}

/// All that a check of the sample says, with other numbers for those that depend on the machine.
fn saved(text: &Text) -> Result<String> {
    let mut view = quiet(&checked(text)?);
    for rate in ["states_per_second", "firings_per_second"] {
        view["profile"][rate] = json!(1000);
    }
    view["limits"]["memory"] = json!(1_000_000_000);
    Ok(format!("{view:#}"))
}

/// Without fractions, which are measured.
fn quiet(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => json!(0.5),
        Value::Array(list) => list.iter().map(quiet).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, one)| (key.clone(), quiet(one)))
            .collect(),
        other => other.clone(),
    }
}

fn checked(text: &Text) -> Result<Value> {
    let name = format!("model.{}", text.ending);
    let report = Check::text(name, text.model).threads(1).run();
    let report = report.map_err(|error| anyhow!("{error}"))?;
    Ok(serde_json::from_str(&report.to_json())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl::Conclusion;

    #[test]
    fn samples_are_violated_and_their_formulas_fit() {
        for text in &TEXTS {
            let name = format!("model.{}", text.ending);
            let report = Check::text(&name, text.model)
                .run()
                .expect("it is accepted");
            assert_eq!(report.outcome(), Conclusion::Violated, "{name}");
            for atom in text.atoms {
                let check = Check::text(&name, text.model).ltl(&format!("[] ({atom})"));
                check
                    .run()
                    .unwrap_or_else(|error| panic!("{atom}: {error}"));
            }
        }
    }

    /// Those of the first line, which is a symmetry of each sample.
    #[test]
    fn generators_are_those_of_their_models() {
        for text in &TEXTS {
            let name = format!("model.{}", text.ending);
            let file = tempfile::NamedTempFile::new().expect("a file");
            let line = text.generators.lines().next().unwrap_or_default();
            std::fs::write(file.path(), line).expect("it can be written");
            let check = Check::text(&name, text.model).generators(file.path());
            let report = check.run().unwrap_or_else(|error| panic!("{error}"));
            let used = report.answer().symmetry.as_ref().expect("a group");
            assert_ne!(used.group.order, "1", "{name}");
        }
    }

    #[test]
    fn every_target_has_samples() {
        for target in Target::all() {
            let samples = Samples::of(target).expect("samples are accepted");
            assert!(!samples.list.is_empty(), "{target}");
        }
    }
}
