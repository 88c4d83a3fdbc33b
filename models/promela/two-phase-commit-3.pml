// Two-phase commit (J. Gray, 1978): a coordinator and three participants. Each
// participant votes as it likes; the coordinator may crash before it decides, and a
// participant that voted yes then waits for good (the label end says that this is
// expected). All who decide agree, and nobody commits against a no.
// weyl: verdict=holds full-states=18532 full-transitions=55266
#define N 3
mtype = { prepare, yes, no, commit, abort, working };

chan to[N] = [1] of { mtype };
chan votes = [N] of { mtype, byte };
mtype outcome[N] = working;
bool refused;

proctype Participant(byte me) {
  to[me]?prepare;
  if
  :: votes!yes, me
  :: refused = true; votes!no, me; outcome[me] = abort
  fi;
end:
  if
  :: to[me]?commit -> assert(!refused); outcome[me] = commit
  :: to[me]?abort -> assert(outcome[me] != commit); outcome[me] = abort
  fi
}

proctype Coordinator() {
  byte i, who, agreed;
  mtype vote, decision;
  for (i : 0 .. N - 1) { to[i]!prepare }
  for (i : 0 .. N - 1) {
    votes?vote, who;
    if
    :: vote == yes -> agreed++
    :: else
    fi
  }
  if
  :: goto crashed
  :: agreed == N -> decision = commit
  :: agreed < N -> decision = abort
  fi;
  for (i : 0 .. N - 1) { to[i]!decision }
crashed:
  skip
}

init {
  atomic {
    run Participant(0);
    run Participant(1);
    run Participant(2);
    run Coordinator()
  }
}
