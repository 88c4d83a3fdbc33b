//! The whole model.

use super::{
    Block, ChannelInit, ChannelInitId, Expr, Formula, GlobalId, LocalId, Mtype, MtypeId, Typedef,
    TypedefId, Variable,
};
use cranelift_entity::{PrimaryMap, entity_impl};
use std::sync::Arc;
use weyl_source::Span;
use weyl_temporal::branching;

/// A proctype, `init`, a never claim or a trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProctypeId(u32);
entity_impl!(ProctypeId, "proctype");

/// A label of one proctype.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(u32);
entity_impl!(LabelId, "label");

/// A model whose names are resolved. All indices are valid.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub mtypes: PrimaryMap<MtypeId, Mtype>,
    pub typedefs: PrimaryMap<TypedefId, Typedef>,
    pub channels: PrimaryMap<ChannelInitId, ChannelInit>,
    pub globals: PrimaryMap<GlobalId, Variable>,
    /// In the order of the text.
    pub proctypes: PrimaryMap<ProctypeId, Proctype>,
    /// The processes that exist at the start, in the order of their numbers.
    pub instances: Vec<Instance>,
    /// `ltl` blocks in the order of the text.
    pub formulas: Vec<Property>,
    /// Formulas that were given with the model. Their names are their texts.
    pub outside_formulas: Vec<Property>,
    /// Expressions that are shown along runs.
    pub shown: Vec<Property>,
    /// What the text uses: a search needs to know some of it.
    pub features: Features,
}

#[derive(Clone, Debug)]
pub struct Proctype {
    pub name: Arc<str>,
    pub kind: ProctypeKind,
    /// The first `parameters.len()` locals, in order.
    pub parameters: Vec<LocalId>,
    pub locals: PrimaryMap<LocalId, Variable>,
    pub labels: PrimaryMap<LabelId, Label>,
    pub provided: Option<Expr>,
    /// Of the processes that exist at the start; `run` without a priority gives 1, whatever stands
    /// here.
    pub priority: u8,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProctypeKind {
    Proctype { deterministic: bool },
    Init,
    Never,
    Trace,
    Notrace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub name: Arc<str>,
    pub span: Span,
}

impl Label {
    /// A process may stop here for ever.
    pub fn is_end(&self) -> bool {
        self.name.starts_with("end")
    }

    pub fn is_progress(&self) -> bool {
        self.name.starts_with("progress")
    }

    pub fn is_accept(&self) -> bool {
        self.name.starts_with("accept")
    }
}

/// Processes of one proctype that exist at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub proctype: ProctypeId,
    pub count: u32,
}

#[derive(Clone, Debug)]
pub struct Property {
    /// `ltl_0`, `ltl_1`, … where the text gives none.
    pub name: Arc<str>,
    pub said: Said,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Said {
    /// Of linear time, or an expression.
    Linear(Formula),
    /// With its atoms in the order of their numbers, each with its name.
    Branching {
        formula: branching::Formula,
        atoms: Vec<(Arc<str>, Formula)>,
    },
}

impl Property {
    /// The expressions in it.
    pub fn atoms(&self) -> Vec<&Expr> {
        match &self.said {
            Said::Linear(formula) => formula.atoms(),
            Said::Branching { atoms, .. } => {
                let atoms = atoms.iter();
                atoms.flat_map(|(_, atom)| atom.atoms()).collect()
            }
        }
    }
}

/// Constructs whose use changes what has to be part of a state or can be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub last_process: bool,
    pub process_count: bool,
    pub enabled: bool,
    pub pc_value: bool,
    pub non_progress: bool,
    pub timeout: bool,
    pub priorities: bool,
    pub provided: bool,
    pub unless: bool,
    pub remote_labels: bool,
    pub remote_variables: bool,
    pub exclusive_access: bool,
    pub else_with_channels: bool,
    pub sorted_send: bool,
    pub random_receive: bool,
}
