package iam

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/mail"
	"strings"

	"anzen/infra/local/lambda"
)

func decode(body []byte, q any) error {
	if err := json.Unmarshal(body, q); err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return nil
}

// statesNeeds allows for task answers, which name no resource but a token.
func statesNeeds(_ *Checker, r *http.Request, body []byte) ([]need, error) {
	var q struct {
		StateMachineArn string `json:"stateMachineArn"`
		ExecutionArn    string `json:"executionArn"`
		MapRunArn       string `json:"mapRunArn"`
		ActivityArn     string `json:"activityArn"`
		ResourceArn     string `json:"resourceArn"`
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	action := "states:" + target(r)
	for _, arn := range []string{q.ExecutionArn, q.MapRunArn, q.StateMachineArn, q.ActivityArn, q.ResourceArn} {
		if arn != "" {
			return []need{on(action, arn)}, nil
		}
	}
	return []need{on(action, "*")}, nil
}

const cognitoTarget = "AWSCognitoIdentityProviderService"

// cognitoPublicOperations are called by the dashboard, with a session or a token in
// place of credentials.
var cognitoPublicOperations = map[string]bool{
	"InitiateAuth": true, "RespondToAuthChallenge": true, "GetTokensFromRefreshToken": true, "RevokeToken": true,
	"AssociateSoftwareToken": true, "VerifySoftwareToken": true, "GetUser": true, "SetUserMFAPreference": true, "GetUserAttributeVerificationCode": true, "VerifyUserAttribute": true,
	"StartWebAuthnRegistration": true, "CompleteWebAuthnRegistration": true, "ListWebAuthnCredentials": true, "DeleteWebAuthnCredential": true,
}

// cognitoPublic also admits the key set and preflights.
func cognitoPublic(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return r.Method == http.MethodGet || r.Method == http.MethodOptions
	}
	return strings.HasPrefix(r.Header.Get("X-Amz-Target"), cognitoTarget+".") && cognitoPublicOperations[target(r)]
}

func cognitoNeeds(c *Checker, r *http.Request, body []byte) ([]need, error) {
	var q struct {
		UserPoolId string //nolint:revive // as on the wire
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	action := "cognito-idp:" + target(r)
	if q.UserPoolId == "" {
		return []need{on(action, "*")}, nil
	}
	return []need{on(action, c.arn(Cognito, "userpool/"+q.UserPoolId))}, nil
}

// sesNeeds accepts an identity verified as an address or as its domain.
func sesNeeds(c *Checker, r *http.Request, body []byte) ([]need, error) {
	if r.Method != http.MethodPost || r.URL.Path != "/v2/email/outbound-emails" {
		return []need{on("ses:"+r.Method+" "+r.URL.Path, "*")}, nil
	}
	var q struct {
		FromEmailAddress            string
		FromEmailAddressIdentityArn string
		ConfigurationSetName        string
		Content                     struct{ Raw *struct{ Data []byte } }
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	from := q.FromEmailAddress
	if from == "" && q.Content.Raw != nil {
		if m, err := mail.ReadMessage(bytes.NewReader(q.Content.Raw.Data)); err == nil {
			from = m.Header.Get("From")
		}
	}
	const action = "ses:SendEmail"
	identity := on(action, "*")
	if q.FromEmailAddressIdentityArn != "" {
		identity = on(action, q.FromEmailAddressIdentityArn)
	} else if address, err := mail.ParseAddress(from); err == nil {
		_, domain, _ := strings.Cut(address.Address, "@")
		identity = on(action, c.arn(SES, "identity/"+address.Address), c.arn(SES, "identity/"+domain))
	}
	needs := []need{identity}
	if q.ConfigurationSetName != "" {
		needs = append(needs, on(action, c.arn(SES, "configuration-set/"+q.ConfigurationSetName)))
	}
	return needs, nil
}

// schedulerNeeds also demands iam:PassRole on the role of the schedule's target.
func schedulerNeeds(c *Checker, r *http.Request, body []byte) ([]need, error) {
	kind, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	verbs := map[string]string{http.MethodPost: "Create", http.MethodGet: "Get", http.MethodPut: "Update", http.MethodDelete: "Delete"}
	things := map[string]string{"schedules": "Schedule", "schedule-groups": "ScheduleGroup"}
	if things[kind] == "" {
		return []need{on("scheduler:"+r.Method+" "+r.URL.Path, "*")}, nil
	}
	if name == "" {
		return []need{on("scheduler:List"+things[kind]+"s", "*")}, nil
	}
	var q struct {
		GroupName string
		Target    struct{ RoleArn string }
	}
	if len(body) > 0 {
		if err := decode(body, &q); err != nil {
			return nil, err
		}
	}
	action := "scheduler:" + verbs[r.Method] + things[kind]
	if kind == "schedule-groups" {
		return []need{on(action, c.arn(Scheduler, "schedule-group/"+name))}, nil
	}
	group := q.GroupName
	if group == "" {
		group = r.URL.Query().Get("groupName")
	}
	if group == "" {
		group = "default"
	}
	needs := []need{on(action, c.arn(Scheduler, "schedule/"+group+"/"+name))}
	if q.Target.RoleArn != "" {
		needs = append(needs, on("iam:PassRole", q.Target.RoleArn))
	}
	return needs, nil
}

// lambdaNeeds is for calls of functions, the only operation that functions use.
func lambdaNeeds(c *Checker, r *http.Request, _ []byte) ([]need, error) {
	name, ok := lambda.InvokedFunction(r)
	if !ok {
		return []need{on("lambda:"+r.Method+" "+r.URL.Path, "*")}, nil
	}
	return []need{on("lambda:InvokeFunction", c.named(Lambda, "function:", name))}, nil
}

// sqsNeeds are those of operators: functions have Lambda send to queues and receive from them.
func sqsNeeds(_ *Checker, r *http.Request, _ []byte) ([]need, error) {
	return []need{on("sqs:"+target(r), "*")}, nil
}

// logsNeeds allows for queries over groups whose names are not known before the query is read.
func logsNeeds(_ *Checker, r *http.Request, _ []byte) ([]need, error) {
	return []need{on("logs:"+target(r), "*")}, nil
}
