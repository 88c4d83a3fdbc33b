//! Why there is not more symmetry, in plain words.

use super::how::{how_text, statement, suspect_text};
use super::{SHOWN_NAMES, reason_text};
use crate::flow::{some_of, wrapped};
use crate::quantity::{counted, order};
use std::path::Path;
use weyl_check::{EndShows, Obstacles, SymmetryReport};
use weyl_permutation::group::BigUint;
use weyl_source::{Sources, Span};
use weyl_symmetry::{
    Break, Counterparts, Distinction, Extent, Family, FamilyKind, How, NearCopies, Quotation,
    Quoted, Unmoved, UnmovedKind, Witness,
};

/// Breaks of a family that are written out; the rest is counted.
const SHOWN_BREAKS: usize = 10;
/// Copies and differences between them that are written out.
const SHOWN_COPIES: usize = 8;

/// All that keeps names from changing places.
pub(super) fn why_text(report: &SymmetryReport, sources: &Sources, width: usize) -> String {
    let mut text = String::new();
    let obstacles = &report.obstacles;
    if obstacles.too_many_beginnings {
        let said = "no symmetry was looked for: there are more than 10,000 states before the last \
                    `run` (what comes after it does not count; `d_step` makes one step of many)";
        text.push_str(&wrapped(said, 4, 6, width));
    }
    for family in &alike(&report.families) {
        text.push_str(&family_text(family, obstacles, sources, width));
    }
    for kind in &obstacles.unmoved {
        text.push_str(&wrapped(&unmoved_text(kind, sources), 4, 6, width));
    }
    text.push_str(&copies_text(obstacles, sources, width));
    text.push_str(&distinctions_text(report, sources, width));
    if text.is_empty() && obstacles.are_all_single && report.group.order == "1" {
        let said = "no two processes are of one kind: each proctype has one process";
        text.push_str(&wrapped(said, 4, 6, width));
    }
    if !text.is_empty() {
        text.insert_str(0, "\n  why not more\n");
    }
    text
}

/// Families of which the same is to be said are told together.
fn alike(families: &[Family]) -> Vec<Family> {
    let untitled = |family: &Family| Family {
        title: String::new(),
        members: vec![String::new(); family.members.len()],
        ..family.clone()
    };
    let mut told: Vec<(Family, Vec<String>)> = Vec::new();
    for family in families {
        let same = untitled(family);
        let known = told.iter_mut().find(|(known, _)| *known == same);
        match known {
            // Several classes of numbers may be called after one variable.
            Some((_, titles)) if titles.contains(&family.title) => {}
            Some((_, titles)) => titles.push(family.title.clone()),
            None => told.push((same, vec![family.title.clone()])),
        }
    }
    let titled = told.into_iter().map(|(family, titles)| Family {
        title: some_of(&titles, SHOWN_NAMES, ", "),
        ..family
    });
    titled.collect()
}

fn family_text(family: &Family, obstacles: &Obstacles, sources: &Sources, width: usize) -> String {
    let mut text = wrapped(&headline(family), 4, 6, width);
    let news = news(&family.breaks);
    for same in news.iter().take(SHOWN_BREAKS) {
        let telling = same.iter().find(|one| is_telling(&one.reason.name));
        let Some(one) = telling.or(same.first()) else {
            continue;
        };
        let mut said = break_text(one, family, obstacles, sources);
        if let [_, others @ .., last] = &same[..] {
            let more = counted(others.len() as u64 + 1, "more statement");
            let line = line_of(last.reason.span, sources).unwrap_or_default();
            said.push_str(&format!(
                "; the same of {more}, the last one in line {line}"
            ));
        }
        text.push_str(&wrapped(&said, 6, 8, width));
    }
    text.push_str(&suspects_text(family, sources, width));
    text.push_str(&together_text(family, sources, width));
    match (news.len().saturating_sub(SHOWN_BREAKS), family.is_complete) {
        (0, true) => {}
        (0, false) => text.push_str("      … and maybe more: it was not looked for to the end\n"),
        (more, true) => text.push_str(&format!("      … and {more} more\n")),
        (more, false) => text.push_str(&format!("      … and {more} more at least\n")),
    }
    if family.breaks.iter().any(|one| hides_others(&one.how)) {
        let said = "where channels are no names, other statements that tell them apart do not show \
                    yet: mend these and ask again";
        text.push_str(&wrapped(said, 6, 8, width));
    }
    text
}

/// What may break a family, where there was no time to find out.
fn suspects_text(family: &Family, sources: &Sources, width: usize) -> String {
    let [_, ..] = &family.suspects[..] else {
        return String::new();
    };
    let said = "there was no time to find out what does it; these ask for an order:";
    let mut text = wrapped(said, 6, 8, width);
    for one in family.suspects.iter().take(SHOWN_BREAKS) {
        let line = line_of(one.reason.span, sources);
        let at = line.map_or(String::new(), |line| format!("line {line}: "));
        let said = format!("{at}{}", suspect_text(one));
        text.push_str(&wrapped(&said, 8, 10, width));
    }
    let more = family.suspects.len().saturating_sub(SHOWN_BREAKS);
    if more > 0 {
        text.push_str(&format!("        … and {more} more\n"));
    }
    text
}

/// What there would be without some of the breaks.
fn together_text(family: &Family, sources: &Sources, width: usize) -> String {
    let Some((reasons, of)) = &family.together else {
        return String::new();
    };
    let mut lines: Vec<String> = Vec::new();
    for reason in reasons {
        let line = line_of(reason.span, sources);
        lines.extend(line.filter(|line| !lines.contains(line)));
    }
    let which = match &lines[..] {
        [] => return String::new(),
        [only] => format!("what line {only} says"),
        several => format!("what lines {} say", some_of(several, SHOWN_NAMES, ", ")),
    };
    let said = format!(
        "without {which}: {}, order {}",
        of.structure,
        shortened(&of.order)
    );
    wrapped(&said, 6, 8, width)
}

/// Whether there may be other reasons behind it, which can't be seen while it is there.
fn hides_others(how: &How) -> bool {
    matches!(how, How::LocalChannel)
}

/// Whether a statement says something by itself.
fn is_telling(name: &str) -> bool {
    !["fi", "od", "else", "skip", "break"].contains(&name)
}

/// Statements of which the same is to be said are told together.
fn news(breaks: &[Break]) -> Vec<Vec<&Break>> {
    let mut news: Vec<Vec<&Break>> = Vec::new();
    for one in breaks {
        let is_same = |other: &Break| {
            is_told_together(&one.how) && (&one.how, &one.alone) == (&other.how, &other.alone)
        };
        let known = news.iter_mut().find(|all| is_same(all[0]));
        match known {
            Some(known) => known.push(one),
            None => news.push(vec![one]),
        }
    }
    news
}

fn is_told_together(how: &How) -> bool {
    match how {
        How::Only(_)
        | How::Given(_)
        | How::ChannelNumber { .. }
        | How::Mentions(_)
        | How::Wide { .. }
        | How::LocalChannel
        | How::Provided { .. }
        | How::Pinned(_) => true,
        How::Compares
        | How::Sorts
        | How::Counts
        | How::Computes
        | How::MentionsSome
        | How::Order
        | How::InTurn
        | How::Copies { .. }
        | How::Differs
        | How::Values(..)
        | How::Begins
        | How::Ends
        | How::Ranges(_)
        | How::Stands
        | How::Unlike => false,
    }
}

/// What there is, what there could be, and what that would be worth.
fn headline(family: &Family) -> String {
    let Family {
        title,
        members,
        present,
        widest,
        ..
    } = family;
    let noun = match family.kind {
        FamilyKind::Processes => "processes",
        FamilyKind::Names => "names",
        FamilyKind::Numbers => "indices",
    };
    let count = members.len();
    let possible = format!("{}, order {}", widest.structure, shortened(&widest.order));
    let gain = shortened(&gain(present, widest));
    let what = if present.order == BigUint::from(1u32) {
        format!("all {count} {noun} are told apart")
    } else {
        format!("{} on {count} {noun}", present.structure)
    };
    if family.breaks.is_empty() {
        return format!("{title}: {what}");
    }
    let rest = if family.is_complete {
        ""
    } else {
        ", and maybe more,"
    };
    let at_most = if family.is_found { "" } else { " at most" };
    format!(
        "{title}: {what}; without what follows{rest}{at_most} {possible}: {gain} times fewer states \
         at most"
    )
}

/// How many times fewer states there are at most.
pub(super) fn gain(present: &Extent, widest: &Extent) -> BigUint {
    &widest.order / &present.order
}

fn shortened(number: &BigUint) -> String {
    order(&number.to_string())
}

fn break_text(one: &Break, family: &Family, obstacles: &Obstacles, sources: &Sources) -> String {
    let line = line_of(one.reason.span, sources);
    let what = how_text(one, family.kind, sources);
    let shows = match (&one.how, &obstacles.end_shows) {
        (How::Ends, Some(shows)) => end_shows_text(shows, sources),
        _ => String::new(),
    };
    let alone = match &one.alone {
        Some(of) => format!(
            " (without it: {}, order {})",
            of.structure,
            shortened(&of.order)
        ),
        None => String::new(),
    };
    match line {
        Some(line) if one.how != How::Ends => format!("line {line}: {what}{shows}{alone}"),
        _ => format!("{what}{shows}{alone}"),
    }
}

fn end_shows_text(shows: &EndShows, sources: &Sources) -> String {
    let line = line_of(shows.at, sources);
    let at = line.map_or(String::new(), |line| format!("line {line}, "));
    format!(", and they can't stay: {at}{}", shows.because)
}

/// The number of a line, and its file if that is included.
pub(super) fn line_of(span: Span, sources: &Sources) -> Option<String> {
    let line = || sources.position(span).line;
    let file = || {
        let name = &sources.file(span.file).name;
        Path::new(name)
            .file_name()
            .map_or(name.clone(), |name| name.display().to_string())
    };
    (!span.is_empty()).then(|| match span.file.index() {
        0 => line().to_string(),
        _ => format!("{} of {}", line(), file()),
    })
}

fn unmoved_text(kind: &UnmovedKind, sources: &Sources) -> String {
    let title = &kind.title;
    let because = match &kind.because {
        Unmoved::CreatedLate(places) => {
            let at = lines_text(places, sources);
            format!("it is not certain that each `run {title}`{at} is executed once, in one order")
        }
        Unmoved::Mixed(places) => {
            let at = lines_text(places, sources);
            format!("some are there from the start, and others are created later{at}")
        }
        Unmoved::Choice(places) => {
            let at = lines_text(places, sources);
            format!("which of them are created, and with which numbers, depends on a choice{at}")
        }
        Unmoved::Between(waits) if waits.is_empty() => {
            "others may be created between them and take the next number; `atomic` around the \
             `run`s helps, if all of them are executed"
                .to_string()
        }
        Unmoved::Between(waits) => format!(
            "others may be created between them and take the next number{}",
            waits_text(waits, sources)
        ),
        Unmoved::Creators(creators) => format!(
            "the `{creators}` that create them are not all there at once; `atomic` around each \
             `run {creators}` helps"
        ),
        Unmoved::TooMany => "with them there may be more than 255 processes".to_string(),
        Unmoved::Seen(Witness { what, span }) => {
            let line = line_of(*span, sources);
            let at = line.map_or(String::new(), |line| format!("line {line}, "));
            format!(
                "they are numbered in the order in which they are created, and that can be seen: \
                 {at}{}",
                what.words()
            )
        }
        Unmoved::Others(other) => format!(
            "they are numbered in the order in which they are created, together with those of \
             `{other}`"
        ),
        Unmoved::Removed => "they are numbered in the order in which they are created, and with \
                             `--termination spin` in that in which others go"
            .to_string(),
        Unmoved::NumberedLate(waits) if waits.is_empty() => {
            "others may have ended before the last `run`, and then their numbers are used again; \
             `atomic` around the `run`s helps"
                .to_string()
        }
        Unmoved::NumberedLate(waits) => format!(
            "others may have ended before the last `run`, and then their numbers are used again{}",
            waits_text(waits, sources)
        ),
    };
    let gain = kind.count.map_or(String::new(), |count| {
        let order: BigUint = (1..=count).map(BigUint::from).product();
        let order = shortened(&order);
        format!(
            "; otherwise S{count} on {count} processes at most, order {order}: {order} times fewer \
             states at most"
        )
    });
    format!(
        "{title}: its processes stay where they are, since {because}{gain}; what else tells them \
         apart shows only then"
    )
}

/// Where a sequence is interrupted.
fn waits_text(waits: &[Span], sources: &Sources) -> String {
    let at = lines_text(waits, sources);
    format!(
        ": `atomic` does not help where what stands in it may have to wait{at}; before the first \
         `run`, or behind the last, it would do no harm"
    )
}

/// Where statements are, in parentheses.
pub(super) fn lines_text(places: &[Span], sources: &Sources) -> String {
    let lines = places.iter().filter_map(|at| line_of(*at, sources));
    let mut lines: Vec<String> = lines.collect();
    lines.dedup();
    match &lines[..] {
        [] => String::new(),
        [only] => format!(" (line {only})"),
        several => format!(" (lines {})", some_of(several, SHOWN_NAMES, ", ")),
    }
}

fn copies_text(obstacles: &Obstacles, sources: &Sources, width: usize) -> String {
    let copies = &obstacles.copies;
    let shown = copies.iter().take(SHOWN_COPIES);
    let mut text: String = shown
        .map(|copies| wrapped(&copy_text(copies, sources), 4, 6, width))
        .collect();
    if copies.len() > SHOWN_COPIES {
        let more = counted((copies.len() - SHOWN_COPIES) as u64, "more pair");
        text.push_str(&format!("    … and {more} of copies\n"));
    }
    if let Some(hint) = copies_hint(copies) {
        let atomic = ", and `atomic` around all `run`s makes one kind of copies";
        let are_apart = copies.iter().any(|one| one.are_run_apart);
        let hint = format!("{hint}{}", if are_apart { atomic } else { "" });
        text.push_str(&wrapped(&hint, 6, 8, width));
    }
    text
}

/// A parameter stands for a name or a number, never for an operator or a type.
fn copies_hint(copies: &[NearCopies]) -> Option<&'static str> {
    let is_renamed = |one: &NearCopies| one.differences.is_empty() && one.declared.is_empty();
    let are_all_renamed = copies.iter().all(is_renamed);
    let said = if copies.iter().any(|one| one.are_rules) && !are_all_renamed {
        "if they mean the same: written alike, as an array over a range or a scalarset, and a \
         `ruleset` over it, they would be one"
    } else if copies.iter().any(|one| one.are_rules) {
        "an array over a range or a scalarset, and a `ruleset` over it, would make them one"
    } else if are_all_renamed {
        "one proctype with a parameter, run several times, would be one kind"
    } else {
        "if they mean the same: written alike, or as one proctype with a parameter, they would \
         be one kind"
    };
    (!copies.is_empty()).then_some(said)
}

fn copy_text(copies: &NearCopies, sources: &Sources) -> String {
    let NearCopies {
        one,
        other,
        renamed,
        declared,
        differences,
        are_rules: _,
        are_run_apart: _,
    } = copies;
    let names = renamed
        .iter()
        .map(|(one, other)| format!("`{one}`/`{other}`"));
    let declared = declared.iter().map(|(name, places)| {
        let line = |span: &Option<Span>| span.and_then(|span| line_of(span, sources));
        let places = (line(&places.0), line(&places.1));
        format!("`{name}` ({})", declared_text(places))
    });
    let statements = differences
        .iter()
        .map(|pair| statements_text(pair, sources));
    let parts = [
        ("the names ", names.collect::<Vec<String>>()),
        ("the local variables ", declared.collect()),
        ("", statements.collect()),
    ];
    let parts = parts.iter().filter(|(_, told)| !told.is_empty());
    let but = parts.map(|(what, told)| format!("{what}{}", some_of(told, SHOWN_COPIES, ", ")));
    match &but.collect::<Vec<String>>()[..] {
        [] => format!("`{one}` and `{other}` are copies"),
        but => format!(
            "`{one}` and `{other}` are copies but for {}",
            but.join(", and ")
        ),
    }
}

fn declared_text(lines: (Option<String>, Option<String>)) -> String {
    match lines {
        (Some(one), Some(other)) if one == other => format!("line {one}"),
        (Some(one), Some(other)) => format!("line {one} / line {other}"),
        (Some(line), None) | (None, Some(line)) => format!("line {line}, which one alone has"),
        (None, None) => "which one alone has".to_string(),
    }
}

fn statements_text(pair: &Counterparts<Quotation>, sources: &Sources) -> String {
    let quoted = |one: &Quotation| {
        let text = match one.quoted {
            Quoted::Statement | Quoted::Clause => format!("`{}`", statement(&one.text)),
            Quoted::Label => format!("the label `{}`", statement(&one.text)),
            Quoted::Condition => format!("`provided ({})`", statement(sources.text(one.span))),
        };
        match line_of(one.span, sources) {
            Some(line) => format!("{text} (line {line})"),
            None => text,
        }
    };
    match pair {
        (Some(one), Some(other)) => format!("{} / {}", quoted(one), quoted(other)),
        (Some(one), None) | (None, Some(one)) => {
            format!("{}, which one alone has", quoted(one))
        }
        (None, None) => String::new(),
    }
}

/// Pairs of names, where it was not found what breaks their family.
fn distinctions_text(report: &SymmetryReport, sources: &Sources, width: usize) -> String {
    let families = report.families.iter();
    let open: Vec<&Family> = families.filter(|family| family.breaks.is_empty()).collect();
    let is_open = |one: &Distinction| open.iter().any(|family| family.members.contains(&one.one));
    let open: Vec<&Distinction> = report
        .distinctions
        .iter()
        .filter(|one| is_open(one))
        .collect();
    let together = open.chunk_by(|a, b| (&a.one, &a.because) == (&b.one, &b.because));
    together
        .map(|distinctions| wrapped(&distinction_text(distinctions, sources), 4, 6, width))
        .collect()
}

/// Names that the same part of the program tells from the first.
fn distinction_text(distinctions: &[&Distinction], sources: &Sources) -> String {
    let Some(Distinction { one, because, .. }) = distinctions.first() else {
        return String::new();
    };
    let others: Vec<String> = distinctions.iter().map(|d| d.other.clone()).collect();
    let others = some_of(&others, SHOWN_NAMES, ", ");
    match because {
        Some(reason) => format!("{one} and {others}: {}", reason_text(reason, sources)),
        None => format!("{one} and {others}: no single statement tells them apart"),
    }
}
