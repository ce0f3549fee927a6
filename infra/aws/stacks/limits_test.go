package stacks

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what is deployed into testdata")

// CloudFormation's own limits of a stack.
func TestStacksFit(t *testing.T) {
	total, largest, most := 0, 0, 0
	for name, s := range made.stacks {
		n := len(s.Resources)
		if total += n; s.parent != nil {
			largest = max(largest, n)
		} else {
			t.Logf("%s has %d resources", name, n)
		}
		if most = max(most, n); n > 450 {
			t.Errorf("%s has %d resources; 500 are the most", name, n)
		}
		if len(s.Outputs) > 200 || len(s.Parameters) > 200 {
			t.Errorf("%s has %d outputs and %d parameters; 200 are the most", name, len(s.Outputs), len(s.Parameters))
		}
		if s.size > 900_000 {
			t.Errorf("the template of %s has %d bytes; 1 MB is the most", name, s.size)
		}
	}
	// The quota of all nested stacks of an operation ("AWS CloudFormation quotas" in its user guide).
	if t.Logf("%d resources, %d at most in a group's stack", total, largest); total > 2400 {
		t.Errorf("%d resources; an operation on a stack and those nested in it has 2500 at most", total)
	}
	golden(t, "size.txt", fmt.Sprintf("%d resources\n%d in the largest stack\n%d roles\n", total, most, len(made.all("AWS::IAM::Role"))))
}

// What uses a role is made after the policies of the role: Amazon Cognito and others test at once what they may do.
func TestRolesAreCompleteBeforeTheyAreUsed(t *testing.T) {
	checked := 0
	for name, s := range made.stacks {
		for _, policy := range s.Resources {
			if policy.Type != "AWS::IAM::Policy" {
				continue
			}
			for _, role := range policy.Properties["Roles"].([]any) {
				of := at(role, "Ref").(string)
				for _, r := range s.Resources {
					encoded, err := json.Marshal(r.Properties)
					if err != nil {
						t.Fatal(err)
					}
					if r == policy || r.id == of || !strings.Contains(string(encoded), strconv.Quote(of)) {
						continue
					}
					if checked++; !slices.Contains(r.DependsOn, policy.id) {
						t.Errorf("%s/%s may be made before %s", name, r.id, policy.id)
					}
				}
			}
		}
	}
	if checked == 0 {
		t.Error("no role has a policy of its own")
	}
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("look at the change, then run `go test ./infra/aws/stacks -update`: %s", diff)
	}
}

// TestResources compares the resources besides the functions with a list: a resource
// that a construct adds by itself appears here.
func TestResources(t *testing.T) {
	counts := map[string]int{}
	for name, s := range made.stacks {
		if s.parent != nil {
			continue // functions, with roles and logs; other tests count them
		}
		for _, r := range s.Resources {
			switch r.Type {
			case "AWS::Lambda::Permission", "AWS::CloudWatch::Alarm", "AWS::CloudFormation::Stack":
			default:
				counts[strings.TrimPrefix(name, "anzen-test-")+" "+r.Type]++
			}
		}
	}
	var lines []string
	for what, n := range counts {
		lines = append(lines, fmt.Sprintf("%s %d\n", what, n))
	}
	slices.Sort(lines)
	golden(t, "resources.txt", strings.Join(lines, ""))
	// A group's stack contains functions with their roles, logs, versions, aliases and releases only, and what CodeDeploy may do.
	for name, s := range made.stacks {
		kinds := map[string]int{}
		for _, r := range s.Resources {
			kinds[r.Type]++
		}
		n, released := kinds["AWS::Lambda::Function"], kinds["AWS::CodeDeploy::DeploymentGroup"]
		roles := n + min(released, 1)
		if total := 4*n + roles + released; s.parent != nil && (len(s.Resources) != total || kinds["AWS::IAM::Role"] != roles || kinds["AWS::Logs::LogGroup"] != n ||
			kinds["AWS::Lambda::Version"] != n || kinds["AWS::Lambda::Alias"] != n) {
			t.Errorf("%s: %v", name, kinds)
		}
	}
}
