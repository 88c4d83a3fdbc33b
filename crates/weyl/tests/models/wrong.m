-- Two errors.
var
  n: 0..LAST;

startstate
  n := 0;
  m := 1;
end;
