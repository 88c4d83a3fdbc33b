//! A chart as a picture.

use super::Chart;
use crate::graph::escaped;
use std::fmt::Write;

/// Between processes, and between messages.
const LANE: usize = 170;
const ROW: usize = 30;
/// Above the first message.
const TOP: usize = 60;
const LEFT: usize = 110;

const STYLE: &str = "text { font: 12px sans-serif; fill: #222; text-anchor: middle }
    .head { font-weight: bold } .step { text-anchor: end; fill: #888 }
    .life { stroke: #bbb; stroke-width: 1 } .message { stroke: #333; stroke-width: 1.4 }
    .own { fill: #333 }";

const ARROW: &str = "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
    orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#333\"/></marker>";

fn middle(column: usize) -> usize {
    LEFT + column * LANE
}

pub(super) fn render(chart: &Chart) -> String {
    let width = middle(chart.columns.len().max(1) - 1) + LEFT;
    let height = TOP + chart.rows.len() * ROW + ROW;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n<defs>{ARROW}</defs>\n"
    );
    for (column, (number, kind)) in chart.columns.iter().enumerate() {
        let (x, name) = (middle(column), escaped(&format!("{kind}[{number}]")));
        let (top, bottom) = (TOP - ROW, height - ROW / 2);
        let _ = writeln!(
            text,
            "<text class=\"head\" x=\"{x}\" y=\"20\">{name}</text>"
        );
        let _ = writeln!(
            text,
            "<line class=\"life\" x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>"
        );
    }
    for (number, row) in chart.rows.iter().enumerate() {
        let y = TOP + number * ROW;
        let (label, above) = (escaped(&row.label), y - 5);
        let _ = writeln!(
            text,
            "<text class=\"step\" x=\"24\" y=\"{y}\">{}</text>",
            row.step
        );
        let at = match (row.from, row.to) {
            (Some(from), Some(to)) => {
                let (from, to) = (middle(from), middle(to));
                let _ = writeln!(
                    text,
                    "<line class=\"message\" x1=\"{from}\" y1=\"{y}\" x2=\"{to}\" y2=\"{y}\" \
                     marker-end=\"url(#arrow)\"/>"
                );
                from.midpoint(to)
            }
            (one, other) => {
                let x = middle(one.or(other).unwrap_or(0));
                let _ = writeln!(
                    text,
                    "<circle class=\"own\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"
                );
                x
            }
        };
        let _ = writeln!(text, "<text x=\"{at}\" y=\"{above}\">{label}</text>");
    }
    text.push_str("</svg>\n");
    text
}
