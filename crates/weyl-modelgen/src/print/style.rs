//! How a program is spelt: the parts of the syntax that leave its meaning alone.

use crate::dice::Dice;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Plain,
    Other,
    Mixed,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Seed of the choices inside `Mixed` spellings.
    pub seed: u64,
    /// Keywords in lower case, in upper case, or in any.
    pub keywords: Spelling,
    /// `end` or `endrule`.
    pub ends: Spelling,
    /// `=`, `&`, `|` or `==`, `&&`, `||`.
    pub operators: Spelling,
    /// Optional semicolons, `begin`s and parentheses: written, or left out.
    pub optional: Spelling,
    pub comments: bool,
}

impl Style {
    pub fn plain() -> Style {
        Style {
            seed: 0,
            keywords: Spelling::Plain,
            ends: Spelling::Plain,
            operators: Spelling::Plain,
            optional: Spelling::Plain,
            comments: false,
        }
    }

    pub fn random(dice: &mut Dice) -> Style {
        Style {
            seed: dice.between(0, i64::MAX) as u64,
            keywords: spelling(dice, 70),
            ends: spelling(dice, 30),
            operators: spelling(dice, 50),
            optional: spelling(dice, 40),
            comments: dice.chance(25),
        }
    }
}

fn spelling(dice: &mut Dice, plain: u32) -> Spelling {
    if dice.chance(plain) {
        Spelling::Plain
    } else if dice.chance(40) {
        Spelling::Other
    } else {
        Spelling::Mixed
    }
}

/// Makes the choices of one printing run.
pub struct Speller {
    style: Style,
    dice: Dice,
}

impl Speller {
    pub fn new(style: &Style) -> Speller {
        Speller {
            style: style.clone(),
            dice: Dice::new(style.seed),
        }
    }

    pub fn keyword(&mut self, word: &str) -> String {
        match self.style.keywords {
            Spelling::Plain => word.to_owned(),
            Spelling::Other => word.to_uppercase(),
            Spelling::Mixed => self.mixed_case(word),
        }
    }

    fn mixed_case(&mut self, word: &str) -> String {
        match self.dice.below(4) {
            0 => word.to_owned(),
            1 => word.to_uppercase(),
            2 => word
                .char_indices()
                .map(|(at, c)| if at == 0 { c.to_ascii_uppercase() } else { c })
                .collect(),
            _ => word
                .chars()
                .map(|c| {
                    if self.dice.chance(50) {
                        c.to_ascii_uppercase()
                    } else {
                        c
                    }
                })
                .collect(),
        }
    }

    /// `end` or the given specific form.
    pub fn end(&mut self, specific: &str) -> String {
        let other = self.choose(self.style.ends);
        self.keyword(if other { specific } else { "end" })
    }

    pub fn c_operators(&mut self) -> bool {
        self.choose(self.style.operators)
    }

    pub fn omit_optional(&mut self) -> bool {
        self.choose(self.style.optional)
    }

    pub fn redundant_parentheses(&mut self) -> bool {
        self.style.optional == Spelling::Mixed && self.dice.chance(8)
    }

    pub fn comment(&mut self) -> Option<String> {
        if !self.style.comments || !self.dice.chance(20) {
            return None;
        }
        let texts = [
            "-- a note; end rule begin",
            "/* a block\n   of two lines */",
            "-- \"quoted\"",
            "/* ** */",
        ];
        self.dice.pick(&texts).map(|text| (*text).to_owned())
    }

    fn choose(&mut self, spelling: Spelling) -> bool {
        match spelling {
            Spelling::Plain => false,
            Spelling::Other => true,
            Spelling::Mixed => self.dice.chance(50),
        }
    }
}
