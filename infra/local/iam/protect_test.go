package iam

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamo "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	schedule "github.com/aws/aws-sdk-go-v2/service/scheduler/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	ses "github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/smithy-go"
)

var ctx = context.Background()

const (
	here    = ":ap-northeast-1:000000000000:"
	items   = "arn:aws:dynamodb" + here + "table/anzen"
	machine = "arn:aws:states" + here + "stateMachine:analysis"
	run     = "arn:aws:states" + here + "execution:analysis:1"
)

// service is a protected service that records admitted callers.
type service struct {
	url    string
	caller string
	body   string
}

func protected(t *testing.T, c *Checker, name string) *service {
	t.Helper()
	s := &service{}
	server := httptest.NewServer(c.Protect(name, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.caller = Caller(r.Context())
		body, _ := io.ReadAll(r.Body)
		s.body = string(body)
		_, _ = io.WriteString(w, "{}")
	})))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func config(url string, c aws.Credentials) aws.Config {
	return aws.Config{
		Region: "ap-northeast-1", BaseEndpoint: aws.String(url),
		Credentials: credentials.NewStaticCredentialsProvider(c.AccessKeyID, c.SecretAccessKey, c.SessionToken),
		Retryer:     func() aws.Retryer { return aws.NopRetryer{} },
	}
}

func code(err error) string {
	var api smithy.APIError
	if errors.As(err, &api) {
		return api.ErrorCode()
	}
	return ""
}

var key = map[string]dynamo.AttributeValue{"pk": &dynamo.AttributeValueMemberS{Value: "日本 語"}}

// Each call needs exactly the listed permissions: with them it is admitted, and without
// any one of them the SDK sees its refusal.
func TestNeeds(t *testing.T) {
	type permission struct{ action, resource string }
	db := func(c aws.Config) *dynamodb.Client { return dynamodb.NewFromConfig(c) }
	mail := func(from, set string) func(aws.Config) error {
		return func(c aws.Config) error {
			in := &sesv2.SendEmailInput{FromEmailAddress: &from, Content: &ses.EmailContent{Raw: &ses.RawMessage{Data: []byte("From: Anzen <raw@example.jp>\r\n\r\nx")}}}
			if from == "" {
				in.FromEmailAddress = nil
			}
			if set != "" {
				in.ConfigurationSetName = &set
			}
			_, err := sesv2.NewFromConfig(c).SendEmail(ctx, in)
			return err
		}
	}
	tests := []struct {
		name    string
		service string
		call    func(aws.Config) error
		needs   []permission
	}{
		{"get an item", DynamoDB, func(c aws.Config) error {
			_, err := db(c).GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("anzen"), Key: key})
			return err
		}, []permission{{"dynamodb:GetItem", items}}},
		{"put an item by ARN", DynamoDB, func(c aws.Config) error {
			_, err := db(c).PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(items), Item: key})
			return err
		}, []permission{{"dynamodb:PutItem", items}}},
		{"query", DynamoDB, func(c aws.Config) error {
			_, err := db(c).Query(ctx, &dynamodb.QueryInput{TableName: aws.String("anzen")})
			return err
		}, []permission{{"dynamodb:Query", items}}},
		{"query an index", DynamoDB, func(c aws.Config) error {
			_, err := db(c).Query(ctx, &dynamodb.QueryInput{TableName: aws.String("anzen"), IndexName: aws.String("by-state")})
			return err
		}, []permission{{"dynamodb:Query", items + "/index/by-state"}}},
		{"scan", DynamoDB, func(c aws.Config) error {
			_, err := db(c).Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("anzen")})
			return err
		}, []permission{{"dynamodb:Scan", items}}},
		{"get items", DynamoDB, func(c aws.Config) error {
			_, err := db(c).BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]dynamo.KeysAndAttributes{
				"anzen": {Keys: []map[string]dynamo.AttributeValue{key}}, "other": {Keys: []map[string]dynamo.AttributeValue{key}},
			}})
			return err
		}, []permission{{"dynamodb:BatchGetItem", items}, {"dynamodb:BatchGetItem", "arn:aws:dynamodb" + here + "table/other"}}},
		{"write items", DynamoDB, func(c aws.Config) error {
			_, err := db(c).BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]dynamo.WriteRequest{
				"anzen": {{DeleteRequest: &dynamo.DeleteRequest{Key: key}}},
			}})
			return err
		}, []permission{{"dynamodb:BatchWriteItem", items}}},
		{"write a transaction", DynamoDB, func(c aws.Config) error {
			_, err := db(c).TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []dynamo.TransactWriteItem{
				{Put: &dynamo.Put{TableName: aws.String("anzen"), Item: key}},
				{Update: &dynamo.Update{TableName: aws.String("anzen"), Key: key, UpdateExpression: aws.String("SET a = :a")}},
				{Delete: &dynamo.Delete{TableName: aws.String("anzen"), Key: key}},
				{ConditionCheck: &dynamo.ConditionCheck{TableName: aws.String("anzen"), Key: key, ConditionExpression: aws.String("a = :a")}},
			}})
			return err
		}, []permission{{"dynamodb:PutItem", items}, {"dynamodb:UpdateItem", items}, {"dynamodb:DeleteItem", items}, {"dynamodb:ConditionCheckItem", items}}},
		{"read a transaction", DynamoDB, func(c aws.Config) error {
			_, err := db(c).TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: []dynamo.TransactGetItem{{Get: &dynamo.Get{TableName: aws.String("anzen"), Key: key}}}})
			return err
		}, []permission{{"dynamodb:GetItem", items}}},
		{"list tables", DynamoDB, func(c aws.Config) error {
			_, err := db(c).ListTables(ctx, &dynamodb.ListTablesInput{})
			return err
		}, []permission{{"dynamodb:ListTables", "*"}}},

		{"start an execution", States, func(c aws.Config) error {
			_, err := sfn.NewFromConfig(c).StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: aws.String(machine)})
			return err
		}, []permission{{"states:StartExecution", machine}}},
		{"describe an execution", States, func(c aws.Config) error {
			_, err := sfn.NewFromConfig(c).DescribeExecution(ctx, &sfn.DescribeExecutionInput{ExecutionArn: aws.String(run)})
			return err
		}, []permission{{"states:DescribeExecution", run}}},
		{"stop an execution", States, func(c aws.Config) error {
			_, err := sfn.NewFromConfig(c).StopExecution(ctx, &sfn.StopExecutionInput{ExecutionArn: aws.String(run)})
			return err
		}, []permission{{"states:StopExecution", run}}},
		{"answer a task", States, func(c aws.Config) error {
			_, err := sfn.NewFromConfig(c).SendTaskSuccess(ctx, &sfn.SendTaskSuccessInput{TaskToken: aws.String("t"), Output: aws.String("{}")})
			return err
		}, []permission{{"states:SendTaskSuccess", "*"}}},

		{"delete a user", Cognito, func(c aws.Config) error {
			_, err := cognitoidentityprovider.NewFromConfig(c).AdminDeleteUser(ctx, &cognitoidentityprovider.AdminDeleteUserInput{UserPoolId: aws.String("ap-northeast-1_X"), Username: aws.String("a@example.jp")})
			return err
		}, []permission{{"cognito-idp:AdminDeleteUser", "arn:aws:cognito-idp" + here + "userpool/ap-northeast-1_X"}}},

		{"mail as an address", SES, mail("安全 <noreply@example.jp>", ""), []permission{{"ses:SendEmail", "arn:aws:ses" + here + "identity/noreply@example.jp"}}},
		{"mail with a set", SES, mail("noreply@example.jp", "all"), []permission{
			{"ses:SendEmail", "arn:aws:ses" + here + "identity/noreply@example.jp"}, {"ses:SendEmail", "arn:aws:ses" + here + "configuration-set/all"},
		}},
		{"mail by the raw message's sender", SES, mail("", ""), []permission{{"ses:SendEmail", "arn:aws:ses" + here + "identity/raw@example.jp"}}},

		{"make a schedule", Scheduler, func(c aws.Config) error {
			_, err := scheduler.NewFromConfig(c).CreateSchedule(ctx, &scheduler.CreateScheduleInput{
				Name: aws.String("nightly"), GroupName: aws.String("exports"), ScheduleExpression: aws.String("rate(1 day)"),
				FlexibleTimeWindow: &schedule.FlexibleTimeWindow{Mode: schedule.FlexibleTimeWindowModeOff},
				Target:             &schedule.Target{Arn: aws.String(machine), RoleArn: aws.String("arn:aws:iam::000000000000:role/scheduler")},
			})
			return err
		}, []permission{{"scheduler:CreateSchedule", "arn:aws:scheduler" + here + "schedule/exports/nightly"}, {"iam:PassRole", "arn:aws:iam::000000000000:role/scheduler"}}},
		{"delete a schedule", Scheduler, func(c aws.Config) error {
			_, err := scheduler.NewFromConfig(c).DeleteSchedule(ctx, &scheduler.DeleteScheduleInput{Name: aws.String("nightly"), GroupName: aws.String("exports")})
			return err
		}, []permission{{"scheduler:DeleteSchedule", "arn:aws:scheduler" + here + "schedule/exports/nightly"}}},
		{"read a schedule", Scheduler, func(c aws.Config) error {
			_, err := scheduler.NewFromConfig(c).GetSchedule(ctx, &scheduler.GetScheduleInput{Name: aws.String("nightly")})
			return err
		}, []permission{{"scheduler:GetSchedule", "arn:aws:scheduler" + here + "schedule/default/nightly"}}},
		{"list schedules", Scheduler, func(c aws.Config) error {
			_, err := scheduler.NewFromConfig(c).ListSchedules(ctx, &scheduler.ListSchedulesInput{NamePrefix: aws.String("a b")})
			return err
		}, []permission{{"scheduler:ListSchedules", "*"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := open(t, t.TempDir())
			var refused []*Denied
			c.config.Refused = func(d *Denied) { refused = append(refused, d) }
			s := protected(t, c, test.service)
			issue := func(without int) aws.Config {
				var statements []Statement
				for i, p := range test.needs {
					if i != without {
						statements = append(statements, Statement{Actions: []string{p.action}, Resources: []string{p.resource}})
					}
				}
				return config(s.url, c.Issue("aFunction", statements...))
			}
			if err := test.call(issue(-1)); err != nil || s.caller != "aFunction" {
				t.Fatalf("with all it needs: %v, caller %q", err, s.caller)
			}
			for i, p := range test.needs {
				s.caller = ""
				err := test.call(issue(i))
				if code(err) != "AccessDeniedException" {
					t.Fatalf("without %s: %v", p.action, err)
				}
				for _, word := range []string{"aFunction", p.action, p.resource} {
					if !strings.Contains(err.Error(), word) {
						t.Errorf("%q is not in %v", word, err)
					}
				}
				if s.caller != "" || len(refused) != i+1 || refused[i].Action != p.action {
					t.Errorf("caller %q, refused %v", s.caller, refused)
				}
			}
		})
	}
}

func TestMailAsADomain(t *testing.T) {
	c := open(t, t.TempDir())
	s := protected(t, c, SES)
	client := sesv2.NewFromConfig(config(s.url, c.Issue("f", Statement{Actions: []string{"ses:SendEmail"}, Resources: []string{"arn:aws:ses" + here + "identity/example.jp"}})))
	for from, works := range map[string]bool{"anybody@example.jp": true, "anybody@mail.example.jp": false} {
		_, err := client.SendEmail(ctx, &sesv2.SendEmailInput{FromEmailAddress: aws.String(from), Content: &ses.EmailContent{}})
		if (err == nil) != works {
			t.Errorf("%s: %v", from, err)
		}
	}
}

func TestSignatures(t *testing.T) {
	c := open(t, t.TempDir())
	all := Statement{Actions: []string{"*"}, Resources: []string{"*"}}
	good := c.Issue("f", all)
	other := good
	other.SecretAccessKey = c.Issue("g", all).SecretAccessKey
	unknown := good
	unknown.AccessKeyID = "AKIAUNKNOWN"
	s := protected(t, c, DynamoDB)

	const body = `{"TableName":"anzen"}`
	signed := func(who aws.Credentials, scope, region string, at time.Time) *http.Request {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Amz-Target", "DynamoDB_20120810.DescribeTable")
		r.Header.Set("Content-Type", "application/x-amz-json-1.0")
		sum := sha256.Sum256([]byte(body))
		if err := v4.NewSigner().SignHTTP(ctx, who, r, hex.EncodeToString(sum[:]), scope, region, at); err != nil {
			t.Fatal(err)
		}
		return r
	}
	now := time.Now()
	plain := func() *http.Request { return signed(good, DynamoDB, "ap-northeast-1", now) }
	changed := func(change func(*http.Request)) *http.Request {
		r := plain()
		change(r)
		return r
	}
	tests := map[string]struct {
		request *http.Request
		want    string
	}{
		"as it should be":   {plain(), ""},
		"another's secret":  {signed(other, DynamoDB, "ap-northeast-1", now), "InvalidSignatureException"},
		"an unknown key":    {signed(unknown, DynamoDB, "ap-northeast-1", now), "UnrecognizedClientException"},
		"another service":   {signed(good, S3Scope, "ap-northeast-1", now), "InvalidSignatureException"},
		"another region":    {signed(good, DynamoDB, "us-east-1", now), "InvalidSignatureException"},
		"too old":           {signed(good, DynamoDB, "ap-northeast-1", now.Add(-16*time.Minute)), "InvalidSignatureException"},
		"of the future":     {signed(good, DynamoDB, "ap-northeast-1", now.Add(16*time.Minute)), "InvalidSignatureException"},
		"no signature":      {changed(func(r *http.Request) { r.Header.Del("Authorization") }), "MissingAuthenticationTokenException"},
		"another scheme":    {changed(func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") }), "IncompleteSignatureException"},
		"no date":           {changed(func(r *http.Request) { r.Header.Del("X-Amz-Date") }), "IncompleteSignatureException"},
		"another operation": {changed(func(r *http.Request) { r.Header.Set("X-Amz-Target", "DynamoDB_20120810.DeleteTable") }), "InvalidSignatureException"},
		"another path":      {changed(func(r *http.Request) { r.URL.Path = "/x" }), "InvalidSignatureException"},
		"another query":     {changed(func(r *http.Request) { r.URL.RawQuery = "a=b" }), "InvalidSignatureException"},
		"a header added":    {changed(func(r *http.Request) { r.Header.Set("X-Amz-Security-Token", "x") }), "InvalidSignatureException"},
		"another body": {changed(func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader(`{"TableName":"other"}`))
		}), "InvalidSignatureException"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s.body = ""
			response, err := http.DefaultClient.Do(test.request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close() //nolint:errcheck // only read
			answer, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				if response.StatusCode != http.StatusOK || s.body != body {
					t.Fatalf("%d: %s; the service got %q", response.StatusCode, answer, s.body)
				}
				return
			}
			if response.StatusCode != http.StatusBadRequest || !bytes.Contains(answer, []byte(`"__type":"`+test.want+`"`)) || s.body != "" {
				t.Fatalf("%d: %s", response.StatusCode, answer)
			}
		})
	}
}

// S3Scope is the scope of another service.
const S3Scope = "s3"

func TestPublicOperationsNeedNoSignature(t *testing.T) {
	c := open(t, t.TempDir())
	s := protected(t, c, Cognito)
	send := func(method, path, operation string) (int, string) {
		r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if operation != "" {
			r.Header.Set("X-Amz-Target", "AWSCognitoIdentityProviderService."+operation)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close() //nolint:errcheck // only read
		answer, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(answer)
	}
	for _, operation := range []string{"InitiateAuth", "RespondToAuthChallenge", "GetTokensFromRefreshToken", "RevokeToken"} {
		if status, answer := send(http.MethodPost, "/", operation); status != http.StatusOK {
			t.Errorf("%s: %d %s", operation, status, answer)
		}
	}
	if status, _ := send(http.MethodGet, "/ap-northeast-1_X/.well-known/jwks.json", ""); status != http.StatusOK {
		t.Errorf("keys: %d", status)
	}
	if status, _ := send(http.MethodOptions, "/", ""); status != http.StatusOK {
		t.Errorf("preflight: %d", status)
	}
	for _, operation := range []string{"AdminCreateUser", "AdminSetUserPassword", "AdminInitiateAuth", "ListUsers", "UpdateUserPoolClient", "GlobalSignOut", "ConfirmForgotPassword", "initiateauth", "Nonsense", ""} {
		if status, answer := send(http.MethodPost, "/", operation); status != http.StatusBadRequest || !strings.Contains(answer, "MissingAuthenticationTokenException") {
			t.Errorf("%s: %d %s", operation, status, answer)
		}
	}
}

func TestService(t *testing.T) {
	tests := map[string]struct {
		url    string
		header [2]string
		want   string
	}{
		"by header":      {"/", [2]string{"Authorization", "AWS4-HMAC-SHA256 Credential=AKIA/20261102/ap-northeast-1/states/aws4_request, SignedHeaders=host, Signature=0"}, "states"},
		"presigned":      {"/b/k?X-Amz-Credential=AKIA%2F20261102%2Fap-northeast-1%2Fs3%2Faws4_request", [2]string{}, "s3"},
		"by target":      {"/", [2]string{"X-Amz-Target", "AWSCognitoIdentityProviderService.GetUser"}, "cognito-idp"},
		"another target": {"/", [2]string{"X-Amz-Target", "DynamoDB_20120810.GetItem"}, ""},
		"nothing":        {"/bucket", [2]string{}, ""},
		"odd header":     {"/", [2]string{"Authorization", "AWS4-HMAC-SHA256 Credential=a/b/c"}, ""},
	}
	for name, test := range tests {
		r := httptest.NewRequest(http.MethodPost, test.url, nil)
		if test.header[0] != "" {
			r.Header.Set(test.header[0], test.header[1])
		}
		if got := Service(r); got != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestProtectKnowsItsServices(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an unknown service was accepted")
		}
	}()
	open(t, t.TempDir()).Protect("s3", http.NotFoundHandler())
}
