// Atoms that look at variables of processes, one of which is gone at the end: then they are 0.
// weyl: verdict=violated
// weyl: violated="first"
byte total;

active proctype Worker() {
  byte done;
  done = 1;
  done = 2;
  total = done
}

ltl grows { [] (Worker[0]:done <= 2) }
ltl reaches { <> (Worker[0]:done == 2) }
ltl counted { <> [] (total == 2) }
ltl first { [] (Worker[0]:done < 2) }
