//! Claimed symmetries: `symmetry (p1 p2)(q1 q2)`, read and printed.

use super::codes;
use super::lex::Token;
use super::print::Printer;
use super::reader::{Read, Reader};
use super::words::name;
use crate::layout::{name as name_of, point};
use cranelift_entity::EntityRef;
use weyl_permutation::{Permutation, Point};

impl Reader<'_> {
    /// Cycles of names, after the word `symmetry`.
    pub(super) fn symmetry(&mut self) -> Read<Permutation> {
        let keyword = self.advance();
        let mut images: Vec<Point> = (0..self.model.name_count()).map(Point::new).collect();
        while self.eat(Token::LeftParen) {
            let cycle = self.cycle()?;
            let next = cycle.iter().cycle().skip(1);
            for (from, to) in cycle.iter().zip(next) {
                images[from.index()] = *to;
            }
        }
        let span = self.span_from(keyword.span);
        match Permutation::from_images(images) {
            Some(permutation) => Ok(permutation),
            None => self.fail(codes::SYNTAX, span, "a name occurs twice in a permutation"),
        }
    }

    fn cycle(&mut self) -> Read<Vec<Point>> {
        let mut cycle = Vec::new();
        while !self.eat(Token::RightParen) {
            let at = self.peek();
            let name = self.name()?;
            let sorts = self.model.sorts.iter();
            let mut found = sorts.filter_map(|(id, sort)| {
                let index = sort.names.iter().position(|known| *known == name)?;
                Some(point(self.model.name_of(id, index)))
            });
            match found.next() {
                Some(point) => cycle.push(point),
                None => {
                    let message = format!("no sort has the name `{name}`");
                    return self.fail(codes::UNKNOWN, at.span, message);
                }
            }
        }
        Ok(cycle)
    }
}

impl Printer<'_> {
    pub(super) fn symmetries(&mut self) {
        for permutation in &self.model.claimed_symmetries {
            let cycles = permutation.cycles().into_iter().map(|cycle| {
                let names = cycle.into_iter().map(|point| {
                    let id = name_of(point);
                    let sort = self.model.sort_of(id);
                    let first = self.model.name_of(sort, 0);
                    name(&self.model.sorts[sort].names[id.index() - first.index()])
                });
                format!("({})", names.collect::<Vec<String>>().join(" "))
            });
            let cycles: String = cycles.collect();
            self.line(&format!("symmetry {cycles}"));
        }
    }
}
