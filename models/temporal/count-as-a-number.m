-- A variable that is compared with the size of a multiset holds a number: its values can't change places.
--
-- ltl: G F g = 0
-- violated
-- because the size is 0, and the variable stays 1 where it is not the same.
--
-- ltl: G (g = 0 | g = 1)
-- holds

var g: 0..1; chosen: boolean; bag: multiset[2] of 0..1;

ruleset n: 0..1 do
  rule "choose" !chosen ==>
  begin
    g := n;
    chosen := true;
  end;
end;

rule "go on" chosen & multisetcount(i: bag, true) = g ==>
begin
  chosen := false;
end;

startstate
begin
  g := 0;
  chosen := false;
end;
