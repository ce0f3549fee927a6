// Package stacks creates the CloudFormation stacks of the product from the blueprint.
// Nothing in it knows a function, a route or a machine by name: it deploys what the
// blueprint lists, with the blueprint's rights.
//
//	Data      table, buckets, the secret between the edge and the API
//	Identity  user pool, its client, the sender of mails
//	Api       functions (a nested stack a group), gateway, machines, events, alarms
//	Guard     the firewall in front of the edge; in us-east-1, as CloudFront requires
//	Edge      CloudFront with the dashboard and the API behind one domain
package stacks

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// Config is what differs between deployments.
type Config struct {
	Stage       string
	Account     string // empty: that of the credentials
	Domain      string
	Certificate string
	Mail        string
	Alarms      string
	// Operator receives inquiries and requests; empty: "info" at the domain of Mail.
	Operator  string
	Marketing string
	// Binaries is the folder with the functions' binaries, each in the folder
	// of its package: functions/api/bootstrap/bootstrap.
	Binaries string
}

// App are the stacks of one deployment.
type App struct {
	Data     *Data
	Identity *Identity
	API      *API
	Guard    *Guard
	Edge     *Edge
}

// Build creates the stacks. What cannot be deployed is a panic, as in the CDK.
func Build(scope awscdk.App, b blueprint.Blueprint, c Config) *App {
	for name, value := range map[string]string{"stage": c.Stage, "domain": c.Domain, "mail": c.Mail, "the folder of the binaries": c.Binaries} {
		if value == "" {
			panic(fmt.Sprintf("stacks: %s is not set", name))
		}
	}
	a := &App{}
	a.Data = newData(c.stack(scope, "Data", blueprint.Region, "table, buckets, secret"), b, c)
	a.Identity = newIdentity(c.stack(scope, "Identity", blueprint.Region, "user pool, sender of mails"), b.Pool, c)
	a.API = newAPI(c.stack(scope, "Api", blueprint.Region, "functions, gateway, state machines, events, alarms"), b, c, a.Data, a.Identity)
	a.Guard = newGuard(c.stack(scope, "Guard", "us-east-1", "firewall of the edge"), b.Routes)
	a.Edge = newEdge(c.stack(scope, "Edge", blueprint.Region, "CloudFront and the dashboard"), b.Edge, c, a)
	addNag(scope)
	awscdk.Tags_Of(scope).Add(str("product"), str("anzen"), nil)
	awscdk.Tags_Of(scope).Add(str("stage"), str(c.Stage), nil)
	return a
}

func (c Config) stack(scope awscdk.App, name, region, what string) awscdk.Stack {
	env := &awscdk.Environment{Region: &region}
	if c.Account != "" {
		env.Account = &c.Account
	}
	return awscdk.NewStack(scope, str(c.name(name)), &awscdk.StackProps{
		Env: env, StackName: str(c.name(name)), Description: str("Anzen: " + what),
		// The production stage is protected from accidental deletion.
		TerminationProtection: jsii.Bool(c.Stage == "prod"),
	})
}

// name returns a name that is unique in an account: anzen-dev-Data.
func (c Config) name(of string) string { return "anzen-" + c.Stage + "-" + of }

// origin is the address of the dashboard, as browsers send it.
func (c Config) origin() string { return "https://" + c.Domain }

// sender is the domain of the sender address.
func (c Config) sender() string {
	_, domain, ok := strings.Cut(c.Mail, "@")
	if !ok {
		panic(fmt.Sprintf("stacks: %q is not a mail address", c.Mail))
	}
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
func title(name string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_./ ", r) }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func str(s string) *string { return &s }

func strs(s ...string) *[]*string { return jsii.Strings(s...) }
