-- A thermostat that averages over the sensors which are switched on, and forgets
-- that all of them may be off. Division truncates; division by zero is a
-- run-time error with a trace, not a crash.
-- weyl: verdict=violated full-states=48 full-transitions=186
-- weyl: violated="run-time error"

const
  SENSORS: 3;

type
  Sensor: 1..SENSORS;
  Degrees: 0..30;
  Count: 0..SENSORS;

var
  on: array [Sensor] of boolean;
  reading: array [Sensor] of Degrees;
  shown: Degrees;

startstate
  for s: Sensor do
    on[s] := true;
    reading[s] := 10 * s - 5;
  end;
  shown := 0;
end;

ruleset s: Sensor do
  rule "switch a sensor"
  begin
    on[s] := !on[s];
  end;
end;

rule "show the average"
var
  sum: 0..90;
  count: Count;
begin
  sum := 0;
  count := 0;
  for s: Sensor do
    if on[s] then
      sum := sum + reading[s];
      count := count + 1;
    end;
  end;
  shown := sum / count;
end;
