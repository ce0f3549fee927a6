package blueprint_test

import (
	"strings"
	"testing"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

func TestEveryFunctionIsWhole(t *testing.T) {
	b := blueprint.New(blueprint.WithMalwareScan()) // with everything that may exist
	seen := map[string]bool{}
	for _, f := range b.Functions {
		switch {
		case seen[f.Name]:
			t.Errorf("%s is declared twice", f.Name)
		case f.Memory < 128 || f.Memory > 10240:
			t.Errorf("%s: %d MB", f.Name, f.Memory)
		case f.Timeout <= 0:
			t.Errorf("%s has no timeout", f.Name)
		case f.Summary == "" || f.Group == "" || f.Package == "":
			t.Errorf("%s lacks its summary, group or package", f.Name)
		}
		seen[f.Name] = true
		for _, s := range f.Statements() {
			for _, a := range s.Actions {
				if strings.Contains(a, "*") || a == "dynamodb:Scan" {
					t.Errorf("%s may %s", f.Name, a)
				}
			}
		}
	}
	for _, m := range b.Machines {
		for _, name := range m.Functions {
			if !strings.Contains(m.Definition, "${"+name+"}") {
				t.Errorf("machine %s never calls %s", m.Name, name)
			}
		}
	}
	for _, r := range b.Rules {
		if !seen[r.Function] {
			t.Errorf("rule %s calls %s, which does not exist", r.Name, r.Function)
		}
	}
	for _, g := range b.Groups {
		if !seen[g.Function] {
			t.Errorf("the schedules of %s call %s, which does not exist", g.Name, g.Function)
		}
	}
	for _, q := range b.Queues {
		if f, ok := b.Function(q.Function); !ok || f.Timeout >= q.Pause {
			t.Errorf("the messages of %s come again while %s works on them", q.Name, q.Function)
		}
	}
	for _, s := range b.Schedules {
		if !seen[s.Function] {
			t.Errorf("schedule %s calls %s, which does not exist", s.Name, s.Function)
		}
	}
}

func TestEnvironmentFollowsTheGrants(t *testing.T) {
	for _, f := range blueprint.New().Functions {
		touches := map[grant.Resource]bool{}
		for _, g := range f.Grants {
			touches[g.Resource] = true
		}
		for env, resource := range map[string]grant.Resource{
			grant.EnvSheets: grant.SheetObjects, grant.EnvWork: grant.WorkObjects, grant.EnvCatalog: grant.CatalogObjects, grant.EnvAnalysis: grant.Analysis,
			grant.EnvUserPool: grant.UserPool, grant.EnvMailFrom: grant.MailSender, grant.EnvPeriodicGroup: grant.PeriodicSchedules,
		} {
			if _, has := f.Env[env]; has != touches[resource] {
				t.Errorf("%s: has %s %v, may touch %s %v", f.Name, env, has, resource, touches[resource])
			}
		}
	}
}

// Where uploads are scanned every function is configured for it, so that none uses a
// file whose scan is still running.
func TestMalwareScanIsChosen(t *testing.T) {
	for _, chosen := range []bool{false, true} {
		b := blueprint.New()
		if chosen {
			b = blueprint.New(blueprint.WithMalwareScan())
		}
		for _, f := range b.Functions {
			if knows := f.Env[grant.EnvMalware] == blueprint.Literal("on"); knows != chosen {
				t.Errorf("chosen %v: %s is configured: %v", chosen, f.Name, knows)
			}
		}
		for _, bucket := range b.Buckets {
			if bucket.Scanned != (chosen && bucket.Name == "sheets") {
				t.Errorf("chosen %v: %s is scanned: %v", chosen, bucket.Name, bucket.Scanned)
			}
		}
	}
}

// Only the recognising function may use Amazon Textract, and only in a deployment that chooses it.
func TestTextractIsChosen(t *testing.T) {
	for _, chosen := range []bool{false, true} {
		b := blueprint.New()
		if chosen {
			b = blueprint.New(blueprint.WithTextract("en,de"))
		}
		for _, f := range b.Functions {
			may := false
			for _, s := range f.Statements() {
				if s.Resource == grant.Textract {
					may = len(s.Actions) == 1 && s.Actions[0] == "textract:DetectDocumentText"
				}
			}
			recognises := f.Name == "analysis-recognise"
			if may != (chosen && recognises) {
				t.Errorf("chosen %v: %s may use it: %v", chosen, f.Name, may)
			}
			if recognises && (f.Env[grant.EnvOCREngine] == blueprint.Literal("textract")) != chosen {
				t.Errorf("chosen %v: the engine is %s", chosen, f.Env[grant.EnvOCREngine])
			}
			if f.Image != recognises {
				t.Errorf("%s runs from an image: %v", f.Name, f.Image)
			}
		}
	}
}

// Functions fit into accounts with lower limits, and are as declared in others.
func TestWithAccount(t *testing.T) {
	declared := blueprint.New()
	for _, c := range []struct{ memory, concurrency, largest, reserved int }{
		{0, 0, declared.Largest(), declared.Reserved()},
		{10240, 1000, declared.Largest(), declared.Reserved()},
		{3008, 10, 3008, 0},
		{3008, blueprint.UnreservedConcurrency + 5, 3008, 0},
	} {
		b := blueprint.New(blueprint.WithAccount(c.memory, c.concurrency))
		if b.Largest() != c.largest || b.Reserved() != c.reserved {
			t.Errorf("%d MB, %d at once: %d MB, %d reserved", c.memory, c.concurrency, b.Largest(), b.Reserved())
		}
	}
	fitted := blueprint.New(blueprint.WithAccount(0, blueprint.UnreservedConcurrency+40))
	if n := fitted.Reserved(); n > 40 || n < 30 {
		t.Errorf("%d reserved of 40", n)
	}
	for i, f := range fitted.Functions {
		if was := declared.Functions[i].Concurrency; f.Concurrency > was || was > 0 && f.Concurrency == 0 {
			t.Errorf("%s: %d of %d", f.Name, f.Concurrency, was)
		}
	}
}
