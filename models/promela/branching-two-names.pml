// Each of two processes can be first, and no run has both first. A formula that speaks of both
// needs a group that keeps each of them (Emerson and Sistla: inside Aut M and Auto f): under all
// symmetries of the model one state stands for both outcomes, and `each` would seem to be false.
// weyl: verdict=violated violated="both" full-states=3 full-transitions=2 spin="SPIN has no formulas of branching time"
byte first = 9;

active [2] proctype P()
{
end:	atomic { first == 9 -> first = _pid };
endless: false
}

ctl both { EF (first == 0 && EF first == 1) }
ctl each { EF (first == 0) && EF (first == 1) }
ctl never_both { A( !(F (first == 0 && F first == 1)) ) }
