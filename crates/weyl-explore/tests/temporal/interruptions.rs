//! An alarm that rings in the middle, wherever that is.

use crate::case::{self, Taste};
use crate::dice::Dice;
use crate::limits::is_decided;
use crate::oracle::Product;
use crate::{each_fairness, with_case};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use weyl_explore::LimitKind;

#[test]
fn an_alarm_at_any_time_makes_the_verdict_unknown_at_worst() {
    for seed in 0..200 {
        let case = case::case(&mut Dice::new(seed), Taste::PLAIN);
        let product = Product::new(&case, 0);
        each_fairness(|fairness| {
            for questions in 0.. {
                let mut case = case.under(fairness);
                case.graph.patience = Some(Arc::new(AtomicU32::new(questions)));
                let explored = with_case(&case, || case.explore());
                let is_violated = product.is_violated(fairness);
                let is_decided = with_case(&case, || {
                    is_decided(&case, is_violated, LimitKind::Time, &explored)
                });
                if is_decided {
                    break;
                }
            }
        });
    }
}
