// Command invoke sends a sample event to a function of the running local stack and
// prints the function's answer:
//
//	invoke FUNCTION [EVENT]
//
// EVENT is a file; the default is the function's own in the folder events. The company
// and the user in the samples are replaced by those of the stack's first account.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"anzen/infra/local/cognito/srp"
	"anzen/infra/local/stack"
	"anzen/infra/samples"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 || os.Args[1] == "" {
		fmt.Fprintln(os.Stderr, "usage: make invoke FN=getOpenAPI [EVENT=events/getOpenAPI.json]")
		os.Exit(2)
	}
	file := filepath.Join("events", os.Args[1]+".json")
	if len(os.Args) == 3 {
		file = os.Args[2]
	}
	folder := os.Getenv("ANZEN_DATA")
	if folder == "" {
		folder = ".local"
	}
	if err := run(context.Background(), os.Args[1], file, filepath.Join(folder, "ready.json"), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ready is the description of a running stack.
type ready struct {
	URL      string          `json:"url"`
	AWS      string          `json:"aws"`
	Accounts []stack.Account `json:"accounts"`
}

func run(ctx context.Context, function, eventFile, readyFile string, out io.Writer) error {
	event, err := os.ReadFile(eventFile)
	if err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	encoded, err := os.ReadFile(readyFile)
	if err != nil {
		return fmt.Errorf("no stack is running (start one with `make dev`): %w", err)
	}
	var r ready
	if err := json.Unmarshal(encoded, &r); err != nil {
		return fmt.Errorf("read %s: %w", readyFile, err)
	}
	if len(r.Accounts) > 0 {
		claims, err := signIn(ctx, r)
		if err != nil {
			return err
		}
		event = asPerson(event, claims)
	}
	answer, failed, err := post(ctx, r.URL+stack.InvokePath+function, "", event)
	if err != nil {
		return fmt.Errorf("invoke %s: %w", function, err)
	}
	fmt.Fprintf(out, "%s\n", readable(answer))
	if failed {
		return fmt.Errorf("function %s failed", function)
	}
	return nil
}

// claims are the claims of a user's token.
type claims struct {
	Company  string `json:"custom:company_id"`
	User     string `json:"custom:user_id"`
	Email    string `json:"email"`
	AuthTime int64  `json:"auth_time"`
	Client   string `json:"aud"`
	Session  string `json:"origin_jti"`
	Issued   int64  `json:"iat"`
	Expires  int64  `json:"exp"`
}

// signIn signs the first account in and reads its token.
func signIn(ctx context.Context, r ready) (claims, error) {
	var c claims
	settings, err := get(ctx, r.URL+"/config.json")
	if err != nil {
		return c, err
	}
	var pool struct{ UserPoolID, UserPoolClientID string }
	if err := json.Unmarshal(settings, &pool); err != nil {
		return c, fmt.Errorf("read the settings: %w", err)
	}
	account := r.Accounts[0]
	in, err := srp.New()
	if err != nil {
		return c, err
	}
	var challenge struct {
		Session             string
		ChallengeParameters map[string]string
	}
	if err := atPool(ctx, r, "InitiateAuth", map[string]any{
		"AuthFlow": "USER_SRP_AUTH", "ClientId": pool.UserPoolClientID, "AuthParameters": in.Parameters(account.Email),
	}, &challenge); err != nil {
		return c, fmt.Errorf("sign %s in: %w", account.Email, err)
	}
	responses, err := in.Answer(pool.UserPoolID, account.Password, challenge.ChallengeParameters, time.Now())
	if err != nil {
		return c, err
	}
	var result struct {
		AuthenticationResult struct{ IDToken string }
	}
	if err := atPool(ctx, r, "RespondToAuthChallenge", map[string]any{
		"ChallengeName": "PASSWORD_VERIFIER", "ClientId": pool.UserPoolClientID, "Session": challenge.Session, "ChallengeResponses": responses,
	}, &result); err != nil {
		return c, fmt.Errorf("sign %s in: %w", account.Email, err)
	}
	parts := strings.Split(result.AuthenticationResult.IDToken, ".")
	if len(parts) != 3 {
		return c, fmt.Errorf("sign %s in: there is no token, perhaps because of a second factor", account.Email)
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return c, fmt.Errorf("read the token: %w", err)
	}
	if err := json.Unmarshal(payload, &c); err != nil {
		return c, fmt.Errorf("read the token: %w", err)
	}
	return c, nil
}

// atPool calls an operation of the user pool.
func atPool(ctx context.Context, r ready, operation string, in, out any) error {
	request, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("encode %s: %w", operation, err)
	}
	answer, _, err := post(ctx, r.AWS+"/", "AWSCognitoIdentityProviderService."+operation, request)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("read the answer of %s: %w", operation, err)
	}
	return nil
}

// asPerson replaces the samples' user by a real one.
func asPerson(event []byte, c claims) []byte {
	date := func(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(samples.DateForm) }
	return []byte(strings.NewReplacer(
		samples.Company, c.Company, samples.User, c.User, samples.Email, c.Email, samples.AuthTime, fmt.Sprint(c.AuthTime),
		samples.Client, c.Client, samples.Session, c.Session, samples.IssuedAt, date(c.Issued), samples.ExpiresAt, date(c.Expires),
	).Replace(string(event)))
}

func get(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", url, err)
	}
	body, _, err := do(request)
	return body, err
}

// post sends JSON; with a target it is a call of an AWS service.
func post(ctx context.Context, url, target string, body []byte) (answer []byte, failed bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, false, fmt.Errorf("request %s: %w", url, err)
	}
	request.Header.Set("Content-Type", "application/json")
	if target != "" {
		request.Header.Set("Content-Type", "application/x-amz-json-1.1")
		request.Header.Set("X-Amz-Target", target)
	}
	return do(request)
}

func do(request *http.Request) ([]byte, bool, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, false, fmt.Errorf("the stack does not answer (start one with `make dev`): %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, false, fmt.Errorf("read the answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, false, errors.New(strings.TrimSpace(string(body)))
	}
	return body, response.Header.Get("X-Amz-Function-Error") != "", nil
}

// readable indents an answer, and the JSON in its body.
func readable(answer []byte) []byte {
	var value any
	if json.Unmarshal(answer, &value) != nil {
		return answer
	}
	if m, ok := value.(map[string]any); ok {
		if body, ok := m["body"].(string); ok && json.Valid([]byte(body)) {
			m["body"] = json.RawMessage(body)
		}
	}
	indented, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return answer
	}
	return indented
}
