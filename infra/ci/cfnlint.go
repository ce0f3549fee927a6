package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/text/tsv"
)

//go:embed excused.tsv
var excusedText string

// excuse is a finding of cfn-lint that does not stop.
type excuse struct{ rule, what string }

func readExcuses(text string) (all []excuse) {
	for row := range tsv.Embedded("ci/excused.tsv", text).Rows() {
		if len(strings.Fields(row.Text("why"))) < 5 {
			row.Fail("%s needs a reason", row.Text("rule"))
		}
		all = append(all, excuse{row.Text("rule"), row.Text("what")})
	}
	return all
}

// finding is what cfn-lint says of a template.
type finding struct {
	Message, Filename string
	Rule              struct{ ID string }
	Location          struct{ Start struct{ LineNumber int } }
}

func (e excuse) of(f finding) bool {
	return e.rule == f.Rule.ID && (e.what == "*" || strings.Contains(strings.ToLower(f.Message), e.what))
}

// lintTemplates has cfn-lint check the templates of cdk.out by the schemas of the resources in both regions. It is a Python
// program, which not every machine has: where it is missing this is said, and only the CDK has checked the properties.
func lintTemplates(ctx context.Context, out io.Writer) (count, error) {
	program, err := exec.LookPath("cfn-lint")
	if err != nil {
		fmt.Fprintln(out, "cfn-lint is not installed (pip install cfn-lint): the templates were checked by the CDK alone")
		return count{}, nil
	}
	templates, err := filepath.Glob(filepath.Join("cdk.out", "*.template.json"))
	if err != nil || len(templates) == 0 {
		return count{}, errors.Join(errors.New("there are no templates: make synth"), err)
	}
	printed, err := exec.CommandContext(ctx, program, append([]string{"--format", "json", "--regions", "ap-northeast-1", "us-east-1", "-t"}, templates...)...).Output() //nolint:gosec // our own files
	var found []finding
	if bad := json.Unmarshal(printed, &found); bad != nil {
		return count{}, errors.Join(fmt.Errorf("read what cfn-lint prints: %w", bad), err)
	}
	return judgeTemplates(found, readExcuses(excusedText), len(templates), out)
}

// judgeTemplates fails for the findings without an excuse, and for excuses of nothing.
func judgeTemplates(found []finding, excuses []excuse, templates int, out io.Writer) (count, error) {
	var stopping []string
	used := map[excuse]int{}
	for _, f := range found {
		i := slices.IndexFunc(excuses, func(e excuse) bool { return e.of(f) })
		if i < 0 {
			stopping = append(stopping, fmt.Sprintf("%s:%d: %s: %s", f.Filename, f.Location.Start.LineNumber, f.Rule.ID, f.Message))
			continue
		}
		used[excuses[i]]++
	}
	for _, e := range excuses {
		fmt.Fprintf(out, "%s (%s): %d excused\n", e.rule, e.what, used[e])
		if used[e] == 0 {
			stopping = append(stopping, fmt.Sprintf("infra/ci/excused.tsv: there is no finding of %s (%s) any more", e.rule, e.what))
		}
	}
	if stopping != nil {
		return count{failed: len(stopping)}, fmt.Errorf("findings in the templates:\n%s", strings.Join(stopping, "\n"))
	}
	fmt.Fprintf(out, "%d templates, nothing is wrong with their resources\n", templates)
	return count{passed: 1}, nil
}
