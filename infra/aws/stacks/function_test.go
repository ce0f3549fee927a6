package stacks

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscognito"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/google/go-cmp/cmp"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

// functions are the deployed functions by their blueprint names.
func functions(t *testing.T) map[string]*resource {
	t.Helper()
	found := map[string]*resource{}
	for _, r := range made.all("AWS::Lambda::Function") {
		name, _ := r.Properties["Handler"].(string)
		if r.Properties["PackageType"] == "Image" {
			name, _ = at(r.Properties, "ImageConfig", "Command", 0).(string)
		}
		if found[name] != nil {
			t.Fatalf("function %s is deployed twice", name)
		}
		found[name] = r
	}
	return found
}

func TestFunctionsAreTheBlueprints(t *testing.T) {
	deployed := functions(t)
	logs := map[string]string{}
	for _, f := range append(slices.Clone(product.Functions), product.Edge.Rotation) {
		r := deployed[f.Name]
		if r == nil {
			t.Errorf("%s is not deployed", f.Name)
			continue
		}
		delete(deployed, f.Name)
		got := map[string]any{}
		for _, name := range []string{"Runtime", "Architectures", "MemorySize", "Timeout", "ReservedConcurrentExecutions", "Description"} {
			got[name] = r.Properties[name]
		}
		want := map[string]any{
			"Runtime": "provided.al2023", "Architectures": []any{"arm64"}, "MemorySize": float64(f.Memory), "Timeout": f.Timeout.Seconds(),
			"ReservedConcurrentExecutions": nil, "Description": f.Summary,
		}
		if f.Image {
			want["Runtime"] = nil
		}
		if image := r.Properties["PackageType"] == "Image"; image != f.Image {
			t.Errorf("%s: runs from an image: %v", f.Name, image)
		}
		if f.Concurrency > 0 {
			want["ReservedConcurrentExecutions"] = float64(f.Concurrency)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", f.Name, diff)
		}
		if f.Memory < 128 || f.Memory > 10240 || f.Timeout.Seconds() > 900 {
			t.Errorf("%s: %d MB and %s exceed Lambda's limits", f.Name, f.Memory, f.Timeout)
		}
		id := strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, at(r.Properties, "LoggingConfig", "LogGroup")), "${"+r.in.name+"/"), "}")
		if other := logs[r.in.name+id]; other != "" {
			t.Errorf("%s and %s write the same log", f.Name, other)
		}
		logs[r.in.name+id] = f.Name
		if days := at(r.in.Resources[id].Properties, "RetentionInDays"); days != 90.0 {
			t.Errorf("%s: its log is retained for %v days", f.Name, days)
		}
	}
	for name := range deployed {
		t.Errorf("%s is deployed but not in the blueprint", name)
	}
	for _, r := range product.Routes {
		if f, ok := product.Function(r.ID); !ok || f.Timeout >= gatewayTimeout {
			t.Errorf("%s %s: its function may run %s, longer than the gateway's timeout", r.Method, r.Path, f.Timeout)
		}
	}
}

func TestEnvironmentsAreTheBlueprints(t *testing.T) {
	names := named(t)
	for _, f := range product.Functions {
		r := functions(t)[f.Name]
		want, got := map[string]string{}, map[string]string{}
		for name, v := range f.Env {
			want[name] = names.value(t, v)
		}
		variables, _ := at(r.Properties, "Environment", "Variables").(map[string]any)
		for name, v := range variables {
			got[name] = made.text(r.in, v)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", f.Name, diff)
		}
	}
}

// statement is a part of a policy, with its lists sorted.
type statement struct {
	Actions, Resources []string
}

func policy(t *testing.T, r *resource, document any) []statement {
	t.Helper()
	var all []statement
	list, ok := at(document, "Statement").([]any)
	if !ok {
		t.Fatalf("%s: no statements", r.name())
	}
	for _, s := range list {
		if at(s, "Effect") != "Allow" || at(s, "NotAction") != nil || at(s, "NotResource") != nil {
			t.Errorf("%s: not a plain statement: %v", r.name(), s)
		}
		x := statement{made.texts(r.in, at(s, "Action")), made.texts(r.in, at(s, "Resource"))}
		slices.Sort(x.Actions)
		slices.Sort(x.Resources)
		if diff := cmp.Diff(conditions[x.Actions[0]], at(s, "Condition")); diff != "" && r.id != tenantRole(t).id {
			t.Errorf("%s: the conditions of %v: %s", r.name(), x.Actions, diff)
		}
		all = append(all, x)
	}
	return all
}

// conditions are those of the statements that have some, by their action.
var conditions = map[string]any{
	"ses:SendEmail": map[string]any{"StringEquals": map[string]any{"ses:FromAddress": "no-reply@mail.example.com"}},
	"iam:PassRole":  map[string]any{"StringEquals": map[string]any{"iam:PassedToService": "scheduler.amazonaws.com"}},
}

// Services that act for many accounts can use our roles for ours alone. Functions' roles are assumed
// by Lambda, which sends no account, and the role of API Gateway's logs is the account's.
func TestServicesActForThisAccount(t *testing.T) {
	seen := map[string]int{}
	for _, role := range made.all("AWS::IAM::Role") {
		if role.id == tenantRole(t).id {
			continue // see TestTheRoleOfACompany
		}
		for i := range at(role.Properties, "AssumeRolePolicyDocument", "Statement").([]any) {
			trust := at(role.Properties, "AssumeRolePolicyDocument", "Statement", i)
			service := made.text(role.in, at(trust, "Principal", "Service"))
			seen[service]++
			switch service {
			case "lambda.amazonaws.com", "apigateway.amazonaws.com":
			default:
				if account := made.text(role.in, at(trust, "Condition", "StringEquals", "aws:SourceAccount")); account != config.Account {
					t.Errorf("%s: %s may use it for the account %q", role.name(), service, account)
				}
			}
		}
	}
	for _, service := range []string{"states.amazonaws.com", "scheduler.amazonaws.com", "cognito-idp.amazonaws.com", "codedeploy.amazonaws.com"} {
		if seen[service] == 0 {
			t.Errorf("no role of %s was read", service)
		}
	}
}

// TestRolesHoldTheirGrants compares every role with the blueprint: the granted actions
// on the granted resources, its own log, and nothing else.
func TestRolesHoldTheirGrants(t *testing.T) {
	names := named(t)
	roles := map[string]string{}
	for _, f := range product.Functions {
		r := functions(t)[f.Name]
		id := strings.TrimSuffix(strings.TrimPrefix(made.text(r.in, r.Properties["Role"]), "${"+r.in.name+"/"), ".Arn}")
		role := r.in.Resources[id]
		if other := roles[role.name()]; other != "" {
			t.Errorf("%s and %s share a role", f.Name, other)
		}
		roles[role.name()] = f.Name
		if role.Properties["ManagedPolicyArns"] != nil {
			t.Errorf("%s: its role has policies of AWS", f.Name)
		}
		trusted := made.text(role.in, at(role.Properties, "AssumeRolePolicyDocument", "Statement", 0, "Principal", "Service"))
		if trusted != "lambda.amazonaws.com" {
			t.Errorf("%s: %s may assume its role", f.Name, trusted)
		}
		policies, _ := role.Properties["Policies"].([]any)
		if len(policies) != 1 {
			t.Fatalf("%s: %d policies in its role", f.Name, len(policies))
		}
		log := made.text(r.in, at(r.Properties, "LoggingConfig", "LogGroup"))
		want := []statement{{[]string{"logs:CreateLogStream", "logs:PutLogEvents"}, []string{strings.TrimSuffix(log, "}") + ".Arn}"}}}
		for _, s := range f.Statements() {
			want = append(want, statement{s.Actions, names.resources(t, s.Resource)})
		}
		got := policy(t, role, at(policies[0], "PolicyDocument"))
		if diff := cmp.Diff(byResource(want), byResource(got)); diff != "" {
			t.Errorf("%s: %s", f.Name, diff)
		}
	}
	for _, p := range slices.Concat(made.all("AWS::IAM::Policy"), made.all("AWS::IAM::ManagedPolicy")) {
		for _, role := range p.Properties["Roles"].([]any) {
			id := strings.TrimSuffix(strings.TrimPrefix(made.text(p.in, role), "${"), "}")
			if f := roles[id]; f != "" {
				t.Errorf("%s: %s widens its role", f, p.name())
			}
		}
	}
}

// byResource lists the actions allowed on each resource: the CDK merges statements in
// its own way, which changes nothing of what they allow.
func byResource(all []statement) map[string][]string {
	actions := map[string][]string{}
	for _, s := range all {
		for _, r := range s.Resources {
			actions[r] = append(actions[r], s.Actions...)
		}
	}
	for r, list := range actions {
		slices.Sort(list)
		actions[r] = slices.Compact(list)
	}
	return actions
}

// No policy of a function allows a family of actions, and none allows reading the whole
// table: one query too broad would show one company another's sheets.
func TestNoActionIsAWildcard(t *testing.T) {
	for _, r := range made.all("AWS::IAM::Role") {
		policies, _ := r.Properties["Policies"].([]any)
		for _, p := range policies {
			for _, s := range policy(t, r, at(p, "PolicyDocument")) {
				for _, action := range s.Actions {
					if strings.Contains(action, "*") || strings.EqualFold(action, "dynamodb:Scan") || strings.HasPrefix(action, "dynamodb:PartiQL") {
						t.Errorf("%s allows %s", r.name(), action)
					}
				}
				for _, x := range s.Resources {
					if x == "*" {
						t.Errorf("%s allows %v on everything", r.name(), s.Actions)
					}
				}
			}
		}
	}
}

// The CDK accepts any word as an action. An operation of a service is a method of its
// client; the few actions that are not operations are listed.
func TestActionsExist(t *testing.T) {
	clients := map[string]reflect.Type{
		"dynamodb": reflect.TypeFor[*dynamodb.Client](), "s3": reflect.TypeFor[*s3.Client](), "states": reflect.TypeFor[*sfn.Client](),
		"cognito-idp": reflect.TypeFor[*cognitoidentityprovider.Client](), "ses": reflect.TypeFor[*sesv2.Client](),
		"scheduler": reflect.TypeFor[*scheduler.Client](),
	}
	others := []string{
		"dynamodb:ConditionCheckItem", "s3:ListBucket", "s3:ListBucketVersions", "s3:GetObjectVersion", "s3:DeleteObjectVersion", "s3:AbortMultipartUpload", "iam:PassRole",
		"lambda:InvokeFunction", "sts:AssumeRole", "sts:TagSession", "sqs:SendMessage", "sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes",
	}
	// Operations that are authorised as other actions.
	never := []string{"dynamodb:TransactWriteItems", "dynamodb:TransactGetItems", "s3:HeadObject", "s3:ListObjectsV2", "s3:ListObjects", "s3:CopyObject", "s3:DeleteObjects"}
	for _, f := range product.Functions {
		for _, g := range f.Grants {
			for _, action := range g.Actions {
				service, verb, _ := strings.Cut(action, ":")
				client, known := clients[service]
				if !known && !slices.Contains(others, action) {
					t.Errorf("%s: no client is known for %s", f.Name, action)
					continue
				}
				method := false
				if known {
					_, method = client.MethodByName(verb)
				}
				if slices.Contains(never, action) || !method && !slices.Contains(others, action) {
					t.Errorf("%s: IAM knows no action %s", f.Name, action)
				}
			}
		}
	}
}

// names maps blueprint names to deployed resources.
type names struct {
	data, identity string
	id             func(awscdk.CfnElement) string
}

func named(t *testing.T) names {
	t.Helper()
	return names{*made.app.Data.Stack.StackName(), *made.app.Identity.Stack.StackName(), func(e awscdk.CfnElement) string { return *awscdk.Stack_Of(e).GetLogicalId(e) }}
}

func (n names) table() string {
	return "${" + n.data + "/" + n.id(made.app.Data.Table.Node().DefaultChild().(awscdk.CfnElement))
}

func (n names) bucket(name string) string {
	return "${" + n.data + "/" + n.id(made.app.Data.Buckets[name].Node().DefaultChild().(awscdk.CfnElement))
}

func (n names) pool() string {
	return "${" + n.identity + "/" + n.id(made.app.Identity.Pool.Node().DefaultChild().(awscdk.CfnElement))
}

func (n names) client(c awscognito.UserPoolClient) string {
	return "${" + n.identity + "/" + n.id(c.Node().DefaultChild().(awscdk.CfnElement))
}

func (n names) secret() string {
	return "{{resolve:secretsmanager:${" + n.data + "/" + n.id(made.app.Data.Secret.Node().DefaultChild().(awscdk.CfnElement)) + "}:SecretString:::}}"
}

func machineARN(name string) string {
	return "arn:aws:states:ap-northeast-1:123456789012:stateMachine:anzen-test-" + name
}

func groupRoleARN(name string) string { return "arn:aws:iam::123456789012:role/anzen-test-" + name }

func (n names) value(t *testing.T, v blueprint.Value) string {
	t.Helper()
	kind, name, _ := strings.Cut(string(v), "/")
	switch {
	case v == blueprint.TableName:
		return n.table() + "}"
	case v == blueprint.UserPoolID:
		return n.pool() + "}"
	case v == blueprint.UserPoolClient:
		return n.client(made.app.Identity.Client) + "}"
	case v == blueprint.UserPoolAdminClient:
		return n.client(made.app.Identity.Admin) + "}"
	case v == blueprint.MailFrom:
		return config.Mail
	case v == blueprint.MailSet:
		return "anzen-test-mails"
	case v == blueprint.OperatorMail:
		return "info@mail.example.com"
	case v == blueprint.AppURL:
		return "https://" + config.Domain
	case v == blueprint.Metrics:
		return "anzen-test"
	case kind == "bucket":
		return n.bucket(name) + "}"
	case kind == "machine":
		return machineARN(name)
	case kind == "schedules":
		return "anzen-test-" + name
	case kind == "schedules-role", kind == "role":
		return groupRoleARN(name)
	case kind == "schedules-target":
		group, ok := product.Group(name)
		if !ok {
			t.Fatalf("there is no group %s", name)
		}
		return "arn:aws:lambda:ap-northeast-1:123456789012:function:anzen-test-" + group.Function + ":live"
	case kind == "text":
		return name
	}
	t.Fatalf("this test does not know the value %q", v)
	return ""
}

func (n names) resources(t *testing.T, r grant.Resource) []string {
	t.Helper()
	kind, name, _ := strings.Cut(string(r), "/")
	switch kind {
	case "table":
		return []string{n.table() + ".Arn}"}
	case "bucket":
		if bucket, objects, ok := strings.Cut(name, "/"); ok {
			return []string{n.bucket(bucket) + ".Arn}/" + objects}
		}
		return []string{n.bucket(name) + ".Arn}"}
	case "machine":
		return []string{machineARN(name)}
	case "schedules":
		return []string{"arn:aws:scheduler:ap-northeast-1:123456789012:schedule/anzen-test-" + name + "/*"}
	case "schedules-role", "role":
		return []string{groupRoleARN(name)}
	case "queue":
		return []string{"arn:aws:sqs:ap-northeast-1:123456789012:anzen-test-" + name}
	case "function":
		return []string{"arn:aws:lambda:ap-northeast-1:123456789012:function:anzen-test-" + name + ":live"}
	case "pool":
		return []string{n.pool() + ".Arn}"}
	case "mail":
		return []string{"arn:aws:ses:ap-northeast-1:123456789012:identity/mail.example.com", "arn:aws:ses:ap-northeast-1:123456789012:configuration-set/anzen-test-mails"}
	}
	t.Fatalf("this test does not know the resource %q", r)
	return nil
}
