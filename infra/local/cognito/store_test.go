package cognito_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
)

func (w *world) journal() string { return filepath.Join(w.config.Dir, "pool.jsonl") }

func TestKeyAndTokensOutliveTheProcess(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	tokens := w.tokens()
	w.open()
	_, err := w.pool.Verifier().Verify(*tokens.IdToken)
	w.works(err)
	_, err = w.refresh(tokens.RefreshToken)
	w.works(err)
}

func TestTornRecordIsForgotten(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	file, err := os.OpenFile(w.journal(), os.O_APPEND|os.O_WRONLY, 0)
	w.works(err)
	_, err = file.WriteString(`{"users":{"torn":{"sub":"to`)
	w.works(err)
	w.works(file.Close())
	w.open()
	w.tokens()
	w.seed("taro@example.jp")
	w.open()
	_, err = w.adminGet("taro@example.jp")
	w.works(err)
}

func TestPasswordsAndTokensAreNotStored(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	tokens := w.tokens()
	kept, err := os.ReadFile(w.journal())
	w.works(err)
	for _, secret := range []string{password, *tokens.RefreshToken} {
		if bytes.Contains(kept, []byte(secret)) {
			t.Errorf("the journal contains %q", secret)
		}
	}
	info, err := os.Stat(w.journal())
	w.works(err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the journal has the mode %v", info.Mode())
	}
}

func TestJournalIsCompacted(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	old := w.tokens()
	w.now = w.now.Add(31 * 24 * time.Hour)
	tokens := w.tokens()
	for n := range 1100 {
		_, err := w.sdk.AdminUpdateUserAttributes(ctx, &idp.AdminUpdateUserAttributesInput{
			UserPoolId: aws.String(poolID), Username: aws.String(sub), UserAttributes: attributes("name", strconv.Itoa(n)),
		})
		w.works(err)
	}
	kept, err := os.ReadFile(w.journal())
	w.works(err)
	if lines := strings.Count(string(kept), "\n"); lines > 200 {
		t.Errorf("%d lines are left", lines)
	}
	w.open()
	got, err := w.adminGet(hanako)
	w.works(err)
	if values(got.UserAttributes)["name"] != "1099" {
		t.Errorf("attributes %v", values(got.UserAttributes))
	}
	_, err = w.refresh(tokens.RefreshToken)
	w.works(err)
	_, err = w.refresh(old.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
}
