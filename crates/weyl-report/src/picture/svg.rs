//! A picture as SVG.

use super::placement::{Placement, place};
use super::{Picture, Tie};
use std::fmt::Write;

/// Room for each line below the picture.
const LEGEND_LINE: f64 = 18.0;
const LEGEND_LETTER: f64 = 6.2;
/// Room for the title.
const TITLE: f64 = 32.0;

const STYLE: &str = "text { font: 12px sans-serif; fill: #222; text-anchor: middle }
    .legend { text-anchor: start; fill: #555 }
    .vertex { stroke: #333; stroke-width: 1.2 } .dynamic { stroke-dasharray: 4 3 }
    .edge { stroke: #777; stroke-width: 1.2; fill: none }
    .broken { stroke: #c0392b; stroke-width: 1.2; stroke-dasharray: 5 4; fill: none }
    .tie { fill: #c0392b; font-size: 11px; paint-order: stroke; stroke: #fff; stroke-width: 3px }
    .title { text-anchor: start; font-size: 16px; font-weight: bold }";

const ARROW: &str = "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
    orient=\"auto-start-reverse\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#777\"/></marker>";

pub(super) fn write(picture: &Picture) -> String {
    let mut placement = place(picture);
    let title = if picture.title.is_empty() { 0.0 } else { TITLE };
    placement.shift_down(title);
    let width = placement.width.max(text_width(picture));
    let height = placement.height + 8.0 + LEGEND_LINE * picture.legend.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>{STYLE}</style>\n<defs>{ARROW}</defs>\n"
    );
    for (from, to) in &picture.edges {
        let is_both = picture.edges.contains(&(*to, *from));
        if !is_both || from < to {
            edge(&mut text, &placement, (*from, *to), is_both);
        }
    }
    // No line crosses a label.
    for write in [broken, broken_label] {
        for tie in &picture.ties {
            write(&mut text, &placement, tie);
        }
    }
    for number in 0..picture.vertices.len() {
        vertex(&mut text, picture, &placement, number);
    }
    if !picture.title.is_empty() {
        let title = escaped(&picture.title);
        let _ = writeln!(
            text,
            "<text class=\"title\" x=\"8\" y=\"22\">{title}</text>"
        );
    }
    legend(&mut text, picture, &placement);
    text.push_str("</svg>\n");
    text
}

/// What title and legend need.
fn text_width(picture: &Picture) -> f64 {
    let title = picture.title.chars().count() as f64 * LEGEND_LETTER * 1.4;
    let lines = picture.legend.iter().map(|line| line.chars().count());
    let legend = lines.max().unwrap_or(0) as f64 * LEGEND_LETTER;
    title.max(legend) + 16.0
}

/// A line between vertices that can't be exchanged.
fn broken(text: &mut String, placement: &Placement, tie: &Tie) {
    let (start, end) = placement.between(tie.ends.0, tie.ends.1);
    let _ = writeln!(
        text,
        "<path class=\"broken\" d=\"M{:.1},{:.1} L{:.1},{:.1}\"/>",
        start.x, start.y, end.x, end.y
    );
}

/// What tells them apart.
fn broken_label(text: &mut String, placement: &Placement, tie: &Tie) {
    let (start, end) = placement.between(tie.ends.0, tie.ends.1);
    let middle = start.toward(end, 0.5);
    let label = escaped(&tie.label);
    let _ = writeln!(
        text,
        "<text class=\"tie\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
        middle.x,
        middle.y - 3.0
    );
}

fn edge(text: &mut String, placement: &Placement, (from, to): (usize, usize), is_both: bool) {
    let (start, end) = placement.between(from, to);
    let both = if is_both {
        " marker-start=\"url(#arrow)\""
    } else {
        ""
    };
    let _ = writeln!(
        text,
        "<path class=\"edge\" d=\"M{:.1},{:.1} L{:.1},{:.1}\" marker-end=\"url(#arrow)\"{both}/>",
        start.x, start.y, end.x, end.y
    );
}

fn vertex(text: &mut String, picture: &Picture, placement: &Placement, number: usize) {
    let vertex = &picture.vertices[number];
    let (spot, outline) = (placement.spots[number], placement.outlines[number]);
    let (x, y) = (spot.x, spot.y);
    let (half_width, half_height) = (outline.width / 2.0, outline.height / 2.0);
    let class = if vertex.is_dashed {
        "vertex dynamic"
    } else {
        "vertex"
    };
    let colour = vertex.colour();
    let shape = if outline.is_ellipse {
        format!(
            "ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{half_width:.1}\" ry=\"{half_height:.1}\""
        )
    } else {
        format!(
            "rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\"",
            x - half_width,
            y - half_height,
            outline.width,
            outline.height
        )
    };
    let label = escaped(&vertex.label);
    let alike = vertex.alike;
    let _ = writeln!(
        text,
        "<g><title>{label}: {alike} alike</title><{shape} class=\"{class}\" fill=\"{colour}\"/>\
         <text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\">{label}</text></g>"
    );
}

fn legend(text: &mut String, picture: &Picture, placement: &Placement) {
    for (number, line) in picture.legend.iter().enumerate() {
        let y = placement.height + 12.0 + LEGEND_LINE * number as f64;
        let line = escaped(line);
        let _ = writeln!(
            text,
            "<text class=\"legend\" x=\"8\" y=\"{y:.1}\">{line}</text>"
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
