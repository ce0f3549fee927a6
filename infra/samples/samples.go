// Package samples creates a sample event for each function of the blueprint, as AWS
// would send it: a request of API Gateway for a route, the event of a rule or a
// schedule, the input of a task. They are kept in the folder events, where people may
// have extended them; this package creates the smallest valid ones.
package samples

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/maildomains"
	"anzen/infra/blueprint"
)

// The ids in the samples. Replaying replaces them by real ones.
const (
	Company = "01890a5d-ac96-774b-bcce-b302099a8001"
	User    = "01890a5d-ac96-774b-bcce-b302099a8002"
	Other   = "01890a5d-ac96-774b-bcce-b302099a8003" // any other thing: a sheet, a department
	Job     = "01H45NTB4P9EXBSKNGG9GAK001"           // a ULID
	Email   = "hanako.sato@example.com"
	// AuthTime is the time of sign-in, in seconds.
	AuthTime = "1768446245"
	// The other claims of the token: its app client and sign-in, and its lifetime, as the
	// gateway's authorizer writes them.
	Client    = "the-dashboards-client"
	Session   = "01890a5d-ac96-774b-bcce-b302099a8004"
	IssuedAt  = "Thu Jan 15 03:04:05 UTC 2026"
	ExpiresAt = "Thu Jan 15 04:04:05 UTC 2026"
	// DateForm is the layout of those times.
	DateForm = "Mon Jan 02 15:04:05 MST 2006"
	// Secret stands for what the edge shows to the firewall, which the gateway passes on.
	Secret = "the-secret-of-the-edge"
)

const (
	account = "000000000000"
	at      = "2026-01-15T03:04:05Z"
)

// Sample creates the event of a function.
func Sample(b blueprint.Blueprint, document Document, function string) ([]byte, error) {
	event, err := sample(b, document, function)
	if err != nil {
		return nil, err
	}
	encoded, err := json.MarshalIndent(event, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the event of %s: %w", function, err)
	}
	return append(encoded, '\n'), nil
}

func sample(b blueprint.Blueprint, document Document, function string) (any, error) {
	for _, r := range b.Routes {
		if r.ID == function {
			return request(r, document)
		}
	}
	for _, r := range b.Endpoints {
		if r.ID == function {
			return provisioning(r), nil
		}
	}
	for _, r := range b.Rules {
		switch {
		case r.Function != function:
		case r.Source == "aws.s3":
			return objectCreated(r), nil
		case r.Source == "aws.guardduty":
			return objectSearched(r), nil
		case r.Source == "aws.ses":
			return mailBounced(r), nil
		}
	}
	for _, s := range b.Schedules {
		if s.Function == function {
			return scheduled(s), nil
		}
	}
	for _, g := range b.Groups {
		if g.Function == function {
			return map[string]any{"company": Company, "setting": Other, "at": "2026-01-14T21:00:00Z"}, nil
		}
	}
	for _, q := range b.Queues {
		if q.Function == function {
			return failedEvent(q, b.Schedules[0])
		}
	}
	for _, t := range b.Pool.Triggers {
		switch {
		case t.Function != function:
		case t.Operation == "PostAuthentication":
			return signedIn(), nil
		case t.Operation != "PreAuthentication":
			return triggered(t.Operation), nil
		}
	}
	if function == maildomains.Prove { // called by the operator
		return map[string]any{"company": Company, "domain": "midori.example", "by": "sato@operator.example", "reason": "contract 2026-118", "withdraw": false}, nil
	}
	for _, m := range b.Machines {
		if m.Name == "analysis" && slices.Contains(m.Functions, function) {
			return map[string]any{"company": Company, "sheet": Other, "attempt": 1}, nil
		}
	}
	for _, m := range b.Machines {
		if m.Name == "accounts" && slices.Contains(m.Functions, function) {
			return map[string]any{"request": Other}, nil
		}
	}
	for _, m := range b.Machines {
		if strings.HasPrefix(m.Name, "job-") && slices.Contains(m.Functions, function) {
			return map[string]any{"company": Company, "job": Job, "attempt": 1, "more": true}, nil
		}
	}
	return nil, fmt.Errorf("nothing in the blueprint calls %s in a way that this package supports: write its event by hand", function)
}

// signedIn is the user pool's event after a sign-in.
func signedIn() any {
	return map[string]any{
		"version": "1", "triggerSource": "PostAuthentication_Authentication", "region": blueprint.Region, "userPoolId": blueprint.Region + "_SAMPLE", "userName": User,
		"callerContext": map[string]string{"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": Client},
		"request": map[string]any{
			"userAttributes": map[string]string{"sub": User, "email": Email, "email_verified": "true", "custom:company_id": Company, "custom:user_id": User},
			"clientMetadata": map[string]string{"user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"},
		},
		"response": map[string]any{},
	}
}

// request is a request as a function with Lambda proxy integration gets it from a REST
// API.
func request(r rest.Route, document Document) (any, error) {
	operation, err := document.operation(r)
	if err != nil {
		return nil, err
	}
	headers := map[string]string{
		"Accept": "application/json", "Accept-Language": "ja", "Host": "api.example.com", "CloudFront-Viewer-Address": "203.0.113.7:54321",
		"x-origin-verify": Secret,
	}
	path, parameters, query := r.FullPath(), map[string]string{}, map[string]string{}
	for _, p := range operation.Parameters {
		example := document.example(p.Schema)
		if list, ok := example.([]any); ok && len(list) > 0 {
			example = list[0]
		}
		switch value := fmt.Sprint(example); {
		case p.In == "path":
			if p.Name == "id" && r.OfCompany() {
				value = Company
			}
			parameters[p.Name] = value
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case p.In == "query" && p.Required:
			query[p.Name] = value
		case p.In == "header" && (p.Required || p.Name == "If-Match"):
			headers[p.Name] = value
		}
	}
	context := map[string]any{
		"accountId": account, "apiId": "sample", "stage": "v1", "requestId": Other, "requestTimeEpoch": json.Number(AuthTime + "000"),
		"httpMethod": r.Method, "path": "/v1" + path, "resourcePath": r.FullPath(),
		"identity": map[string]any{"sourceIp": "130.176.0.1", "userAgent": "Amazon CloudFront"},
	}
	if !r.Rule.IsPublic() {
		headers["Authorization"] = "Bearer sample"
		context["authorizer"] = map[string]any{"claims": map[string]string{
			"sub": User, "email": Email, "token_use": "id", "auth_time": AuthTime,
			"aud": Client, "origin_jti": Session, "iat": IssuedAt, "exp": ExpiresAt,
			"custom:company_id": Company, "custom:user_id": User,
		}}
	}
	event := map[string]any{
		"resource": r.FullPath(), "path": path, "httpMethod": r.Method, "headers": headers, "multiValueHeaders": many(headers),
		"queryStringParameters": orNull(query), "multiValueQueryStringParameters": orNull(many(query)), "pathParameters": orNull(parameters),
		"requestContext": context, "body": nil, "isBase64Encoded": false,
	}
	if schema, ok := operation.body(); ok {
		headers["Content-Type"] = "application/json"
		event["multiValueHeaders"] = many(headers)
		body, err := json.Marshal(document.example(schema))
		if err != nil {
			return nil, fmt.Errorf("encode the body of %s: %w", r.ID, err)
		}
		event["body"] = string(body)
	}
	return event, nil
}

// Token stands for a company's provisioning token.
const Token = "the-provisioning-token-of-the-company"

// provisioned are the requests of an identity provider by method: what it asks for, and
// its body.
var provisioned = map[string]struct{ resource, body string }{
	"GET":    {"Users", ""},
	"POST":   {"Users/.search", `{"schemas":["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],"filter":"userName eq \"` + Email + `\""}`},
	"PUT":    {"Groups/role-viewer", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"Anzen: Viewers","members":[]}`},
	"PATCH":  {"Groups/role-viewer", `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"Add","path":"members","value":[]}]}`},
	"DELETE": {"Users/" + Other, ""},
}

// provisioning is a request of a company's identity provider.
func provisioning(r rest.Route) any {
	asks := provisioned[r.Method]
	path := strings.Replace(r.FullPath(), "{resource+}", asks.resource, 1)
	headers := map[string]string{
		"Accept": "application/scim+json", "Host": "api.example.com", "CloudFront-Viewer-Address": "203.0.113.7:54321", "x-origin-verify": Secret, "Authorization": "Bearer " + Token,
	}
	event := map[string]any{
		"resource": r.FullPath(), "path": path, "httpMethod": r.Method, "queryStringParameters": nil, "multiValueQueryStringParameters": nil,
		"pathParameters": map[string]string{"resource": asks.resource}, "body": nil, "isBase64Encoded": false,
		"requestContext": map[string]any{
			"accountId": account, "apiId": "sample", "stage": "v1", "requestId": Other, "requestTimeEpoch": json.Number(AuthTime + "000"),
			"httpMethod": r.Method, "path": "/v1" + path, "resourcePath": r.FullPath(),
			"identity": map[string]any{"sourceIp": "130.176.0.1", "userAgent": "Amazon CloudFront"},
		},
	}
	if asks.body != "" {
		headers["Content-Type"], event["body"] = "application/scim+json", asks.body
	}
	event["headers"], event["multiValueHeaders"] = headers, many(headers)
	return event
}

// triggers are the sources of the user pool's events, and what their requests have.
var triggers = map[string]struct {
	version, source string
	request         map[string]any
}{
	"PreTokenGeneration":          {"2", "TokenGeneration_Authentication", map[string]any{"scopes": []string{"aws.cognito.signin.user.admin"}}},
	"DefineAuthChallenge":         {"1", "DefineAuthChallenge_Authentication", map[string]any{"session": []any{map[string]any{"challengeName": "SRP_A", "challengeResult": true}}}},
	"CreateAuthChallenge":         {"1", "CreateAuthChallenge_Authentication", map[string]any{"challengeName": "CUSTOM_CHALLENGE"}},
	"PreSignUp":                   {"1", "PreSignUp_AdminCreateUser", map[string]any{"validationData": nil}},
	"VerifyAuthChallengeResponse": {"1", "VerifyAuthChallengeResponse_Authentication", map[string]any{"challengeAnswer": "sample"}},
}

// triggered is an event of the user pool.
func triggered(operation string) any {
	t := triggers[operation]
	request := maps.Clone(t.request)
	request["userAttributes"] = map[string]string{"sub": User, "email": Email, "custom:company_id": Company, "custom:user_id": User}
	return map[string]any{
		"version": t.version, "triggerSource": t.source, "region": "ap-northeast-1", "userPoolId": "ap-northeast-1_SAMPLE", "userName": User,
		"callerContext": map[string]any{"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": Client}, "request": request, "response": map[string]any{},
	}
}

func many(single map[string]string) map[string][]string {
	all := map[string][]string{}
	for name, value := range single {
		all[name] = []string{value}
	}
	return all
}

// orNull is a map as API Gateway encodes it: null if empty.
func orNull[V any](m map[string]V) any {
	if len(m) == 0 {
		return nil
	}
	return m
}

// objectCreated is EventBridge's event for a new object in a bucket.
func objectCreated(r blueprint.Rule) any {
	bucket := "anzen-local-" + r.Bucket
	return ofRule(r, "arn:aws:s3:::"+bucket, map[string]any{
		"version": "0", "bucket": map[string]any{"name": bucket}, "reason": "PostObject", "request-id": "SAMPLE", "requester": account, "source-ip-address": "203.0.113.7",
		"object": map[string]any{
			"key": "uploads/" + Other + ".pdf", "size": 183942, "etag": "9e107d9d372bb6826bd81d3542a419d6", "version-id": "sample", "sequencer": "0066F1B2C3D4E5F607",
		},
	})
}

// objectSearched is GuardDuty's event for a scanned object in a bucket.
func objectSearched(r blueprint.Rule) any {
	return ofRule(r, "arn:aws:guardduty:"+blueprint.Region+":"+account+":malware-protection-plan/sample", map[string]any{
		"schemaVersion": "1.0", "scanStatus": "COMPLETED", "resourceType": "S3_OBJECT",
		"s3ObjectDetails": map[string]any{
			"bucketName": "anzen-local-" + r.Bucket, "objectKey": "uploads/" + Other + ".pdf", "eTag": "9e107d9d372bb6826bd81d3542a419d6", "versionId": "sample", "s3Throttled": false,
		},
		"scanResultDetails": map[string]any{"scanResultStatus": "NO_THREATS_FOUND", "threats": nil},
	})
}

// mailBounced is SES's event of a mail that has come back for good.
func mailBounced(r blueprint.Rule) any {
	return ofRule(r, "arn:aws:ses:"+blueprint.Region+":"+account+":configuration-set/anzen-local", map[string]any{
		"eventType": "Bounce",
		"bounce": map[string]any{
			"feedbackId": "sample", "bounceType": "Permanent", "bounceSubType": "General", "timestamp": at, "reportingMTA": "dns; mx.midori.example",
			"bouncedRecipients": []any{map[string]string{"emailAddress": Email, "action": "failed", "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1 user unknown"}},
		},
		"mail": map[string]any{
			"timestamp": at, "messageId": "sample", "source": "noreply@anzen.example", "sendingAccountId": account, "destination": []string{Email}, "headersTruncated": false,
			"tags": map[string][]string{"ses:configuration-set": {"anzen-local"}},
		},
	})
}

// ofRule is an event that a rule admits.
func ofRule(r blueprint.Rule, resource string, detail map[string]any) any {
	return map[string]any{
		"version": "0", "id": Other, "detail-type": r.DetailType, "source": r.Source, "account": account, "time": at, "region": blueprint.Region,
		"resources": []string{resource}, "detail": detail,
	}
}

// failedEvent is a message of SQS with Lambda's record of a schedule's event for which the function failed.
func failedEvent(q blueprint.Queue, s blueprint.Schedule) (any, error) {
	record, err := json.Marshal(map[string]any{
		"version": "1.0", "timestamp": at,
		"requestContext": map[string]any{
			"requestId": Other, "functionArn": "arn:aws:lambda:" + blueprint.Region + ":" + account + ":function:" + s.Function + ":" + grant.Alias,
			"condition": "RetriesExhausted", "approximateInvokeCount": 1 + blueprint.AsyncRetries,
		},
		"requestPayload": scheduled(s), "responseContext": map[string]any{"statusCode": 200, "executedVersion": "7", "functionError": "Unhandled"},
		"responsePayload": map[string]any{"errorType": "Unavailable", "errorMessage": "sample"},
	})
	if err != nil {
		return nil, fmt.Errorf("encode the failed event: %w", err)
	}
	return map[string]any{"Records": []any{map[string]any{
		"messageId": Other, "receiptHandle": "sample", "body": string(record), "eventSource": "aws:sqs", "awsRegion": blueprint.Region,
		"eventSourceARN": "arn:aws:sqs:" + blueprint.Region + ":" + account + ":" + q.Name, "attributes": map[string]string{"ApproximateReceiveCount": "1"},
		"messageAttributes": map[string]any{},
	}}}, nil
}

// scheduled is EventBridge Scheduler's default event.
func scheduled(s blueprint.Schedule) any {
	return map[string]any{
		"version": "0", "id": Other, "detail-type": "Scheduled Event", "source": "aws.scheduler", "account": account, "time": at, "region": blueprint.Region,
		"resources": []string{"arn:aws:scheduler:" + blueprint.Region + ":" + account + ":schedule/default/" + s.Name}, "detail": "{}",
	}
}
