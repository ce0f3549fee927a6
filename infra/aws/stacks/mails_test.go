package stacks

import (
	"slices"
	"testing"
)

// Bounces and complaints of the stage's mails reach the event bus; the account's list of suppressed addresses, which
// no administrator of a company could change, does not apply.
func TestReturnedMailsAreTold(t *testing.T) {
	sets, destinations := made.all("AWS::SES::ConfigurationSet"), made.all("AWS::SES::ConfigurationSetEventDestination")
	if len(sets) != 1 || len(destinations) != 1 {
		t.Fatalf("%d configuration sets, %d destinations", len(sets), len(destinations))
	}
	if name := made.text(sets[0].in, sets[0].Properties["Name"]); name != "anzen-test-mails" {
		t.Errorf("the set is %s", name)
	}
	if reasons, ok := at(sets[0].Properties, "SuppressionOptions", "SuppressedReasons").([]any); !ok || len(reasons) != 0 {
		t.Errorf("suppressed for %v", at(sets[0].Properties, "SuppressionOptions"))
	}
	d := destinations[0]
	if got := made.texts(d.in, at(d.Properties, "EventDestination", "MatchingEventTypes")); !slices.Equal(got, []string{"bounce", "complaint"}) {
		t.Errorf("told are %v", got)
	}
	if at(d.Properties, "EventDestination", "Enabled") != true || at(d.Properties, "EventDestination", "EventBridgeDestination", "EventBusArn") == nil {
		t.Errorf("%v", d.Properties)
	}
}
