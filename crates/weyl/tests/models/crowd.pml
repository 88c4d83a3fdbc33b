// As many processes as MANY says, all waiting for good.
#ifndef MANY
#define MANY 20
#endif
byte n;

proctype Sleeper() {
end:
  false
}

init {
  do
  :: n < MANY -> run Sleeper(); n++
  :: else -> break
  od
}
