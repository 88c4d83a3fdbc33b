#include "settings.h"
byte n;

active proctype Counter() {
  do
  :: n < STEPS -> n++
  :: else -> break
  od
#ifdef LATE
  ; assert(n != STEPS)
#endif
}

ltl ends { <> (n == STEPS) }
