//! Shapes: how the parts of a value lie relative to its first byte.

use crate::{Model, ScalarRange};
use cranelift_entity::{PrimaryMap, entity_impl};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ShapeId(u32);
entity_impl!(ShapeId, "shape");

pub type Shapes = PrimaryMap<ShapeId, Shape>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Scalar(ScalarShape),
    /// The element with number `i` of the index type lies at `i * stride`.
    Array {
        lo: i128,
        len: u32,
        stride: u32,
        element: ShapeId,
    },
    /// Offsets are relative to the record; parts in a name's block may be far away.
    Record {
        fields: Vec<(u32, ShapeId)>,
    },
    /// Position `i` is at `i * stride`: a byte that says whether it is occupied, then the element.
    Multiset {
        capacity: u32,
        stride: u32,
        element: ShapeId,
    },
    Channel(ChannelShape),
}

impl Shape {
    /// The parts of what is known to be a record.
    pub fn fields(&self) -> &[(u32, ShapeId)] {
        let Shape::Record { fields } = self else {
            unreachable!("places of one type have one shape")
        };
        fields
    }

    /// The stride and the elements of what is known to be an array.
    pub fn elements(&self) -> (u32, ShapeId) {
        let Shape::Array {
            stride, element, ..
        } = self
        else {
            unreachable!("places of one type have one shape")
        };
        (*stride, *element)
    }
}

/// The number of messages in one byte or two, then the messages, the oldest first, each `stride`
/// bytes; what is behind the last one is zero. A rendezvous channel takes no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelShape {
    pub capacity: u32,
    pub stride: u32,
    /// Where each field lies in a message.
    pub fields: Vec<(u32, ScalarShape)>,
}

impl ChannelShape {
    pub fn size(&self) -> u32 {
        match self.capacity {
            0 => 0,
            capacity => self.message_at(capacity),
        }
    }

    /// The number of messages, at the beginning.
    pub fn length(&self) -> ScalarShape {
        ScalarShape::of_range(0, i128::from(self.capacity), false)
    }

    /// Where the message at a position lies.
    pub fn message_at(&self, position: u32) -> u32 {
        u32::from(self.length().width) + position * self.stride
    }
}

/// How a scalar is coded: `value − lo`, and one more where 0 stands for "undefined".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarShape {
    /// Bytes in the working state: 1, 2, 4 or 8.
    pub width: u8,
    pub undefinable: bool,
    pub lo: i128,
    pub hi: i128,
}

impl ScalarShape {
    pub fn new(model: &Model, ty: crate::TypeId, undefinable: bool) -> ScalarShape {
        let range = model.scalar_range(ty);
        // `Int` is never stored; a verified model does not get here with it.
        let (lo, hi) = range.map_or((0, 0), |range| (range.lo, range.hi));
        ScalarShape::of_range(lo, hi, undefinable)
    }

    /// In as few bytes as will do.
    pub fn of_range(lo: i128, hi: i128, undefinable: bool) -> ScalarShape {
        let mut shape = ScalarShape {
            width: 8,
            undefinable,
            lo,
            hi,
        };
        shape.width = match shape.bits() {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            _ => 8,
        };
        shape
    }

    /// Whether every value of another scalar, undefined ones too, can be stored in this one.
    pub fn holds_all_of(&self, other: &ScalarShape) -> bool {
        self.lo <= other.lo && other.hi <= self.hi && (self.undefinable || !other.undefinable)
    }

    /// How many codes there are.
    pub fn codes(&self) -> u128 {
        let (lo, hi) = (self.lo, self.hi);
        ScalarRange { lo, hi }.len() + u128::from(self.undefinable)
    }

    /// The bits that a code needs.
    pub fn bits(&self) -> u32 {
        let last = self.codes().saturating_sub(1);
        u128::BITS - last.leading_zeros()
    }

    /// The code of a value, `None` if it does not belong to the type.
    #[inline]
    pub fn encode(&self, value: i128) -> Option<u64> {
        if value < self.lo || self.hi < value {
            return None;
        }
        Some((value - self.lo) as u64 + u64::from(self.undefinable))
    }

    /// The value of a code, `None` for "undefined".
    #[inline]
    pub fn decode(&self, code: u64) -> Option<i128> {
        if self.undefinable && code == 0 {
            return None;
        }
        Some(i128::from(code - u64::from(self.undefinable)) + self.lo)
    }

    #[inline]
    pub fn load(&self, bytes: &[u8], offset: usize) -> u64 {
        let at = &bytes[offset..offset + self.width as usize];
        match *at {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_be_bytes([a, b])),
            [a, b, c, d] => u64::from(u32::from_be_bytes([a, b, c, d])),
            _ => at.iter().fold(0, |code, byte| code << 8 | u64::from(*byte)),
        }
    }

    #[inline]
    pub fn store(&self, bytes: &mut [u8], offset: usize, code: u64) {
        let width = self.width as usize;
        bytes[offset..offset + width].copy_from_slice(&code.to_be_bytes()[8 - width..]);
    }
}
