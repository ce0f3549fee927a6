// Command importer rebuilds the table of UN numbers, unnumbers.tsv, from a folder of
// reference data: one row for each number and class, with its packing groups. Corrections
// of the data are made in this command.
//
//	go run ./shared/reference/unnumber/importer REFERENCE_DIR
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

const header = `# UN numbers: number, proper shipping name in Japanese, in English, class or division, subsidiary hazards (parted by /), packing groups (parted by /), 1 for marine pollutants.
# source: own condensed selection after the Japanese ministerial notice on the carriage of dangerous goods by sea
# as of: 2023-11-06
` + "number\tja\ten\tclass\tsubsidiary\tgroups\tmarine\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: importer REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type row struct {
	un, ja, en, class, sub, marine string
	groups                         []string
}

func run(dir string) error {
	raw, err := os.ReadFile(filepath.Join(dir, "un_numbers_ja_en_imdg.tsv"))
	if err != nil {
		return fmt.Errorf("read the UN numbers: %w", err)
	}
	var rows []*row
	seen := map[string]*row{}
	// Two common numbers that the source lacks, from the UN model regulations.
	for _, r := range []row{
		{un: "1013", ja: "炭酸ガス", en: "CARBON DIOXIDE", class: "2.2", marine: "0"},
		{un: "1230", ja: "メタノール", en: "METHANOL", class: "3", sub: "6.1", marine: "0", groups: []string{"II"}},
	} {
		seen[r.un+r.class+r.sub] = &r
		rows = append(rows, &r)
	}
	table := tsv.Read("un_numbers_ja_en_imdg.tsv", string(raw)).Ragged()
	for c := range table.Rows() {
		if c.Text("class") == "x" {
			continue
		}
		r := row{
			un: c.Text("un_no"), ja: trimmed(c.Text("psn_ja")), en: trimmed(c.Text("psn_en")), class: c.Text("class"),
			sub: dash(c.Text("subsidiary")), marine: c.Text("marine_pollutant"),
		}
		key := r.un + r.class + r.sub
		if seen[key] == nil {
			seen[key] = &r
			rows = append(rows, &r)
		}
		if g := dash(c.Text("packing_group")); g != "" && !slices.Contains(seen[key].groups, g) {
			seen[key].groups = append(seen[key].groups, g)
		}
	}
	if err := table.Err(); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(header)
	for _, r := range rows {
		b.WriteString(strings.Join([]string{r.un, r.ja, r.en, r.class, r.sub, strings.Join(r.groups, "/"), r.marine}, "\t") + "\n")
	}
	if err := os.WriteFile("shared/reference/unnumber/unnumbers.tsv", []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "rows")
	return nil
}

func dash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

// trimmed drops the remarks that the notice appends to a name.
func trimmed(s string) string {
	s = fold.Printed(s)
	for _, remark := range []string{"(備考", "(容積", "[", " (above", " (maximum", "(必要に応じて"} {
		if i := strings.Index(s, remark); i > 0 {
			s = s[:i]
		}
	}
	return strings.TrimSpace(strings.TrimRight(s, "*"))
}
