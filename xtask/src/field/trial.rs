//! One model, by all who can read it.

use super::limited::Limits;
use super::model::Model;
use super::own::{Found, Own};
use super::peer::{self, Said};
use anyhow::Result;

#[derive(Clone, Debug)]
pub struct Trial {
    pub model: Model,
    /// `None` if nobody was asked.
    pub peer: Option<Said>,
    pub own: Found,
}

pub fn run(model: &Model, own: &Own, peers: Option<Limits>) -> Result<Trial> {
    Ok(Trial {
        model: model.clone(),
        peer: peers.map(|limits| peer::ask(model, limits)).transpose()?,
        own: own.ask(model)?,
    })
}

impl Trial {
    pub fn line(&self) -> String {
        let peer = self.peer.as_ref().map_or("-", Said::word);
        let own = &self.own;
        let count = |said: &Said| {
            let states = said.answer().and_then(|answer| answer.states);
            states.map_or("-".to_string(), |states| states.to_string())
        };
        let mark = if self.causes().is_empty() { ' ' } else { '*' };
        format!(
            "{mark} {:9} {:9} states {} {} group {} reduced {} discovery {:.2} s  {}",
            peer,
            own.said.word(),
            self.peer.as_ref().map_or("-".to_string(), count),
            count(&own.said),
            own.order.as_deref().unwrap_or("-"),
            count(&own.reduced),
            own.discovery,
            self.model.path.display(),
        )
    }

    /// Everything that differs, or should not be.
    pub fn causes(&self) -> Vec<String> {
        let mut causes = self.own.failures.clone();
        if self.model.has_embedded_c {
            return causes;
        }
        causes.extend(self.own_difference());
        if let Some(peer) = &self.peer {
            causes.extend(self.difference(peer));
        }
        causes
    }

    /// With and without symmetry weyl says the same.
    fn own_difference(&self) -> Option<String> {
        let (full, reduced) = (self.own.said.answer()?, self.own.reduced.answer()?);
        let differs = full.is_violated != reduced.is_violated;
        differs.then(|| "symmetry changes weyl's verdict".to_string())
    }

    fn difference(&self, peer: &Said) -> Option<String> {
        match (peer, &self.own.said) {
            (Said::Refused(_), Said::Refused(_)) | (Said::Unread, _) => None,
            (Said::Refused(message), _) => {
                Some(format!("only weyl accepts it: {}", without_place(message)))
            }
            (_, Said::Refused(message)) => Some(format!("only the peer accepts it: {message}")),
            (Said::Answer(theirs), Said::Answer(ours)) => {
                if theirs.is_violated != ours.is_violated {
                    let word = peer.word();
                    return Some(format!(
                        "verdicts differ: the peer says {word}{}",
                        self.note()
                    ));
                }
                let differ = |one: Option<u64>, other: Option<u64>| {
                    one.zip(other).is_some_and(|(one, other)| one != other)
                };
                let counts = differ(theirs.states, ours.states)
                    || differ(theirs.transitions, ours.transitions);
                counts.then(|| format!("counts differ{}", self.note()))
            }
            (Said::Answer(_) | Said::Nothing(_), _) => None,
        }
    }

    fn note(&self) -> &'static str {
        if self.own.has_run_time_error {
            ", with a run-time error"
        } else {
            ""
        }
    }
}

/// Messages of one kind are one cause, wherever they come from.
fn without_place(message: &str) -> String {
    let message = message
        .rsplit_once("rror: ")
        .map_or(message, |parts| parts.1);
    let end = ["\t", " saw ", " near '"]
        .iter()
        .filter_map(|mark| message.find(mark))
        .min();
    message[..end.unwrap_or(message.len())].trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::model::Language;
    use crate::field::peer::Answer;

    fn answer(is_violated: bool, states: u64) -> Said {
        Said::Answer(Answer {
            is_violated,
            states: Some(states),
            transitions: None,
        })
    }

    fn causes(peer: Said, own: Said) -> Vec<String> {
        let model = Model {
            path: "m.pml".into(),
            language: Language::Promela,
            has_embedded_c: false,
        };
        let own = Found {
            said: own.clone(),
            reduced: own,
            order: None,
            discovery: 0.0,
            failures: Vec::new(),
            has_run_time_error: false,
        };
        let trial = Trial {
            model,
            peer: Some(peer),
            own,
        };
        trial.causes()
    }

    #[test]
    fn what_differs_is_told_by_its_cause() {
        let refused = || Said::Refused("spin: m.pml:3, Error: syntax error\tsaw ';'".to_string());
        assert_eq!(causes(refused(), refused()), [""; 0]);
        assert_eq!(causes(answer(true, 3), answer(true, 3)), [""; 0]);
        assert_eq!(causes(Said::Nothing("timeout"), answer(true, 3)), [""; 0]);
        assert_eq!(causes(answer(true, 4), answer(true, 3)), ["counts differ"]);
        let verdicts = causes(answer(true, 3), answer(false, 3));
        assert_eq!(verdicts, ["verdicts differ: the peer says violated"]);
        let lax = causes(refused(), answer(false, 3));
        assert_eq!(lax, ["only weyl accepts it: syntax error"]);
    }
}
