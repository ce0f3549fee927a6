package stacks

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/aws/stacknames"
)

func TestConfigSaysWhatToDo(t *testing.T) {
	whole := config
	whole.Binaries = "."
	if err := whole.Check(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Config){
		"--context alarms=none":      func(c *Config) { c.Alarms = "" },
		"alarms is \"ops\"":          func(c *Config) { c.Alarms = "ops" },
		"budget is -1":               func(c *Config) { c.Budget = -1 },
		"stage is \"Prod\"":          func(c *Config) { c.Stage = "Prod" },
		"stage is \"aws\"":           func(c *Config) { c.Stage = "aws" },
		"stage is \"amazon-test\"":   func(c *Config) { c.Stage = "amazon-test" },
		"domain is \"https://x.jp\"": func(c *Config) { c.Domain = "https://x.jp" },
		"release is \"slow\"":        func(c *Config) { c.Release = "slow" },
		"mail is \"no-reply\"":       func(c *Config) { c.Mail = "no-reply" },
		"certificate in us-east-1":   func(c *Config) { c.Certificate = "arn:aws:acm:ap-northeast-1:123456789012:certificate/1" },
	} {
		c := whole
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	whole.Alarms = NoAlarms
	if err := whole.Check(); err != nil {
		t.Errorf("an explicit no to alarms: %v", err)
	}
}

// fixedNames are the properties by which AWS knows resources in an account and region, where a
// template sets them.
var fixedNames = map[string][]string{
	"AWS::IAM::Role": {"RoleName"}, "AWS::Lambda::Function": {"FunctionName"}, "AWS::S3::Bucket": {"BucketName"}, "AWS::DynamoDB::GlobalTable": {"TableName"},
	"AWS::Events::Rule": {"Name"}, "AWS::Scheduler::Schedule": {"Name"}, "AWS::Scheduler::ScheduleGroup": {"Name"}, "AWS::StepFunctions::StateMachine": {"StateMachineName"},
	"AWS::SQS::Queue": {"QueueName"}, "AWS::SNS::Topic": {"TopicName"}, "AWS::Logs::LogGroup": {"LogGroupName"}, "AWS::CloudWatch::Alarm": {"AlarmName"}, "AWS::CloudWatch::Dashboard": {"DashboardName"},
	"AWS::Cognito::UserPool": {"UserPoolName"}, "AWS::Cognito::UserPoolDomain": {"Domain"}, "AWS::WAFv2::WebACL": {"Name"}, "AWS::SecretsManager::Secret": {"Name"},
	"AWS::CloudFront::Function": {"Name"}, "AWS::ApiGateway::RestApi": {"Name"}, "AWS::ApiGateway::Stage": {"StageName"},
	"AWS::CodeDeploy::Application": {"ApplicationName"}, "AWS::CodeDeploy::DeploymentGroup": {"DeploymentGroupName"},
	"AWS::Backup::BackupVault": {"BackupVaultName"}, "AWS::Backup::BackupPlan": {"BackupPlanName"},
}

// Two stages live in one account: what has a fixed name has the stage in it, and what an account has
// once is in the stacks that all stages share.
func TestStagesDoNotCollide(t *testing.T) {
	shared := map[string]bool{stacknames.Account: true, stacknames.Mail("mail.example.com"): true}
	once := map[string]bool{"AWS::SES::EmailIdentity": true, "AWS::ApiGateway::Account": true, "AWS::Budgets::Budget": true}
	for name, s := range made.stacks {
		for _, r := range s.Resources {
			if once[r.Type] != shared[name] && r.Type != "AWS::IAM::Role" {
				t.Errorf("%s (%s) is in the stack %s", r.id, r.Type, name)
			}
			for _, property := range fixedNames[r.Type] {
				if value := r.Properties[property]; value != nil && !strings.Contains(made.text(s, value), "test") {
					t.Errorf("%s of %s is %s in every stage", property, r.name(), made.text(s, value))
				}
			}
		}
	}
	for _, r := range made.all("AWS::WAFv2::WebACL") {
		if metric := at(r.Properties, "VisibilityConfig", "MetricName").(string); !strings.Contains(metric, "test") {
			t.Errorf("the metric %s of %s counts all stages", metric, r.name())
		}
	}
	for _, r := range made.all("AWS::IAM::Role") {
		if shared[r.in.name] && r.Properties["RoleName"] != nil {
			t.Errorf("%s has a fixed name", r.name())
		}
	}
}

// The gateway's stage is refused before the account has a role for its logs.
func TestTheGatewayHasARoleForItsLogs(t *testing.T) {
	account := made.one(t, "AWS::ApiGateway::Account")
	if account.in.name != stacknames.Account || account.DeletionPolicy != "Retain" {
		t.Errorf("%s: %s", account.name(), account.DeletionPolicy)
	}
	depends := false
	for _, s := range *made.app.API.Stack.Dependencies() {
		depends = depends || *s.StackName() == stacknames.Account
	}
	if !depends {
		t.Error("the gateway may be deployed before the role")
	}
}

// A first deployment that fails leaves nothing behind whose name stops the next.
func TestNamesAreFreeAfterAFailedCreation(t *testing.T) {
	named := 0
	for kind, properties := range fixedNames {
		for _, r := range made.all(kind) {
			for _, property := range properties {
				if r.Properties[property] == nil || r.DeletionPolicy == "" {
					continue
				}
				if named++; r.DeletionPolicy == "Retain" {
					t.Errorf("%s stays with the name %v", r.name(), r.Properties[property])
				}
			}
		}
	}
	if vault := made.one(t, "AWS::Backup::BackupVault"); named == 0 || vault.DeletionPolicy != "RetainExceptOnCreate" {
		t.Errorf("the backups are deleted with the stack: %s", vault.DeletionPolicy)
	}
}

// Who is notified of alarms is notified of costs, in time to do something about them.
func TestCostsBeyondTheBudgetAreMailed(t *testing.T) {
	budget := made.one(t, "AWS::Budgets::Budget")
	if got := at(budget.Properties, "Budget", "BudgetLimit"); !reflect.DeepEqual(got, map[string]any{"Amount": 50.0, "Unit": "USD"}) {
		t.Errorf("%v", got)
	}
	if at(budget.Properties, "Budget", "TimeUnit") != "MONTHLY" || at(budget.Properties, "Budget", "BudgetType") != "COST" || budget.in.name != stacknames.Account {
		t.Errorf("%s: %v", budget.in.name, budget.Properties["Budget"])
	}
	var got []string
	for _, n := range budget.Properties["NotificationsWithSubscribers"].([]any) {
		for _, s := range at(n.(map[string]any), "Subscribers").([]any) {
			got = append(got, fmt.Sprintln(at(n.(map[string]any), "Notification", "NotificationType"), at(n.(map[string]any), "Notification", "Threshold"), at(s.(map[string]any), "SubscriptionType"), at(s.(map[string]any), "Address")))
		}
	}
	if want := []string{"ACTUAL 80 EMAIL alarms@example.com\n", "ACTUAL 100 EMAIL alarms@example.com\n", "FORECASTED 100 EMAIL alarms@example.com\n"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// CloudFormation replaces a budget whose notices change, and makes the new one first: it needs another name. What it costs changes in place.
func TestABudgetOfOtherNoticesHasAnotherName(t *testing.T) {
	name := func(c Config) string {
		app := awscdk.NewApp(&awscdk.AppProps{AnalyticsReporting: jsii.Bool(false)})
		newAccount(app, c)
		encoded, err := json.Marshal(app.Synth(nil).GetStackByName(jsii.String(stacknames.Account)).Template())
		var made template
		if err := errors.Join(err, json.Unmarshal(encoded, &made)); err != nil {
			t.Fatal(err)
		}
		return at(made.Resources["Budget"].Properties, "Budget", "BudgetName").(string)
	}
	first := name(Config{Alarms: "alarms@example.com", Budget: 50})
	if again := name(Config{Alarms: "alarms@example.com", Budget: 80}); again != first || !strings.HasPrefix(first, stacknames.Budget+"-") {
		t.Errorf("%s, raised %s", first, again)
	}
	if other := name(Config{Alarms: "ops@example.com", Budget: 50}); other == first {
		t.Errorf("both are %s", first)
	}
}

// Nobody is notified who does not want to be, and an account that has its own role and no budget has no stack of ours.
func TestTheAccountHasNoBudgetWithoutAnAddress(t *testing.T) {
	for _, c := range []Config{{Stage: "test", Alarms: NoAlarms, Budget: 50, OwnGatewayRole: true}, {Stage: "test", Alarms: "alarms@example.com", OwnGatewayRole: true}} {
		if s := newAccount(awscdk.NewApp(nil), c); s != nil {
			t.Errorf("%+v has a stack", c)
		}
	}
}
