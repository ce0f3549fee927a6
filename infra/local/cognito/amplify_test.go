package cognito_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// amplifyRoot is a folder whose node_modules contain aws-amplify: the frontend, or the
// folder named by AMPLIFY_ROOT.
func amplifyRoot(t *testing.T) string {
	t.Helper()
	root := os.Getenv("AMPLIFY_ROOT")
	if root == "" {
		var err error
		if root, err = filepath.Abs("../../../frontend"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "node_modules", "aws-amplify")); err != nil {
		t.Skip("aws-amplify is not installed")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	return root
}

func TestAmplify(t *testing.T) {
	root := amplifyRoot(t)
	w := newWorld(t)
	w.now = time.Now() // the library looks at its own clock
	sub := w.hanako()

	limited, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(limited, "node", "testdata/amplify.mjs")
	command.Env = append(os.Environ(), "AMPLIFY_ROOT="+root, "POOL_ID="+poolID, "CLIENT_ID="+clientID, "ENDPOINT="+w.url, "SUB="+sub)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if !strings.HasSuffix(string(output), "\npassword in the clear\n") {
		t.Fatalf("not all steps were done:\n%s", output)
	}
}
