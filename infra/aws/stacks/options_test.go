package stacks

import (
	"os"
	"sync"
	"testing"

	"anzen/infra/blueprint"
)

// withOptions is a deployment with the options that the default one lacks.
var withOptions = sync.OnceValue(func() deployment {
	folder, err := os.MkdirTemp("", "stacks")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	return deploy(blueprint.New(blueprint.WithMalwareScan(), blueprint.WithThreatProtection()), folder)
})

// The user pool judges the risk of sign-ins only where the deployment chooses it: each user costs more.
func TestThreatProtectionIsAnOption(t *testing.T) {
	plan := func(d deployment) (tier, mode any) {
		pool := d.one(t, "AWS::Cognito::UserPool").Properties
		return pool["UserPoolTier"], at(pool, "UserPoolAddOns", "AdvancedSecurityMode")
	}
	if tier, mode := plan(made); tier != "ESSENTIALS" || mode != nil {
		t.Errorf("the default has the plan %v with threat protection %v", tier, mode)
	}
	if testing.Short() {
		t.Skip("synthesises the stacks once more")
	}
	if tier, mode := plan(withOptions()); tier != "PLUS" || mode != "ENFORCED" {
		t.Errorf("chosen, it is the plan %v with threat protection %v", tier, mode)
	}
}
