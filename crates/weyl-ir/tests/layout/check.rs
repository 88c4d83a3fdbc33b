//! What holds for every layout, computed from the types alone.

use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, HashSet};
use weyl_ir::layout::{ChannelShape, PathStep, Shape, Slot, SlotRole, StateBlock};
use weyl_ir::{Layout, Model, NameId, Type, TypeId};

pub fn check_layout(model: &Model, layout: &Layout) {
    check_slots(model, layout);
    check_blocks(model, layout);
    for slot in layout.slots.values() {
        assert_eq!(walked_offset(layout, slot), slot.offset, "{slot:?}");
        check_home(model, layout, slot);
    }
    check_equal_blocks(model, layout);
}

/// Slots are as many as the scalars of the types, in order, apart from each other and inside.
fn check_slots(model: &Model, layout: &Layout) {
    let wanted: u128 = model.variables.values().map(|v| leaves(model, v.ty)).sum();
    assert_eq!(layout.slots.len() as u128, wanted);
    let mut end = 0;
    for slot in layout.slots.values() {
        assert!(slot.offset >= end, "{slot:?}");
        end = slot.offset + u32::from(slot.scalar.width);
    }
    assert!(end as usize <= layout.size);
    let role = |slot: &Slot| slot.role == SlotRole::Occupied;
    let places = layout
        .slots
        .values()
        .map(|s| (s.variable, s.path.clone(), role(s)));
    assert_eq!(places.collect::<HashSet<_>>().len(), layout.slots.len());
}

fn leaves(model: &Model, ty: TypeId) -> u128 {
    match model.types.get(ty) {
        Type::Array { index, element } => {
            model.scalar_range(*index).unwrap().len() * leaves(model, *element)
        }
        Type::Record(fields) => fields.iter().map(|field| leaves(model, field.ty)).sum(),
        Type::Multiset { capacity, element } => {
            u128::from(*capacity) * (1 + leaves(model, *element))
        }
        Type::Channel { capacity: 0, .. } => 0,
        Type::Channel { capacity, fields } => 1 + u128::from(*capacity) * fields.len() as u128,
        Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_) => 1,
    }
}

/// Blocks follow each other without gaps: the unindexed one, then one for each name.
fn check_blocks(model: &Model, layout: &Layout) {
    let mut end = 0;
    for (id, block) in &layout.blocks {
        assert_eq!(block.offset, end);
        end += block.size;
        for byte in block.offset..end {
            assert_eq!(layout.block_of_byte(byte as usize), id);
        }
    }
    assert_eq!(end as usize, layout.size);
    let names = layout.blocks.values().map(|block| block.name);
    let count: usize = model.sorts.values().map(|sort| sort.names.len()).sum();
    let expected = std::iter::once(None).chain((0..count).map(|name| Some(NameId::new(name))));
    assert!(names.eq(expected));
}

/// The offset of a slot by its path and the shapes.
fn walked_offset(layout: &Layout, slot: &Slot) -> u32 {
    let located = layout.variables[slot.variable];
    let (mut offset, mut shape) = (located.offset, located.shape);
    for (depth, step) in slot.path.iter().enumerate() {
        let outer = &layout.shapes[shape];
        match outer {
            Shape::Channel(channel) => {
                return offset + field_offset(channel, slot, &slot.path[depth..]);
            }
            Shape::Record { fields } => {
                let PathStep::Field(number) = step else {
                    panic!("{step:?} in {outer:?}");
                };
                let (relative, part) = fields[*number as usize];
                (offset, shape) = (offset + relative, part);
            }
            Shape::Array {
                lo,
                len,
                stride,
                element,
            } => {
                let PathStep::Index(_, value) = step else {
                    panic!("{step:?} in {outer:?}");
                };
                let number = u32::try_from(value - lo).unwrap();
                assert!(number < *len);
                (offset, shape) = (offset + number * stride, *element);
            }
            Shape::Multiset {
                capacity,
                stride,
                element,
            } => {
                let PathStep::Element(position) = step else {
                    panic!("{step:?} in {outer:?}");
                };
                assert!(position < capacity);
                (offset, shape) = (offset + position * stride + 1, *element);
            }
            Shape::Scalar(_) => panic!("{step:?} in {outer:?}"),
        }
    }
    match slot.role {
        SlotRole::Occupied => offset - 1,
        SlotRole::Length => {
            assert!(matches!(layout.shapes[shape], Shape::Channel(_)));
            offset
        }
        SlotRole::Value(_) => {
            assert_eq!(layout.shapes[shape], Shape::Scalar(slot.scalar));
            offset
        }
    }
}

/// Where a field of a message lies in its channel.
fn field_offset(channel: &ChannelShape, slot: &Slot, path: &[PathStep]) -> u32 {
    let [PathStep::Element(position), PathStep::Field(number)] = path else {
        panic!("{path:?} in {channel:?}");
    };
    assert!(*position < channel.capacity);
    let (relative, scalar) = channel.fields[*number as usize];
    assert_eq!(scalar, slot.scalar);
    channel.message_at(*position) + relative
}

/// The first index by a sort, outside of containers.
fn home(model: &Model, slot: &Slot) -> Option<NameId> {
    let outside = slot
        .path
        .iter()
        .take_while(|step| !matches!(step, PathStep::Element(_)));
    outside
        .filter_map(|step| match step {
            PathStep::Index(ty, value) => {
                let is_name = matches!(model.types.get(*ty), Type::Id(_));
                model.value_name(*ty, *value).filter(|_| is_name)
            }
            PathStep::Field(_) | PathStep::Element(_) => None,
        })
        .next()
}

fn check_home(model: &Model, layout: &Layout, slot: &Slot) {
    let first = layout.block_of_byte(slot.offset as usize);
    let last = slot.offset + u32::from(slot.scalar.width) - 1;
    assert_eq!(first, layout.block_of_byte(last as usize));
    assert_eq!(layout.blocks[first].name, home(model, slot), "{slot:?}");
    let names = slot.path.iter().filter_map(|step| match step {
        PathStep::Index(ty, value) => model.value_name(*ty, *value),
        PathStep::Field(_) | PathStep::Element(_) => None,
    });
    assert!(names.eq(slot.index_names.iter().copied()));
}

/// Blocks of one sort have the same slots, at the same distance from the start.
fn check_equal_blocks(model: &Model, layout: &Layout) {
    let mut by_block: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for slot in layout.slots.values() {
        let block = layout.block_of_byte(slot.offset as usize);
        let start = layout.blocks[block].offset;
        let described = describe_without_home(model, slot, slot.offset - start);
        by_block.entry(block.as_u32()).or_default().push(described);
    }
    for (id, sort) in &model.sorts {
        let block_of = |index: usize| 1 + model.name_of(id, index).as_u32();
        for index in 1..sort.names.len() {
            let blocks = [0, index].map(|index| by_block.get(&block_of(index)));
            assert_eq!(blocks[0], blocks[1]);
            let size = |index| -> StateBlock {
                layout.blocks[weyl_ir::layout::BlockId::from_u32(block_of(index))]
            };
            assert_eq!(size(0).size, size(index).size);
        }
    }
}

fn describe_without_home(model: &Model, slot: &Slot, offset: u32) -> String {
    let mut path = slot.path.clone();
    let home = path.iter_mut().find_map(|step| match step {
        PathStep::Index(ty, value) => matches!(model.types.get(*ty), Type::Id(_)).then_some(value),
        PathStep::Field(_) | PathStep::Element(_) => None,
    });
    if let Some(value) = home {
        *value = 0;
    }
    format!(
        "{offset} {:?} {:?} {:?} {path:?}",
        slot.scalar, slot.role, slot.variable
    )
}

/// A state with a code in each slot, made from random numbers.
pub fn fill(layout: &Layout, numbers: &[u64]) -> Vec<u8> {
    let mut state = vec![0; layout.size];
    for (slot, number) in layout.slots.values().zip(numbers.iter().cycle()) {
        let code = u128::from(*number) % slot.scalar.codes().max(1);
        slot.scalar
            .store(&mut state, slot.offset as usize, code as u64);
    }
    state
}

pub fn check_packing(layout: &Layout, numbers: &[u64]) {
    let packer = layout.packer();
    let bits: usize = layout
        .slots
        .values()
        .map(|slot| slot.scalar.bits() as usize)
        .sum();
    assert_eq!(packer.size(), bits.div_ceil(8));
    let state = fill(layout, numbers);
    let mut packed = vec![0; packer.size()];
    packer.pack(&state, &mut packed);
    let mut unpacked = vec![0; layout.size];
    packer.unpack(&packed, &mut unpacked);
    assert_eq!(unpacked, state);
    let mut repacked = vec![0xFF; packer.size()];
    packer.pack(&unpacked, &mut repacked);
    assert_eq!(repacked, packed);
}
