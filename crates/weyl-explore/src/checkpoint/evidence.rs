//! What was found, in a checkpoint. Faults are not written: they are values with texts and places
//! of the model. What is written says which one it was, and the system shows it again.

use super::{damaged, digest, get_bytes, get_flag, get_state, get_text, get_u32, get_u64};
use super::{put_bytes, put_flag, put_state, put_text, put_u32, put_u64};
use crate::found::{End, Evidence, Found, Hit, Sighting};
use std::io::{self, Read, Write};
use weyl_ir::{PropertyId, RuleId};
use weyl_system::{Batch, Conditions, Fault, Firing, Outcome, Renaming, ViolationKind};

const INVARIANT: u32 = 0;
const FAULT: u32 = 1;
const STATE_FAULT: u32 = 2;
const DEADLOCK: u32 = 3;
const BAD_PREFIX: u32 = 4;

pub(crate) fn put_firing(to: &mut impl Write, firing: Firing) -> io::Result<()> {
    put_u32(to, firing.rule.as_u32())?;
    put_u64(to, firing.instance)
}

pub(crate) fn get_firing(from: &mut impl Read) -> io::Result<Firing> {
    Ok(Firing {
        rule: RuleId::from_u32(get_u32(from)?),
        instance: get_u64(from)?,
    })
}

fn put_end(to: &mut impl Write, end: End) -> io::Result<()> {
    match end {
        End::State(state) => {
            put_flag(to, false)?;
            put_state(to, Some(state))
        }
        End::Firing { parent, firing } => {
            put_flag(to, true)?;
            put_state(to, parent)?;
            put_firing(to, firing)
        }
    }
}

fn get_end(from: &mut impl Read) -> io::Result<End> {
    if get_flag(from)? {
        let parent = get_state(from)?;
        let firing = get_firing(from)?;
        return Ok(End::Firing { parent, firing });
    }
    let state = get_state(from)?;
    Ok(End::State(state.ok_or_else(|| damaged("a state is none"))?))
}

/// Tells a fault from others in the same place.
fn told(fault: &Fault) -> String {
    digest(&format!("{fault:?}"))
}

fn put_evidence(to: &mut impl Write, evidence: &Evidence) -> io::Result<()> {
    let (kind, number, other, fault) = match evidence {
        Evidence::Violation(ViolationKind::Invariant { property, instance }) => {
            (INVARIANT, property.as_u32(), *instance, None)
        }
        Evidence::Violation(ViolationKind::Fault(fault)) => (FAULT, 0, 0, Some(fault)),
        Evidence::Violation(ViolationKind::StateFault { property, fault }) => {
            (STATE_FAULT, property.as_u32(), 0, Some(fault))
        }
        Evidence::Violation(ViolationKind::Deadlock) => (DEADLOCK, 0, 0, None),
        Evidence::BadPrefix { question, instance } => {
            (BAD_PREFIX, *question as u32, u64::from(*instance), None)
        }
    };
    put_u32(to, kind)?;
    put_u32(to, number)?;
    put_u64(to, other)?;
    put_text(to, &fault.map_or(String::new(), |fault| told(fault)))
}

pub(crate) fn put_found(to: &mut impl Write, found: &Found) -> io::Result<()> {
    put_u64(to, found.sightings.len() as u64)?;
    for Sighting {
        evidence,
        end,
        state,
    } in &found.sightings
    {
        put_evidence(to, evidence)?;
        put_end(to, *end)?;
        put_bytes(to, state)?;
    }
    put_u64(to, found.covers.len() as u64)?;
    for hit in &found.covers {
        put_flag(to, hit.is_some())?;
        if let Some(Hit { end, state }) = hit {
            put_end(to, *end)?;
            put_bytes(to, state)?;
        }
    }
    Ok(())
}

/// Where something failed once.
struct Place<'s> {
    end: End,
    state: &'s [u8],
    told: &'s str,
}

fn fault_of_step(system: &mut impl Renaming, place: &Place<'_>) -> Option<Box<Fault>> {
    let End::Firing { parent, firing } = place.end else {
        return None;
    };
    let mut batch = Batch::default();
    match parent {
        Some(_) => system.successors(place.state, &mut batch),
        None => system.initial(&mut batch),
    }
    let mut faults = batch.iter().filter_map(|(own, outcome)| match outcome {
        Outcome::Fault(fault) if own == firing => Some(fault),
        Outcome::Fault(_) | Outcome::State { .. } | Outcome::Excluded => None,
    });
    let fault = faults.find(|fault| told(fault) == place.told)?;
    Some(Box::new(fault.clone()))
}

fn fault_of_state(
    system: &mut impl Conditions,
    property: PropertyId,
    place: &Place<'_>,
) -> Option<Box<Fault>> {
    let mut faults = (0..system.instances(property))
        .filter_map(|instance| system.holds(property, instance, place.state).err());
    faults.find(|fault| told(fault) == place.told)
}

fn get_sighting<S: Renaming + Conditions>(
    from: &mut impl Read,
    system: &mut S,
) -> io::Result<Sighting> {
    let (kind, number, other) = (get_u32(from)?, get_u32(from)?, get_u64(from)?);
    let told = get_text(from)?;
    let end = get_end(from)?;
    let state = get_bytes(from)?.into_boxed_slice();
    if state.len() != system.state_size() {
        return Err(damaged("a state has another size"));
    }
    let place = Place {
        end,
        state: &state,
        told: &told,
    };
    let property = PropertyId::from_u32(number);
    let kind = match kind {
        INVARIANT => Some(ViolationKind::Invariant {
            property,
            instance: other,
        }),
        FAULT => fault_of_step(system, &place).map(ViolationKind::Fault),
        STATE_FAULT => {
            let fault = fault_of_state(system, property, &place);
            fault.map(|fault| ViolationKind::StateFault { property, fault })
        }
        DEADLOCK => Some(ViolationKind::Deadlock),
        BAD_PREFIX => {
            let evidence = Evidence::BadPrefix {
                question: number as usize,
                instance: other as u32,
            };
            return Ok(Sighting {
                evidence,
                end,
                state,
            });
        }
        _ => None,
    };
    let kind = kind.ok_or_else(|| damaged("what was found there is not found again"))?;
    Ok(Sighting {
        evidence: Evidence::Violation(kind),
        end,
        state,
    })
}

pub(crate) fn get_found<S: Renaming + Conditions>(
    from: &mut impl Read,
    system: &mut S,
) -> io::Result<Found> {
    let count = get_u64(from)?;
    let sightings = (0..count).map(|_| get_sighting(from, system));
    let sightings = sightings.collect::<io::Result<_>>()?;
    let count = get_u64(from)?;
    let covers = (0..count).map(|_| {
        if !get_flag(from)? {
            return Ok(None);
        }
        let end = get_end(from)?;
        let state = get_bytes(from)?.into_boxed_slice();
        Ok(Some(Hit { end, state }))
    });
    Ok(Found {
        sightings,
        covers: covers.collect::<io::Result<_>>()?,
    })
}
