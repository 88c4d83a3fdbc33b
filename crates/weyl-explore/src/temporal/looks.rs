//! A look at what is known of the product: which components are bad?

use super::components::{Known, Search};
use super::core::{Core, Numbers};
use super::crew;
use super::dead::Dead;
use super::fair_part::{Component, fair_part};
use super::levels::Levels;
use super::product::{Node, Product};
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::Store;
use weyl_system::{Conditions, Fairness, Renaming};

/// From so many states on several threads look.
const MANY: usize = 1 << 12;

/// The nodes of each component that has a bad circle: under fairness, of each part in which a fair
/// one can go round. `roots` may be reached, beside the nodes of levels.
pub(super) fn bad_components<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    levels: &mut Levels<'_>,
    core: &Core,
    roots: &[Node],
) -> Result<Vec<Vec<Node>>, Stop> {
    if !may_have_any(known, levels, core, roots)? {
        return Ok(Vec::new());
    }
    let parts = Known {
        graph: &known.graph,
        met: &levels.met,
        core,
        reached: &levels.reached,
        roots,
        quota: known.quota,
    };
    let accepting = Search::new(parts, &mut known.eyes[0]).run()?;
    if levels.met.question.fairness == Fairness::None {
        return Ok(accepting);
    }
    let mut product = Product::new(known, &mut levels.met);
    let mut bad = Vec::new();
    for members in accepting {
        let component = Component::new(&mut product, &members)?;
        let fair = fair_part(&product, component)?;
        bad.extend(fair.map(|fair| fair.nodes));
    }
    Ok(bad)
}

/// Where there is much to look at several threads find out whether any component is bad: mostly
/// there is none. Under fairness components are large, and one thread finds them.
fn may_have_any<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    levels: &Levels<'_>,
    core: &Core,
    roots: &[Node],
) -> Result<bool, Stop> {
    let bound = levels.reached.bound();
    let members = known.eyes.len();
    let Numbers::Rows(width) = core.numbers() else {
        return Ok(true);
    };
    if members == 1 || bound < MANY || levels.met.question.fairness != Fairness::None {
        return Ok(true);
    }
    let bytes = Dead::bytes(width * bound) as u64;
    known.quota.charge(bytes)?;
    let dead = Dead::new(width * bound, members);
    let parts = Known {
        graph: &known.graph,
        met: &levels.met,
        core,
        reached: &levels.reached,
        roots,
        quota: known.quota,
    };
    let results = crew::each(&mut known.eyes, |number, eyes| {
        let found = Search::new(parts, eyes).among(&dead, number).run();
        if found.is_err() {
            dead.end();
        }
        found
    });
    known.quota.release(bytes);
    let mut is_any = false;
    for found in results {
        is_any |= !found?.is_empty();
    }
    Ok(is_any)
}
