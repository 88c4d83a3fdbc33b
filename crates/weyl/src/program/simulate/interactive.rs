//! A walk by hand: a numbered list of what can happen, and a choice.

use super::walk::{Walk, WalkEnd};
use std::io::{self, BufRead, IsTerminal};
use weyl_report::{StepView, emphasised, render_choice};
use weyl_trace::Step;

const HELP: &str = "a number takes that step; s shows the whole state, u undoes a step, q quits";

enum Reply {
    Take(usize),
    ShowState,
    Undo,
    Quit,
    Unknown,
}

pub fn walk(mut walk: Walk<'_>) -> WalkEnd {
    match converse(&mut walk) {
        Ok(()) => WalkEnd::Done,
        Err(end) => end,
    }
}

fn converse(walk: &mut Walk<'_>) -> Result<(), WalkEnd> {
    walk.remark(HELP)?;
    loop {
        let steps = offer(walk)?;
        match ask(walk, steps.len())? {
            Reply::Quit => return Ok(()),
            Reply::Take(number) => take(walk, steps.into_iter().nth(number - 1))?,
            Reply::ShowState => walk.show_state()?,
            Reply::Undo if walk.is_empty() => walk.remark("there is nothing to undo")?,
            Reply::Undo => {
                walk.undo();
                walk.show_state()?;
            }
            Reply::Unknown => walk.remark(HELP)?,
        }
    }
}

/// A step into a violation is shown, and may be undone.
fn take(walk: &mut Walk<'_>, steps: Option<Vec<Step>>) -> Result<(), WalkEnd> {
    let taken = steps.map_or(Ok(()), |steps| walk.take(steps));
    match taken {
        Err(WalkEnd::Violated) => Ok(()),
        other => other,
    }
}

fn offer(walk: &mut Walk<'_>) -> Result<Vec<Vec<Step>>, WalkEnd> {
    let firings = walk.choices();
    let steps = firings.into_iter().filter_map(|f| walk.preview(f));
    let steps: Vec<Vec<Step>> = steps.collect();
    if steps.is_empty() {
        let remark = walk.nothing_to_do();
        walk.remark(remark)?;
    }
    let list = (1..).zip(&steps);
    let list: String = list
        .map(|(number, steps)| {
            let steps = steps.iter().map(|step| walk.view(step));
            render_choice(number, &steps.collect::<Vec<StepView>>(), walk.width())
        })
        .collect();
    walk.print(&format!("\n{list}"))?;
    Ok(steps)
}

/// The next line that the user types; its end is the end of the conversation.
fn ask(walk: &Walk<'_>, choices: usize) -> Result<Reply, WalkEnd> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        walk.print(&emphasised("> "))?;
    }
    let mut bytes = Vec::new();
    match stdin.lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return Ok(Reply::Quit),
        Ok(_) => {}
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(match line.trim() {
        "q" | "quit" => Reply::Quit,
        "u" | "undo" => Reply::Undo,
        "s" | "state" => Reply::ShowState,
        other => match other.parse() {
            Ok(number) if (1..=choices).contains(&number) => Reply::Take(number),
            _ => Reply::Unknown,
        },
    })
}
