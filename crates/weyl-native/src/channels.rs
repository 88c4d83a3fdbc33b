//! Channels at run time: what the interpreter does with them, on the bytes of a working state.
//!
//! Whatever would be an error is given up.

use crate::context::{Context, MAX_FIELDS, status};
use weyl_ir::layout::{Located, ScalarShape, Shape};
use weyl_ir::{FixedChannel, VarId};
use weyl_system::Program;

pub(crate) const LENGTH: i64 = 0;
pub(crate) const IS_EMPTY: i64 = 1;
pub(crate) const IS_FULL: i64 = 2;
pub(crate) const CAN_SEND: i64 = 3;

const RANDOM: i64 = 1;
/// Poll, for questions; keep, for receives.
const LOOK: i64 = 2;

pub(crate) fn flags(random: bool, look: bool) -> i64 {
    let random = if random { RANDOM } else { 0 };
    let look = if look { LOOK } else { 0 };
    random | look
}

#[derive(Clone, Debug)]
struct Field {
    offset: usize,
    scalar: ScalarShape,
    lo: i64,
    hi: i64,
}

#[derive(Clone, Debug)]
struct Channel {
    capacity: usize,
    /// How the number of messages is coded.
    length: ScalarShape,
    stride: usize,
    fields: Vec<Field>,
}

/// A channel of the pool: the bytes from one to the next, where the first is, and what they are
/// like.
#[derive(Clone, Debug)]
struct PoolShape {
    first: usize,
    step: usize,
    channel: Channel,
}

#[derive(Clone, Debug)]
struct Pool {
    first: i64,
    count: i64,
    /// Where the shape of the first is said, how far it is to the next, and how it is coded.
    shape_of: (usize, usize, ScalarShape),
    shapes: Vec<PoolShape>,
}

/// All channels of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Channels {
    /// Where each is that is always there.
    fixed: Vec<(usize, Channel)>,
    pool: Option<Pool>,
}

impl Channels {
    /// `None` if a field does not fit into machine words.
    pub fn new(program: &Program) -> Option<Channels> {
        let processes = program.model.processes();
        let fixed = processes.fixed_channels().iter();
        let fixed = fixed.map(|channel| fixed_channel(program, channel));
        let pool = processes.channel_pool().map(|pool| {
            let (shapes_at, step, shape) = array(program, pool.shape_of)?;
            let Shape::Scalar(code) = &program.layout.shapes[shape.shape] else {
                return None;
            };
            let count = i64::from(array_len(program, pool.shape_of)?);
            let shapes = pool.shapes.iter().map(|shape| pool_shape(program, *shape));
            Some(Pool {
                first: i64::from(pool.first),
                count,
                shape_of: (shapes_at, step, *code),
                shapes: shapes.collect::<Option<_>>()?,
            })
        });
        Some(Channels {
            fixed: fixed.collect::<Option<_>>()?,
            pool: match pool {
                Some(pool) => Some(pool?),
                None => None,
            },
        })
    }

    /// Where the channel with a number is.
    #[inline]
    fn find(&self, number: i64, state: &[u8]) -> Option<(usize, &Channel)> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        if let Some((at, channel)) = self.fixed.get(index) {
            return Some((*at, channel));
        }
        let pool = self.pool.as_ref()?;
        let element = number.checked_sub(pool.first)?;
        if element < 0 || element >= pool.count {
            return None;
        }
        let (at, step, code) = &pool.shape_of;
        let shape = code.load(state, at + element as usize * step);
        let shape = code.decode(shape)?;
        let shape = usize::try_from(shape).ok()?.checked_sub(1)?;
        let shape = pool.shapes.get(shape)?;
        Some((shape.first + element as usize * shape.step, &shape.channel))
    }
}

fn fixed_channel(program: &Program, fixed: &FixedChannel) -> Option<(usize, Channel)> {
    let at = program.layout.variables[fixed.variable];
    let at = match fixed.element {
        None => at,
        Some(element) => {
            let (first, step, part) = array(program, fixed.variable)?;
            Located {
                offset: (first + element as usize * step) as u32,
                ..part
            }
        }
    };
    Some((at.offset as usize, channel(program, at)?))
}

/// Whether a channel that is always there has no room for messages.
pub(crate) fn is_rendezvous(program: &Program, number: i128) -> bool {
    let processes = program.model.processes();
    let mut channels = processes.numbered_channels();
    let channel = channels.find(|(other, _)| *other == number);
    let channel = channel.and_then(|(_, channel)| fixed_channel(program, channel));
    channel.is_some_and(|(_, channel)| channel.capacity == 0)
}

fn pool_shape(program: &Program, variable: VarId) -> Option<PoolShape> {
    let (first, step, part) = array(program, variable)?;
    Some(PoolShape {
        first,
        step,
        channel: channel(program, part)?,
    })
}

/// Where an array begins, its stride, and its first element.
fn array(program: &Program, variable: VarId) -> Option<(usize, usize, Located)> {
    let at = program.layout.variables[variable];
    let Shape::Array {
        stride, element, ..
    } = &program.layout.shapes[at.shape]
    else {
        return None;
    };
    let part = Located {
        offset: at.offset,
        shape: *element,
    };
    Some((at.offset as usize, *stride as usize, part))
}

fn array_len(program: &Program, variable: VarId) -> Option<u32> {
    let at = program.layout.variables[variable];
    let Shape::Array { len, .. } = &program.layout.shapes[at.shape] else {
        return None;
    };
    Some(*len)
}

fn channel(program: &Program, at: Located) -> Option<Channel> {
    let Shape::Channel(shape) = &program.layout.shapes[at.shape] else {
        return None;
    };
    let field = |(offset, scalar): &(u32, ScalarShape)| {
        Some(Field {
            offset: *offset as usize,
            scalar: *scalar,
            lo: i64::try_from(scalar.lo).ok()?,
            hi: i64::try_from(scalar.hi).ok()?,
        })
    };
    let fields: Vec<Field> = shape.fields.iter().map(field).collect::<Option<_>>()?;
    let is_small = fields.len() <= MAX_FIELDS;
    is_small.then_some(Channel {
        capacity: shape.capacity as usize,
        length: shape.length(),
        stride: shape.stride as usize,
        fields,
    })
}

impl Field {
    #[inline]
    fn load(&self, state: &[u8], message: usize) -> i64 {
        let at = message + self.offset;
        let code = match self.scalar.width {
            1 => u64::from(state[at]),
            _ => self.scalar.load(state, at),
        };
        (code as i64).wrapping_add(self.lo)
    }

    #[inline]
    fn store(&self, state: &mut [u8], message: usize, value: i64) {
        let code = value.wrapping_sub(self.lo) as u64;
        let at = message + self.offset;
        match self.scalar.width {
            1 => state[at] = code as u8,
            _ => self.scalar.store(state, at, code),
        }
    }

    /// The value of the field that a number wraps to.
    #[inline]
    fn wrapped(&self, value: i64) -> i64 {
        if self.lo <= value && value <= self.hi {
            return value;
        }
        let (lo, hi) = (i128::from(self.lo), i128::from(self.hi));
        ((i128::from(value) - lo).rem_euclid(hi - lo + 1) + lo) as i64
    }
}

/// What is asked of the fields of a message.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    values: &'a [i64],
    mask: u64,
}

impl Wanted<'_> {
    fn fits(self, mut field: impl FnMut(usize) -> i64, fields: usize) -> bool {
        let values = self.values.iter().take(fields).enumerate();
        values
            .into_iter()
            .all(|(number, value)| self.mask >> number & 1 == 0 || field(number) == *value)
    }
}

impl Channel {
    #[inline]
    fn length(&self, state: &[u8], at: usize) -> usize {
        match (self.capacity, self.length.width) {
            (0, _) => 0,
            (_, 1) => usize::from(state[at]),
            _ => self.length.load(state, at) as usize,
        }
    }

    fn set_length(&self, state: &mut [u8], at: usize, length: usize) {
        self.length.store(state, at, length as u64);
    }

    fn message_at(&self, at: usize, position: usize) -> usize {
        at + usize::from(self.length.width) + position * self.stride
    }

    /// The position of the message that a receive takes.
    fn find(&self, state: &[u8], at: usize, random: bool, wanted: Wanted<'_>) -> Option<usize> {
        let length = self.length(state, at);
        let candidates = if random { length } else { length.min(1) };
        (0..candidates).find(|position| {
            let message = self.message_at(at, *position);
            let field = |number: usize| self.fields[number].load(state, message);
            wanted.fits(field, self.fields.len())
        })
    }

    /// Where a message goes in a channel that is kept in order: before the first greater one.
    fn sorted_position(&self, state: &[u8], at: usize, values: &[i64]) -> usize {
        let length = self.length(state, at);
        let is_greater = |position: &usize| {
            let message = self.message_at(at, *position);
            let fields = self.fields.iter().map(|field| field.load(state, message));
            fields.gt(values.iter().copied())
        };
        (0..length).find(is_greater).unwrap_or(length)
    }

    fn insert(&self, state: &mut [u8], at: usize, position: usize, values: &[i64]) {
        let length = self.length(state, at);
        let from = self.message_at(at, position);
        let end = self.message_at(at, length);
        state.copy_within(from..end, from + self.stride);
        for (field, value) in self.fields.iter().zip(values) {
            field.store(state, from, *value);
        }
        self.set_length(state, at, length + 1);
    }

    fn remove(&self, state: &mut [u8], at: usize, position: usize) {
        let length = self.length(state, at);
        let (from, end) = (self.message_at(at, position), self.message_at(at, length));
        state.copy_within(from + self.stride..end, from);
        state[end - self.stride..end].fill(0);
        self.set_length(state, at, length - 1);
    }
}

/// Answers a question about a channel; −1 if there is no such channel.
///
/// # Safety
/// Context, channels and layout are alive, and `state` points to a working state of that layout.
pub(crate) unsafe extern "C" fn ask(
    context: *const Context,
    state: *const u8,
    number: i64,
    question: i64,
) -> i64 {
    // SAFETY: the caller promises that all of them are alive and that the state has the layout's
    // size.
    let (context, channels, state) = unsafe {
        let size = (*(*context).layout).size;
        let state = std::slice::from_raw_parts(state, size);
        (&*context, &*(*context).channels, state)
    };
    let Some((at, channel)) = channels.find(number, state) else {
        return -1;
    };
    let length = channel.length(state, at);
    let is_full = channel.capacity > 0 && length == channel.capacity;
    match question {
        LENGTH => length as i64,
        IS_EMPTY => i64::from(length == 0),
        IS_FULL => i64::from(is_full),
        _ => i64::from(!is_full && context.offer.channel == 0),
    }
}

/// Whether a message can be received.
///
/// # Safety
/// As [`ask`], and `wanted` points to `count` numbers.
pub(crate) unsafe extern "C" fn can_receive(
    context: *const Context,
    state: *const u8,
    number: i64,
    how: i64,
    wanted: *const i64,
    mask: u64,
    count: usize,
) -> i64 {
    // SAFETY: the caller promises that all of them are alive and have these sizes.
    let (context, channels, state, values) = unsafe {
        let size = (*(*context).layout).size;
        let state = std::slice::from_raw_parts(state, size);
        let values = std::slice::from_raw_parts(wanted, count);
        (&*context, &*(*context).channels, state, values)
    };
    let wanted = Wanted { values, mask };
    let Some((at, channel)) = channels.find(number, state) else {
        return status::GIVE_UP;
    };
    let is_poll = how & LOOK != 0;
    if is_poll && channel.capacity == 0 {
        return status::GIVE_UP;
    }
    let offer = &context.offer;
    if offer.channel != 0 && !is_poll {
        let field = |number: usize| offer.message[number];
        let fits = offer.channel == number && wanted.fits(field, offer.fields);
        return i64::from(fits);
    }
    let found = channel.find(state, at, how & RANDOM != 0, wanted);
    i64::from(found.is_some())
}

/// Sends a message, or offers it.
///
/// # Safety
/// As [`ask`]; `message` points to `count` numbers; nobody else uses state and message.
pub(crate) unsafe extern "C" fn send(
    context: *mut Context,
    state: *mut u8,
    number: i64,
    sorted: i64,
    message: *mut i64,
    count: usize,
) -> i64 {
    // SAFETY: the caller promises that all of them are alive, have these sizes, and are not shared.
    let (context, channels, state, values) = unsafe {
        let size = (*(*context).layout).size;
        let channels = &*(*context).channels;
        let state = std::slice::from_raw_parts_mut(state, size);
        let values = std::slice::from_raw_parts_mut(message, count);
        (&mut *context, channels, state, values)
    };
    let Some((at, channel)) = channels.find(number, state) else {
        return status::GIVE_UP;
    };
    if count != channel.fields.len() {
        return status::GIVE_UP;
    }
    for (value, field) in values.iter_mut().zip(&channel.fields) {
        *value = field.wrapped(*value);
    }
    if channel.capacity == 0 {
        context.offer.channel = number;
        context.offer.fields = count;
        context.offer.message[..count].copy_from_slice(values);
        return status::DONE;
    }
    let length = channel.length(state, at);
    if length >= channel.capacity {
        return status::GIVE_UP;
    }
    let position = match sorted {
        0 => length,
        _ => channel.sorted_position(state, at, values),
    };
    channel.insert(state, at, position, values);
    status::DONE
}

/// Takes a message, or looks at it; its fields replace what was wanted of them.
///
/// # Safety
/// As [`send`].
pub(crate) unsafe extern "C" fn receive(
    context: *mut Context,
    state: *mut u8,
    number: i64,
    how: i64,
    row: *mut i64,
    mask: u64,
    count: usize,
) -> i64 {
    // SAFETY: the caller promises that all of them are alive, have these sizes, and are not shared.
    let (context, channels, state, row) = unsafe {
        let size = (*(*context).layout).size;
        let channels = &*(*context).channels;
        let state = std::slice::from_raw_parts_mut(state, size);
        let row = std::slice::from_raw_parts_mut(row, count);
        (&mut *context, channels, state, row)
    };
    if context.offer.channel != 0 {
        if context.offer.fields != count {
            return status::GIVE_UP;
        }
        row.copy_from_slice(&context.offer.message[..count]);
        context.offer.channel = 0;
        return status::DONE;
    }
    let Some((at, channel)) = channels.find(number, state) else {
        return status::GIVE_UP;
    };
    let wanted = Wanted { values: row, mask };
    let Some(position) = channel.find(state, at, how & RANDOM != 0, wanted) else {
        return status::GIVE_UP;
    };
    if channel.fields.len() != count {
        return status::GIVE_UP;
    }
    let message = channel.message_at(at, position);
    for (value, field) in row.iter_mut().zip(&channel.fields) {
        *value = field.load(state, message);
    }
    if how & LOOK == 0 {
        channel.remove(state, at, position);
    }
    status::DONE
}
