// Readers and writers (P. J. Courtois, F. Heymans and D. L. Parnas, 1971): four
// readers share, two writers exclude everybody, with semaphores made of counters and
// atomic guards. The first reader locks the writers out, the last one lets them in.
// weyl: verdict=holds full-states=3769 full-transitions=11206
#define READERS 4
#define WRITERS 2
#define down(s) atomic { s > 0 -> s-- }
#define up(s) s++

byte mutex = 1, writable = 1;
byte readcount, reading, writing;

active [READERS] proctype Reader() {
  do
  :: down(mutex);
     readcount++;
     if
     :: readcount == 1 -> down(writable)
     :: else
     fi;
     up(mutex);
     reading++;
     assert(writing == 0);
     reading--;
     down(mutex);
     readcount--;
     if
     :: readcount == 0 -> up(writable)
     :: else
     fi;
     up(mutex)
  od
}

active [WRITERS] proctype Writer() {
  do
  :: down(writable);
     writing++;
     assert(writing == 1 && reading == 0);
     writing--;
     up(writable)
  od
}
