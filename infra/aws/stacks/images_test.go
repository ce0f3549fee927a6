package stacks

import (
	"encoding/json"
	"strings"
	"testing"
)

// Severe findings in an image of a function reach the operators.
func TestScansOfImages(t *testing.T) {
	for _, r := range made.all("AWS::Events::Rule") {
		if made.text(r.in, r.Properties["Name"]) != "anzen-test-image-scanned" {
			continue
		}
		encoded, _ := json.Marshal(r.Properties["EventPattern"])
		pattern := strings.ReplaceAll(string(encoded), `\u003e`, ">")
		for _, part := range []string{`"aws.ecr"`, `"ECR Image Scan"`, `"CRITICAL":[{"numeric":[">",0]}]`, `"HIGH":[{"numeric":[">",0]}]`} {
			if !strings.Contains(pattern, part) {
				t.Errorf("%s is not in %s", part, pattern)
			}
		}
		topic := made.text(r.in, at(r.Properties, "Targets", 0, "Arn"))
		for _, p := range made.all("AWS::SNS::TopicPolicy") {
			policy, _ := json.Marshal(resolved(p.in, p.Properties))
			if strings.Contains(string(policy), topic) && strings.Contains(string(policy), "events.amazonaws.com") {
				return
			}
		}
		t.Fatalf("the bus may not publish to %s", topic)
	}
	t.Fatal("no rule takes scans of images")
}
