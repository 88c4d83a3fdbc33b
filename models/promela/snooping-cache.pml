// A snooping cache (states after J. R. Goodman, 1983, and the Illinois protocol of M.
// S. Papamarcos and J. H. Patel, 1984): three processors, one line, a bus that one
// processor holds at a time while the others snoop. A modified line is the only copy,
// and a reader always sees the value written last (values are 0 and 1).
// weyl: verdict=holds full-states=209 full-transitions=511
#define N 3
mtype = { invalid, shared, exclusive, modified };
mtype = { read, write };

mtype line[N] = invalid;
bit value[N];
bit memory, latest;
bool bus;

#define valid(i) (line[i] != invalid)
#define owned(i) (line[i] == modified || line[i] == exclusive)
#define others_clear(i) ((i == 0 || !valid(0)) && (i == 1 || !valid(1)) && (i == 2 || !valid(2)))

inline write_back(i) {
  if
  :: line[i] == modified -> memory = value[i]
  :: else
  fi
}

inline snoop(i, kind) {
  if
  :: i != me && valid(i) ->
     write_back(i);
     if
     :: kind == read -> line[i] = shared
     :: kind == write -> line[i] = invalid; value[i] = 0
     fi
  :: else
  fi
}

proctype Processor(byte me) {
  do
  :: atomic { valid(me) -> assert(value[me] == latest) }
  :: atomic { !valid(me) && !bus -> bus = true };
     atomic {
       snoop(0, read); snoop(1, read); snoop(2, read);
       line[me] = (others_clear(me) -> exclusive : shared);
       value[me] = memory
     };
     bus = false
  :: atomic { !bus -> bus = true };
     atomic {
       snoop(0, write); snoop(1, write); snoop(2, write);
       value[me] = (valid(me) -> value[me] : memory);
       line[me] = modified
     };
     d_step { latest = 1 - latest; value[me] = latest };
     bus = false
  :: atomic { owned(me) && !bus -> write_back(me); line[me] = invalid; value[me] = 0 }
  od
}

active proctype Monitor() {
end:
  do
  :: atomic {
       ((owned(0) && (valid(1) || valid(2)))
         || (owned(1) && (valid(0) || valid(2)))
         || (owned(2) && (valid(0) || valid(1)))) ->
       assert(false)
     }
  od
}

init {
  atomic { run Processor(0); run Processor(1); run Processor(2) }
}
