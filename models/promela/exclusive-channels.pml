// xr and xs claim that one process alone receives from or sends to a channel, for
// partial-order reduction; hidden, local and show say how a variable is kept and
// shown. None of them changes what the system does; a hidden variable is not part of
// the state, and here nothing depends on its value.
// weyl: verdict=holds full-states=161 full-transitions=288
chan c = [2] of { byte };
hidden byte scratch;
local byte mine;
show byte watched;

active proctype Sender() {
  xs c;
  byte i;
  do
  :: i < 3 -> c!i; i++; scratch = i
  :: else -> break
  od;
  mine = 1
}

active proctype Reader() {
  xr c;
  byte v, wanted;
  do
  :: wanted < 3 -> c?v; assert(v == wanted); wanted++; watched = v
  :: else -> break
  od
}
