//! Why there is not more symmetry, in plain words.

use super::{SHOWN_NAMES, reason_text};
use crate::flow::{one_line, some_of, truncated, wrapped};
use crate::quantity::{counted, order};
use weyl_check::{EndShows, Obstacles, SymmetryReport};
use weyl_permutation::group::BigUint;
use weyl_source::{Sources, Span};
use weyl_symmetry::{
    Break, Counterparts, Distinction, Extent, Family, FamilyKind, How, NearCopies, Quotation,
    Quoted, ReasonKind, Unmoved, UnmovedKind, Witness,
};

/// Breaks of a family that are written out; the rest is counted.
const SHOWN_BREAKS: usize = 10;
/// Copies and differences between them that are written out.
const SHOWN_COPIES: usize = 8;
/// Letters of a statement that are written out.
const STATEMENT: usize = 60;

/// All that keeps names from changing places.
pub(super) fn why_text(report: &SymmetryReport, sources: &Sources, width: usize) -> String {
    let mut text = String::new();
    let obstacles = &report.obstacles;
    if obstacles.too_many_beginnings {
        let said = "no symmetry was looked for: there are more than 10,000 states before the last \
                    `run` (what comes after it does not count; `d_step` makes one step of many)";
        text.push_str(&wrapped(said, 4, 6, width));
    }
    for family in &report.families {
        let told = family_text(family, obstacles, sources, width);
        // Several classes of numbers may be called after one variable.
        if !text.contains(&told) {
            text.push_str(&told);
        }
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
            let line = sources.position(last.reason.span).line;
            said.push_str(&format!(
                "; the same of {more}, the last one in line {line}"
            ));
        }
        text.push_str(&wrapped(&said, 6, 8, width));
    }
    match (news.len().saturating_sub(SHOWN_BREAKS), family.is_complete) {
        (0, true) => {}
        (0, false) => text.push_str("      … and maybe more: it was not looked for to the end\n"),
        (more, true) => text.push_str(&format!("      … and {more} more\n")),
        (more, false) => text.push_str(&format!("      … and {more} more at least\n")),
    }
    if family.breaks.iter().any(|one| hides_others(&one.how)) {
        let said = "where numbers or channels are no names, other statements that tell them apart \
                    do not show yet: mend these and ask again";
        text.push_str(&wrapped(said, 6, 8, width));
    }
    text
}

/// Whether there may be other reasons behind it, which can't be seen while it is there.
fn hides_others(how: &How) -> bool {
    matches!(how, How::Wide { .. } | How::LocalChannel)
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
        | How::Ends
        | How::Ranges
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
    format!(
        "{title}: {what}; without what follows{rest} {possible}: {gain} times fewer states at most"
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

fn line_of(span: Span, sources: &Sources) -> Option<usize> {
    (!span.is_empty()).then(|| sources.position(span).line)
}

/// What a part of the program does to the names of a family.
pub(super) fn how_text(one: &Break, kind: FamilyKind, sources: &Sources) -> String {
    let numbers = match kind {
        FamilyKind::Processes => "process numbers",
        FamilyKind::Names => "names",
        FamilyKind::Numbers => "indices",
    };
    let subject = match one.reason.kind {
        ReasonKind::Rule | ReasonKind::Order => format!("`{}`", statement(&one.reason.name)),
        ReasonKind::Function
        | ReasonKind::Property
        | ReasonKind::Fact
        | ReasonKind::Start
        | ReasonKind::End => one.reason.to_string(),
    };
    match &one.how {
        How::Compares if kind == FamilyKind::Processes && !one.reason.name.contains("_pid") => {
            format!("{subject} compares numbers that tell processes apart")
        }
        How::Compares => format!("{subject} compares {numbers}"),
        How::Counts => format!("{subject} counts: it goes through {numbers} in their order"),
        How::Sorts => format!("{subject} sorts messages by {numbers}"),
        How::Computes => format!("{subject} computes with {numbers}"),
        How::Mentions(_) if one.reason.name.starts_with("run ") => format!(
            "{subject} creates one of them, and what happens before the last `run` could not be \
             followed"
        ),
        How::Mentions(name) => format!("{subject} mentions one of them: {name}"),
        How::Given(name) => {
            format!("{subject} uses what never changes and is not the same for all: {name} here")
        }
        How::ChannelNumber { channel, number } => format!(
            "{subject} sends or receives {number} where channels are sent, too, and that is the \
             number of {channel}"
        ),
        How::LocalChannel => format!(
            "{subject} uses a channel that is declared inside of a process: such channels stay \
             where they are"
        ),
        How::MentionsSome => format!("{subject} mentions one of them by its number"),
        How::Order => format!("{subject} shows the order of {numbers}"),
        How::InTurn => format!("{subject} takes them one after the other"),
        How::Only(names) => {
            let names = some_of(names, SHOWN_NAMES / 2, ", ");
            format!("only {names} can get to {subject}")
        }
        How::Copies { other, at } => {
            let line = line_of(*at, sources);
            let at = line.map_or(String::new(), |line| format!(" (line {line})"));
            let other = statement(other);
            format!("{subject} and `{other}`{at}, the same step of two copies, are not alike")
        }
        How::Differs => format!("{subject} never changes and is not the same for all"),
        How::Wide { variable, at } => {
            let line = line_of(*at, sources);
            let at = line.map_or(String::new(), |line| format!(" (line {line})"));
            format!(
                "{subject} has {numbers} as plain numbers, because of `{variable}`{at}: computed \
                 values in a type of more than 512, such as `int` or `short`"
            )
        }
        How::Provided { at } => format!(
            "{subject} may be executed under a condition that is not the same for all: `provided \
             ({})`",
            statement(sources.text(*at))
        ),
        How::Ends => "processes that have ended are removed, the youngest first".to_string(),
        How::Ranges => "what they may hold, or where they may stand, is not the same".to_string(),
        How::Pinned(why) => (*why).to_string(),
        How::Unlike => format!("{subject} is not the same for all"),
    }
}

pub(super) fn statement(text: &str) -> String {
    truncated(&one_line(text), STATEMENT)
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
        Unmoved::Between => "others may be created between them and take the next number; \
                             `atomic` around the `run`s helps, if all of them are executed"
            .to_string(),
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
        Unmoved::NumberedLate => "others may have ended before the last `run`, and then their \
                                  numbers are used again; `atomic` around the `run`s helps"
            .to_string(),
    };
    let gain = kind.count.map_or(String::new(), |count| {
        let order: BigUint = (1..=count).map(BigUint::from).product();
        let order = shortened(&order);
        format!(
            "; otherwise S{count} on {count} processes at most, order {order}: {order} times fewer \
             states at most"
        )
    });
    format!("{title}: its processes stay where they are, since {because}{gain}")
}

/// Where statements are, in parentheses.
fn lines_text(places: &[Span], sources: &Sources) -> String {
    let lines = places.iter().filter_map(|at| line_of(*at, sources));
    let mut lines: Vec<String> = lines.map(|line| line.to_string()).collect();
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
        text.push_str(&wrapped(hint, 6, 8, width));
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
        "one proctype with a parameter, run several times, would be one kind, and `atomic` around \
         all `run`s makes one kind of copies"
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

fn declared_text(lines: (Option<usize>, Option<usize>)) -> String {
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
