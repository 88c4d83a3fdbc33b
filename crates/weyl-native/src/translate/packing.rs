//! Packing and unpacking states, field by field, as [`weyl_ir::layout::Packer`] does.

use super::{Translated, Unsupported};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;
use weyl_ir::layout::{PackedField, Packer};

/// Fields, more of which take longer to compile than to go through in a loop.
const MAX_FIELDS: usize = 1 << 12;

/// Working state and packed state in.
pub(crate) fn pack(
    packer: &Packer,
    target: TargetFrontendConfig,
    mut b: FunctionBuilder<'_>,
) -> Translated<()> {
    let (state, packed) = begin(packer, &mut b)?;
    let mut word = b.ins().iconst(types::I64, 0);
    let (mut count, mut at) = (0, 0);
    let flags = MemFlagsData::new().with_notrap();
    for field in packer.fields() {
        let code = load(&mut b, state, field);
        let bits = u32::from(field.bits);
        let shifted = b.ins().ishl_imm_u(code, i64::from(count));
        word = b.ins().bor(word, shifted);
        count += bits;
        if count >= 64 {
            b.ins().store(flags, word, packed, at);
            (count, at) = (count - 64, at + 8);
            // What did not fit: nothing, if the field ended with the word.
            word = match bits - count {
                64.. => b.ins().iconst(types::I64, 0),
                fitted => b.ins().ushr_imm_u(code, i64::from(fitted)),
            };
        }
    }
    let mut rest = packer.size() as i32 - at;
    while rest > 0 {
        let ty = part(rest);
        let low = narrowed(&mut b, word, ty);
        b.ins().store(flags, low, packed, at);
        let bytes = ty.bytes() as i32;
        (rest, at) = (rest - bytes, at + bytes);
        if rest > 0 {
            word = b.ins().ushr_imm_u(word, i64::from(8 * bytes));
        }
    }
    end(target, b);
    Ok(())
}

/// Packed state and working state in.
pub(crate) fn unpack(
    packer: &Packer,
    target: TargetFrontendConfig,
    mut b: FunctionBuilder<'_>,
) -> Translated<()> {
    let (packed, state) = begin(packer, &mut b)?;
    let words = load_words(&mut b, packed, packer.size());
    let mut bit = 0;
    for field in packer.fields() {
        let bits = u32::from(field.bits);
        let (number, shift) = ((bit / 64) as usize, bit % 64);
        let mut code = match shift {
            0 => words[number],
            _ => b.ins().ushr_imm_u(words[number], i64::from(shift)),
        };
        if shift + bits > 64 {
            let high = b.ins().ishl_imm_u(words[number + 1], i64::from(64 - shift));
            code = b.ins().bor(code, high);
        }
        if bits < 64 {
            code = b.ins().band_imm_u(code, ((1u64 << bits) - 1) as i64);
        }
        store(&mut b, state, field, code);
        bit += bits;
    }
    end(target, b);
    Ok(())
}

fn begin(packer: &Packer, b: &mut FunctionBuilder<'_>) -> Translated<(Value, Value)> {
    if packer.fields().len() > MAX_FIELDS {
        return Err(Unsupported("large states"));
    }
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let parameters = b.block_params(entry);
    Ok((parameters[0], parameters[1]))
}

fn end(target: TargetFrontendConfig, mut b: FunctionBuilder<'_>) {
    b.ins().return_(&[]);
    b.seal_all_blocks();
    b.finalize(target);
}

/// The widest word that fits into so many bytes.
fn part(bytes: i32) -> Type {
    match bytes {
        8.. => types::I64,
        4.. => types::I32,
        2.. => types::I16,
        _ => types::I8,
    }
}

fn narrowed(b: &mut FunctionBuilder<'_>, word: Value, ty: Type) -> Value {
    match ty {
        types::I64 => word,
        _ => b.ins().ireduce(ty, word),
    }
}

fn widened(b: &mut FunctionBuilder<'_>, word: Value) -> Value {
    match b.func.dfg.value_type(word) {
        types::I64 => word,
        _ => b.ins().uextend(types::I64, word),
    }
}

/// The words of a packed state; the last one may be short.
fn load_words(b: &mut FunctionBuilder<'_>, packed: Value, bytes: usize) -> Vec<Value> {
    let flags = MemFlagsData::new().with_notrap();
    let mut words = Vec::new();
    for start in (0..bytes).step_by(8) {
        let mut word = b.ins().iconst(types::I64, 0);
        let (mut at, end) = (start, bytes.min(start + 8));
        while at < end {
            let ty = part((end - at) as i32);
            let low = b.ins().load(ty, flags, packed, at as i32);
            let low = widened(b, low);
            let high = b.ins().ishl_imm_u(low, 8 * (at - start) as i64);
            word = b.ins().bor(word, high);
            at += ty.bytes() as usize;
        }
        words.push(word);
    }
    words
}

/// The pieces of a field in memory: width and distance from its first byte, most significant first.
fn pieces(width: u8) -> impl Iterator<Item = (Type, i32)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let left = i32::from(width) - at;
        let ty = part(left);
        at += ty.bytes() as i32;
        (left > 0).then_some((ty, at - ty.bytes() as i32))
    })
}

fn load(b: &mut FunctionBuilder<'_>, state: Value, field: &PackedField) -> Value {
    let flags = MemFlagsData::new().with_notrap();
    let mut code = None;
    for (ty, by) in pieces(field.width) {
        let offset = field.offset as i32 + by;
        let piece = b.ins().load(ty, flags, state, offset);
        let piece = match ty {
            types::I8 => piece,
            _ => b.ins().bswap(piece),
        };
        let piece = widened(b, piece);
        code = Some(match code {
            None => piece,
            Some(high) => {
                let high = b.ins().ishl_imm_u(high, i64::from(ty.bits()));
                b.ins().bor(high, piece)
            }
        });
    }
    code.unwrap_or_else(|| b.ins().iconst(types::I64, 0))
}

fn store(b: &mut FunctionBuilder<'_>, state: Value, field: &PackedField, code: Value) {
    let flags = MemFlagsData::new().with_notrap();
    for (ty, by) in pieces(field.width) {
        let below = i64::from(8 * (i32::from(field.width) - by)) - i64::from(ty.bits());
        let piece = match below {
            0 => code,
            _ => b.ins().ushr_imm_u(code, below),
        };
        let piece = narrowed(b, piece, ty);
        let piece = match ty {
            types::I8 => piece,
            _ => b.ins().bswap(piece),
        };
        b.ins().store(flags, piece, state, field.offset as i32 + by);
    }
}
