// Package stacks creates the CloudFormation stacks of the product from the blueprint.
// Nothing in it knows a function, a route or a machine by name: it deploys what the
// blueprint lists, with the blueprint's rights.
//
//	Account   what an account has once, whatever its stages: the role by which API Gateway writes logs, the budget
//	Mail      the identity of a mail domain, which all stages share that send from it
//	Data      table, buckets, the secret between the edge and the API, the firewall of the region
//	Identity  user pool, its clients
//	Api       functions (a nested stack a group), gateway, machines, events, alarms
//	Guard     the firewall in front of the edge; in us-east-1, as CloudFront requires
//	Edge      CloudFront with the dashboard and the API behind one domain
package stacks

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// Config is what differs between deployments.
type Config struct {
	Stage       string
	Account     string // empty: that of the credentials
	Domain      string
	Certificate string
	Mail        string
	// Alarms is the address that alarms notify, or NoAlarms.
	Alarms string
	// Budget is what the account is expected to cost a month, in USD: beyond it the address of Alarms is notified. 0: no budget.
	Budget int
	// Backup is the ARN of a backup vault of another account, which gets a copy of table and buckets every day; empty: none
	// leaves the account.
	Backup string
	// OwnGatewayRole: the account has a role for the logs of API Gateway, which stays.
	OwnGatewayRole bool
	// OwnSender: the domain's identity in SES exists and is not ours.
	OwnSender bool
	// Operator receives inquiries and requests; empty: "info" at the domain of Mail.
	Operator string
	// Release is how new versions of functions get the calls: ReleaseCanary where empty, or ReleaseAtOnce.
	Release   string
	Marketing string
	// Binaries is the folder with the functions' binaries, each in the folder
	// of its package: functions/api/bootstrap/bootstrap.
	Binaries string
}

// NoAlarms says explicitly that nobody is notified of alarms.
const NoAlarms = "none"

// App are the stacks of one deployment.
type App struct {
	Account  awscdk.Stack // nil: the account has all of it already
	Mail     *Mail
	Data     *Data
	Identity *Identity
	API      *API
	Guard    *Guard
	Edge     *Edge
}

// Build creates the stacks. What cannot be deployed is a panic, as in the CDK; Check finds
// out before.
func Build(scope awscdk.App, b blueprint.Blueprint, c Config) *App {
	if err := c.Check(); err != nil {
		panic(err)
	}
	a := &App{Account: newAccount(scope, c), Mail: newMail(scope, c)}
	a.Data = newData(c.stack(scope, "Data", blueprint.Region, "table, buckets, secret"), b, c)
	a.Identity = newIdentity(c.stack(scope, "Identity", blueprint.Region, "user pool"), b.Pool, c, a.Data)
	a.API = newAPI(c.stack(scope, "Api", blueprint.Region, "functions, gateway, state machines, events, alarms"), b, c, a.Data, a.Identity)
	a.Guard = newGuard(c.stack(scope, "Guard", "us-east-1", "firewall of the edge"), b.Routes, c)
	a.Edge = newEdge(c.stack(scope, "Edge", blueprint.Region, "CloudFront and the dashboard"), b.Edge, c, a)
	if a.Account != nil {
		// A stage with logs is refused as long as the account has no role for them.
		a.API.Stack.AddStackDependency(a.Account, str("the gateway writes logs"))
	}
	addNag(scope)
	// Not every region knows tags of dashboards yet, and an unknown property ends a deployment.
	tags := &awscdk.TagProps{ExcludeResourceTypes: strs("AWS::CloudWatch::Dashboard")}
	awscdk.Tags_Of(scope).Add(str("product"), str("anzen"), tags)
	for _, s := range []awscdk.Stack{a.Data.Stack, a.Identity.Stack, a.API.Stack, a.Guard.Stack, a.Edge.Stack} {
		awscdk.Tags_Of(s).Add(str("stage"), str(c.Stage), tags)
	}
	return a
}

func (c Config) stack(scope awscdk.App, name, region, what string) awscdk.Stack {
	// The production stage is protected from accidental deletion.
	return c.newStack(scope, c.name(name), region, what, c.Stage == "prod")
}

func (c Config) newStack(scope awscdk.App, name, region, what string, protected bool) awscdk.Stack {
	env := &awscdk.Environment{Region: &region}
	if c.Account != "" {
		env.Account = &c.Account
	}
	return awscdk.NewStack(scope, &name, &awscdk.StackProps{
		Env: env, StackName: &name, Description: str("Anzen: " + what), TerminationProtection: &protected,
	})
}

// name returns a name that is unique in an account: anzen-dev-Data.
func (c Config) name(of string) string { return stacknames.Stage(c.Stage, of) }

// metrics is the namespace of the product's own metrics.
func (c Config) metrics() string { return stacknames.Metrics(c.Stage) }

// mailSet is the name of the configuration set of SES, of a stage: its events are told apart by it.
func (c Config) mailSet() string { return c.name("mails") }

// origin is the address of the dashboard, as browsers send it.
func (c Config) origin() string { return "https://" + c.Domain }

// sender is the domain of the sender address.
func (c Config) sender() string {
	_, domain, _ := strings.Cut(c.Mail, "@")
	return domain
}

// operator is the address that receives inquiries.
func (c Config) operator() string {
	if c.Operator != "" {
		return c.Operator
	}
	return "info@" + c.sender()
}

// title turns a name into the id of a construct: "analysis-start" is AnalysisStart.
func title(name string) string { return stacknames.Title(name) }

func str(s string) *string { return &s }

func strs(s ...string) *[]*string { return jsii.Strings(s...) }
