//! Whether the processes keep to what `xr` and `xs` promise of them.
//!
//! Nothing relies on these claims here. SPIN does: its partial-order reduction takes a send on a
//! channel with `xs`, or a receive on one with `xr`, for independent of all other processes, and
//! its verifier stops where it sees that this is wrong. What breaks a claim is what SPIN's verifier
//! looks at: sends break `xs`, receives break `xr`, and so does every test whose outcome the other
//! side could not change in one direction only. `nempty` stays true while others send, and `nfull`
//! while others receive.
//!
//! A claim is made when its process begins, wherever it stands in the body. Only channels that are
//! global and always the same are looked at, under their names and as parameters that stand for one
//! of them in every process; what another variable holds is not known here.

mod channels;
mod parameters;
mod processes;
mod uses;

use crate::codes;
use crate::resolved::{
    Exclusive, Place, Proctype, ProctypeId, ProctypeKind, Program, StmtKind, each_statement,
};
use channels::{Overlap, name, overlap, rendezvous, replaced, same_channel_always};
use parameters::Parameters;
use processes::{Processes, Several};
use std::collections::HashSet;
use uses::{Access, Use, User, users};
use weyl_source::Diagnostic;

const HINT: &str = "SPIN's partial-order reduction is invalid for this model and may miss \
                    violations; weyl does not rely on the claim";

/// One channel of an `xr` or `xs`.
struct Claim {
    mode: Exclusive,
    channel: Place,
    owner: ProctypeId,
    /// The channel and the proctype as they are written.
    names: (String, String),
}

/// A warning for each claim and each way in which it is broken.
pub(super) fn broken_claims(program: &Program) -> Vec<Diagnostic> {
    let processes = Processes::of(program);
    let replaced = replaced(program);
    let parameters = Parameters::of(program, &replaced);
    let users = users(program, &processes, &parameters);
    let mut claims = claims(program, &processes, &parameters);
    claims.retain(|claim| same_channel_always(program, &claim.channel, &replaced));
    let mut found = Vec::new();
    for claim in claims {
        found.extend(on_rendezvous(program, &claim));
        found.extend(several_owners(program, &processes, &claim));
        // Several formulas are one cause.
        let mut is_broken_by_formula = false;
        for user in &users {
            let broken = claim.broken_by(user, &processes);
            if !(user.proctype.is_none() && is_broken_by_formula) {
                is_broken_by_formula |= user.proctype.is_none() && !broken.is_empty();
                found.extend(broken);
            }
            found.extend(claim.out_of_order(user));
        }
    }
    found
}

/// The claims that some process makes.
fn claims(program: &Program, processes: &Processes, parameters: &Parameters) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut known = HashSet::new();
    let existing = |(id, _): &(ProctypeId, &Proctype)| processes.exist(*id);
    for (owner, proctype) in program.proctypes.iter().filter(existing) {
        each_statement(&proctype.body, &mut |stmt| {
            let StmtKind::Exclusive { mode, channels } = &stmt.kind else {
                return;
            };
            for channel in channels {
                let channel = parameters.behind(owner, channel);
                let names = (name(program, &channel), proctype.name.to_string());
                if known.insert((*mode, owner, names.0.clone())) {
                    claims.push(Claim {
                        mode: *mode,
                        channel,
                        owner,
                        names,
                    });
                }
            }
        });
    }
    claims
}

/// SPIN refuses these claims when the process begins.
fn on_rendezvous(program: &Program, claim: &Claim) -> Option<Diagnostic> {
    let declared = rendezvous(program, &claim.channel)?;
    let (channel, _) = &claim.names;
    let message = format!("`{channel}` keeps no messages: nobody can use it alone");
    let diagnostic = Diagnostic::warning(codes::BROKEN_CLAIM, claim.channel.span, message)
        .label(declared, "a rendezvous channel")
        .hint("SPIN's verifier stops with an error here; weyl does not rely on the claim");
    Some(diagnostic)
}

/// Each process of the proctype claims the channel for itself.
fn several_owners(program: &Program, processes: &Processes, claim: &Claim) -> Option<Diagnostic> {
    let (span, claims, text) = match processes.several(program, claim.owner)? {
        Several::FromTheStart(span) => (span, "claim", "several begin here"),
        Several::CreatedHere(span) => (span, "may claim", "several may be created here"),
        Several::OneMoreHere(span) => (span, "may claim", "another one is created here"),
    };
    let (channel, owner) = &claim.names;
    let message = format!("several processes of `{owner}` {claims} `{channel}`, each for itself");
    Some(claim.warning(message).label(span, text))
}

impl Claim {
    fn warning(&self, message: String) -> Diagnostic {
        Diagnostic::warning(codes::BROKEN_CLAIM, self.channel.span, message).hint(HINT)
    }

    /// What another proctype, a claim or a formula does with the channel.
    fn broken_by(&self, user: &User, processes: &Processes) -> Vec<Diagnostic> {
        if user.proctype == Some(self.owner) {
            return Vec::new();
        }
        let breaks = |used: &&Use| {
            used.access.breaks(self.mode)
                && overlap(&self.channel, &used.channel) != Overlap::None
                && !user.is_before(used, self.owner, processes)
        };
        let broken: Vec<&Use> = user.uses.iter().filter(breaks).collect();
        let test = |used: &&&Use| matches!(used.access, Access::Test(_));
        let first_test = broken.iter().find(test);
        let first_other = broken.iter().find(|used| !test(used));
        let found = first_other.into_iter().chain(first_test);
        found.map(|used| self.not_alone(user, used)).collect()
    }

    fn not_alone(&self, user: &User, used: &Use) -> Diagnostic {
        let possible = overlap(&self.channel, &used.channel) == Overlap::Possible;
        let does = match (used.access, possible) {
            (Access::Test(_), false) => "tests it",
            (Access::Test(_), true) => "may test it",
            (Access::Send { .. } | Access::Receive { .. }, false) => "does too",
            (Access::Send { .. } | Access::Receive { .. }, true) => "may do so too",
        };
        let alone = match self.mode {
            Exclusive::Send => "sends to",
            Exclusive::Receive => "receives from",
        };
        let ((channel, owner), user) = (&self.names, &user.name);
        let message =
            format!("`{owner}` claims that it alone {alone} `{channel}`, but {user} {does}");
        let here = if possible {
            "perhaps the same channel"
        } else {
            "here"
        };
        used.labelled(self.warning(message), here)
    }

    /// Messages of a channel with `xr` come and go in their order, whoever sends or receives.
    fn out_of_order(&self, user: &User) -> Option<Diagnostic> {
        let breaks = |used: &&Use| {
            self.mode == Exclusive::Receive
                && used.access.is_out_of_order()
                && overlap(&self.channel, &used.channel) == Overlap::Certain
        };
        let used = user.uses.iter().find(breaks)?;
        let text = match used.access {
            Access::Send { .. } => "this send may put its message in front of others",
            Access::Receive { .. } | Access::Test(_) => "this receive may pass over messages",
        };
        let (channel, _) = &self.names;
        let message = format!("`xr` is for channels that are queues, and `{channel}` is none");
        Some(used.labelled(self.warning(message), text))
    }
}

/// Whether the rules of claims are for a proctype.
fn is_process(kind: ProctypeKind) -> bool {
    matches!(kind, ProctypeKind::Proctype { .. } | ProctypeKind::Init)
}
