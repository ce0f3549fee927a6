package stacks

import (
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
