package stacks

import (
	"encoding/json"
	"strings"
	"testing"

	"anzen/functions/analysis"
	"anzen/functions/grant"
)

// A deployment with Amazon Textract configures the recognising function for it, and grants it to that one alone;
// in the default deployment no function may call it.
func TestTextractIsDeployed(t *testing.T) {
	if testing.Short() {
		t.Skip("synthesises the stacks once more")
	}
	chosen := withOptions()
	may := func(d *deployment) (roles []string) {
		for _, r := range d.all("AWS::IAM::Role") {
			policies, err := json.Marshal(r.Properties["Policies"])
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(policies), "textract:") {
				roles = append(roles, r.name())
			}
		}
		return roles
	}
	if roles := may(&made); len(roles) > 0 {
		t.Errorf("without Textract %v may call it", roles)
	}
	if roles := may(&chosen); len(roles) != 1 {
		t.Errorf("with Textract %v may call it, want one role", roles)
	}
	for _, r := range chosen.all("AWS::Lambda::Function") {
		name, _ := r.Properties["Handler"].(string)
		if r.Properties["PackageType"] == "Image" {
			name, _ = at(r.Properties, "ImageConfig", "Command", 0).(string)
		}
		engine := at(r.Properties, "Environment", "Variables", grant.EnvOCREngine)
		if recognises := name == analysis.TaskRecognise; recognises != (engine == "textract") {
			t.Errorf("%s has the engine %v", name, engine)
		}
	}
}
