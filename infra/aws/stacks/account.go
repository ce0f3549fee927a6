package stacks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsses"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// newAccount creates what the account has once, or nil where all of it exists already or is not wanted.
func newAccount(scope awscdk.App, c Config) awscdk.Stack {
	budgeted := c.Budget > 0 && c.Alarms != NoAlarms
	if c.OwnGatewayRole && !budgeted {
		return nil
	}
	s := c.newStack(scope, stacknames.Account, blueprint.Region, "what the account has once: the role of API Gateway's logs, the budget", true)
	if !c.OwnGatewayRole {
		addGatewayRole(s)
	}
	if budgeted {
		addBudget(s, c)
	}
	return s
}

// addGatewayRole gives the account the role by which API Gateway writes logs, one per account and
// region ("Set up CloudWatch logging for REST APIs" in its developer guide). Without it a stage
// with logs is refused.
func addGatewayRole(s awscdk.Stack) {
	role := awsiam.NewRole(s, str("GatewayLogs"), &awsiam.RoleProps{
		Description: str("API Gateway writes the logs of all stages"), AssumedBy: awsiam.NewServicePrincipal(str("apigateway.amazonaws.com"), nil),
		ManagedPolicies: &[]awsiam.IManagedPolicy{awsiam.ManagedPolicy_FromAwsManagedPolicyName(str("service-role/AmazonAPIGatewayPushToCloudWatchLogs"))},
	})
	role.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN)
	except(role, exception{rule: "IAM4", because: "API Gateway tests the role for the rights of this policy, which it documents"})
	account := awsapigateway.NewCfnAccount(s, str("Gateway"), &awsapigateway.CfnAccountProps{CloudWatchRoleArn: role.RoleArn()})
	account.Node().AddDependency(role)
	account.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN, nil)
}

// addBudget has AWS mail when the account's costs of a month pass four fifths of the budget and all of it, and when they are
// forecast to pass it. A stage's own budget would need the tag "stage" activated for billing, which takes a day and is made by hand.
// The budget is free and refuses nothing.
func addBudget(s awscdk.Stack, c Config) {
	type notice = awsbudgets.CfnBudget_NotificationWithSubscribersProperty
	var notices []any
	for _, n := range []struct {
		kind    string
		percent float64
	}{{"ACTUAL", 80}, {"ACTUAL", 100}, {"FORECASTED", 100}} {
		notices = append(notices, notice{
			Notification: awsbudgets.CfnBudget_NotificationProperty{NotificationType: &n.kind, ComparisonOperator: str("GREATER_THAN"), Threshold: &n.percent, ThresholdType: str("PERCENTAGE")},
			Subscribers:  []any{awsbudgets.CfnBudget_SubscriberProperty{SubscriptionType: str("EMAIL"), Address: &c.Alarms}},
		})
	}
	// A change of the notices replaces the budget, and there cannot be two of one name.
	name := stacknames.Budget + "-" + digest(notices)
	awsbudgets.NewCfnBudget(s, str("Budget"), &awsbudgets.CfnBudgetProps{
		Budget: awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetName: &name, BudgetType: str("COST"), TimeUnit: str("MONTHLY"),
			BudgetLimit: awsbudgets.CfnBudget_SpendProperty{Amount: jsii.Number(c.Budget), Unit: str("USD")},
		},
		NotificationsWithSubscribers: notices,
	})
}

// digest is a part of a name that changes with a value.
func digest(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("stacks: name by %T: %v", value, err))
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:4])
}

// Mail is the identity of the domain that mails are sent from. An account has one of a domain,
// which therefore does not belong to a stage.
type Mail struct {
	Stack  awscdk.Stack // nil: the identity is not ours
	Sender awsses.EmailIdentity
}

func newMail(scope awscdk.App, c Config) *Mail {
	if c.OwnSender {
		return &Mail{}
	}
	s := c.newStack(scope, stacknames.Mail(c.sender()), blueprint.Region, "the identity of the mail domain "+c.sender(), true)
	m := &Mail{Stack: s, Sender: awsses.NewEmailIdentity(s, str("Sender"), &awsses.EmailIdentityProps{
		Identity: awsses.Identity_Domain(str(c.sender())), DkimSigning: jsii.Bool(true),
	})}
	m.Sender.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN)
	for n, record := range *m.Sender.DkimRecords() {
		output(s, "Dkim"+string(rune('1'+n)), *record.Name+" CNAME "+*record.Value, "a DNS record that proves the domain of the mails")
	}
	return m
}
