//! The recursive algorithm (W. Zielonka, *Infinite games on finitely coloured graphs*, 1998), one
//! strongly connected component after the other, and with priorities compressed (O. Friedmann and
//! M. Lange, *Solving parity games in practice*, 2009).
//!
//! Components are solved when all that they lead to is solved and attracted. In one of them the
//! player of the highest priority d attracts to all vertices with priorities above those of the
//! opponent, which count as d; the rest has fewer priorities. If the opponent wins nothing there,
//! nothing is lost; otherwise what the opponent can attract is taken away, and it begins anew. The
//! recursion is as deep as there are changes of parity between priorities.
//!
//! A winning strategy moves as follows: by the attractor, by the strategy of the rest, and from the
//! highest vertices to anywhere in what is won.

use super::{Game, Player};
use weyl_temporal::components;

/// Who wins from where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub winners: Vec<Player>,
    /// Where the winner moves, at vertices of the winner.
    pub moves: Vec<Option<u32>>,
}

/// Solves a game.
pub fn solve(game: &Game) -> Solution {
    let (first, sources) = game.backwards();
    let mut solver = Solver {
        game,
        first,
        sources,
        winners: vec![None; game.len()],
        moves: vec![None; game.len()],
        region: vec![0; game.len()],
        regions: 0,
        place: vec![0; game.len()],
        left: vec![(0, 0); game.len()],
        attracted: vec![0; game.len()],
        attractors: 0,
    };
    solver.solve((0..game.len() as u32).collect());
    let winners = solver.winners.into_iter();
    let winners = winners.map(|winner| winner.expect("every vertex was solved"));
    let winners: Vec<Player> = winners.collect();
    let moves = solver.moves.into_iter().enumerate();
    let moves = moves.map(|(at, to)| to.filter(|_| game.players[at] == winners[at]));
    Solution {
        moves: moves.collect(),
        winners,
    }
}

struct Solver<'g> {
    game: &'g Game,
    /// The game backwards.
    first: Vec<usize>,
    sources: Vec<u32>,
    winners: Vec<Option<Player>>,
    moves: Vec<Option<u32>>,
    /// To which part of the game each vertex belongs, of those that are looked at now.
    region: Vec<u32>,
    regions: u32,
    /// Places in the list of the part.
    place: Vec<u32>,
    /// How many moves still lead elsewhere, as one attractor knows it.
    left: Vec<(u32, u32)>,
    /// The last attractor that each vertex belonged to.
    attracted: Vec<u32>,
    attractors: u32,
}

impl<'g> Solver<'g> {
    /// Makes some vertices a region.
    fn enter(&mut self, vertices: &[u32]) -> u32 {
        self.regions += 1;
        for vertex in vertices {
            self.region[*vertex as usize] = self.regions;
        }
        self.regions
    }

    fn inside(&self, vertex: u32, region: u32) -> impl Iterator<Item = u32> + use<'_, 'g> {
        let targets = self.game.targets(vertex).iter().copied();
        targets.filter(move |target| self.region[*target as usize] == region)
    }

    /// Solves a part of the game that nobody has to leave.
    fn solve(&mut self, vertices: Vec<u32>) {
        let region = self.enter(&vertices);
        for component in self.components(&vertices, region) {
            let undecided = |vertex: &u32| self.winners[*vertex as usize].is_none();
            let rest: Vec<u32> = component.into_iter().filter(undecided).collect();
            if rest.is_empty() {
                continue;
            }
            self.solve_component(rest.clone());
            for vertex in &rest {
                self.region[*vertex as usize] = region;
            }
            for player in [Player::Even, Player::Odd] {
                let won = |vertex: &u32| self.winners[*vertex as usize] == Some(player);
                let won: Vec<u32> = rest.iter().copied().filter(won).collect();
                self.win(player, won, region);
            }
        }
    }

    /// The components of a region; what leads nowhere else comes first.
    fn components(&mut self, vertices: &[u32], region: u32) -> Vec<Vec<u32>> {
        for (place, vertex) in (0..).zip(vertices) {
            self.place[*vertex as usize] = place;
        }
        let component = components(vertices.len(), |at| {
            weyl_budget::go_on();
            let targets = self.inside(vertices[at], region);
            targets.map(|target| self.place[target as usize] as usize)
        });
        let count = component.iter().max().map_or(0, |last| last + 1);
        let mut members = vec![Vec::new(); count];
        for (vertex, component) in vertices.iter().zip(component) {
            members[component].push(*vertex);
        }
        members
    }

    /// Solves a part that nobody has to leave, as a whole.
    fn solve_component(&mut self, mut vertices: Vec<u32>) {
        while let Some(highest) = self.highest(&vertices, |_| true) {
            weyl_budget::go_on();
            let region = self.enter(&vertices);
            let player = Player::of(highest);
            let opposed = self.highest(&vertices, |priority| Player::of(priority) != player);
            let is_high =
                |vertex: &u32| opposed.is_none_or(|opposed| self.game.priority(*vertex) > opposed);
            let high: Vec<u32> = vertices.iter().copied().filter(is_high).collect();
            for vertex in &high {
                let anywhere = self.inside(*vertex, region).next();
                self.moves[*vertex as usize] = anywhere;
            }
            self.win(player, high, region);
            self.solve(self.undecided(&vertices));
            let lost = |vertex: &u32| self.winners[*vertex as usize] == Some(player.opponent());
            let lost: Vec<u32> = vertices.iter().copied().filter(lost).collect();
            if lost.is_empty() {
                return;
            }
            self.begin_anew(&mut vertices, lost, player.opponent());
        }
    }

    /// Takes away what a player wins, and what the player can attract to it; the rest is undecided.
    fn begin_anew(&mut self, vertices: &mut Vec<u32>, won: Vec<u32>, player: Player) {
        for vertex in vertices.iter() {
            self.winners[*vertex as usize] = None;
        }
        let region = self.enter(vertices);
        self.win(player, won, region);
        *vertices = self.undecided(vertices);
    }

    /// What a player can attract to some vertices is won.
    fn win(&mut self, player: Player, targets: Vec<u32>, region: u32) {
        for vertex in self.attract(player, targets, region) {
            self.winners[vertex as usize] = Some(player);
        }
    }

    fn undecided(&self, vertices: &[u32]) -> Vec<u32> {
        let vertices = vertices.iter().copied();
        let left = vertices.filter(|vertex| self.winners[*vertex as usize].is_none());
        left.collect()
    }

    fn highest(&self, vertices: &[u32], counts: impl Fn(u32) -> bool) -> Option<u32> {
        let priorities = vertices.iter().map(|vertex| self.game.priority(*vertex));
        priorities.filter(|priority| counts(*priority)).max()
    }

    /// From where in a region a player can force the pebble to a target, the targets included, with
    /// the moves for that. Other vertices that are decided keep out of it.
    fn attract(&mut self, player: Player, targets: Vec<u32>, region: u32) -> Vec<u32> {
        self.attractors += 1;
        for target in &targets {
            self.attracted[*target as usize] = self.attractors;
        }
        let mut attracted = targets;
        let mut next = 0;
        while let Some(target) = attracted.get(next).copied() {
            weyl_budget::go_on();
            next += 1;
            for place in self.first[target as usize]..self.first[target as usize + 1] {
                let source = self.sources[place];
                if self.is_open(source, region) && self.is_forced(source, target, player, region) {
                    self.attracted[source as usize] = self.attractors;
                    attracted.push(source);
                }
            }
        }
        attracted
    }

    fn is_open(&self, vertex: u32, region: u32) -> bool {
        let at = vertex as usize;
        self.region[at] == region
            && self.winners[at].is_none()
            && self.attracted[at] != self.attractors
    }

    /// Whether the pebble comes from a vertex to what is attracted, now that a target of it is.
    fn is_forced(&mut self, vertex: u32, target: u32, player: Player, region: u32) -> bool {
        if self.game.player(vertex) == player {
            self.moves[vertex as usize] = Some(target);
            return true;
        }
        let (attractor, left) = self.left[vertex as usize];
        let left = if attractor == self.attractors {
            left
        } else {
            // What the player has won before leads nowhere else.
            let elsewhere = self.inside(vertex, region).filter(|target| {
                let at = *target as usize;
                self.attracted[at] == self.attractors || self.winners[at] != Some(player)
            });
            elsewhere.count() as u32
        };
        self.left[vertex as usize] = (self.attractors, left - 1);
        left == 1
    }
}
