package pdf

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// compiled is the folder of this process's compiled module, after a worker has started.
func compiled(t *testing.T) string {
	t.Helper()
	p := NewPool(Config{})
	defer p.Close()
	if err := p.Prewarm(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p.cfg.CacheDir
}

// deployed copies the executable into a folder, as it is deployed, and returns its path.
func deployed(t *testing.T) string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	exe := filepath.Join(t.TempDir(), "bootstrap")
	to, err := os.OpenFile(exe, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return exe
}

// starts starts the executable as a worker without a document, and returns the folder of its temporary
// files.
func starts(t *testing.T, exe string) string {
	t.Helper()
	temporary := t.TempDir()
	worker := exec.Command(exe)
	worker.Env = []string{WorkerVar + "=1", "TMPDIR=" + temporary, "HOME=" + temporary}
	if out, err := worker.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return temporary
}

// modules are the files below a folder.
func modules(t *testing.T, folder string) (names []string) {
	t.Helper()
	if err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return names
}

// The module beside the executable is used as it is: nothing is compiled.
func TestTheShippedModuleIsUsed(t *testing.T) {
	exe := deployed(t)
	shipped := filepath.Join(filepath.Dir(exe), Shipped)
	if err := os.CopyFS(shipped, os.DirFS(compiled(t))); err != nil {
		t.Fatal(err)
	}
	before := modules(t, shipped)
	if got := modules(t, starts(t, exe)); len(got) > 0 {
		t.Errorf("compiled in spite of the shipped module: %v", got)
	}
	if after := modules(t, shipped); len(before) == 0 || len(after) != len(before) {
		t.Errorf("shipped %v, afterwards there are %v", before, after)
	}
}

// A shipped folder that is of no use, such as one that cannot be written and is of another version,
// costs time, but no sheet.
func TestWithoutAUsableShippedModuleItIsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling takes minutes under the race detector")
	}
	exe := deployed(t)
	shipped := filepath.Join(filepath.Dir(exe), Shipped)
	if err := os.CopyFS(shipped, os.DirFS(compiled(t))); err != nil {
		t.Fatal(err)
	}
	for _, file := range modules(t, shipped) {
		damaged, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		damaged[len(damaged)/2] ^= 0xff
		if err := os.WriteFile(file, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := modules(t, starts(t, exe)); len(got) != 1 {
		t.Errorf("%d modules were compiled, want one", len(got))
	}
}
