package stacks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/infra/local/cloudwatch"
)

// deployedAlarms are the alarms of the templates by name, with the references in their dimensions written out.
func deployedAlarms(t *testing.T) map[string]cloudwatch.Alarm {
	t.Helper()
	all := map[string]cloudwatch.Alarm{}
	for _, r := range made.all("AWS::CloudWatch::Alarm") {
		encoded, err := json.Marshal(resolved(r.in, r.Properties))
		if err != nil {
			t.Fatal(err)
		}
		var a cloudwatch.Alarm
		if err := json.Unmarshal(encoded, &a); err != nil {
			t.Fatalf("%s: %v", r.name(), err)
		}
		all[strings.TrimPrefix(a.AlarmName, "anzen-test-")] = a
	}
	return all
}

// resolved writes out the references in a part of a template.
func resolved(in *template, value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = resolved(in, v[i])
		}
		return out
	case map[string]any:
		for name := range v {
			if len(v) == 1 && (name == "Ref" || strings.HasPrefix(name, "Fn::")) {
				return made.text(in, v)
			}
		}
		out := map[string]any{}
		for name := range v {
			out[name] = resolved(in, v[name])
		}
		return out
	}
	return value
}

// noon is when the faults are; alarms look back from there.
var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// Every alarm goes off by the fault that it is for, and by nothing before. What the faults measure is what the product's own
// functions and state machines do when they meet them.
func TestEachAlarmFires(t *testing.T) {
	world := newFaulty(t)
	fired := 0
	for name, a := range deployedAlarms(t) {
		t.Run(name, func(t *testing.T) {
			fault := faultOf(name)
			if fault == nil {
				t.Fatalf("no fault sets it off: add one to faultOf")
			}
			var m cloudwatch.Metrics
			if is, err := m.Fires(a, noon); err != nil || is {
				t.Fatalf("without a fault: %v %v", is, err)
			}
			// In each of the last periods, as some alarms wait for three.
			each := 5 * time.Minute
			if a.Period == 60 {
				each = time.Minute
			}
			for period := range int(a.EvaluationPeriods) {
				fault(t, world, &m, noon.Add(-time.Duration(period)*each-each/5), a)
			}
			is, err := m.Fires(a, noon)
			if err != nil || !is {
				t.Fatalf("%v %v", is, err)
			}
			fired++
		})
	}
	t.Logf("%d alarms fired", fired)
}

var page = regexp.MustCompile(`^(Urgent|Soon|Release): .*\. Runbook: ` + Runbook + `/([a-z-]+)\.md$`)

// Every alarm leads to its page, in both languages, no page is without an alarm, and each has the same parts.
func TestRunbook(t *testing.T) {
	folder := filepath.Join("..", "..", "..", filepath.FromSlash(Runbook))
	wanted := map[string]bool{"README.md": false, "README.ja.md": false} // false: no page of an alarm
	for name, a := range deployedAlarms(t) {
		found := page.FindStringSubmatch(a.AlarmDescription)
		if found == nil {
			t.Errorf("%s leads to no page: %q", name, a.AlarmDescription)
			continue
		}
		wanted[found[2]+".md"], wanted[found[2]+".ja.md"] = true, true
	}
	wanted["costs.md"], wanted["costs.ja.md"] = true, true // of the budget, whose mails have its name alone
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, known := wanted[f.Name()]; !known {
			t.Errorf("no alarm leads to %s", f.Name())
		}
	}
	parts := map[bool][]string{
		false: {"## What it means", "## How to look", "## What to do", "## How to know it is over"},
		true:  {"## 意味", "## 確認方法", "## 対処", "## 解消の確認"},
	}
	index := map[bool]string{}
	for _, name := range []string{"README.md", "README.ja.md"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		index[strings.HasSuffix(name, ".ja.md")] = string(text)
	}
	for name, isPage := range wanted {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Error(err)
			continue
		}
		japanese := strings.HasSuffix(name, ".ja.md")
		if !isPage {
			continue
		}
		if !strings.Contains(index[japanese], "("+name+")") {
			t.Errorf("the index does not list %s", name)
		}
		var headings []string
		for line := range strings.SplitSeq(string(text), "\n") {
			if strings.HasPrefix(line, "## ") {
				headings = append(headings, line)
			}
		}
		if !slices.Equal(headings, parts[japanese]) {
			t.Errorf("%s has the parts %q", name, headings)
		}
	}
}
