-- A mailbox is read before anything was put in: reading an undefined value in a
-- comparison is a run-time error of the model, in every Murphi. The good order
-- of events is explored beside the bad one.
-- weyl: verdict=violated full-states=7 full-transitions=9
-- weyl: violated="run-time error"

type
  Letter: 1..3;

var
  mailbox: Letter;
  happy: boolean;
  opened: boolean;

startstate
  undefine mailbox;
  happy := false;
  opened := false;
end;

ruleset l: Letter do
  rule "post"
    isundefined(mailbox)
  ==>
    mailbox := l;
  end;
end;

rule "open the mailbox without a look at the flag"
  !opened
==>
  opened := true;
  if mailbox >= 2 then
    happy := true;
  end;
end;

rule "start over"
  opened
==>
  undefine mailbox;
  happy := false;
  opened := false;
end;
