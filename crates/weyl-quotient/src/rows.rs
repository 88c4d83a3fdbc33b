//! Rows: the things that symmetric factors permute.
//!
//! A symmetric factor permutes rows of names; the names of a row go together. A name is addressed
//! by factor, row and column.

use crate::factor::Factor;
use cranelift_entity::EntityRef;
use weyl_ir::NameId;
use weyl_ir::layout::name;

/// Where a name is found in the factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// In the order in which factors are decided.
    pub factor: usize,
    pub row: usize,
    pub column: usize,
}

/// The rows of one factor.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// Row by row.
    names: Vec<NameId>,
    columns: usize,
}

impl Rows {
    pub fn count(&self) -> usize {
        self.names.len() / self.columns
    }

    pub fn names(&self) -> &[NameId] {
        &self.names
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[NameId] {
        &self.names[row * self.columns..(row + 1) * self.columns]
    }
}

/// All factors of a group that has symmetric ones only.
#[derive(Clone, Debug)]
pub(crate) struct RowTable {
    pub factors: Vec<Rows>,
    places: Vec<Option<Place>>,
}

impl RowTable {
    /// `None` if a factor is no symmetric one. Factors with few rows are decided first: those are
    /// the values and addresses that others hold, and global variables tell most of them apart.
    pub fn new(names: usize, factors: &[Factor]) -> Option<RowTable> {
        let rows = factors.iter().map(|factor| match factor {
            Factor::Symmetric(rows) => Some(rows),
            Factor::General { .. } => None,
        });
        let mut rows = rows.collect::<Option<Vec<_>>>()?;
        rows.sort_by_key(|rows| rows.len());
        let mut table = RowTable {
            factors: Vec::new(),
            places: vec![None; names],
        };
        for (factor, rows) in rows.into_iter().enumerate() {
            for (number, row) in rows.iter().enumerate() {
                for (column, point) in row.iter().enumerate() {
                    table.places[point.index()] = Some(Place {
                        factor,
                        row: number,
                        column,
                    });
                }
            }
            table.factors.push(Rows {
                names: rows.iter().flatten().copied().map(name).collect(),
                columns: rows.first().map_or(1, Vec::len),
            });
        }
        Some(table)
    }

    /// `None` if no element of the group moves the name.
    pub fn place(&self, name: NameId) -> Option<Place> {
        self.places[name.index()]
    }
}
