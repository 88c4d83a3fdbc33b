//! A model is read once, however often its states have to grow.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weyl_check::{PROMELA, check};
use weyl_explore::Progress;
use weyl_filetest::Options;
use weyl_source::Sources;

/// Twelve processes, the last two created when others run already: the capacity grows many times.
const MODEL: &str = "#include \"work.h\"
init {
    byte i;
    do :: i < 10 -> run worker(i); i++ :: else -> break od;
    (done > 4);
    run worker(10);
    (done > 8);
    run worker(11)
}";

const WORK: &str = "byte done;\nproctype worker(byte id) { done++; (done > 10); done-- }";

#[test]
fn included_files_are_opened_once() {
    let opened = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&opened);
    let mut sources = Sources::new(move |path| {
        counter.fetch_add(1, Relaxed);
        (path == Path::new("models/work.h")).then(|| WORK.to_string())
    });
    let file = sources.add_file(Path::new("models/m.pml"), MODEL);
    let mut request = Options::from_header(PROMELA, &[])
        .expect("no options")
        .request();
    request.limits.states = Some(5_000);
    let report = check(&mut sources, file, &request, &Progress::default());
    let report = report.unwrap_or_else(|failure| panic!("{:#?}", failure.diagnostics()));
    let processes = report.program.model.processes();
    let kinds = processes.kinds().iter();
    let processes: u32 = kinds.map(|kind| processes.room(kind)).sum();
    assert!(processes >= 12, "{processes}");
    assert_eq!(opened.load(Relaxed), 1);
}
