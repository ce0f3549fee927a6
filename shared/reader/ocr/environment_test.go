//go:build unix

package ocr

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The recognition program reads untrusted files: it gets the environment it needs to run,
// and none of the function's credentials.
func TestTesseractInheritsNoSecrets(t *testing.T) {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_LAMBDA_RUNTIME_API", "ANZEN_TABLE", "HOME"} {
		t.Setenv(name, "secret")
	}
	t.Setenv("TESSDATA_PREFIX", "/data")
	t.Setenv("LANG", "C.UTF-8")
	t.Setenv("OMP_THREAD_LIMIT", "7")
	dir := t.TempDir()
	seen := filepath.Join(dir, "environment")
	// The shell adds variables of its own; the environment of the process is that passed to
	// it.
	script := "#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ > " + seen + "\ncat > /dev/null\n"
	program := filepath.Join(dir, "tesseract")
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("this system does not show the environment of a process: ", err)
	}
	engine := &Tesseract{Path: program}
	if _, err := engine.Page(t.Context(), Image{Picture: stripes(0), DPI: 72}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "PATH=") && !strings.HasPrefix(line, "LC_") && !strings.HasPrefix(line, "TMPDIR=") && !strings.HasPrefix(line, "LD_LIBRARY_PATH=") {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{"GLIBC_TUNABLES=glibc.malloc.hugetlb=1", "LANG=C.UTF-8", "OMP_THREAD_LIMIT=1", "TESSDATA_PREFIX=/data"}, got); d != "" {
		t.Error(d)
	}
}
