package tsv_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// elsewhere are the files that cut texts at tabs and are no readers of tables of facts.
var elsewhere = map[string]string{
	"shared/reader/ocr/tesseract.go":              "what another program prints, of which a broken line is left out",
	"shared/text/tsv/tsv.go":                      "the reader itself",
	"shared/reference/regulation/loading/load.go": "changes one cell of a table, and leaves the rest of the file as it is",
	"shared/reference/nite/importer/main.go":      "orders lines that it has made itself by their first cell",
}

// Tables are read by this package only: code that cuts lines at tabs by itself has no columns with names, and no errors with lines.
func TestTablesAreReadHereOnly(t *testing.T) {
	cuts := regexp.MustCompile(`(?:Split|SplitN|Cut|SplitSeq|IndexByte|Index)\([^\n]*["']\\t["']`)
	root := filepath.Join("..", "..", "..")
	seen := map[string]bool{}
	for _, wing := range []string{"shared", "functions"} {
		err := filepath.WalkDir(filepath.Join(root, wing), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			content, err := os.ReadFile(path)
			if name = filepath.ToSlash(name); err == nil && cuts.Match(content) {
				if seen[name] = true; elsewhere[name] == "" {
					t.Errorf("%s cuts a table by itself: read it with package tsv", name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range elsewhere {
		if !seen[name] {
			t.Errorf("%s cuts nothing at tabs any more", name)
		}
	}
}
