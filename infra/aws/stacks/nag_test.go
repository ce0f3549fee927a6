package stacks

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestNagFindsNothing(t *testing.T) {
	for _, found := range made.annotations(t, "aws:cdk:error") {
		t.Error(found)
	}
	for _, found := range made.annotations(t, "aws:cdk:warning") {
		t.Error(found)
	}
}

// Every exception has a real reason, and excuses no wildcard that it does not name.
func TestExceptionsHaveReasons(t *testing.T) {
	seen := 0
	for _, s := range made.stacks {
		for _, r := range s.Resources {
			exceptions, _ := at(any(r.Metadata), "cdk_nag", "rules_to_suppress").([]any)
			for _, e := range exceptions {
				seen++
				rule, _ := at(e, "id").(string)
				reason, _ := at(e, "reason").(string)
				if len(strings.Fields(reason)) < 5 {
					t.Errorf("%s: the exception from %s has no proper reason: %q", r.name(), rule, reason)
				}
				if rule == "AwsSolutions-IAM5" && at(e, "applies_to") == nil {
					t.Errorf("%s: the exception from %s names no wildcard", r.name(), rule)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no exceptions were read")
	}
}

// All exceptions are one table: rule, how many resources it excuses, reason.
func TestExceptionsAreTheTable(t *testing.T) {
	counts := map[string]int{}
	for _, s := range made.stacks {
		for _, r := range s.Resources {
			exceptions, _ := at(any(r.Metadata), "cdk_nag", "rules_to_suppress").([]any)
			for _, e := range exceptions {
				rule, _ := at(e, "id").(string)
				reason, _ := at(e, "reason").(string)
				key := strings.TrimPrefix(rule, "AwsSolutions-") + "\t" + reason
				counts[key]++
			}
		}
	}
	var table strings.Builder
	table.WriteString("# The exceptions from cdk-nag's AWS Solutions: go test ./infra/aws/stacks -run TestExceptions -update\nrule\tresources\twhy\n")
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		rule, reason, _ := strings.Cut(key, "\t")
		fmt.Fprintf(&table, "%s\t%d\t%s\n", rule, counts[key], reason)
	}
	golden(t, "exceptions.tsv", table.String())
}
