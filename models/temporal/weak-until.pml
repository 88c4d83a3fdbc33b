// Weak until does not ask for the second side; until does.
// weyl: verdict=violated
// weyl: violated="strong"
// weyl: violated="wrong"
bool go;
byte x;

active proctype Wait() {
  do
  :: !go -> x = 1 - x
  :: !go -> go = true
  :: go -> break
  od;
  x = 2
}

ltl weak { (!go) W (go) }
ltl strong { (!go) U (go) }
ltl order { (x < 2) W go }
ltl wrong { (x == 0) W go }
