// Command gen makes the table of hazard and precautionary statements, statements.tsv, from a folder of
// reference data.
//
//	go run ./shared/ghs/gen REFERENCE_DIR
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const header = `# GHS hazard and precautionary statements: code, Japanese, English, other Japanese wordings (parted by ;), "old" where GHS Rev. 10 no longer has it.
# Own selection; English after PubChem's list of GHS statements, Japanese after JIS Z 7253 and NITE's results; 2026-03.
`

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	var rows []string
	for _, f := range []struct {
		name          string
		ja, alias, id int
		old           int
	}{
		{"ghs_h_statements_ja_en.tsv", 2, 3, 0, 4},
		{"ghs_p_statements_ja_en.tsv", 2, -1, 0, 4},
	} {
		raw, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil {
			return fmt.Errorf("read the statements: %w", err)
		}
		for i, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
			c := strings.Split(line, "\t")
			if i == 0 || strings.Contains(c[f.id], "[") {
				continue
			}
			old, alias := "", ""
			if len(c) > f.old && c[f.old] == "1" {
				old = "old"
			}
			if f.alias >= 0 {
				alias = c[f.alias]
			}
			rows = append(rows, strings.Join([]string{c[f.id], mended(c[f.ja]), mended(c[1]), alias, old}, "\t"))
		}
	}
	if err := os.WriteFile("shared/ghs/statements.tsv", []byte(header+strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "statements")
	return nil
}

// mended repairs the slips of the source.
func mended(s string) string {
	return strings.NewReplacer("\ufffdC", "°C", "\ufffdF", "°F", "glovesand", "gloves and", "explorsion", "explosion",
		"configuraion", "configuration", "emergence medical", "emergency medical", "May causes", "May cause", "Maybe sensitive", "May be sensitive").Replace(s)
}
