package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/infra/samples"
)

// standIn is a stack that has one user and echoes events.
func standIn(t *testing.T) (readyFile string) {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"userPoolClientId":"client"}`) })
	mux.HandleFunc("POST /{$}", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("X-Amz-Target") != "AWSCognitoIdentityProviderService.InitiateAuth" || !strings.Contains(string(body), `"PASSWORD":"secret"`) {
			http.Error(w, `{"__type":"NotAuthorizedException"}`, http.StatusBadRequest)
			return
		}
		payload := base64.RawURLEncoding.EncodeToString([]byte(`{"custom:company_id":"c-1","custom:user_id":"u-1","email":"a@b.example","auth_time":12}`))
		fmt.Fprintf(w, `{"AuthenticationResult":{"IdToken":"h.%s.s"}}`, payload)
	})
	mux.HandleFunc("POST /_local/functions/{name}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("name") == "breaks" {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
		}
		_, _ = io.Copy(w, r.Body)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	ready := fmt.Sprintf(`{"url":%q,"aws":%q,"accounts":[{"email":"a@b.example","password":"secret","role":"admin"}]}`, server.URL, server.URL)
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
	event := write(t, "event.json", `{"path":"/companies/`+samples.Company+`","user":"`+samples.User+`","at":"`+samples.AuthTime+`","body":"{\"mail\":\"`+samples.Email+`\"}"}`)
	var out bytes.Buffer
	if err := run(t.Context(), "any", event, standIn(t), &out); err != nil {
		t.Fatal(err)
	}
	want := `{
  "at": "12",
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
