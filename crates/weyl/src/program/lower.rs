//! `weyl lower`.

use crate::input::{add_model, sources};
use crate::machine;
use crate::program::answer::{fail, printed};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::LowerFlags;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{Output, model_options};
use std::sync::Arc;
use weyl_check::{Failure, Lowering, Writing, lower, wrong_command_line};
use weyl_explore::Progress;
use weyl_ir::Capacity;
use weyl_source::Sources;

pub fn run(flags: &LowerFlags, screen: &Screen) -> Exit {
    let mut sources = sources();
    match lowered(flags, &mut sources) {
        Ok(lowering) => {
            screen.show_diagnostics(&lowering.warnings, &sources);
            printed(screen.print(&lowering.text), Exit::Holds, screen)
        }
        Err(failure) => fail(&failure, &flags.model.model, &sources, false, screen),
    }
}

fn lowered(flags: &LowerFlags, sources: &mut Sources) -> Result<Lowering, Failure> {
    if flags.model.reading.loop_limit.is_some() {
        let message = "`--loop-limit` has no meaning for `weyl lower`: no loop is executed";
        return Err(wrong_command_line(message, None));
    }
    let writing = Writing {
        capacity: flags.capacity.map(capacity).transpose()?,
        bare: flags.bare,
    };
    let options = model_options(&flags.model.model, &flags.model.reading)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let limits = machine::limits();
    let model = flags.model.model.display().to_string();
    let _guard = guard(&model, Output::Text, (&limits, None), &progress);
    let file = add_model(sources, &flags.model.model)?;
    lower(sources, file, &options, writing, &progress)
}

fn capacity(size: u64) -> Result<Capacity, Failure> {
    let most = Capacity::MOST;
    match u32::try_from(size) {
        Ok(size) if size <= most.processes.min(most.channels) => Ok(Capacity {
            processes: size,
            channels: size,
        }),
        _ => {
            let message = format!("there is room for at most {} processes", most.processes);
            Err(wrong_command_line(&message, None))
        }
    }
}
