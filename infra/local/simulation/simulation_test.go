package simulation_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/infra/blueprint"
	"anzen/infra/local/simulation"
)

func run(t *testing.T, s simulation.Scenario, seed uint64) simulation.Result {
	t.Helper()
	r, err := simulation.Run(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Whatever is throttled or fails, every upload is analyzed, once.
func TestNothingIsLost(t *testing.T) {
	for _, s := range append([]simulation.Scenario{simulation.Hour}, simulation.Campaign...) {
		for seed := range uint64(3) {
			r := run(t, s, seed)
			if !r.Good() || r.Ended != s.Uploads {
				t.Errorf("%s, %s", s.Name, r)
			}
			if seed == 0 {
				t.Logf("%s, %s", s.Name, r)
			}
		}
	}
}

// The scenarios are as hard as they say: functions are throttled, services fail, and events go through the queue.
func TestTheScenariosAreHard(t *testing.T) {
	if r := run(t, simulation.Hour, 1); r.Throttled == 0 {
		t.Errorf("the hour: %s", r)
	}
	if r := run(t, simulation.Burst, 1); r.Throttled < 40 {
		t.Errorf("the burst: %s", r)
	}
	if r := run(t, simulation.Outage, 1); r.Failed < 100 || r.Redriven == 0 || r.Longest < 5*time.Minute {
		t.Errorf("the outage: %s", r)
	}
	if r := run(t, simulation.New, 1); r.Throttled == 0 {
		t.Errorf("the new account: %s", r)
	}
}

// The simulation would tell: with machines that do not wait for functions and services, uploads
// are lost.
func TestTheSimulationFindsLosses(t *testing.T) {
	impatient := blueprint.New()
	impatient.Machines = slices.Clone(impatient.Machines)
	for i := range impatient.Machines {
		m := &impatient.Machines[i]
		m.Definition = strings.ReplaceAll(strings.ReplaceAll(m.Definition, "Lambda.TooManyRequestsException", "Other"), "Unavailable", "Another")
	}
	for _, s := range []simulation.Scenario{simulation.Burst, simulation.Outage} {
		r, err := simulation.RunOn(impatient, s, 1)
		if err != nil {
			t.Fatal(err)
		}
		if r.Lost == 0 {
			t.Errorf("%s, %s", s.Name, r)
		}
	}
}

// One call of a service fails, each of the run in turn.
func TestEveryCallFailsOnce(t *testing.T) {
	all, err := simulation.EachCallOnce(7)
	if err != nil || len(all) < 20 {
		t.Fatalf("%d calls, %v", len(all), err)
	}
	for n, r := range all {
		if !r.Good() || r.Failed != 1 || r.Ended != simulation.Single.Uploads {
			t.Errorf("call %d fails: %s", n+1, r)
		}
	}
}

// The same seed gives the same run.
func TestASeedRepeatsARun(t *testing.T) {
	if a, b := run(t, simulation.Faulty, 42), run(t, simulation.Faulty, 42); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if a, b := run(t, simulation.Faulty, 42), run(t, simulation.Faulty, 43); a.Calls == b.Calls && a.Took == b.Took {
		t.Error("another seed gives the same run")
	}
}
