package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/infra/local/cognito"
	"anzen/infra/samples"
)

// standIn is a stack that has one user and echoes events.
func standIn(t *testing.T) (readyFile string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"userPoolId":"ap-northeast-1_TEST","userPoolClientId":"client"}`)
	})
	// The pool of the stack, with its one user.
	pool, err := cognito.Open(cognito.Config{Dir: t.TempDir(), PoolID: "ap-northeast-1_TEST", ClientID: "client"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	for _, call := range []string{
		`AdminCreateUser {"UserPoolId":"ap-northeast-1_TEST","Username":"a@b.example","MessageAction":"SUPPRESS","UserAttributes":[{"Name":"custom:company_id","Value":"c-1"},{"Name":"custom:user_id","Value":"u-1"}]}`,
		`AdminSetUserPassword {"UserPoolId":"ap-northeast-1_TEST","Username":"a@b.example","Password":"Kumo-Tegami-58","Permanent":true}`,
	} {
		operation, body, _ := strings.Cut(call, " ")
		q := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		q.Header.Set("X-Amz-Target", cognito.Service+"."+operation)
		answer := httptest.NewRecorder()
		if pool.ServeHTTP(answer, q); answer.Code != http.StatusOK {
			t.Fatalf("%s: %s", operation, answer.Body)
		}
	}
	mux.Handle("POST /{$}", pool)
	mux.HandleFunc("POST /_local/functions/{name}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("name") == "breaks" {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
		}
		_, _ = io.Copy(w, r.Body)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	ready := fmt.Sprintf(`{"url":%q,"aws":%q,"accounts":[{"email":"a@b.example","password":"Kumo-Tegami-58","role":"admin"}]}`, server.URL, server.URL)
	return write(t, "ready.json", ready)
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRun(t *testing.T) {
	event := write(t, "event.json", `{"path":"/companies/`+samples.Company+`","user":"`+samples.User+`","body":"{\"mail\":\"`+samples.Email+`\"}"}`)
	var out bytes.Buffer
	if err := run(t.Context(), "any", event, standIn(t), &out); err != nil {
		t.Fatal(err)
	}
	want := `{
  "body": {
    "mail": "a@b.example"
  },
  "path": "/companies/c-1",
  "user": "u-1"
}
`
	if out.String() != want {
		t.Errorf("printed %s", out.String())
	}
}

func TestRunReportsErrors(t *testing.T) {
	event := write(t, "event.json", `{}`)
	for _, c := range []struct{ function, event, ready, want string }{
		{"breaks", event, standIn(t), "function breaks failed"},
		{"any", filepath.Join(t.TempDir(), "none.json"), standIn(t), "read the event"},
		{"any", event, filepath.Join(t.TempDir(), "ready.json"), "make dev"},
		{"any", event, write(t, "ready.json", `{"url":"http://127.0.0.1:1"}`), "does not answer"},
	} {
		err := run(t.Context(), c.function, c.event, c.ready, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.want, err)
		}
	}
}
