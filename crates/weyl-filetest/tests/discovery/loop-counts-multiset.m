-- A turn of a loop counts a multiset of other turns.
-- weyl: order=1
var m: array [0..2] of multiset [2] of boolean;
startstate begin for i: 0..2 do undefine m[i]; end; end;
ruleset i: 0..2 do rule "add" multisetcount(k: m[i], true) < 2 ==> var b: boolean; begin b := true; multisetadd(b, m[i]); end; end;
rule "first of equals"
begin
  for i: 0..2 do 
    if (exists j: 0..2 do i != j & multisetcount(k: m[j], true) = 1 end) then undefine m[i]; end;
  end;
end;
