package stacks

import (
	"slices"
	"strings"
	"testing"

	"anzen/infra/blueprint"
)

// queue is the queue whose id begins with the name.
func queue(t *testing.T, name string) *resource {
	t.Helper()
	for _, r := range made.all("AWS::SQS::Queue") {
		if strings.HasPrefix(r.id, name) {
			return r
		}
	}
	t.Fatalf("there is no queue %s", name)
	return nil
}

// Lambda drops no event for which a function fails: every function that is called without waiting has a
// destination, and the role of each may send there.
func TestFailedEventsAreKept(t *testing.T) {
	kept, lost := queue(t, "FailedEvents"), queue(t, "LostEvents")
	var configured []string
	for _, r := range made.all("AWS::Lambda::EventInvokeConfig") {
		name := made.text(r.in, r.Properties["FunctionName"])
		configured = append(configured, name)
		if got := made.text(r.in, at(r.Properties, "DestinationConfig", "OnFailure", "Destination")); got != arn(kept) {
			t.Errorf("the failures of %s go to %s", name, got)
		}
		if at(r.Properties, "MaximumRetryAttempts") != float64(blueprint.AsyncRetries) || at(r.Properties, "MaximumEventAgeInSeconds") != blueprint.AsyncAge.Seconds() || at(r.Properties, "Qualifier") != "live" {
			t.Errorf("%s: %v", name, r.Properties)
		}
	}
	var called []string
	for _, name := range product.Asynchronous() {
		called = append(called, "${"+functions(t)[name].name()+"}")
	}
	slices.Sort(configured)
	slices.Sort(called)
	if !slices.Equal(configured, called) {
		t.Errorf("failures are kept of %v, called are %v", configured, called)
	}
	if at(kept.Properties, "VisibilityTimeout") != blueprint.FailedEvents.Pause.Seconds() || made.text(kept.in, at(kept.Properties, "RedrivePolicy", "deadLetterTargetArn")) != arn(lost) ||
		at(kept.Properties, "RedrivePolicy", "maxReceiveCount") != float64(blueprint.FailedEvents.Attempts) {
		t.Errorf("the queue: %v", kept.Properties)
	}
}

// The queue's function takes one message at a time, and answers which it could not.
func TestFailedEventsAreTaken(t *testing.T) {
	mapping := made.one(t, "AWS::Lambda::EventSourceMapping")
	function := functions(t)[blueprint.FailedEvents.Function]
	p := mapping.Properties
	if made.text(mapping.in, p["FunctionName"]) != live(t, blueprint.FailedEvents.Function) || made.text(mapping.in, p["EventSourceArn"]) != arn(queue(t, "FailedEvents")) ||
		p["BatchSize"] != 1.0 || at(p, "FunctionResponseTypes", 0) != "ReportBatchItemFailures" {
		t.Errorf("%v", p)
	}
	// SQS refuses a mapping whose messages would come back while the function still works on them.
	if function.Properties["Timeout"].(float64) >= blueprint.FailedEvents.Pause.Seconds() {
		t.Error("a message comes again before its function has ended")
	}
}
