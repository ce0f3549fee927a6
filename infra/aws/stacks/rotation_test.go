package stacks

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/google/go-cmp/cmp"

	"anzen/functions/api/rest"
	"anzen/functions/rotation"
)

// The origin secret is changed every month by a function that reaches it, the firewall and the distribution, and that Secrets Manager
// alone calls.
func TestTheOriginSecretIsRotated(t *testing.T) {
	f, n := functions(t)[rotation.Name], named(t)
	data, site := n.data, *made.app.Edge.Stack.StackName()
	secret, firewall := "${"+data+"/"+n.id(made.app.Data.Secret.Node().DefaultChild().(awscdk.CfnElement))+"}", "${"+data+"/"+n.id(made.app.Data.Firewall)+".Arn}"
	distribution := made.one(t, "AWS::CloudFront::Distribution").id
	schedule := made.one(t, "AWS::SecretsManager::RotationSchedule")
	want := map[string]any{
		"SecretId": secret, "RotationLambdaARN": "${" + f.name() + ".Arn}", "RotateImmediatelyOnUpdate": false,
		"RotationRules": map[string]any{"ScheduleExpression": "cron(0 18 1 * ? *)", "Duration": "1h"},
	}
	if diff := cmp.Diff(want, written(schedule.in, any(schedule.Properties))); diff != "" {
		t.Errorf("schedule: %s", diff)
	}
	var called []any
	for _, p := range made.all("AWS::Lambda::Permission") {
		if made.text(p.in, p.Properties["FunctionName"]) == "${"+f.name()+".Arn}" {
			called = append(called, written(p.in, any(p.Properties)))
		}
	}
	if diff := cmp.Diff([]any{map[string]any{
		"Action": "lambda:InvokeFunction", "FunctionName": "${" + f.name() + ".Arn}", "Principal": "secretsmanager.amazonaws.com", "SourceAccount": "123456789012", "SourceArn": secret,
	}}, called); diff != "" {
		t.Errorf("callers: %s", diff)
	}
	role := f.in.Resources[strings.TrimSuffix(strings.TrimPrefix(made.text(f.in, f.Properties["Role"]), "${"+f.in.name+"/"), ".Arn}")]
	on := map[string]int{}
	for _, s := range policy(t, role, at(role.Properties, "Policies", 0, "PolicyDocument")) {
		for _, r := range s.Resources {
			on[r] += len(s.Actions)
		}
	}
	log := made.text(f.in, at(f.Properties, "LoggingConfig", "LogGroup"))
	logs := "${" + data + "/" + n.id(made.app.Data.Logs.Node().DefaultChild().(awscdk.CfnElement)) + ".Arn}"
	if diff := cmp.Diff(map[string]int{
		secret: 4, firewall: 2, "arn:aws:cloudfront::123456789012:distribution/${" + site + "/" + distribution + "}": 2, logs: 2, strings.TrimSuffix(log, "}") + ".Arn}": 2,
	}, on); diff != "" {
		t.Errorf("rights: %s", diff)
	}
	if at(role.Properties, "Policies", 1) != nil || role.Properties["ManagedPolicyArns"] != nil {
		t.Error("its role has more policies")
	}
	variables := written(f.in, at(f.Properties, "Environment", "Variables"))
	if diff := cmp.Diff(any(map[string]any{
		rotation.EnvFirewall: firewall, rotation.EnvDistribution: "${" + site + "/" + distribution + "}", rotation.EnvProbe: "https://sds.example.com/api/v1/openapi.json",
	}), variables); diff != "" {
		t.Errorf("environment: %s", diff)
	}
	probed := slices.ContainsFunc(product.Routes, func(r rest.Route) bool {
		return r.FullPath() == "/api/v1/openapi.json" && r.Rule.IsPublic() && r.Method == "GET"
	})
	if !probed {
		t.Error("there is no public route that the rotation could ask for")
	}
}

// Nobody but the firewall and the edge is given the origin secret: no function's environment refers to it.
func TestNoFunctionHasTheOriginSecret(t *testing.T) {
	has := map[string]int{}
	for _, s := range made.stacks {
		for _, r := range s.Resources {
			encoded, err := json.Marshal(r.Properties)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(encoded), "resolve:secretsmanager") {
				has[r.Type]++
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"AWS::WAFv2::WebACL": 1, "AWS::CloudFront::Distribution": 1}, has); diff != "" {
		t.Error(diff)
	}
}
