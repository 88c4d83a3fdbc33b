//! Parity games: two players move a pebble for ever; the highest priority that is met infinitely
//! often says who wins.

mod zielonka;

pub use zielonka::{Solution, solve};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wins if the highest priority is even.
    Even,
    Odd,
}

impl Player {
    pub fn opponent(self) -> Player {
        match self {
            Player::Even => Player::Odd,
            Player::Odd => Player::Even,
        }
    }

    /// Who likes a priority.
    pub fn of(priority: u32) -> Player {
        if priority.is_multiple_of(2) {
            Player::Even
        } else {
            Player::Odd
        }
    }
}

/// Each vertex has its player, who moves from there, a priority, and somewhere to go.
#[derive(Clone, Debug, Default)]
pub struct Game {
    players: Vec<Player>,
    priorities: Vec<u32>,
    /// Where the moves of a vertex begin; those of the next one end them.
    first: Vec<usize>,
    targets: Vec<u32>,
}

impl Game {
    pub fn len(&self) -> usize {
        self.players.len()
    }

    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Adds the next vertex. Games are played for ever: there must be a target, and all targets
    /// must be vertices in the end.
    pub fn push(&mut self, player: Player, priority: u32, targets: impl IntoIterator<Item = u32>) {
        self.players.push(player);
        self.priorities.push(priority);
        self.first.push(self.targets.len());
        self.targets.extend(targets);
    }

    pub fn player(&self, vertex: u32) -> Player {
        self.players[vertex as usize]
    }

    pub fn priority(&self, vertex: u32) -> u32 {
        self.priorities[vertex as usize]
    }

    pub fn targets(&self, vertex: u32) -> &[u32] {
        let next = self.first.get(vertex as usize + 1);
        let end = next.copied().unwrap_or(self.targets.len());
        &self.targets[self.first[vertex as usize]..end]
    }

    /// From where moves lead to each vertex: where the list of a vertex begins, and the lists.
    fn backwards(&self) -> (Vec<usize>, Vec<u32>) {
        let mut first = vec![0; self.len() + 1];
        for target in &self.targets {
            first[*target as usize + 1] += 1;
        }
        for at in 0..self.len() {
            first[at + 1] += first[at];
        }
        let mut free = first.clone();
        let mut sources = vec![0; self.targets.len()];
        for vertex in 0..self.len() as u32 {
            weyl_budget::go_on();
            for target in self.targets(vertex) {
                let place = &mut free[*target as usize];
                sources[*place] = vertex;
                *place += 1;
            }
        }
        (first, sources)
    }
}
