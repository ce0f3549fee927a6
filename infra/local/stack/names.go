package stack

import (
	"fmt"
	"strings"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
	"anzen/infra/local/iam"
)

// The names of resources, in their AWS forms.
const (
	account       = "000000000000"
	tableName     = "anzen"
	poolID        = blueprint.Region + "_ANZENLOCAL"
	clientID      = "anzenlocaldashboard"
	adminClientID = "anzenlocaladmin"
	mailDomain    = "anzen.example"
	mailFrom      = "noreply@" + mailDomain
	mailSet       = "anzen-local"
	// operatorMail is delivered to the mailbox like any other address.
	operatorMail = "operator@" + mailDomain
)

func bucketName(name string) string  { return "anzen-local-" + name }
func machineName(name string) string { return "anzen-" + name }

func arn(service, resource string) string {
	return fmt.Sprintf("arn:aws:%s:%s:%s:%s", service, blueprint.Region, account, resource)
}

func functionARN(name string) string { return arn("lambda", "function:"+name) }
func liveARN(name string) string     { return functionARN(name) + ":" + grant.Alias }
func queueARN(name string) string    { return arn("sqs", name) }
func machineARN(name string) string  { return arn("states", "stateMachine:"+machineName(name)) }

// roleARN is the role that the schedules of a group assume.
func roleARN(group string) string { return "arn:aws:iam::" + account + ":role/" + group }

// arns are the ARNs of a blueprint's resource in a policy.
func arns(resource grant.Resource) ([]string, error) {
	kind, name, _ := strings.Cut(string(resource), "/")
	switch kind {
	case "table":
		return []string{arn("dynamodb", "table/"+tableName)}, nil
	case "bucket":
		bucket, rest, _ := strings.Cut(name, "/")
		if rest != "" {
			rest = "/" + rest
		}
		return []string{"arn:aws:s3:::" + bucketName(bucket) + rest}, nil
	case "machine":
		return []string{machineARN(name)}, nil
	case "schedules":
		return []string{arn("scheduler", "schedule/"+name+"/*")}, nil
	case "schedules-role":
		return []string{roleARN(name)}, nil
	case "role":
		return []string{roleARN(name)}, nil
	case "queue":
		return []string{queueARN(name)}, nil
	case "function":
		return []string{liveARN(name)}, nil
	case "pool":
		return []string{arn("cognito-idp", "userpool/"+poolID)}, nil
	case "textract":
		return []string{"*"}, nil
	case "mail":
		return []string{arn("ses", "identity/"+mailDomain), arn("ses", "configuration-set/"+mailSet)}, nil
	}
	return nil, fmt.Errorf("the local stack does not know the resource %s", resource)
}

// policy lists what a function may do.
func policy(f blueprint.Function) ([]iam.Statement, error) {
	var statements []iam.Statement
	for _, s := range f.Statements() {
		resources, err := arns(s.Resource)
		if err != nil {
			return nil, fmt.Errorf("policy of %s: %w", f.Name, err)
		}
		statements = append(statements, iam.Statement{Actions: s.Actions, Resources: resources})
	}
	return statements, nil
}

// tenantRole is the role that the functions of reading routes assume.
func tenantRole(of blueprint.TenantRole) iam.Role {
	r := iam.Role{Tags: []string{of.Tag}}
	for _, s := range of.Statements {
		r.Statements = append(r.Statements, iam.Statement{Actions: s.Actions, Resources: []string{arn("dynamodb", "table/"+tableName)}, LeadingKeys: s.LeadingKeys})
	}
	return r
}

// value is the content of an environment variable.
func (s *Stack) value(v blueprint.Value) (string, error) {
	kind, name, _ := strings.Cut(string(v), "/")
	switch {
	case v == blueprint.TableName:
		return tableName, nil
	case kind == "bucket":
		return bucketName(name), nil
	case kind == "machine":
		return machineARN(name), nil
	case kind == "schedules":
		return name, nil
	case kind == "role":
		return roleARN(name), nil
	case kind == "schedules-role":
		return roleARN(name), nil
	case kind == "schedules-target":
		group, ok := s.config.Blueprint.Group(name)
		if !ok {
			return "", fmt.Errorf("unknown schedule group %s", name)
		}
		return liveARN(group.Function), nil
	case kind == "text":
		return name, nil
	case v == blueprint.UserPoolID:
		return poolID, nil
	case v == blueprint.UserPoolClient:
		return clientID, nil
	case v == blueprint.UserPoolAdminClient:
		return adminClientID, nil
	case v == blueprint.MailFrom:
		return mailFrom, nil
	case v == blueprint.MailSet:
		return mailSet, nil
	case v == blueprint.OperatorMail:
		return operatorMail, nil
	case v == blueprint.AppURL:
		return s.URL, nil
	case v == blueprint.Metrics:
		return "anzen-local", nil
	}
	return "", fmt.Errorf("the local stack does not know the value %s", v)
}

// Names are the resource names of a stack, for programs that use it.
type Names struct {
	// Root is the project's folder.
	Root string
	// Table is the table's name, Pool the user pool's id, Client the id of the dashboard's
	// app client.
	Table, Pool, Client string
	// Bucket and Machine return the name of a bucket and the ARN of a state machine, by
	// blueprint name.
	Bucket, Machine func(name string) string
}

// Names returns the resource names of this stack.
func (s *Stack) Names() Names {
	return Names{Root: s.config.Root, Table: tableName, Pool: poolID, Client: clientID, Bucket: bucketName, Machine: machineARN}
}
