// A smaller load balancer (A. F. Donaldson, A. Miller and M. Calder, 2004): two
// servers, four clients in two groups of two, two balancers; channels are sent over
// channels. It shows the same structure as the one with six clients in a size that
// every test can afford.
// weyl: verdict=holds full-states=192282 full-transitions=676837
mtype = { reply };

chan to_server[2] = [2] of { chan };
chan to_balancer[2] = [1] of { chan };
chan to_client[4] = [1] of { mtype };

proctype Client(chan balancer, own) {
  do
  :: balancer!own;
     own?reply
  od
}

proctype Balancer(chan in) {
  chan client;
  do
  :: in?client;
     if
     :: len(to_server[0]) <= len(to_server[1]) -> to_server[0]!client
     :: len(to_server[1]) <= len(to_server[0]) -> to_server[1]!client
     fi
  od
}

proctype Server(chan in) {
  chan client;
  do
  :: in?client;
     assert(empty(client));
     client!reply
  od
}

init {
  atomic {
    run Client(to_balancer[0], to_client[0]);
    run Client(to_balancer[0], to_client[1]);
    run Client(to_balancer[1], to_client[2]);
    run Client(to_balancer[1], to_client[3]);
    run Server(to_server[0]);
    run Server(to_server[1]);
    run Balancer(to_balancer[0]);
    run Balancer(to_balancer[1])
  }
}
