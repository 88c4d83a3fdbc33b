//! Parity games against all strategies, and winning strategies against all plays.

use proptest::prelude::*;
use weyl_branching::parity::{Game, Player, Solution, solve};

#[derive(Clone, Debug)]
struct Vertex {
    player: Player,
    priority: u32,
    targets: Vec<u32>,
}

fn game(vertices: &[Vertex]) -> Game {
    let mut game = Game::default();
    for vertex in vertices {
        game.push(
            vertex.player,
            vertex.priority,
            vertex.targets.iter().copied(),
        );
    }
    game
}

fn games(sizes: std::ops::Range<usize>, priorities: u32) -> impl Strategy<Value = Vec<Vertex>> {
    let vertex = (
        any::<bool>(),
        0..priorities,
        prop::collection::vec(any::<u32>(), 1..4),
    );
    prop::collection::vec(vertex, sizes).prop_map(|vertices| {
        let count = vertices.len() as u32;
        let vertices = vertices.into_iter();
        let vertices = vertices.map(|(is_even, priority, targets)| Vertex {
            player: if is_even { Player::Even } else { Player::Odd },
            priority,
            targets: targets.iter().map(|target| target % count).collect(),
        });
        vertices.collect()
    })
}

/// From which vertices, along these moves, a play comes to a circle whose highest priority a player
/// likes.
fn can_win(vertices: &[Vertex], moves: &[Vec<u32>], player: Player) -> Vec<bool> {
    let reach = |start: u32, below: u32| {
        let mut seen = vec![false; vertices.len()];
        let mut pending = vec![start];
        while let Some(at) = pending.pop() {
            for to in &moves[at as usize] {
                if vertices[*to as usize].priority <= below && !seen[*to as usize] {
                    seen[*to as usize] = true;
                    pending.push(*to);
                }
            }
        }
        seen
    };
    let is_on_circle = |at: usize| {
        let priority = vertices[at].priority;
        Player::of(priority) == player && reach(at as u32, priority)[at]
    };
    let goals: Vec<bool> = (0..vertices.len()).map(is_on_circle).collect();
    let starts = 0..vertices.len();
    let can = starts.map(|start| {
        let seen = reach(start as u32, u32::MAX);
        goals[start] || (0..vertices.len()).any(|at| seen[at] && goals[at])
    });
    can.collect()
}

/// The winners, by trying all positional strategies of Even.
fn winners(vertices: &[Vertex]) -> Vec<Player> {
    let mut winners = vec![Player::Odd; vertices.len()];
    let mut choice = vec![0; vertices.len()];
    loop {
        let moves = vertices
            .iter()
            .zip(&choice)
            .map(|(vertex, choice)| match vertex.player {
                Player::Even => vec![vertex.targets[*choice]],
                Player::Odd => vertex.targets.clone(),
            });
        let moves: Vec<Vec<u32>> = moves.collect();
        let loses = can_win(vertices, &moves, Player::Odd);
        for at in (0..vertices.len()).filter(|at| !loses[*at]) {
            winners[at] = Player::Even;
        }
        let mut places = 0..vertices.len();
        let next = places.find(|at| {
            let last = vertices[*at].player == Player::Odd
                || choice[*at] + 1 == vertices[*at].targets.len();
            choice[*at] = if last { 0 } else { choice[*at] + 1 };
            !last
        });
        if next.is_none() {
            return winners;
        }
    }
}

/// Whether both players win by their moves where they are said to.
fn is_won(vertices: &[Vertex], solution: &Solution) -> bool {
    [Player::Even, Player::Odd].into_iter().all(|player| {
        let moves = vertices.iter().enumerate().map(|(at, vertex)| {
            let own = solution.moves[at].filter(|to| vertex.targets.contains(to));
            match (vertex.player == player, solution.winners[at] == player) {
                (true, true) => own.into_iter().collect(),
                _ => vertex.targets.clone(),
            }
        });
        let moves: Vec<Vec<u32>> = moves.collect();
        let loses = can_win(vertices, &moves, player.opponent());
        (0..vertices.len()).all(|at| {
            let mine = solution.winners[at] == player;
            let stays = || {
                moves[at]
                    .iter()
                    .all(|to| solution.winners[*to as usize] == player)
            };
            !mine || (!moves[at].is_empty() && stays() && !loses[at])
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn winners_are_those_of_all_strategies(vertices in games(1..8, 6)) {
        let solution = solve(&game(&vertices));
        prop_assert_eq!(&solution.winners, &winners(&vertices));
        prop_assert!(is_won(&vertices, &solution), "{:?}", solution);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strategies_win_large_games(vertices in games(30..120, 9)) {
        let solution = solve(&game(&vertices));
        prop_assert!(is_won(&vertices, &solution));
    }

    #[test]
    fn a_move_that_loses_is_refused(vertices in games(4..20, 5), at in any::<prop::sample::Index>()) {
        let mut solution = solve(&game(&vertices));
        let at = at.index(vertices.len());
        let winner = solution.winners[at];
        let targets = vertices[at].targets.iter();
        let lost = targets.copied().find(|to| solution.winners[*to as usize] != winner);
        if let (Some(_), Some(lost)) = (solution.moves[at], lost) {
            solution.moves[at] = Some(lost);
            prop_assert!(!is_won(&vertices, &solution));
        }
    }
}
