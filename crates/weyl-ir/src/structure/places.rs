//! What places may come to, and what can be done to them as a whole.

use super::flow::{Cell, Target};
use super::values::Values;
use super::walk::Walk;
use crate::layout::{Located, ScalarShape, Shape, ShapeId};
use crate::{Expr, LocalKind, Place, Projection, Root};

/// A scalar inside a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub offset: u32,
    pub scalar: ScalarShape,
    pub role: LeafRole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafRole {
    Plain,
    /// Whether a position of a multiset is occupied, or how many messages a channel holds.
    Count,
    /// Inside of a container: zero where nothing is.
    Content,
}

fn moved(at: Located, by: u32, shape: ShapeId) -> Located {
    Located {
        offset: at.offset + by,
        shape,
    }
}

impl<'m> Walk<'m> {
    /// All that a place may come to; nothing, if to get there is an error.
    pub fn targets(&mut self, place: &'m Place) -> Vec<Target> {
        let mut targets = match place.root {
            Root::Variable(variable) => vec![Target {
                at: self.layout.variables[variable],
                flag: None,
            }],
            Root::Local(local) if self.scope.locals[local].kind == LocalKind::Reference => {
                self.note_reference(local, false);
                let bound = self.flow.references.get(&(self.scope.depth, local));
                bound.cloned().unwrap_or_default()
            }
            Root::Local(local) => vec![Target {
                at: self.stored(local),
                flag: None,
            }],
        };
        self.look_at_flags(&targets);
        for projection in &place.path {
            targets = match projection {
                Projection::Field(field) => self.fields(targets, *field),
                Projection::Index(index) => self.elements(targets, index),
                Projection::Element(position) => {
                    let positions = self.positions(&targets, position);
                    self.look_at_flags(&positions);
                    positions
                }
            };
        }
        targets
    }

    /// Where a place in a multiset was has to be there still.
    pub fn look_at_flags(&mut self, targets: &[Target]) {
        let flags = targets.iter().filter_map(|target| target.flag);
        flags.for_each(|flag| self.look(flag));
    }

    fn fields(&self, targets: Vec<Target>, field: u32) -> Vec<Target> {
        let part = |mut target: Target| {
            let shape = &self.layout.shapes[target.at.shape];
            let (offset, shape) = shape.fields()[field as usize];
            target.at = moved(target.at, offset, shape);
            target
        };
        targets.into_iter().map(part).collect()
    }

    fn elements(&mut self, targets: Vec<Target>, index: &'m Expr) -> Vec<Target> {
        let values = self.eval(index);
        let mut found = Vec::new();
        for target in targets {
            let numbers = self.element_numbers(target.at, &values);
            let (stride, element) = self.layout.shapes[target.at.shape].elements();
            found.extend(numbers.into_iter().map(|number| Target {
                at: moved(target.at, number * stride, element),
                ..target
            }));
        }
        found
    }

    fn element_numbers(&self, array: Located, values: &Values) -> Vec<u32> {
        let Shape::Array { lo, len, .. } = &self.layout.shapes[array.shape] else {
            unreachable!("the verifier lets only arrays be indexed")
        };
        let Some(known) = values.known() else {
            return (0..*len).collect();
        };
        let numbers = known.iter().filter_map(|value| value.checked_sub(*lo));
        let numbers = numbers.filter_map(|number| u32::try_from(number).ok());
        numbers.filter(|number| number < len).collect()
    }

    /// Positions of multisets, as what lies there.
    pub fn positions(&mut self, sets: &[Target], position: &'m Expr) -> Vec<Target> {
        let values = self.eval(position);
        let sets = sets.iter();
        sets.flat_map(|set| self.positions_with(set.at, &values))
            .collect()
    }

    /// Positions of one multiset.
    pub fn positions_with(&self, set: Located, values: &Values) -> Vec<Target> {
        let (capacity, stride, element) = self.multiset(set);
        let numbers: Vec<u32> = match values.known() {
            None => (0..capacity).collect(),
            Some(known) => {
                let numbers = known.iter().filter_map(|value| u32::try_from(*value).ok());
                numbers.filter(|number| *number < capacity).collect()
            }
        };
        let position = |number: u32| {
            let flag = set.offset + number * stride;
            Target {
                at: Located {
                    offset: flag + 1,
                    shape: element,
                },
                flag: Some(flag),
            }
        };
        numbers.into_iter().map(position).collect()
    }

    /// Capacity, stride and element of a multiset.
    pub fn multiset(&self, at: Located) -> (u32, u32, ShapeId) {
        let Shape::Multiset {
            capacity,
            stride,
            element,
        } = &self.layout.shapes[at.shape]
        else {
            unreachable!("the verifier lets only multisets have positions")
        };
        (*capacity, *stride, *element)
    }

    /// The scalars of targets that are scalars.
    pub fn scalars(&self, targets: &[Target]) -> Vec<(u32, ScalarShape)> {
        let leaves = targets.iter().flat_map(|target| self.leaves(target.at));
        leaves.map(|leaf| (leaf.offset, leaf.scalar)).collect()
    }

    /// All scalars in a place; those of two places of one type in the same order.
    pub fn leaves(&self, at: Located) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect(at, LeafRole::Plain, &mut leaves);
        leaves
    }

    fn collect(&self, at: Located, role: LeafRole, leaves: &mut Vec<Leaf>) {
        match &self.layout.shapes[at.shape] {
            Shape::Scalar(scalar) => leaves.push(Leaf {
                offset: at.offset,
                scalar: *scalar,
                role,
            }),
            Shape::Record { fields } => {
                for (offset, shape) in fields {
                    self.collect(moved(at, *offset, *shape), role, leaves);
                }
            }
            Shape::Array {
                len,
                stride,
                element,
                ..
            } => {
                for number in 0..*len {
                    self.collect(moved(at, number * stride, *element), role, leaves);
                }
            }
            Shape::Multiset {
                capacity,
                stride,
                element,
            } => {
                for number in 0..*capacity {
                    let flag = at.offset + number * stride;
                    leaves.push(Leaf::count(flag, ScalarShape::of_range(0, 1, false)));
                    self.collect(
                        moved(at, number * stride + 1, *element),
                        LeafRole::Content,
                        leaves,
                    );
                }
            }
            Shape::Channel(channel) if channel.capacity == 0 => {}
            Shape::Channel(channel) => {
                leaves.push(Leaf::count(at.offset, channel.length()));
                for position in 0..channel.capacity {
                    let start = at.offset + channel.message_at(position);
                    leaves.extend(channel.fields.iter().map(|(offset, scalar)| Leaf {
                        offset: start + offset,
                        scalar: *scalar,
                        role: LeafRole::Content,
                    }));
                }
            }
        }
    }

    /// Looks at all of some places.
    pub fn look_at(&mut self, targets: &[Target]) {
        for target in targets {
            for leaf in self.leaves(target.at) {
                self.look(leaf.offset);
            }
        }
    }

    /// Copies what one of some places holds to one of others.
    pub fn copy(&mut self, to: &[Target], from: &[Target]) {
        let sources: Vec<Vec<Leaf>> = from.iter().map(|source| self.leaves(source.at)).collect();
        let targets: Vec<Vec<Leaf>> = to.iter().map(|target| self.leaves(target.at)).collect();
        let count = targets.first().map_or(0, Vec::len);
        // A multiset that is copied to itself is not touched.
        let may_stay = to.iter().any(|target| from.contains(target));
        let held: Vec<Option<Cell>> = (0..count).map(|leaf| self.held(&sources, leaf)).collect();
        for (number, cell) in held.into_iter().enumerate() {
            let places: Vec<Leaf> = targets.iter().map(|leaves| leaves[number]).collect();
            let Some(cell) = cell else { continue };
            self.copy_leaf(&places, cell, may_stay);
        }
    }

    /// What the scalars with a number in some places may hold.
    fn held(&mut self, sources: &[Vec<Leaf>], number: usize) -> Option<Cell> {
        let leaves: Vec<Leaf> = sources.iter().map(|leaves| leaves[number]).collect();
        for leaf in leaves.iter().filter(|leaf| leaf.role == LeafRole::Count) {
            self.look(leaf.offset);
        }
        self.note_reads(leaves.iter().map(|leaf| leaf.offset));
        let cells = leaves.iter().map(|leaf| self.cell(leaf.offset));
        cells.reduce(|one, other| one.join(&other))
    }

    fn copy_leaf(&mut self, places: &[Leaf], cell: Cell, may_stay: bool) {
        let scalars: Vec<(u32, ScalarShape)> = places
            .iter()
            .map(|leaf| (leaf.offset, leaf.scalar))
            .collect();
        match places.first().map(|leaf| leaf.role) {
            Some(LeafRole::Plain) => self.store(&scalars, &cell),
            Some(LeafRole::Content) => {
                let cell = cell.join(&Cell::computed(Values::ANY));
                self.store_content(&scalars, &cell, places.len() == 1 && !may_stay);
            }
            Some(LeafRole::Count) => {
                let cell = Cell::computed(Values::ANY);
                self.store_content(&scalars, &cell, places.len() == 1 && !may_stay);
            }
            None => {}
        }
    }

    /// Stores in a container: in one of some scalars, or in none of them.
    pub fn store_content(&mut self, places: &[(u32, ScalarShape)], cell: &Cell, surely: bool) {
        for (offset, _) in places {
            self.write(*offset, cell.clone(), surely);
        }
    }

    /// Every scalar in one of some places gets a value that depends on its type, every container is
    /// emptied.
    pub fn reset(&mut self, targets: &[Target], value: impl Fn(&ScalarShape) -> Values) {
        for target in targets {
            for leaf in self.leaves(target.at) {
                let values = match leaf.role {
                    LeafRole::Plain => value(&leaf.scalar),
                    LeafRole::Count | LeafRole::Content => Values::ANY,
                };
                self.write(leaf.offset, Cell::computed(values), targets.len() == 1);
            }
        }
    }
}

impl Leaf {
    fn count(offset: u32, scalar: ScalarShape) -> Leaf {
        Leaf {
            offset,
            scalar,
            role: LeafRole::Count,
        }
    }
}
