// A resource allocator (after A. F. Donaldson and A. Miller, 2005) for sixteen clients with alternating priorities: those of even
// number come first. Two sets of eight, S8 x S8.
// weyl: order=1625702400
#define N 16
#define serve(i) line[i]!grant; pending[i] = false; holder = i
#define nobody_first (!pending[0] && !pending[2] && !pending[4] && !pending[6] && !pending[8] && !pending[10] && !pending[12] && !pending[14])
mtype = { want, grant, free };

chan line[N] = [0] of { mtype };
bool pending[N];

proctype Client(byte me) {
  do
  :: line[me]!want;
     line[me]?grant;
     line[me]!free
  od
}

proctype Allocator() {
  byte holder = N;
  do
  :: line[0]?want -> pending[0] = true
  :: line[1]?want -> pending[1] = true
  :: line[2]?want -> pending[2] = true
  :: line[3]?want -> pending[3] = true
  :: line[4]?want -> pending[4] = true
  :: line[5]?want -> pending[5] = true
  :: line[6]?want -> pending[6] = true
  :: line[7]?want -> pending[7] = true
  :: line[8]?want -> pending[8] = true
  :: line[9]?want -> pending[9] = true
  :: line[10]?want -> pending[10] = true
  :: line[11]?want -> pending[11] = true
  :: line[12]?want -> pending[12] = true
  :: line[13]?want -> pending[13] = true
  :: line[14]?want -> pending[14] = true
  :: line[15]?want -> pending[15] = true
  :: holder < N -> line[holder]?free; holder = N
  :: holder == N && pending[0] -> serve(0)
  :: holder == N && pending[1] && nobody_first -> serve(1)
  :: holder == N && pending[2] -> serve(2)
  :: holder == N && pending[3] && nobody_first -> serve(3)
  :: holder == N && pending[4] -> serve(4)
  :: holder == N && pending[5] && nobody_first -> serve(5)
  :: holder == N && pending[6] -> serve(6)
  :: holder == N && pending[7] && nobody_first -> serve(7)
  :: holder == N && pending[8] -> serve(8)
  :: holder == N && pending[9] && nobody_first -> serve(9)
  :: holder == N && pending[10] -> serve(10)
  :: holder == N && pending[11] && nobody_first -> serve(11)
  :: holder == N && pending[12] -> serve(12)
  :: holder == N && pending[13] && nobody_first -> serve(13)
  :: holder == N && pending[14] -> serve(14)
  :: holder == N && pending[15] && nobody_first -> serve(15)
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) { run Client(i) }
    run Allocator();
    i = 0
  }
}
