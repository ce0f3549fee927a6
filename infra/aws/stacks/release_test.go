package stacks

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/functions/analysis"
	"anzen/functions/jobs"
)

// Each function is called by an alias, which points to its newest version; nothing calls the function itself.
func TestFunctionsAreCalledByTheirAlias(t *testing.T) {
	all := aliases(t)
	versions := map[string]string{}
	for _, r := range made.all("AWS::Lambda::Version") {
		versions["${"+r.name()+".Version}"] = made.text(r.in, r.Properties["FunctionName"])
		if r.DeletionPolicy == "Retain" {
			t.Errorf("%s stays for ever", r.name())
		}
	}
	for name, f := range functions(t) {
		if name == product.Edge.Rotation.Name {
			continue // Secrets Manager calls it once a month, and the next time again
		}
		r := all[name]
		if r == nil || r.Properties["Name"] != "live" {
			t.Fatalf("%s has no alias", name)
		}
		if version := made.text(r.in, r.Properties["FunctionVersion"]); versions[version] != "${"+f.name()+"}" {
			t.Errorf("%s is %s", name, version)
		}
	}
	for _, kind := range []string{"AWS::Lambda::Permission", "AWS::Lambda::EventSourceMapping"} {
		for _, r := range made.all(kind) {
			if called := made.text(r.in, r.Properties["FunctionName"]); strings.HasSuffix(called, ".Arn}") && r.Properties["Principal"] != "secretsmanager.amazonaws.com" {
				t.Errorf("%s is for a function without its alias: %s", r.name(), called)
			}
		}
	}
}

// A new version of a route's function, and of a state machine's, gets a tenth of the calls first, and an alarm of the stage takes it back.
func TestReleasesAreTakenBackByAlarms(t *testing.T) {
	alarms := map[string]bool{}
	for name := range deployedAlarms(t) {
		alarms["anzen-test-"+name] = true
	}
	released := map[string][]string{}
	for name, r := range aliases(t) {
		update, _ := r.UpdatePolicy["CodeDeployLambdaAliasUpdate"].(map[string]any)
		if update == nil {
			continue
		}
		id := strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, update["DeploymentGroupName"]), "${"+r.in.name+"/"), "}")
		group := r.in.Resources[id]
		if group == nil {
			t.Fatalf("%s is released by %v", name, update)
		}
		if got, want := made.text(r.in, update["ApplicationName"]), made.text(group.in, group.Properties["ApplicationName"]); got != want {
			t.Errorf("%s: its group is of %s, not of %s", name, want, got)
		}
		if group.Properties["DeploymentConfigName"] != "CodeDeployDefault.LambdaCanary10Percent5Minutes" || at(group.Properties, "DeploymentStyle", "DeploymentOption") != "WITH_TRAFFIC_CONTROL" {
			t.Errorf("%s: %v", name, group.Properties)
		}
		back := made.texts(group.in, at(group.Properties, "AutoRollbackConfiguration", "Events"))
		if !slices.Contains(back, "DEPLOYMENT_STOP_ON_ALARM") || !slices.Contains(back, "DEPLOYMENT_FAILURE") || at(group.Properties, "AutoRollbackConfiguration", "Enabled") != true {
			t.Errorf("%s is taken back by %v", name, back)
		}
		if at(group.Properties, "AlarmConfiguration", "Enabled") != true {
			t.Errorf("%s: %v", name, group.Properties["AlarmConfiguration"])
		}
		watched := at(group.Properties, "AlarmConfiguration", "Alarms").([]any)
		for i := range watched {
			alarm := made.text(group.in, at(watched, i, "Name"))
			if !alarms[alarm] {
				t.Errorf("%s watches %s, which does not exist", name, alarm)
			}
			released[name] = append(released[name], strings.TrimPrefix(alarm, "anzen-test-"))
		}
		role := r.in.Resources[strings.TrimSuffix(strings.TrimPrefix(made.text(group.in, group.Properties["ServiceRoleArn"]), "${"+r.in.name+"/"), ".Arn}")]
		may := byResource(policy(t, role, at(role.Properties, "Policies", 0, "PolicyDocument")))
		function := arn(functions(t)[name])
		if diff := cmp.Diff([]string{"lambda:GetAlias", "lambda:UpdateAlias"}, may[function]); diff != "" {
			t.Errorf("%s cannot be released: %s", name, diff)
		}
		for _, alarm := range released[name] {
			if len(may["arn:aws:cloudwatch:ap-northeast-1:123456789012:alarm:anzen-test-"+alarm]) != 1 {
				t.Errorf("%s: nobody may read %s", name, alarm)
			}
		}
	}
	for _, r := range slices.Concat(product.Routes, product.Endpoints) {
		if diff := cmp.Diff([]string{"ReleaseErrors", "ReleaseLatency"}, released[r.ID]); diff != "" {
			t.Errorf("%s: %s", r.ID, diff)
		}
	}
	for _, m := range product.Machines {
		for _, name := range m.Functions {
			if !slices.Contains(released[name], machinesFailed) {
				t.Errorf("%s of %s is watched by %v", name, m.Name, released[name])
			}
		}
	}
	if !slices.Contains(released[analysis.TaskFail], "AnalysisFaults") || released[jobs.Sweep] != nil {
		t.Errorf("%v, %v", released[analysis.TaskFail], released[jobs.Sweep])
	}
	t.Logf("%d of %d functions are released step by step", len(released), len(product.Functions))
}

// A group has a name of ours, which says whose it is: CloudFormation's own would begin with that of the nested stack, and CodeDeploy
// takes 100 letters ("CodeDeploy quotas" in its user guide).
func TestReleasesAreNamedByTheirFunctions(t *testing.T) {
	longest := strings.Repeat("x", 20)
	groups := made.all("AWS::CodeDeploy::DeploymentGroup")
	for _, f := range product.Functions {
		name := config.name(f.Group + "." + f.Name)
		at := slices.IndexFunc(groups, func(r *resource) bool { return r.Properties["DeploymentGroupName"] == name })
		if (at >= 0) != (release(product, f.Name) != nil) {
			t.Errorf("%s has a group: %t", name, at >= 0)
		}
		if n := len(Config{Stage: longest}.name(f.Group + "." + f.Name)); n > 100 {
			t.Errorf("%s has %d letters in a stage of the longest name", name, n)
		}
	}
}

// A stage of development gets new versions at once: no function waits for CodeDeploy, and all are called by their alias all the same.
func TestReleaseAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("synthesises the stacks once more")
	}
	d := withOptions()
	if n := len(d.all("AWS::CodeDeploy::DeploymentGroup")) + len(d.all("AWS::CodeDeploy::Application")); n != 0 {
		t.Errorf("%d parts of CodeDeploy", n)
	}
	aliases := d.all("AWS::Lambda::Alias")
	for _, r := range aliases {
		if r.UpdatePolicy != nil {
			t.Errorf("%s: %v", r.name(), r.UpdatePolicy)
		}
	}
	if len(aliases) != len(optional.Functions) {
		t.Errorf("%d aliases of %d functions", len(aliases), len(optional.Functions))
	}
}
