// The load balancer of A. F. Donaldson, A. Miller and M. Calder (2004): three
// servers, six clients in two groups of three, a balancer for each group. A client
// sends its own channel to its balancer, which hands it to the server with the
// shortest queue; the server answers on it. The graph of who talks to whom changes
// at run time. Clients of a group, groups and servers permute: 3! x 3! x 2 x 3! = 432.
// weyl: verdict=holds full-states=414305 full-transitions=1945513
// weyl: slow
mtype = { request, reply };

chan to_server[3] = [2] of { chan };
chan to_balancer[2] = [1] of { chan };
chan to_client[6] = [1] of { mtype };
chan nobody;

#define queue(i) len(to_server[i])
#define shortest(i, j, k) (queue(i) <= queue(j) && queue(i) <= queue(k))

proctype Client(chan balancer, own) {
  do
  :: balancer!own;
     own?reply
  od
}

proctype Balancer(chan in) {
  chan client;
  do
  :: atomic {
       in?client;
       if
       :: shortest(0, 1, 2) -> to_server[0]!client
       :: shortest(1, 0, 2) -> to_server[1]!client
       :: shortest(2, 0, 1) -> to_server[2]!client
       fi;
       client = nobody
     }
  od
}

proctype Server(chan in) {
  chan client;
  do
  :: in?client;
     atomic { assert(empty(client)); client!reply; client = nobody }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. 5) { run Client(to_balancer[i / 3], to_client[i]) }
    for (i : 0 .. 2) { run Server(to_server[i]) }
    for (i : 0 .. 1) { run Balancer(to_balancer[i]) }
    i = 0
  }
}
