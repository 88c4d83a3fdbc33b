//! `weyl schema`.

use crate::program::answer::printed;
use crate::program::exit::Exit;
use crate::program::screen::Screen;
use clap::ValueEnum;
use weyl_report::Printed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaFlag {
    Check,
    Symmetry,
    Dependencies,
    Test,
    Compare,
    Progress,
}

pub fn run(flag: SchemaFlag, screen: &Screen) -> Exit {
    let schema = match flag {
        SchemaFlag::Check => Printed::Check,
        SchemaFlag::Symmetry => Printed::Symmetry,
        SchemaFlag::Dependencies => Printed::Dependencies,
        SchemaFlag::Test => Printed::Test,
        SchemaFlag::Compare => Printed::Compare,
        SchemaFlag::Progress => Printed::Progress,
    };
    printed(screen.print(&schema.schema()), Exit::Holds, screen)
}
