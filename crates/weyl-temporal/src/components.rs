//! Strongly connected components (R. Tarjan, 1972), without recursion.

const UNSEEN: usize = usize::MAX;

/// The component of each vertex; a component that another leads to has the smaller number.
pub fn components<I: Iterator<Item = usize>>(
    vertices: usize,
    successors: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut search = Search {
        order: vec![UNSEEN; vertices],
        low: vec![UNSEEN; vertices],
        component: vec![UNSEEN; vertices],
        open: Vec::new(),
        seen: 0,
        found: 0,
    };
    for start in 0..vertices {
        if search.order[start] != UNSEEN {
            continue;
        }
        search.enter(start);
        let mut path = vec![(start, successors(start))];
        while let Some((vertex, rest)) = path.last_mut() {
            let vertex = *vertex;
            match rest.next() {
                Some(next) if search.order[next] == UNSEEN => {
                    search.enter(next);
                    path.push((next, successors(next)));
                }
                Some(next) if search.component[next] == UNSEEN => {
                    search.low[vertex] = search.low[vertex].min(search.order[next]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    search.leave(vertex);
                    if let Some((above, _)) = path.last() {
                        search.low[*above] = search.low[*above].min(search.low[vertex]);
                    }
                }
            }
        }
    }
    search.component
}

struct Search {
    order: Vec<usize>,
    /// The first vertex that can be reached and is still open.
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    seen: usize,
    found: usize,
}

impl Search {
    fn enter(&mut self, vertex: usize) {
        self.order[vertex] = self.seen;
        self.low[vertex] = self.seen;
        self.seen += 1;
        self.open.push(vertex);
    }

    /// Closes the component if the vertex is its first.
    fn leave(&mut self, vertex: usize) {
        if self.low[vertex] != self.order[vertex] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member] = self.found;
            if member == vertex {
                break;
            }
        }
        self.found += 1;
    }
}
