//! The messages of a run as a sequence chart in text: a column for each process, a row for each
//! message.
//!
//! A message that is sent and taken in one step is one arrow. On a channel that stores messages a
//! send is noted at its sender, and the arrow is drawn when the message is received.

use crate::style::{BOLD, FAINT, paint};
use crate::view::{DirectionView, MessageView, StepView, TraceView};
use unicode_width::UnicodeWidthStr;

/// What is shown beside a message, at least.
const SPACE: usize = 6;

/// One row: who sent, who received, if that is known.
struct Row {
    step: usize,
    from: Option<usize>,
    to: Option<usize>,
    label: String,
}

/// A message that is under way.
struct Sent {
    column: usize,
    /// The row of its sending.
    row: usize,
    step: usize,
    message: MessageView,
}

#[derive(Default)]
struct Chart {
    /// Number and kind of each process.
    columns: Vec<(u64, String)>,
    rows: Vec<Row>,
    under_way: Vec<Sent>,
}

/// The chart of a run; empty if no message is sent or received.
pub(crate) fn render_msc(trace: &TraceView) -> String {
    let mut chart = Chart::default();
    let steps = trace.steps.iter().skip(1);
    let speaking = steps.clone().filter(|step| !step.messages.is_empty());
    chart.columns = speaking.filter_map(process).collect();
    chart.columns.sort();
    chart.columns.dedup();
    for (number, step) in (1..).zip(steps) {
        chart.add(number, step);
    }
    chart.render()
}

/// Number and kind of the process that takes a step.
fn process(step: &StepView) -> Option<(u64, String)> {
    Some((step.process?, step.proctype.clone()?))
}

impl Chart {
    fn add(&mut self, number: usize, step: &StepView) {
        let own = process(step);
        let mut columns = self.columns.iter();
        let column = columns.position(|process| Some(process) == own.as_ref());
        let Some(column) = column else {
            return;
        };
        for message in &step.messages {
            match message.direction {
                DirectionView::Sent => self.send(number, column, message),
                DirectionView::Received => self.receive((number, step.continues), column, message),
                DirectionView::Read => self.rows.push(Row {
                    step: number,
                    from: None,
                    to: Some(column),
                    label: label(message, "?<>"),
                }),
            }
        }
    }

    fn send(&mut self, step: usize, column: usize, message: &MessageView) {
        self.under_way.push(Sent {
            column,
            row: self.rows.len(),
            step,
            message: message.clone(),
        });
        self.rows.push(Row {
            step,
            from: Some(column),
            to: None,
            label: label(message, "!"),
        });
    }

    fn receive(&mut self, (step, continues): (usize, bool), column: usize, message: &MessageView) {
        let is_it = |sent: &Sent| {
            (&sent.message.channel, &sent.message.values) == (&message.channel, &message.values)
        };
        let at = self.under_way.iter().position(is_it);
        let sent = at.map(|at| self.under_way.remove(at));
        if let Some(sent) = &sent
            && continues
            && sent.step + 1 == step
            && sent.row + 1 == self.rows.len()
        {
            self.rows.pop();
        }
        self.rows.push(Row {
            step,
            from: sent.map(|sent| sent.column).filter(|from| *from != column),
            to: Some(column),
            label: label(message, "?"),
        });
    }

    fn render(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let heads: Vec<String> = self
            .columns
            .iter()
            .map(|(number, kind)| format!("{number} ({kind})"))
            .collect();
        let labels = self.rows.iter().map(|row| &row.label).chain(&heads);
        let width = labels.map(|label| label.width()).max().unwrap_or(0) + SPACE;
        let mut head = Line::new(heads.len(), width, ' ');
        for (column, text) in heads.iter().enumerate() {
            head.centre(head.middle(column), text);
        }
        let mut text = format!("{:8}{}\n", "", paint(BOLD, &head.text()));
        for row in &self.rows {
            let step = paint(FAINT, &format!("{:>6}", row.step));
            text.push_str(&format!("{step}  {}\n", row.draw(heads.len(), width)));
        }
        text
    }
}

fn label(message: &MessageView, operator: &str) -> String {
    format!("{}{operator}{}", message.channel, message.values.join(","))
}

impl Row {
    fn draw(&self, columns: usize, width: usize) -> String {
        let mut line = Line::new(columns, width, '|');
        match (self.from, self.to) {
            (Some(from), Some(to)) => {
                let (start, end) = (line.middle(from), line.middle(to));
                line.dashes(start.min(end), start.max(end));
                line.centre(start.midpoint(end), &self.label);
                line.put(start, 'o');
                line.put(end, if start < end { '>' } else { '<' });
            }
            (Some(column), None) | (None, Some(column)) => {
                line.centre(line.middle(column), &self.label);
            }
            (None, None) => {}
        }
        line.text()
    }
}

/// A line of characters with a mark in the middle of every column.
struct Line {
    characters: Vec<char>,
    width: usize,
}

impl Line {
    fn new(columns: usize, width: usize, mark: char) -> Line {
        let mut line = Line {
            characters: vec![' '; columns * width],
            width,
        };
        for column in 0..columns {
            line.put(line.middle(column), mark);
        }
        line
    }

    fn middle(&self, column: usize) -> usize {
        column * self.width + self.width / 2
    }

    fn put(&mut self, at: usize, character: char) {
        if let Some(place) = self.characters.get_mut(at) {
            *place = character;
        }
    }

    fn dashes(&mut self, from: usize, to: usize) {
        for at in from..=to {
            self.put(at, '-');
        }
    }

    fn centre(&mut self, at: usize, text: &str) {
        let start = at.saturating_sub(text.chars().count() / 2);
        for (place, character) in (start..).zip(text.chars()) {
            self.put(place, character);
        }
    }

    fn text(&self) -> String {
        let text: String = self.characters.iter().collect();
        text.trim_end().to_string()
    }
}
