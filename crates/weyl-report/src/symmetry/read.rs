//! Groups read back from the JSON answer of `weyl symmetry`.

use serde::Deserialize;

/// What tests ask of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SymmetryAnswer {
    pub order: String,
    pub structure: String,
    /// What is said to break more.
    pub reasons: Vec<String>,
    pub seconds: f64,
}

#[derive(Deserialize)]
struct AnswerJson {
    symmetry: GroupJson,
    distinctions: Vec<DistinctionJson>,
    families: Vec<FamilyJson>,
    seconds: f64,
}

#[derive(Deserialize)]
struct GroupJson {
    order: String,
    structure: String,
}

#[derive(Deserialize)]
struct DistinctionJson {
    because: Option<String>,
}

#[derive(Deserialize)]
struct FamilyJson {
    breaks: Vec<BreakJson>,
}

#[derive(Deserialize)]
struct BreakJson {
    name: String,
    because: String,
}

pub fn read_symmetry(text: &str) -> Result<SymmetryAnswer, String> {
    let answer: AnswerJson = serde_json::from_str(text)
        .map_err(|error| format!("it is not an answer of `weyl symmetry --json`: {error}"))?;
    let distinctions = answer.distinctions.into_iter();
    let distinctions = distinctions.filter_map(|one| one.because);
    let breaks = answer.families.into_iter().flat_map(|family| family.breaks);
    let breaks = breaks.flat_map(|one| [one.name, one.because]);
    Ok(SymmetryAnswer {
        order: answer.symmetry.order,
        structure: answer.symmetry.structure,
        reasons: distinctions.chain(breaks).collect(),
        seconds: answer.seconds,
    })
}
