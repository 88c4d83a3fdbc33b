//! The C preprocessor, as far as Promela models use it.
//!
//! Files are read line by line: directives act, text lines are collected and expanded in one go
//! before the next directive, so that the arguments of a macro may stand on several lines. Every
//! token of the result knows where the user wrote it: see [`Token`](crate::token::Token).

mod branching;
mod condition;
mod directive;
mod expand;
mod hide_set;
mod lines;
mod macros;
mod paste;
#[cfg(test)]
mod tests;

use crate::codes;
use crate::token::{Kind, Token, keyword};
pub use branching::Branching;
use branching::{Block, Place};
use directive::Conditions;
use expand::Budget;
use lines::{Line, PpToken};
use macros::Macros;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use weyl_ir::{FormulaFile, ReadOptions};
use weyl_source::{Code, Diagnostic, Diagnostics, FileId, NotIncluded, Sources, Span};
use weyl_temporal::grammar::Logic;

/// Files inside files.
const MAX_DEPTH: usize = 50;
/// Tokens of the whole preprocessed text.
const MAX_TOKENS: usize = 2_000_000;
/// Tokens that macros make. They are dear: each knows which macros it came through.
const MAX_MADE: usize = 500_000;

pub struct Preprocessor<'a> {
    sources: &'a mut Sources,
    diagnostics: &'a mut Diagnostics,
    macros: Macros,
    /// Where included files are looked for that lie not beside the one that includes them.
    folders: Vec<PathBuf>,
    /// Text lines that have not been expanded yet.
    pending: Vec<PpToken>,
    output: Vec<Token>,
    last_line: Option<(FileId, usize)>,
    depth: usize,
    budget: Budget,
    /// A limit was reached: the rest is not read.
    exhausted: bool,
}

/// What a model and the formulas given with it are after preprocessing; the last token of each is
/// `EndOfFile`.
pub struct Tokens {
    pub model: Vec<Token>,
    /// Those of the model that are of branching time.
    pub blocks: Vec<Formula>,
    pub formulas: Vec<Formula>,
}

/// A formula that was given from outside, or one of branching time.
pub struct Formula {
    /// Its text, on one line; that of a block is its name.
    pub name: Arc<str>,
    /// Where the name is.
    pub named: Span,
    pub said: Said,
    /// All of its text.
    pub span: Span,
}

pub enum Said {
    /// Of linear time, or an expression.
    Linear(Vec<Token>),
    Branching(Branching),
}

/// Preprocesses a file with everything that it includes, and then the formulas, to which its macros
/// apply.
pub fn preprocess<'a>(
    sources: &'a mut Sources,
    file: FileId,
    options: &ReadOptions,
    diagnostics: &'a mut Diagnostics,
) -> Tokens {
    let mut preprocessor = Preprocessor {
        sources,
        diagnostics,
        macros: Macros::default(),
        folders: options.folders.clone(),
        pending: Vec::new(),
        output: Vec::new(),
        last_line: None,
        depth: 0,
        budget: Budget {
            steps: MAX_TOKENS,
            made: MAX_MADE,
        },
        exhausted: false,
    };
    preprocessor.command_line(options);
    let mut model = preprocessor.whole_file(file);
    let found = branching::take_blocks(&mut model);
    let words = model.iter().filter(|token| token.kind == Kind::Ident);
    let names: HashSet<Arc<str>> = words.map(|token| token.text.clone()).collect();
    let blocks = found.into_iter();
    let blocks = blocks.filter_map(|block| preprocessor.block(block, &names));
    let blocks = blocks.collect();
    let given = options.formulas.iter().copied();
    let expressions = options.expressions.iter().map(|file| (*file).into());
    let formulas = given.chain(expressions);
    let formulas = formulas.filter_map(|formula| preprocessor.formula(formula, &names));
    let formulas = formulas.collect();
    Tokens {
        model,
        blocks,
        formulas,
    }
}

impl Preprocessor<'_> {
    /// Definitions of the command line are a file of their own: their spans are as real as others.
    fn command_line(&mut self, options: &ReadOptions) {
        if options.definitions.is_empty() {
            return;
        }
        let mut text = String::new();
        for (name, value) in &options.definitions {
            let value = value.as_deref().unwrap_or("1");
            text.push_str(&format!("#define {name} {value}\n"));
        }
        let file = self.sources.add("<command line>", text);
        self.file(file);
    }

    fn file(&mut self, file: FileId) {
        let text = self.sources.file(file).text.clone();
        let mut conditions = Conditions::default();
        for line in lines::split(&text, file, MAX_TOKENS + 1) {
            self.look_at_length(line.tokens());
            if self.exhausted {
                return;
            }
            match line {
                Line::Directive(tokens) => self.directive(&tokens, &mut conditions),
                Line::Text(tokens) if conditions.active() => self.pending.extend(tokens),
                Line::Text(_) => {}
            }
            if self.exhausted {
                return;
            }
        }
        for open in conditions.open() {
            self.error(
                codes::UNMATCHED_CONDITION,
                open,
                "this condition is never closed by `#endif`",
            );
        }
    }

    /// Lines are kept only as long as they can be expanded.
    fn look_at_length(&mut self, line: &[PpToken]) {
        if self.pending.len() + line.len() > self.budget.steps
            && let Some(first) = line.first()
        {
            let message = format!("the text has more than {MAX_TOKENS} tokens");
            self.error(codes::EXPANSION_TOO_LARGE, first.span, message);
            self.exhausted = true;
        }
    }

    fn include(&mut self, name: &str, span: Span) {
        if self.depth >= MAX_DEPTH {
            let message = format!("included files are nested more than {MAX_DEPTH} deep");
            return self.endless_include(span, &message);
        }
        match self.sources.include(name, span.file, &self.folders) {
            Ok(file) => {
                self.depth += 1;
                self.file(file);
                self.flush();
                self.depth -= 1;
            }
            Err(NotIncluded::TooMuch(message)) => self.endless_include(span, &message),
            Err(NotIncluded::Unreadable(reason)) => {
                let reason = reason.map(|reason| format!(": {reason}"));
                let reason = reason.unwrap_or_default();
                let message = format!("cannot read the included file `{name}`{reason}");
                self.error(codes::MISSING_INCLUDE, span, message);
            }
        }
    }

    fn endless_include(&mut self, span: Span, message: &str) {
        let hint = "include each file once: `#ifndef X`, `#define X`, its text, `#endif`";
        let diagnostic = Diagnostic::error(codes::EXPANSION_TOO_LARGE, span, message);
        self.diagnostics.push(diagnostic.hint(hint));
        self.exhausted = true;
    }

    /// Expands the text lines collected so far and appends them to the output.
    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let budget = &mut self.budget;
        let expanded = expand::expand(pending, &self.macros, budget, self.diagnostics);
        if expanded.truncated {
            self.exhausted = true;
        }
        for token in expanded.tokens {
            self.emit(token);
        }
    }

    fn emit(&mut self, token: PpToken) {
        if let Some(error) = token.error {
            self.diagnostics.push(lines::describe(error, token.span));
            return;
        }
        let here = (token.file, token.line);
        let newline = self.last_line.is_some_and(|last| last != here);
        self.last_line = Some(here);
        let kind = match token.kind {
            Kind::Ident => keyword(&token.text).unwrap_or(Kind::Ident),
            kind => kind,
        };
        self.output.push(Token {
            kind,
            text: token.text,
            span: token.span,
            origin: token.origin,
            newline,
        });
    }

    fn block(&mut self, block: Block, names: &HashSet<Arc<str>>) -> Option<Formula> {
        let said = self.branching(&block.place, names)?;
        Some(Formula {
            name: block.name.text,
            named: block.name.span,
            said: Said::Branching(said),
            span: block.span,
        })
    }

    fn formula(&mut self, given: FormulaFile, names: &HashSet<Arc<str>>) -> Option<Formula> {
        let FormulaFile { file, logic } = given;
        let text = &self.sources.file(file).text;
        let start = text.len() - text.trim_start().len();
        let span = Span::new(file, start..text.trim_end().len().max(start));
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = words.join(" ").into();
        let said = match logic {
            Logic::Linear => Said::Linear(self.whole_file(file)),
            Logic::Branching | Logic::Mu => {
                let range = 0..text.len();
                Said::Branching(self.branching(&Place { file, range, logic }, names)?)
            }
        };
        Some(Formula {
            name,
            named: span,
            said,
            span,
        })
    }

    /// Tokens with macros expanded, up to an end.
    fn expanded(&mut self, tokens: Vec<PpToken>, end: Span) -> Vec<Token> {
        let output = std::mem::take(&mut self.output);
        self.last_line = None;
        self.pending = tokens;
        self.flush();
        let mut expanded = std::mem::replace(&mut self.output, output);
        expanded.push(end_of_file(end));
        expanded
    }

    fn whole_file(&mut self, file: FileId) -> Vec<Token> {
        self.file(file);
        self.flush();
        let end = self.sources.file(file).text.len();
        let mut output = std::mem::take(&mut self.output);
        if self.exhausted {
            // Half a text would be reported once more, for what is missing.
            output.clear();
        }
        output.push(end_of_file(Span::new(file, end..end)));
        output
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics
            .push(Diagnostic::error(code, span, message));
    }
}

fn end_of_file(span: Span) -> Token {
    Token {
        kind: Kind::EndOfFile,
        text: "".into(),
        span,
        origin: None,
        newline: true,
    }
}
