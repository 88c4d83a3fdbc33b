//! A chart as text that fits into a width: with messages on their arrows where there is room, with
//! messages beside the chart where there is less, and as a list where there are too many processes.

use super::{Chart, Row};
use crate::flow::{folded, wrapped};
use crate::style::{BOLD, FAINT, paint};
use unicode_width::UnicodeWidthStr;

/// What is shown beside a message, at least.
const SPACE: usize = 6;
/// Before the chart: the number of the step.
const MARGIN: usize = 8;
/// The least and the greatest distance of processes where messages stand beside the chart.
const LANES: std::ops::RangeInclusive<usize> = 4..=10;

pub(super) fn render(chart: &Chart, width: usize) -> String {
    if chart.rows.is_empty() {
        return String::new();
    }
    let heads: Vec<String> = chart
        .columns
        .iter()
        .map(|(number, kind)| format!("{number} ({kind})"))
        .collect();
    let labels = chart.rows.iter().map(|row| row.label.width());
    let widest = labels.max().unwrap_or(0);
    let widest_head = heads.iter().map(|head| head.width()).max().unwrap_or(0);
    let lane = widest.max(widest_head) + SPACE;
    if MARGIN + heads.len() * lane <= width {
        return drawn(chart, &heads, lane, |row, line| row.draw_labelled(line));
    }
    let room = width.saturating_sub(MARGIN + 2 + widest);
    let lane = (room / heads.len().max(1)).min(*LANES.end());
    if lane < *LANES.start() {
        return listed(chart, &heads, width);
    }
    let numbers: Vec<String> = chart.columns.iter().map(|one| one.0.to_string()).collect();
    let names = wrapped(&heads.join(", "), MARGIN, MARGIN, width);
    names + &drawn(chart, &numbers, lane, |row, line| row.draw_beside(line))
}

fn drawn(
    chart: &Chart,
    heads: &[String],
    lane: usize,
    draw: impl Fn(&Row, Line) -> String,
) -> String {
    let mut head = Line::new(heads.len(), lane, ' ');
    for (column, text) in heads.iter().enumerate() {
        head.centre(head.middle(column), text);
    }
    let mut text = format!("{:MARGIN$}{}\n", "", paint(BOLD, &head.text()));
    for row in &chart.rows {
        let step = paint(FAINT, &format!("{:>6}", row.step));
        let line = draw(row, Line::new(heads.len(), lane, '|'));
        text.push_str(&format!("{step}  {line}\n"));
    }
    text
}

/// A line of words for each message.
fn listed(chart: &Chart, heads: &[String], width: usize) -> String {
    let head = |column: usize| heads.get(column).map_or("", String::as_str);
    let rows = chart.rows.iter().map(|row| {
        let who = match (row.from, row.to) {
            (Some(from), Some(to)) => format!("{} to {}", head(from), head(to)),
            (Some(one), None) | (None, Some(one)) => head(one).to_string(),
            (None, None) => String::new(),
        };
        let text = folded(&format!("{who}: {}", row.label), MARGIN, width);
        let step = paint(FAINT, &format!("{:>6}", row.step));
        format!("{step}  {}", text.trim_start_matches(' '))
    });
    rows.collect()
}

impl Row {
    fn arrow(&self, line: &mut Line) -> Option<(usize, usize)> {
        let (start, end) = (line.middle(self.from?), line.middle(self.to?));
        line.dashes(start.min(end), start.max(end));
        line.put(start, 'o');
        line.put(end, if start < end { '>' } else { '<' });
        Some((start, end))
    }

    /// With the message on its arrow.
    fn draw_labelled(&self, mut line: Line) -> String {
        match self.arrow(&mut line) {
            Some((start, end)) => line.centre(start.midpoint(end), &self.label),
            None => {
                if let Some(column) = self.from.or(self.to) {
                    line.centre(line.middle(column), &self.label);
                }
            }
        }
        line.text()
    }

    /// With the message beside the chart.
    fn draw_beside(&self, mut line: Line) -> String {
        if self.arrow(&mut line).is_none()
            && let Some(column) = self.from.or(self.to)
        {
            line.put(line.middle(column), 'o');
        }
        let whole: String = line.characters.iter().collect();
        format!("{whole}  {}", self.label)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::plain;

    fn chart(columns: u64, label: &str) -> Chart {
        let columns: Vec<(u64, String)> = (0..columns).map(|n| (n, "Node".to_string())).collect();
        let row = |step, from, to| Row {
            step,
            from,
            to,
            label: label.to_string(),
        };
        Chart {
            rows: vec![
                row(1, Some(0), None),
                row(2, Some(0), Some(columns.len() - 1)),
                row(3, Some(1), Some(0)),
            ],
            columns,
            under_way: Vec::new(),
        }
    }

    #[test]
    fn charts_fit_whatever_they_show() {
        for columns in [2, 3, 5, 9, 40] {
            for label in ["c!1", "a-channel-with-a-long-name?request,17,green"] {
                let text = plain(&render(&chart(columns, label), 80));
                let widest = text.lines().map(|line| line.width()).max();
                assert!(widest <= Some(80), "{columns}: {text}");
                assert_eq!(text.matches(label).count(), 3, "{columns}: {text}");
            }
        }
    }

    #[test]
    fn messages_stand_beside_the_chart_where_there_is_no_room() {
        let text = plain(&render(&chart(5, "link[2]?candidate,4"), 80));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0].trim(),
            "0 (Node), 1 (Node), 2 (Node), 3 (Node), 4 (Node)"
        );
        assert!(lines[3].contains("o---"), "{text}");
        assert!(lines[3].ends_with("  link[2]?candidate,4"), "{text}");
    }
}
