// One edge for each path through an atomic sequence: the sequence throws two coins
// and counts heads, so four paths lead to three states. A goto leaves a second
// sequence in the middle, another jumps into one.
// weyl: verdict=holds full-states=13 full-transitions=14
byte heads;

active proctype Coins() {
  atomic {
    if :: heads++ :: skip fi;
    if :: heads++ :: skip fi
  };
  atomic {
    if
    :: heads == 1 -> goto one
    :: else
    fi;
    heads = 10
  };
  goto inside;
one:
  heads = 11;
  atomic {
    heads = 12;
inside:
    heads++;
    heads++
  };
  assert(heads == 12 || heads == 14)
}
