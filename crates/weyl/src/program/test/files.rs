//! What is written beside the table, and lines for CI services.

use super::case::Case;
use super::flags::{AnnotateFlag, TestFlags};
use crate::program::answer::with_files;
use crate::program::exit::Exit;
use crate::program::output::Outputs;
use crate::program::screen::Screen;
use std::path::{Path, PathBuf};
use weyl_check::Failure;
use weyl_report::{Service, TestsView, render_annotations, render_tests_junit, render_tests_sarif};

const JUNIT: &str = "--junit";
const SARIF: &str = "--sarif";
const ANNOTATE: &str = "--annotate";

pub struct Files {
    outputs: Outputs,
    service: Option<Service>,
}

impl Files {
    /// None of them is a model, or what is expected of one.
    pub fn tried(flags: &TestFlags, cases: &[Case]) -> Result<Files, Failure> {
        let service = service(flags.annotate);
        let quality = service.and_then(Service::file).map(PathBuf::from);
        let options = [
            (JUNIT, flags.junit.as_ref()),
            (SARIF, flags.sarif.as_ref()),
            (ANNOTATE, quality.as_ref()),
        ];
        let inputs = cases.iter();
        let inputs = inputs.flat_map(|case| [case.model.as_path(), case.places.file()]);
        let inputs: Vec<&Path> = inputs.collect();
        Ok(Files {
            outputs: Outputs::tried(&options, &inputs)?,
            service,
        })
    }

    /// Lines that a service finds in what is printed.
    pub fn lines(&self, tests: &TestsView) -> String {
        let service = self.service.filter(|service| service.file().is_none());
        service.map_or(String::new(), |service| render_annotations(tests, service))
    }

    pub fn write(&self, tests: &TestsView, exit: Exit, screen: &Screen) -> Exit {
        let quality = self.service.filter(|service| service.file().is_some());
        let quality = quality.map_or(String::new(), |service| render_annotations(tests, service));
        let written = [
            self.outputs.write(JUNIT, &render_tests_junit(tests)),
            self.outputs.write(SARIF, &render_tests_sarif(tests)),
            self.outputs.write(ANNOTATE, &quality),
        ];
        with_files(written.into(), exit, screen)
    }
}

/// Nobody gets a file that he did not ask for.
fn service(flag: Option<AnnotateFlag>) -> Option<Service> {
    let detected = || Service::detected(|name| std::env::var_os(name).is_some());
    match flag {
        None => detected().filter(|service| service.file().is_none()),
        Some(AnnotateFlag::Auto) => detected(),
        Some(AnnotateFlag::Off) => None,
        Some(AnnotateFlag::GitHub) => Some(Service::GitHub),
        Some(AnnotateFlag::GitLab) => Some(Service::GitLab),
        Some(AnnotateFlag::Azure) => Some(Service::Azure),
        Some(AnnotateFlag::TeamCity) => Some(Service::TeamCity),
    }
}
