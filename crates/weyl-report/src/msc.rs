//! The messages of a run as a sequence chart in text: a column for each process, a row for each message.
//!
//! A message that is sent and taken in one step is one arrow. On a channel that stores messages a send is
//! noted at its sender, and the arrow is drawn when the message is received.

use crate::style::{BOLD, FAINT, paint};
use unicode_width::UnicodeWidthStr;
use weyl_trace::{Direction, Message, Process, Step, Trace};

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
    message: Message,
}

#[derive(Default)]
struct Chart {
    columns: Vec<Process>,
    rows: Vec<Row>,
    under_way: Vec<Sent>,
}

/// The chart of a run; empty if no message is sent or received.
pub(crate) fn render_msc(trace: &Trace) -> String {
    let mut chart = Chart::default();
    let mut processes: Vec<&Process> = Vec::new();
    for process in trace.steps.iter().filter(|s| !s.messages.is_empty()) {
        processes.extend(&process.process);
    }
    processes.sort_by_key(|process| (process.number, process.kind.as_str()));
    processes.dedup();
    chart.columns = processes.into_iter().cloned().collect();
    for (number, step) in (1..).zip(&trace.steps) {
        chart.add(number, step);
    }
    chart.render()
}

impl Chart {
    fn add(&mut self, number: usize, step: &Step) {
        let mut columns = self.columns.iter();
        let column = columns.position(|process| Some(process) == step.process.as_ref());
        let Some(column) = column else {
            return;
        };
        for message in &step.messages {
            match message.direction {
                Direction::Sent => self.send(number, column, message),
                Direction::Received => self.receive((number, step.continues), column, message),
                Direction::Read => self.rows.push(Row {
                    step: number,
                    from: None,
                    to: Some(column),
                    label: label(message, "?<>"),
                }),
            }
        }
    }

    fn send(&mut self, step: usize, column: usize, message: &Message) {
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

    fn receive(&mut self, (step, continues): (usize, bool), column: usize, message: &Message) {
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
            .map(|process| format!("{} ({})", process.number, process.kind))
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

fn label(message: &Message, operator: &str) -> String {
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
