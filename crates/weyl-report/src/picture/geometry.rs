//! Points and shapes on paper.

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub x: f64,
    pub y: f64,
}

impl Spot {
    pub fn distance(self, other: Spot) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point on the way to another one: 0 is here, 1 is there.
    pub fn toward(self, other: Spot, part: f64) -> Spot {
        Spot {
            x: self.x + (other.x - self.x) * part,
            y: self.y + (other.y - self.y) * part,
        }
    }
}

/// What is drawn around the label of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub is_ellipse: bool,
    pub width: f64,
    pub height: f64,
}

impl Outline {
    /// Where the way from its centre to another point leaves it.
    pub fn border(self, centre: Spot, toward: Spot) -> Spot {
        let (dx, dy) = (
            (toward.x - centre.x) / (self.width / 2.0),
            (toward.y - centre.y) / (self.height / 2.0),
        );
        let reach = if self.is_ellipse {
            dx.hypot(dy)
        } else {
            dx.abs().max(dy.abs())
        };
        if reach > 1.0 {
            centre.toward(toward, 1.0 / reach)
        } else {
            centre
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders() {
        let outline = |is_ellipse| Outline {
            is_ellipse,
            width: 20.0,
            height: 10.0,
        };
        let at = |x, y| Spot { x, y };
        let check = |is_ellipse, from: Spot, toward: Spot, expected: Spot| {
            let found = outline(is_ellipse).border(from, toward);
            assert!(found.distance(expected) < 1e-9, "{found:?}");
        };
        check(true, at(0.0, 0.0), at(50.0, 0.0), at(10.0, 0.0));
        check(false, at(1.0, 1.0), at(1.0, -50.0), at(1.0, -4.0));
        check(false, at(0.0, 0.0), at(40.0, 20.0), at(10.0, 5.0));
        check(true, at(0.0, 0.0), at(1.0, 1.0), at(0.0, 0.0));
    }
}
