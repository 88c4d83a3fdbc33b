//! Operations on channels. Which channel it is shows only when the code runs, so they are calls of
//! the executor.

use super::{Translated, Translator, Unsupported};
use crate::channels;
use crate::context::{MAX_FIELDS, status};
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types,
};
use weyl_ir::{ChannelQuestion, Expr, MessageField};

/// Room for the fields of a message.
struct Row {
    address: Value,
    count: usize,
}

impl<'p> Translator<'p, '_> {
    pub(super) fn ask_channel(
        &mut self,
        question: ChannelQuestion,
        number: &'p Expr,
    ) -> Translated<Number> {
        let number = self.eval(number)?;
        let question = match question {
            ChannelQuestion::Length => channels::LENGTH,
            ChannelQuestion::IsEmpty => channels::IS_EMPTY,
            ChannelQuestion::IsFull => channels::IS_FULL,
            ChannelQuestion::CanSend => channels::CAN_SEND,
        };
        let question = self.constant(question);
        let arguments = [self.context, self.state, number.value, question];
        let answer = self.call(channels::ask as *const u8, &arguments);
        let is_wrong = self.compare(IntCC::SignedLessThan, answer, 0);
        self.give_up_if(is_wrong);
        Ok(Number {
            value: answer,
            within: Interval::new(0, 65_535),
        })
    }

    fn row(&mut self, count: usize) -> Translated<Row> {
        if count > MAX_FIELDS {
            return Err(Unsupported("messages with many fields"));
        }
        let bytes = 8 * count.max(1) as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let address = self.b.ins().stack_addr(types::I64, slot, 0);
        Ok(Row { address, count })
    }

    fn set(&mut self, row: &Row, field: usize, value: Value) {
        let flags = MemFlagsData::trusted();
        let offset = 8 * field as i32;
        self.b.ins().store(flags, value, row.address, offset);
    }

    /// Writes what is asked of the fields; the bits of the mask say of which something is.
    fn wanted(
        &mut self,
        fields: impl ExactSizeIterator<Item = Option<&'p Expr>>,
    ) -> Translated<(Row, Value)> {
        let row = self.row(fields.len())?;
        let mut mask = 0;
        for (number, field) in fields.enumerate() {
            if let Some(field) = field {
                let value = self.eval(field)?.value;
                self.set(&row, number, value);
                mask |= 1 << number;
            }
        }
        let mask = self.constant(mask);
        Ok((row, mask))
    }

    pub(super) fn can_receive(
        &mut self,
        channel: &'p Expr,
        (random, poll): (bool, bool),
        fields: &'p [Option<Expr>],
    ) -> Translated<Number> {
        let number = self.eval(channel)?.value;
        let (row, mask) = self.wanted(fields.iter().map(Option::as_ref))?;
        let how = self.constant(channels::flags(random, poll));
        let count = self.constant(row.count as i64);
        let arguments = [
            self.context,
            self.state,
            number,
            how,
            row.address,
            mask,
            count,
        ];
        let answer = self.call(channels::can_receive as *const u8, &arguments);
        let is_wrong = self.compare(IntCC::SignedGreaterThan, answer, 1);
        self.give_up_if(is_wrong);
        Ok(self.truth(answer))
    }

    pub(super) fn send(
        &mut self,
        channel: &'p Expr,
        sorted: bool,
        message: &'p [Expr],
    ) -> Translated<()> {
        let number = self.eval(channel)?.value;
        let row = self.row(message.len())?;
        for (field, value) in message.iter().enumerate() {
            let value = self.eval(value)?.value;
            self.set(&row, field, value);
        }
        let sorted = self.constant(i64::from(sorted));
        let count = self.constant(row.count as i64);
        let arguments = [self.context, self.state, number, sorted, row.address, count];
        let answer = self.call(channels::send as *const u8, &arguments);
        self.give_up_unless_done(answer);
        Ok(())
    }

    pub(super) fn receive(
        &mut self,
        channel: &'p Expr,
        (random, keep): (bool, bool),
        fields: &'p [MessageField],
    ) -> Translated<()> {
        let number = self.eval(channel)?.value;
        let wanted = fields.iter().map(|field| match field {
            MessageField::Equal(value) => Some(value),
            MessageField::Any | MessageField::Into(_) => None,
        });
        let (row, mask) = self.wanted(wanted)?;
        let how = self.constant(channels::flags(random, keep));
        let count = self.constant(row.count as i64);
        let arguments = [
            self.context,
            self.state,
            number,
            how,
            row.address,
            mask,
            count,
        ];
        let answer = self.call(channels::receive as *const u8, &arguments);
        self.give_up_unless_done(answer);
        for (at, field) in fields.iter().enumerate() {
            let MessageField::Into(local) = field else {
                continue;
            };
            let flags = MemFlagsData::trusted();
            let offset = 8 * at as i32;
            let value = self.b.ins().load(types::I64, flags, row.address, offset);
            let to = self.stored(*local)?;
            let within = Interval::WORD;
            self.store_number(to, Number { value, within })?;
        }
        Ok(())
    }

    fn give_up_unless_done(&mut self, answer: Value) {
        let is_done = self.compare(IntCC::Equal, answer, status::DONE);
        self.give_up_unless(is_done);
    }
}
