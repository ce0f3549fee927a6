// Command importer rebuilds the table of NITE's classification results, classifications.tsv,
// from a folder of reference data: a row per set of CAS numbers and result, with the classes
// that decide about mixtures. Corrections of the data are made in this command.
//
//	go run ./shared/reference/nite/importer REFERENCE_DIR
package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

const header = `# Results of the Japanese government's GHS classification of substances: CAS numbers (parted by ;), then a column per hazard class with the keys of its categories
# (several joined by +; 3i and 3n are category 3 for irritation of the respiratory tract and for narcotic effects; L is the additional category for lactation).
# An empty cell: cannot be classified, no data (分類できない); n: not classified (区分に該当しない); o: out of the class's scope, as a solid is no flammable liquid (分類対象外).
# Organs, remarks and the physical hazards that no rule for mixtures derives from ingredients are left out. A number with several rows was classified in several forms.
# source: own selection after NITE, 政府によるGHS分類結果 (PDL1.0)
# as of: 2026-03-04
`

// columns are the classes that are kept, with the column of the source.
var columns = []struct{ class, source string }{
	{"acute_toxicity_oral", "急性毒性（経口）"},
	{"acute_toxicity_dermal", "急性毒性（経皮）"},
	{"acute_toxicity_inhalation_gas", "急性毒性（吸入：ガス）"},
	{"acute_toxicity_inhalation_vapour", "急性毒性（吸入：蒸気）"},
	{"acute_toxicity_inhalation_dust_mist", "急性毒性（吸入：粉塵、ミスト）"},
	{"skin_corrosion", "皮膚腐食性／刺激性"},
	{"eye_damage", "眼に対する重篤な損傷性／眼刺激性"},
	{"respiratory_sensitization", "呼吸器感作性"},
	{"skin_sensitization", "皮膚感作性"},
	{"germ_cell_mutagenicity", "生殖細胞変異原性"},
	{"carcinogenicity", "発がん性"},
	{"reproductive_toxicity", "生殖毒性"},
	{"stot_single", "特定標的臓器毒性（単回暴露）"},
	{"stot_repeated", "特定標的臓器毒性（反復暴露）"},
	{"aspiration", "誤えん有害性"},
	{"aquatic_acute", "水生環境有害性短期（急性）"},
	{"aquatic_chronic", "水生環境有害性長期（慢性）"},
	{"ozone", "オゾン層への有害性"},
}

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

func run(dir string) error {
	const name = "jp_nite_ghs_classification.tsv"
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return fmt.Errorf("read NITE's classifications: %w", err)
	}
	var b strings.Builder
	b.WriteString(header + "cas")
	for _, c := range columns {
		b.WriteString("\t" + c.class)
	}
	b.WriteString("\n")
	var lines []string
	table := tsv.Read(name, string(raw)).Ragged()
	for row := range table.Rows() {
		line, ok, err := convert(row)
		if err != nil {
			return err
		}
		if ok {
			lines = append(lines, line)
		}
	}
	if err := table.Err(); err != nil {
		return fmt.Errorf("read NITE's classifications: %w", err)
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		first := func(s string) string { s, _, _ = strings.Cut(s, "\t"); s, _, _ = strings.Cut(s, ";"); return s }
		return cmp.Or(chem.CompareCAS(first(a), first(b)), cmp.Compare(a, b))
	})
	b.WriteString(strings.Join(slices.Compact(lines), "\n") + "\n")
	return os.WriteFile(filepath.Join("shared", "reference", "nite", "classifications.tsv"), []byte(b.String()), 0o644)
}

// convert makes a row; ok is false for one without a valid CAS number or without any result.
func convert(row *tsv.Row) (line string, ok bool, err error) {
	var numbers []string
	for _, n := range row.List("cas", ";") {
		if chem.CAS(n).Valid() && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	cells := make([]string, 0, 1+len(columns))
	cells = append(cells, strings.Join(numbers, ";"))
	for _, c := range columns {
		result, err := resultOf(c.class, row.Text(c.source))
		if err != nil {
			return "", false, fmt.Errorf("%s, %s: %w", row.Text("cas"), c.class, err)
		}
		ok = ok || result != ""
		cells = append(cells, result)
	}
	return strings.Join(cells, "\t"), ok && len(numbers) > 0, nil
}

var (
	category = regexp.MustCompile(`区分([1-5][A-C]?)(\(([^()]*(?:\([^()]*\)[^()]*)*)\))?`)
	negative = regexp.MustCompile(`^(?:分類できない|-|)$`)
)

// resultOf is a cell of the source as the table writes it.
func resultOf(class, cell string) (string, error) {
	s := strings.ReplaceAll(fold.Printed(cell), " ", "")
	var keys []string
	for _, m := range category.FindAllStringSubmatch(s, -1) {
		if class != "stot_single" || m[1] != "3" {
			keys = append(keys, m[1])
			continue
		}
		if strings.Contains(m[3], "刺激") {
			keys = append(keys, "3i")
		}
		if strings.Contains(m[3], "麻酔") {
			keys = append(keys, "3n")
		}
	}
	if strings.Contains(s, "授乳") {
		keys = append(keys, "L")
	}
	switch {
	case len(keys) > 0:
		slices.Sort(keys)
		return strings.Join(slices.Compact(keys), "+"), nil
	case strings.Contains(s, "対象外"):
		return "o", nil
	case strings.Contains(s, "該当しない"), strings.Contains(s, "区分外"):
		return "n", nil
	case negative.MatchString(s):
		return "", nil
	}
	return "", fmt.Errorf("%q is no result", cell)
}
