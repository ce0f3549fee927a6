package stack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	ses "github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/infra/blueprint"
	local "anzen/infra/local/dynamodb"
	"anzen/infra/local/stack"
	"anzen/shared/aws/port"
)

// small is a blueprint with one of everything.
func small() blueprint.Blueprint {
	env := map[string]blueprint.Value{
		"TABLE": blueprint.TableName, "SHEETS": blueprint.SheetsBucket, "MACHINE": "machine/analysis", "FROM": blueprint.MailFrom, "URL": blueprint.AppURL,
	}
	function := func(name string, grants ...grant.Grant) blueprint.Function {
		return blueprint.Function{Name: name, Package: "test", Memory: 256, Timeout: 10 * time.Second, Grants: grants, Env: env}
	}
	return blueprint.Blueprint{
		Table:   blueprint.Table{PartitionKey: "pk", SortKey: "sk", TTL: "ttl"},
		Buckets: []blueprint.Bucket{{Name: "sheets", Versioned: true, Events: true, CORS: true}, {Name: "work"}},
		Functions: []blueprint.Function{
			function("hello"), function("who"), function("writes", grant.Table("GetItem")), function("mails", grant.Mail()),
			function("arrived", grant.StartAnalysis()), function("work", grant.Table("PutItem")),
		},
		Routes: []rest.Route{
			{Method: "GET", Path: "/hello/{name}", ID: "hello", Rule: rest.Public},
			{Method: "GET", Path: "/who", ID: "who", Rule: rest.Session},
			{Method: "POST", Path: "/writes", ID: "writes", Rule: rest.Public},
			{Method: "POST", Path: "/mails", ID: "mails", Rule: rest.Public},
		},
		Machines: []blueprint.Machine{{
			Name: "analysis", Functions: []string{"work"},
			Definition: `{"StartAt":"Work","States":{"Work":{"Type":"Task","Resource":"${work}","End":true}}}`,
		}},
		Rules: []blueprint.Rule{{Name: "arrived", Source: "aws.s3", DetailType: "Object Created", Bucket: "sheets", Function: "arrived"}},
		Pool:  blueprint.UserPool{CustomAttributes: []string{"custom:company_id", "custom:user_id"}},
		Edge:  blueprint.Edge{Headers: map[string]string{"Content-Security-Policy": "connect-src 'self' {connect}"}},
	}
}

// newFunction creates the functions of small.
func newFunction(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	say := func(status int, text string) (events.APIGatewayProxyResponse, error) {
		return events.APIGatewayProxyResponse{StatusCode: status, Body: text}, nil
	}
	type request = events.APIGatewayProxyRequest
	put := func(ctx context.Context, sk string) error {
		_, err := dynamodb.NewFromConfig(cfg).PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(env("TABLE")), Item: key(sk)})
		return err
	}
	switch name {
	case "hello":
		return handler.Of(func(_ context.Context, e request) (any, error) {
			return say(200, e.PathParameters["name"]+" at "+env("URL")+" "+e.Headers["CloudFront-Viewer-Address"])
		}), nil
	case "who":
		return handler.Of(func(_ context.Context, e request) (any, error) {
			claims, _ := e.RequestContext.Authorizer["claims"].(map[string]any)
			return say(200, fmt.Sprint(claims["custom:company_id"]))
		}), nil
	case "writes":
		return handler.Of(func(ctx context.Context, _ request) (any, error) {
			if err := put(ctx, "x"); err != nil {
				return say(500, err.Error())
			}
			return say(200, "written")
		}), nil
	case "mails":
		return handler.Of(func(ctx context.Context, _ request) (any, error) {
			text := &ses.Content{Data: aws.String("hello")}
			_, err := sesv2.NewFromConfig(cfg).SendEmail(ctx, &sesv2.SendEmailInput{
				FromEmailAddress: aws.String(env("FROM")), Destination: &ses.Destination{ToAddresses: []string{"a@b.example"}},
				Content: &ses.EmailContent{Simple: &ses.Message{Subject: text, Body: &ses.Body{Text: text}}},
			})
			if err != nil {
				return say(500, err.Error())
			}
			return say(200, "sent")
		}), nil
	case "arrived":
		return handler.Taking(func(ctx context.Context, e events.EventBridgeEvent) error {
			var detail struct {
				Object struct{ Key string }
			}
			if err := json.Unmarshal(e.Detail, &detail); err != nil {
				return err
			}
			_, err := sfn.NewFromConfig(cfg).StartExecution(ctx, &sfn.StartExecutionInput{
				StateMachineArn: aws.String(env("MACHINE")), Name: aws.String(strings.ReplaceAll(detail.Object.Key, "/", "-")),
				Input: aws.String(`{"Key":"` + detail.Object.Key + `"}`),
			})
			return err
		}), nil
	case "work":
		return handler.Of(func(ctx context.Context, in struct{ Key string }) (any, error) {
			return in, put(ctx, in.Key)
		}), nil
	}
	return nil, errors.New("no such function")
}

func key(sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "p"}, "sk": &types.AttributeValueMemberS{Value: sk},
	}
}

func start(t *testing.T, folder string, change func(*stack.Config)) *stack.Stack {
	t.Helper()
	working, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root, err := local.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := local.FindEngine(root); err != nil {
		t.Skip(err)
	}
	config := stack.Config{Blueprint: small(), Root: root, Folder: folder, Makers: map[string]stack.Maker{"test": newFunction}}
	if change != nil {
		change(&config)
	}
	s, err := stack.Start(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// Longer than Close waits: how fast a busy machine is says nothing.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		if err := s.End(ctx); err != nil {
			t.Error(err)
		}
		_ = os.Chdir(working)
	})
	return s
}

func fetch(t *testing.T, method, url, token string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

func TestRequests(t *testing.T) {
	ctx := t.Context()
	var console bytes.Buffer
	s := start(t, t.TempDir(), func(c *stack.Config) { c.Console = &console })
	status, body, _ := fetch(t, "GET", s.URL+"/api/v1/hello/%E5%AE%89", "")
	if status != 200 || !strings.HasPrefix(body, "安 at "+s.URL+" 127.0.0.1:") {
		t.Errorf("public route: %d %s", status, body)
	}
	if status, body, _ := fetch(t, "GET", s.URL+"/api/v1/nowhere", ""); status != 403 || !strings.Contains(body, "Missing Authentication Token") {
		t.Errorf("unknown route: %d %s", status, body)
	}
	if status, _, _ := fetch(t, "GET", s.URL+"/api/v1/who", ""); status != 401 {
		t.Errorf("no token: %d", status)
	}

	// A user signs in and is known to the function.
	users := cognitoidentityprovider.NewFromConfig(s.Config())
	pool := aws.String(s.Names().Pool)
	_, err := users.AdminCreateUser(ctx, &cognitoidentityprovider.AdminCreateUserInput{
		UserPoolId: pool, Username: aws.String("a@b.example"), MessageAction: idp.MessageActionTypeSuppress,
		UserAttributes: []idp.AttributeType{{Name: aws.String("email"), Value: aws.String("a@b.example")}, {Name: aws.String("custom:company_id"), Value: aws.String("c1")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.AdminSetUserPassword(ctx, &cognitoidentityprovider.AdminSetUserPasswordInput{
		UserPoolId: pool, Username: aws.String("a@b.example"), Password: aws.String("Passw0rd!"), Permanent: true,
	}); err != nil {
		t.Fatal(err)
	}
	in, err := users.AdminInitiateAuth(ctx, &cognitoidentityprovider.AdminInitiateAuthInput{
		UserPoolId: pool, ClientId: aws.String(s.Names().Client), AuthFlow: idp.AuthFlowTypeAdminUserPasswordAuth,
		AuthParameters: map[string]string{"USERNAME": "a@b.example", "PASSWORD": "Passw0rd!"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if status, body, _ := fetch(t, "GET", s.URL+"/api/v1/who", *in.AuthenticationResult.IdToken); status != 200 || body != "c1" {
		t.Errorf("signed in: %d %s", status, body)
	}
	if status, _, _ := fetch(t, "GET", s.URL+"/api/v1/who", *in.AuthenticationResult.AccessToken); status != 401 {
		t.Errorf("access token in place of the ID token: %d", status)
	}

	// A function cannot do what its policy does not allow.
	status, body, _ = fetch(t, "POST", s.URL+"/api/v1/writes", "")
	for _, word := range []string{"AccessDenied", "writes", "dynamodb:PutItem", "table/anzen"} {
		if status != 500 || !strings.Contains(body, word) {
			t.Errorf("forbidden write: %d %s", status, body)
		}
	}
	if !strings.Contains(console.String(), "function writes may not dynamodb:PutItem on arn:aws:dynamodb:ap-northeast-1:000000000000:table/anzen") {
		t.Errorf("the console shows %q", console.String())
	}

	if status, body, _ := fetch(t, "POST", s.URL+"/api/v1/mails", ""); status != 200 {
		t.Errorf("mail: %d %s", status, body)
	}
	if _, body, _ := fetch(t, "GET", s.Mailbox+"/api/messages?to=a@b.example", ""); !strings.Contains(body, `"subject":"hello"`) {
		t.Errorf("mailbox: %s", body)
	}
}

func TestPages(t *testing.T) {
	s := start(t, t.TempDir(), nil)
	status, body, header := fetch(t, "GET", s.URL+"/config.json", "")
	var config map[string]any
	if err := json.Unmarshal([]byte(body), &config); err != nil || status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if config["userPoolEndpoint"] != s.AWS+"/" || config["oauthDomain"] != strings.TrimPrefix(s.AWS, "http://") || config["apiBase"] != "/api/v1" || config["userPoolId"] != s.Names().Pool {
		t.Errorf("settings: %s", body)
	}
	if header.Get("Content-Security-Policy") != "connect-src 'self' "+s.AWS+" "+strings.Replace(s.AWS, "http:", "https:", 1) {
		t.Errorf("headers: %v", header)
	}
	if status, body, _ := fetch(t, "GET", s.URL+"/_local/health", ""); status != 200 || !strings.Contains(body, `"dynamodb":"ok"`) {
		t.Errorf("health: %d %s", status, body)
	}
	if status, _, _ := fetch(t, "GET", s.Mailbox, ""); status != 200 {
		t.Errorf("mailbox: %d", status)
	}
	// A browser sends the user pool a preflight first.
	request, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, s.AWS+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", s.URL)
	request.Header.Set("Access-Control-Request-Method", "POST")
	request.Header.Set("Access-Control-Request-Headers", "x-amz-target,content-type")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.Header.Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("preflight of the user pool: %d %v", response.StatusCode, response.Header)
	}
}

func TestObjectStartsMachine(t *testing.T) {
	ctx := t.Context()
	folder := t.TempDir()
	upload := func(s *stack.Stack, key string) {
		t.Helper()
		_, err := s3.NewFromConfig(s.Config()).PutObject(ctx, &s3.PutObjectInput{
			Bucket: aws.String(s.Names().Bucket("sheets")), Key: &key, Body: strings.NewReader("x"),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	arrives := func(s *stack.Stack, sk string) {
		t.Helper()
		table := dynamodb.NewFromConfig(s.Config())
		ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
		defer cancel()
		for {
			out, err := table.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.Names().Table), Key: key(sk), ConsistentRead: aws.Bool(true)})
			if err != nil {
				t.Fatal(err)
			}
			if out.Item != nil {
				return
			}
			select {
			case <-ctx.Done():
				log, _ := os.ReadFile(s.Log())
				t.Fatalf("%s never came\n%s", sk, log)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	t.Run("first", func(t *testing.T) {
		s := start(t, folder, nil)
		upload(s, "a/1.pdf")
		arrives(s, "a/1.pdf")
	})
	t.Run("again, on the same data", func(t *testing.T) {
		s := start(t, folder, nil)
		arrives(s, "a/1.pdf")
		upload(s, "a/2.pdf")
		arrives(s, "a/2.pdf")
	})
}

func TestReadyFileAndLock(t *testing.T) {
	folder := t.TempDir()
	seeded := false
	s := start(t, folder, func(c *stack.Config) {
		c.Seed = func(ctx context.Context, s *stack.Stack) ([]stack.Account, error) {
			if end, bounded := ctx.Deadline(); bounded {
				t.Errorf("filling the stack, which may take long, must end by %v", end)
			}
			seeded = s.URL != ""
			return []stack.Account{{Email: "a@b.example", Password: "p", Role: "admin"}}, nil
		}
	})
	ready := filepath.Join(folder, "ready.json")
	body, err := os.ReadFile(ready)
	if err != nil {
		t.Fatal(err)
	}
	var written struct {
		URL, Mailbox string
		Accounts     []stack.Account
	}
	if err := json.Unmarshal(body, &written); err != nil || !seeded || written.URL != s.URL || written.Mailbox != s.Mailbox || len(written.Accounts) != 1 || written.Accounts[0].Role != "admin" {
		t.Errorf("%s", body)
	}
	_, err = stack.Start(t.Context(), stack.Config{Blueprint: small(), Root: ".", Folder: folder})
	if !errors.Is(err, stack.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("a second stack on the same data: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(ready); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the ready file is still there: %v", err)
	}
}

// The port after the web port is taken, the web port is free.
func TestTheSecondPortIsTaken(t *testing.T) {
	first, err := port.Free(2)
	if err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", first+1))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() //nolint:errcheck // only listened
	if _, err := stack.Start(t.Context(), stack.Config{Blueprint: small(), Root: ".", Folder: t.TempDir(), Port: first}); !errors.Is(err, stack.ErrPortTaken) {
		t.Errorf("%v", err)
	}
}

func TestTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() //nolint:errcheck // nothing to lose
	_, err = stack.Start(t.Context(), stack.Config{Blueprint: small(), Root: ".", Folder: t.TempDir(), Port: taken.Addr().(*net.TCPAddr).Port})
	if !errors.Is(err, stack.ErrPortTaken) {
		t.Errorf("%v", err)
	}
}
