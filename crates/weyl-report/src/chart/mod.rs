//! The messages of a run as a sequence chart: a column for each process, a row for each message; as
//! text, as a picture, and for two programs that draw such charts.
//!
//! A message that is sent and taken in one step is one arrow. On a channel that stores messages a
//! send is noted at its sender, and the arrow is drawn when the message is received.

mod ascii;
mod svg;
mod written;

use crate::view::{DirectionView, MessageView, StepView, TraceView};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartFormat {
    Text,
    Svg,
    Mermaid,
    PlantUml,
}

impl ChartFormat {
    /// By what the name of a file ends in.
    pub fn by_ending(ending: &str) -> Option<ChartFormat> {
        match ending.to_ascii_lowercase().as_str() {
            "txt" => Some(ChartFormat::Text),
            "svg" => Some(ChartFormat::Svg),
            "mmd" | "mermaid" => Some(ChartFormat::Mermaid),
            "puml" | "plantuml" => Some(ChartFormat::PlantUml),
            _ => None,
        }
    }
}

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

/// The chart of a run; text is in lines of this width, and empty if no message is sent or received.
pub fn render_chart(trace: &TraceView, format: ChartFormat, width: usize) -> String {
    let chart = Chart::of(trace);
    match format {
        ChartFormat::Text => ascii::render(&chart, width),
        ChartFormat::Svg => svg::render(&chart),
        ChartFormat::Mermaid => written::mermaid(&chart),
        ChartFormat::PlantUml => written::plant_uml(&chart),
    }
}

/// Number and kind of the process that takes a step.
fn process(step: &StepView) -> Option<(u64, String)> {
    Some((step.process?, step.proctype.clone()?))
}

impl Chart {
    fn of(trace: &TraceView) -> Chart {
        let mut chart = Chart::default();
        let steps = trace.steps.iter().skip(1);
        let speaking = steps.clone().filter(|step| !step.messages.is_empty());
        chart.columns = speaking.filter_map(process).collect();
        chart.columns.sort();
        chart.columns.dedup();
        for (number, step) in (1..).zip(steps) {
            chart.add(number, step);
        }
        chart
    }

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
}

fn label(message: &MessageView, operator: &str) -> String {
    format!("{}{operator}{}", message.channel, message.values.join(","))
}
