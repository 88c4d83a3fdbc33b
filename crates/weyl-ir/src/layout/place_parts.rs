//! Finding a place for every part of every variable.
//!
//! There are regions: one for what no name indexes, and one block template per sort. An array
//! indexed by a sort, met while still outside any block, continues in the sort's template and
//! strides by the size of the block. The placement runs twice: first to learn how large the regions
//! get, then with their true offsets.
//!
//! An array indexed otherwise must have one stride in all regions that its elements reach into (an
//! address is one number, also for references); the largest need decides, and the rest is padding,
//! which packing drops. For the same reason an array indexed by a union stays where it is met: its
//! names are spread over several sorts.

use super::shape::{ChannelShape, ScalarShape, Shape, ShapeId, Shapes};
use super::slot::BlockId;
use super::{LayoutError, Located, MAX_STATE_BYTES, StateBlock};
use crate::{Model, SortId, Type, TypeId, VarId};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Region {
    Unindexed,
    Block(SortId),
    /// Inside a frame or a container: sorts open no block of their own.
    Flat,
}

/// Sizes of the regions: the unindexed part and one block of each sort.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    unindexed: u64,
    blocks: Vec<u64>,
    names: Vec<u64>,
}

impl Regions {
    fn block_start(&self, sort: SortId) -> u64 {
        let before = self.blocks.iter().zip(&self.names).take(sort.index());
        self.unindexed + before.map(|(size, count)| size * count).sum::<u64>()
    }

    pub(super) fn size(&self) -> u64 {
        self.block_start(SortId::new(self.blocks.len()))
    }

    pub(super) fn blocks(&self, model: &Model) -> PrimaryMap<BlockId, StateBlock> {
        let mut blocks = PrimaryMap::new();
        blocks.push(StateBlock {
            name: None,
            offset: 0,
            size: self.unindexed as u32,
        });
        for (id, sort) in &model.sorts {
            let size = self.blocks[id.index()];
            for index in 0..sort.names.len() {
                blocks.push(StateBlock {
                    name: Some(model.name_of(id, index)),
                    offset: (self.block_start(id) + size * index as u64) as u32,
                    size: size as u32,
                });
            }
        }
        blocks
    }
}

/// Where the next part goes, in each region.
#[derive(Clone, Debug)]
struct Cursor {
    current: u64,
    blocks: Vec<u64>,
}

pub(super) struct Placer<'a> {
    model: &'a Model,
    shapes: &'a mut Shapes,
    regions: Regions,
    cursor: Cursor,
    undefinable: bool,
}

impl<'a> Placer<'a> {
    /// The sizes of all regions.
    pub(super) fn measure(model: &Model) -> Result<Regions, LayoutError> {
        let names = model.sorts.values().map(|sort| sort.names.len() as u64);
        let nothing = Regions {
            unindexed: 0,
            blocks: vec![0; model.sorts.len()],
            names: names.collect(),
        };
        let mut shapes = Shapes::default();
        let mut placer = Placer::starting(model, nothing, &mut shapes);
        placer.place_variables()?;
        let measured = Regions {
            unindexed: placer.cursor.current,
            blocks: placer.cursor.blocks,
            names: placer.regions.names,
        };
        within_limit(measured.size())?;
        Ok(measured)
    }

    /// The variables in regions of known sizes.
    pub(super) fn place(
        model: &Model,
        regions: Regions,
        shapes: &mut Shapes,
    ) -> Result<(SecondaryMap<VarId, Located>, Regions), LayoutError> {
        let mut placer = Placer::starting(model, regions, shapes);
        let variables = placer.place_variables()?;
        Ok((variables, placer.regions))
    }

    fn starting(model: &'a Model, regions: Regions, shapes: &'a mut Shapes) -> Placer<'a> {
        let starts = model.sorts.keys().map(|sort| regions.block_start(sort));
        let cursor = Cursor {
            current: 0,
            blocks: starts.collect(),
        };
        Placer {
            model,
            shapes,
            regions,
            cursor,
            undefinable: true,
        }
    }

    fn place_variables(&mut self) -> Result<SecondaryMap<VarId, Located>, LayoutError> {
        let mut places = SecondaryMap::new();
        for (id, variable) in &self.model.variables {
            self.undefinable = variable.undefinable;
            places[id] = self.part(variable.ty, Region::Unindexed)?;
        }
        Ok(places)
    }

    /// One value in a row of its own: locals and parameters. Returns its shape and size.
    pub(super) fn flat(
        model: &'a Model,
        shapes: &'a mut Shapes,
        ty: TypeId,
        undefinable: bool,
    ) -> Result<(ShapeId, u32), LayoutError> {
        let no_regions = Regions {
            unindexed: 0,
            blocks: vec![0; model.sorts.len()],
            names: vec![0; model.sorts.len()],
        };
        let mut placer = Placer::starting(model, no_regions, shapes);
        placer.undefinable = undefinable;
        let located = placer.part(ty, Region::Flat)?;
        let size = placer.cursor.current;
        within_limit(size)?;
        Ok((located.shape, size as u32))
    }

    fn position(&mut self, region: Region) -> &mut u64 {
        match region {
            Region::Block(sort) => &mut self.cursor.blocks[sort.index()],
            Region::Unindexed | Region::Flat => &mut self.cursor.current,
        }
    }

    fn part(&mut self, ty: TypeId, region: Region) -> Result<Located, LayoutError> {
        let offset = *self.position(region);
        within_limit(offset)?;
        // Parts without a scalar take no room, but there may be far too many of them.
        within_limit(self.shapes.len() as u64)?;
        let model = self.model;
        let shape = match model.types.get(ty) {
            Type::Array { index, element } => return self.array(*index, *element, region),
            Type::Record(fields) => {
                let parts = fields.iter().map(|field| self.part(field.ty, region));
                let parts: Vec<Located> = parts.collect::<Result<_, _>>()?;
                // While measuring, blocks have no place yet and the difference means nothing.
                let relative = parts
                    .iter()
                    .map(|p| (p.offset.wrapping_sub(offset as u32), p.shape));
                Shape::Record {
                    fields: relative.collect(),
                }
            }
            Type::Multiset { capacity, element } => self.multiset(*capacity, *element, region)?,
            Type::Channel { capacity, fields } => self.channel(*capacity, fields, region)?,
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => {
                let scalar = ScalarShape::new(model, ty, self.undefinable);
                *self.position(region) += u64::from(scalar.width);
                Shape::Scalar(scalar)
            }
        };
        Ok(Located {
            offset: offset as u32,
            shape: self.shapes.push(shape),
        })
    }

    fn array(&mut self, index: TypeId, ty: TypeId, region: Region) -> Result<Located, LayoutError> {
        let range = self.model.scalar_range(index);
        let (lo, len) = range.map_or((0, 0), |range| (range.lo, range.len()));
        let len = u32::try_from(len).map_err(|_| LayoutError::TooLarge)?;
        let is_unindexed = matches!(region, Region::Unindexed);
        let (element, stride) = if let Type::Id(sort) = self.model.types.get(index)
            && is_unindexed
        {
            let element = self.part(ty, Region::Block(*sort))?;
            (element, self.regions.blocks[sort.index()])
        } else {
            self.repeated(ty, region, len)?
        };
        let shape = Shape::Array {
            lo,
            len,
            stride: stride as u32,
            element: element.shape,
        };
        Ok(Located {
            offset: element.offset,
            shape: self.shapes.push(shape),
        })
    }

    /// Places the first of `len` equal elements and leaves room for the others. Returns the stride.
    fn repeated(
        &mut self,
        ty: TypeId,
        region: Region,
        len: u32,
    ) -> Result<(Located, u64), LayoutError> {
        let before = self.cursor.clone();
        let element = self.part(ty, region)?;
        let after = std::mem::replace(&mut self.cursor, before.clone());
        let used = |after: u64, before: u64| after - before;
        let in_blocks = after.blocks.iter().zip(&before.blocks);
        let stride = in_blocks
            .map(|(after, before)| used(*after, *before))
            .fold(used(after.current, before.current), u64::max);
        let room = |after: u64, before: u64| match (used(after, before), len) {
            (0, _) | (_, 0) => before,
            (used, len) => {
                before
                    + stride
                        .saturating_mul(u64::from(len) - 1)
                        .saturating_add(used)
            }
        };
        self.cursor.current = room(after.current, before.current);
        for (sort, at) in self.cursor.blocks.iter_mut().enumerate() {
            *at = room(after.blocks[sort], before.blocks[sort]);
        }
        let ends = self.cursor.blocks.iter().chain([&self.cursor.current]);
        within_limit(ends.copied().max().unwrap_or(0))?;
        Ok((element, stride))
    }

    fn multiset(
        &mut self,
        capacity: u32,
        ty: TypeId,
        region: Region,
    ) -> Result<Shape, LayoutError> {
        let inside = match region {
            Region::Unindexed => Region::Flat,
            other => other,
        };
        let start = *self.position(inside);
        *self.position(inside) += 1;
        let element = self.part(ty, inside)?;
        let stride = *self.position(inside) - start;
        let end = start.saturating_add(stride.saturating_mul(u64::from(capacity)));
        within_limit(end)?;
        *self.position(inside) = end;
        Ok(Shape::Multiset {
            capacity,
            stride: stride as u32,
            element: element.shape,
        })
    }
}

impl Placer<'_> {
    fn channel(
        &mut self,
        capacity: u32,
        fields: &[TypeId],
        region: Region,
    ) -> Result<Shape, LayoutError> {
        let mut stride = 0;
        let fields = fields.iter().map(|ty| {
            let scalar = ScalarShape::new(self.model, *ty, false);
            let offset = stride;
            stride += u32::from(scalar.width);
            (offset, scalar)
        });
        let fields = fields.collect();
        let channel = ChannelShape {
            capacity,
            stride,
            fields,
        };
        let end = *self.position(region) + u64::from(channel.size());
        within_limit(end)?;
        *self.position(region) = end;
        Ok(Shape::Channel(channel))
    }
}

fn within_limit(bytes: u64) -> Result<(), LayoutError> {
    if bytes > MAX_STATE_BYTES {
        Err(LayoutError::TooLarge)
    } else {
        Ok(())
    }
}
