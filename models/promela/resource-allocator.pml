// A resource allocator (after A. F. Donaldson and A. Miller, 2005): five clients ask
// a server for one shared resource; two of them have priority and are granted it
// first. Requests and releases are rendezvous on each client's own channel; the
// allocator keeps the requests as bits.
// weyl: verdict=holds full-states=1869 full-transitions=3585
#define N 5
#define HIGH 2
mtype = { want, grant, free };

chan line[N] = [0] of { mtype };
bool pending[N];
byte using;

proctype Client(byte me) {
  do
  :: line[me]!want;
     line[me]?grant;
     using++;
     assert(using == 1);
     using--;
     line[me]!free
  od
}

#define serve(i) line[i]!grant; pending[i] = false; holder = i
#define nobody_first (!pending[0] && !pending[1])

proctype Allocator() {
  byte holder = N;
  do
  :: line[0]?want -> pending[0] = true
  :: line[1]?want -> pending[1] = true
  :: line[2]?want -> pending[2] = true
  :: line[3]?want -> pending[3] = true
  :: line[4]?want -> pending[4] = true
  :: holder < N -> line[holder]?free; holder = N
  :: holder == N && pending[0] -> serve(0)
  :: holder == N && pending[1] -> serve(1)
  :: holder == N && pending[2] && nobody_first -> serve(2)
  :: holder == N && pending[3] && nobody_first -> serve(3)
  :: holder == N && pending[4] && nobody_first -> serve(4)
  od
}

init {
  atomic {
    run Client(0); run Client(1); run Client(2); run Client(3); run Client(4);
    run Allocator()
  }
}
