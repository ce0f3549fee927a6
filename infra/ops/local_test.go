package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// operate runs `make ops` as a person does, with the folder of a local stack.
func operate(t *testing.T, folder, args string) string {
	t.Helper()
	c := exec.Command("make", "-C", "../..", "--no-print-directory", "ops", "ARGS="+args)
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "AWS_") || strings.HasPrefix(v, "STAGE=") || strings.HasPrefix(v, "ANZEN_DATA=") || strings.HasPrefix(v, "MAKE")
	})
	c.Env = append(c.Env, "ANZEN_DATA="+folder, "AWS_EC2_METADATA_DISABLED=true")
	out, err := c.CombinedOutput()
	if err == nil {
		t.Fatalf("it succeeds without a stack: %s", out)
	}
	return string(out)
}

// `make ops` finds the local stack in the folder of its data.
func TestMakeOpsFindsTheFolderOfTheStack(t *testing.T) {
	var asked atomic.Int32
	stack := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusNotFound)
	}))
	defer stack.Close()
	folder := t.TempDir()
	env := "AWS_ENDPOINT_URL=" + stack.URL + "\nAWS_REGION=ap-northeast-1\nAWS_ACCESS_KEY_ID=a\nAWS_SECRET_ACCESS_KEY=b\n"
	if err := os.WriteFile(filepath.Join(folder, "operator.env"), []byte(env), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := operate(t, folder, "status"); asked.Load() == 0 {
		t.Errorf("the stack was not asked: %s", out)
	}
	// Without a stack nothing is asked with the credentials of the environment.
	if out := operate(t, t.TempDir(), "status"); !strings.Contains(out, "ANZEN_DATA") || strings.Contains(out, "credentials") {
		t.Errorf("%s", out)
	}
}

// Names that do not exist are refused: of a company that is not there, or of a mistyped reason, nothing has failed either.
func TestOpsRefusesUnknownNames(t *testing.T) {
	region := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		answer := "{}" // an empty table
		if r.Header.Get("X-Amz-Target") == "" {
			answer = `{"Environment":{"Variables":{"TABLE_NAME":"t"}}}`
		}
		_, _ = w.Write([]byte(answer))
	}))
	defer region.Close()
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8001"
	for _, args := range [][]string{
		{"failed", "-company", nobody},
		{"retry", "-since", "1h", "-company", nobody},
		{"requests", "-company", nobody},
		{"seals", nobody},
		{"contract", "-company", nobody},
		{"retry", "-since", "1h", "-reason", "internal"},
	} {
		var out bytes.Buffer
		err := run(t.Context(), args, setting{
			out: &out, in: strings.NewReader(""), now: time.Now,
			connect: func(ctx context.Context, stage string) (*world, error) {
				return connectBy(ctx, configOf(region.URL), stage)
			},
		})
		var unclear *usageError
		if !errors.As(err, &unclear) || !strings.HasPrefix(err.Error(), "there is no ") || out.Len() > 0 {
			t.Errorf("%v: %q, %v", args, out.String(), err)
		}
	}
}
