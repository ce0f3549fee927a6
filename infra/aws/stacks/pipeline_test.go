package stacks

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func arn(r *resource) string { return "${" + r.name() + ".Arn}" }

// live is the ARN of a function's alias, by which it is called.
func live(t *testing.T, name string) string {
	t.Helper()
	return "${" + aliases(t)[name].name() + "}"
}

// aliases are the aliases by the functions' blueprint names.
func aliases(t *testing.T) map[string]*resource {
	t.Helper()
	names, found := map[string]string{}, map[string]*resource{}
	for name, r := range functions(t) {
		names["${"+r.name()+"}"] = name
	}
	for _, r := range made.all("AWS::Lambda::Alias") {
		found[names[made.text(r.in, r.Properties["FunctionName"])]] = r
	}
	return found
}

// TestMachines reads each definition as deployed to Step Functions.
func TestMachines(t *testing.T) {
	deployed := map[string]*resource{}
	for _, r := range made.all("AWS::StepFunctions::StateMachine") {
		deployed[made.text(r.in, r.Properties["StateMachineName"])] = r
	}
	if len(deployed) != len(product.Machines) {
		t.Errorf("%d machines, %d in the blueprint", len(deployed), len(product.Machines))
	}
	for _, m := range product.Machines {
		r := deployed["anzen-test-"+m.Name]
		if r == nil {
			t.Errorf("machine %s is not deployed", m.Name)
			continue
		}
		var functionARNs []string
		for _, name := range m.Functions {
			functionARNs = append(functionARNs, live(t, name))
		}
		slices.Sort(functionARNs)
		definition := made.text(r.in, r.Properties["DefinitionString"])
		var states any
		if err := json.Unmarshal([]byte(definition), &states); err != nil {
			t.Fatalf("machine %s: %v", m.Name, err)
		}
		if diff := cmp.Diff(functionARNs, invoked(states)); diff != "" {
			t.Errorf("machine %s invokes: %s", m.Name, diff)
		}
		if at(r.Properties, "LoggingConfiguration", "Level") != "ALL" || at(r.Properties, "LoggingConfiguration", "IncludeExecutionData") != false ||
			at(r.Properties, "TracingConfiguration", "Enabled") != true {
			t.Errorf("machine %s: %v, %v", m.Name, r.Properties["LoggingConfiguration"], r.Properties["TracingConfiguration"])
		}
		id := strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, r.Properties["RoleArn"]), "${"+r.in.name+"/"), ".Arn}")
		role := r.in.Resources[id]
		want := []statement{{[]string{"lambda:InvokeFunction"}, functionARNs}}
		if diff := cmp.Diff(want, policy(t, role, at(role.Properties, "Policies", 0, "PolicyDocument"))); diff != "" {
			t.Errorf("machine %s may: %s", m.Name, diff)
		}
	}
}

// invoked are the resources of the tasks anywhere in a definition.
func invoked(value any) []string {
	found := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			if x["Type"] == "Task" {
				resource, _ := x["Resource"].(string)
				found[resource] = true
			}
			for _, y := range x {
				walk(y)
			}
		case []any:
			for _, y := range x {
				walk(y)
			}
		}
	}
	walk(value)
	all := make([]string, 0, len(found))
	for resource := range found {
		all = append(all, resource)
	}
	slices.Sort(all)
	return all
}

func TestRules(t *testing.T) {
	lost, names := queue(t, "LostEvents"), named(t)
	deployed := map[string]*resource{}
	for _, r := range made.all("AWS::Events::Rule") {
		deployed[made.text(r.in, r.Properties["Name"])] = r
	}
	delete(deployed, "anzen-test-image-scanned") // see TestScansOfImages
	for _, e := range badEnds {
		delete(deployed, "anzen-test-"+e.rule) // see brokenMachine
	}
	if len(deployed) != len(product.Rules) {
		t.Errorf("%d rules, %d in the blueprint", len(deployed), len(product.Rules))
	}
	for _, rule := range product.Rules {
		r := deployed["anzen-test-"+rule.Name]
		if r == nil {
			t.Errorf("rule %s is not deployed", rule.Name)
			continue
		}
		pattern := r.Properties["EventPattern"]
		if made.texts(r.in, at(pattern, "source"))[0] != rule.Source || made.texts(r.in, at(pattern, "detail-type"))[0] != rule.DetailType {
			t.Errorf("rule %s: %v", rule.Name, pattern)
		}
		if rule.Bucket != "" {
			if got := made.texts(r.in, at(pattern, "detail", "bucket", "name")); !slices.Equal(got, []string{names.bucket(rule.Bucket) + "}"}) {
				t.Errorf("rule %s: events of %v", rule.Name, got)
			}
		}
		if rule.Mails {
			if got := made.texts(r.in, at(pattern, "detail", "mail", "tags", "ses:configuration-set")); !slices.Equal(got, []string{"anzen-test-mails"}) {
				t.Errorf("rule %s: events of %v", rule.Name, got)
			}
		}
		target := at(r.Properties, "Targets", 0)
		if got := made.text(r.in, at(target, "Arn")); got != live(t, rule.Function) {
			t.Errorf("rule %s leads to %s", rule.Name, got)
		}
		if got := made.text(r.in, at(target, "DeadLetterConfig", "Arn")); got != arn(lost) {
			t.Errorf("rule %s sends undeliverable events to %s", rule.Name, got)
		}
		if at(target, "RetryPolicy", "MaximumRetryAttempts") != float64(deliveryAttempts) {
			t.Errorf("rule %s: %v", rule.Name, at(target, "RetryPolicy"))
		}
		called := false
		for _, p := range made.all("AWS::Lambda::Permission") {
			called = called || p.Properties["SourceArn"] != nil && made.text(p.in, p.Properties["SourceArn"]) == arn(r) &&
				made.text(p.in, p.Properties["FunctionName"]) == live(t, rule.Function)
		}
		if !called {
			t.Errorf("rule %s may not call its function", rule.Name)
		}
	}
}

func TestSchedules(t *testing.T) {
	deployed := map[string]*resource{}
	for _, r := range made.all("AWS::Scheduler::Schedule") {
		deployed[made.text(r.in, r.Properties["Name"])] = r
	}
	if len(deployed) != len(product.Schedules) {
		t.Errorf("%d schedules, %d in the blueprint", len(deployed), len(product.Schedules))
	}
	for _, s := range product.Schedules {
		r := deployed["anzen-test-"+s.Name]
		if r == nil {
			t.Errorf("schedule %s is not deployed", s.Name)
			continue
		}
		p := r.Properties
		if p["ScheduleExpression"] != s.Expression || p["ScheduleExpressionTimezone"] != s.Timezone || made.text(r.in, at(p, "Target", "Arn")) != live(t, s.Function) {
			t.Errorf("schedule %s: %v", s.Name, p)
		}
		lost := arn(queue(t, "LostEvents"))
		if got := made.text(r.in, at(p, "Target", "DeadLetterConfig", "Arn")); got != lost {
			t.Errorf("schedule %s sends undeliverable events to %s", s.Name, got)
		}
		role := r.in.Resources[strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, at(p, "Target", "RoleArn")), "${"+r.in.name+"/"), ".Arn}")]
		want := []statement{{[]string{"lambda:InvokeFunction"}, []string{live(t, s.Function)}}, {[]string{"sqs:SendMessage"}, []string{lost}}}
		if diff := cmp.Diff(byResource(want), byResource(policy(t, role, at(role.Properties, "Policies", 0, "PolicyDocument")))); diff != "" {
			t.Errorf("schedule %s may: %s", s.Name, diff)
		}
	}
}

// The names of a group, of its role and of its function are configured in the functions
// that create schedules in it, and its schedules may call that function alone.
func TestScheduleGroups(t *testing.T) {
	groups := made.all("AWS::Scheduler::ScheduleGroup")
	if len(groups) != len(product.Groups) {
		t.Errorf("%d groups of schedules, %d in the blueprint", len(groups), len(product.Groups))
	}
	roles := map[string]*resource{}
	for _, r := range made.all("AWS::IAM::Role") {
		if name := r.Properties["RoleName"]; name != nil {
			roles[made.text(r.in, name)] = r
		}
	}
	for _, g := range product.Groups {
		name := "anzen-test-" + g.Name
		if !slices.ContainsFunc(groups, func(r *resource) bool { return made.text(r.in, r.Properties["Name"]) == name }) {
			t.Errorf("group %s is not deployed", g.Name)
		}
		function := functions(t)[g.Function]
		if got := made.text(function.in, function.Properties["FunctionName"]); got != "anzen-test-"+g.Function {
			t.Errorf("the function of group %s is called %q", g.Name, got)
		}
		role := roles[name]
		if role == nil {
			t.Errorf("group %s has no role", g.Name)
			continue
		}
		trust := at(role.Properties, "AssumeRolePolicyDocument", "Statement", 0)
		if made.text(role.in, at(trust, "Principal", "Service")) != "scheduler.amazonaws.com" || made.text(role.in, at(trust, "Condition", "StringEquals", "aws:SourceAccount")) != config.Account {
			t.Errorf("group %s: its role may be assumed by %v", g.Name, trust)
		}
		want := []statement{{[]string{"lambda:InvokeFunction"}, []string{live(t, g.Function)}}}
		if diff := cmp.Diff(byResource(want), byResource(policy(t, role, at(role.Properties, "Policies", 0, "PolicyDocument")))); diff != "" {
			t.Errorf("the schedules of group %s may: %s", g.Name, diff)
		}
	}
}

// Every alarm notifies the topic of its severity, and alarms may publish to the topics.
func TestAlarms(t *testing.T) {
	topics := map[string]string{}
	for _, r := range made.all("AWS::SNS::Topic") {
		topics["${"+r.name()+"}"] = made.text(r.in, r.Properties["TopicName"])
	}
	for _, p := range made.all("AWS::SNS::TopicPolicy") {
		speaks := false
		for _, s := range at(p.Properties, "PolicyDocument", "Statement").([]any) {
			speaks = speaks || at(s, "Effect") == "Allow" && at(s, "Principal", "Service") == "cloudwatch.amazonaws.com" && at(s, "Action") == "sns:Publish"
		}
		if !speaks {
			t.Errorf("%s keeps alarms from publishing", p.name())
		}
	}
	watched := map[string]bool{}
	for _, r := range made.all("AWS::CloudWatch::Alarm") {
		severity, _, _ := strings.Cut(made.text(r.in, r.Properties["AlarmDescription"]), ": ")
		if severity == string(taken) {
			if r.Properties["AlarmActions"] != nil {
				t.Errorf("%s notifies people of a release, whom the deployment tells", r.name())
			}
			continue
		}
		actions := made.texts(r.in, r.Properties["AlarmActions"])
		if len(actions) != 1 || topics[actions[0]] != "anzen-test-alarms-"+severity {
			t.Errorf("%s (%s) notifies %v", r.name(), severity, actions)
		}
		if name := r.Properties["MetricName"]; name != nil {
			watched[name.(string)] = true
		}
	}
	for _, metric := range []string{"5XXError", "Latency", "Throttles", "Errors", "Invocations", "NumberOfMessagesSent", "ApproximateAgeOfOldestMessage", "ApproximateNumberOfMessagesVisible", "WriteThrottleEvents"} {
		if !watched[metric] {
			t.Errorf("no alarm watches %s", metric)
		}
	}
}

// Each function has an alarm that tells of its failures: a function that runs once a day fails three times within minutes, and
// leaves its event in the queue, whose first message tells. An analysis fails for what is uploaded too: the share of those that end
// by our own fault tells, not the errors of its functions.
func TestAlarmsOfFunctionsAndOfEndings(t *testing.T) {
	alarms := map[string]*resource{}
	for _, r := range made.all("AWS::CloudWatch::Alarm") {
		alarms[strings.TrimPrefix(made.text(r.in, r.Properties["AlarmName"]), "anzen-test-")] = r
	}
	if r := alarms["FailedEvents"]; r == nil || r.Properties["Threshold"] != 0.0 || r.Properties["MetricName"] != "NumberOfMessagesSent" {
		t.Errorf("no alarm of the first event of the queue: %+v", r)
	}
	watched := map[string]bool{}
	for _, name := range product.Asynchronous() { // whose events go to the queue: TestFailedEventsAreKept
		watched[name] = alarms["FailedEvents"] != nil
	}
	for _, r := range slices.Concat(product.Routes, product.Endpoints) {
		watched[r.ID] = alarms["ServerErrors"] != nil
	}
	for _, m := range product.Machines {
		for _, name := range m.Functions {
			watched[name] = watched[name] || !m.EndsWell() && alarms[machinesFailed] != nil || m.Endings != nil && alarms[title(m.Name)+"Faults"] != nil
		}
	}
	own := 0
	for _, f := range product.Functions {
		r := alarms[title(f.Name)+"Errors"]
		if r == nil && !watched[f.Name] {
			t.Errorf("no alarm tells that %s fails", f.Name)
		}
		if r != nil {
			own++
			if r.Properties["Threshold"] != 3.0 || r.Properties["ComparisonOperator"] != "GreaterThanThreshold" {
				t.Errorf("%s is not above 3", f.Name)
			}
		}
	}
	t.Logf("%d functions have alarms of their own", own)
	for _, name := range []string{"job-export", "identity-tokens", "sign-in-record", "events-redrive"} {
		if alarms[title(name)+"Errors"] == nil {
			t.Errorf("%s has no alarm of its own", name)
		}
	}
	for _, name := range product.Machines[0].Functions {
		if alarms[title(name)+"Errors"] != nil {
			t.Errorf("a file that cannot be read alarms by %s", name)
		}
	}
	faults := alarms["AnalysisFaults"]
	if faults == nil {
		t.Fatal("nobody learns that analyses fail")
	}
	found := 0
	for _, m := range faults.Properties["Metrics"].([]any) {
		metric := at(m, "MetricStat", "Metric")
		if at(metric, "Namespace") != "anzen-test" {
			continue
		}
		ours := slices.Contains([]any{"analysis.internal", "analysis.out_of_memory", "analysis.fault"}, at(metric, "Dimensions", 0, "Value"))
		if ours && at(metric, "Dimensions", 0, "Name") == "Reason" || at(metric, "Dimensions") == nil {
			found++
		}
	}
	if found != 4 || faults.Properties["Threshold"] != 5.0 {
		t.Errorf("%v", faults.Properties)
	}
	if env := at(functions(t)["analysis-fail"].Properties, "Environment", "Variables", "METRICS"); env != "anzen-test" {
		t.Errorf("endings are counted in %v", env)
	}
}
