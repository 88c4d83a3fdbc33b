-- A lamp: every kind of property, and all of them hold.
type
  Lamp: enum { Off, On };

var
  lamp: Lamp;
  presses: 0..3;

startstate "dark"
  lamp := Off;
  presses := 0;
end;

rule "press" presses < 3 ==>
  assert presses < 3 "no press too many";
  lamp := (lamp = Off) ? On : Off;
  presses := presses + 1;
end;

rule "rest" presses = 3 ==>
  lamp := Off;
  presses := 0;
end;

rule "never" presses > 3 ==>
  lamp := On;
end;

invariant "dark at rest" presses = 0 -> lamp = Off;

cover "light" lamp = On;

liveness "dark again" lamp = Off;
