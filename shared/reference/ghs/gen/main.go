// Command gen makes the tables of hazard and precautionary statements, statements.tsv, and of what each hazard
// statement stands for, hazards.tsv, from a folder of reference data.
//
//	go run ./shared/reference/ghs/gen REFERENCE_DIR
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
	if err := os.WriteFile("shared/reference/ghs/statements.tsv", []byte(header+strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "statements")
	return hazards(dir)
}

const hazardHeader = `# What GHS hazard statements stand for: code, class, categories (parted by ,), signal word, pictograms (parted by ,).
# Own form of GHS annex 1 to 3 after PubChem's list, Rev. 10; 2026-03.
`

// classKeys maps the source's names of classes to our keys.
var classKeys = map[string]string{
	"Explosives": "explosives", "Flammable gases": "flammable_gases", "Aerosols": "aerosols", "Oxidizing gases": "oxidizing_gases",
	"Gases under pressure": "gases_under_pressure", "Flammable liquids": "flammable_liquids", "Flammable solids": "flammable_solids",
	"Self-reactive substances and mixtures": "self_reactive", "Organic peroxides": "organic_peroxides", "Pyrophoric liquids": "pyrophoric_liquids",
	"Pyrophoric solids": "pyrophoric_solids", "Self-heating substances and mixtures": "self_heating",
	"Substances and mixtures which in contact with water, emit flammable gases": "water_reactive", "Oxidizing liquids": "oxidizing_liquids",
	"Oxidizing solids": "oxidizing_solids", "Corrosive to Metals": "corrosive_to_metals", "Desensitized explosives": "desensitized_explosives",
	"Acute toxicity, oral": "acute_toxicity_oral", "Acute toxicity, dermal": "acute_toxicity_dermal", "Acute toxicity, inhalation": "acute_toxicity_inhalation",
	"Aspiration hazard": "aspiration", "Skin corrosion/irritation": "skin_corrosion", "Sensitization, Skin": "skin_sensitization",
	"Serious eye damage/eye irritation": "eye_damage", "Sensitization, respiratory": "respiratory_sensitization", "Germ cell mutagenicity": "germ_cell_mutagenicity",
	"Carcinogenicity": "carcinogenicity", "Reproductive toxicity": "reproductive_toxicity", "Reproductive toxicity, effects on or via lactation": "reproductive_toxicity",
	"Specific target organ toxicity, single exposure": "stot_single", "Specific target organ toxicity, single exposure; Respiratory tract irritation": "stot_single",
	"Specific target organ toxicity, single exposure; Narcotic effects": "stot_single", "Specific target organ toxicity, repeated exposure": "stot_repeated",
	"Hazardous to the aquatic environment, acute hazard": "aquatic_acute", "Hazardous to the aquatic environment, long-term hazard": "aquatic_chronic",
	"Hazardous to the ozone layer": "ozone",
}

func hazards(dir string) error {
	raw, err := os.ReadFile(filepath.Join(dir, "ghs_h_by_class_category_en.tsv"))
	if err != nil {
		return fmt.Errorf("read the classes of the statements: %w", err)
	}
	var rows []string
	for i, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		c := strings.Split(line, "\t")
		if i == 0 || strings.Contains(c[0], "+") {
			continue
		}
		names := []string{c[2]}
		if classKeys[c[2]] == "" {
			names = strings.Split(c[2], "; ")
		}
		for _, name := range names {
			if key := classKeys[name]; key != "" {
				rows = append(rows, strings.Join([]string{c[0], key, categories(c[3]), strings.ToLower(c[6]), c[5]}, "\t"))
			}
		}
	}
	if err := os.WriteFile("shared/reference/ghs/hazards.tsv", []byte(hazardHeader+strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "hazards")
	return nil
}

// categories brings "Category 1, 1A" and "Type C, D" to keys.
func categories(s string) string {
	switch {
	case strings.HasPrefix(s, "1A"):
		return "1,1A"
	case s == "1B":
		return "1,1B"
	case strings.HasPrefix(s, "Unstable"):
		return "unstable"
	case strings.HasPrefix(s, "Additional"):
		return "lactation"
	case strings.HasPrefix(s, "Compressed"):
		return "compressed,liquefied,dissolved"
	case strings.HasPrefix(s, "Refrigerated"):
		return "refrigerated_liquefied"
	}
	s = strings.NewReplacer("Category ", "", "Type ", "", "Div ", "", " ", "").Replace(s)
	return strings.ReplaceAll(s, "2A", "2A,2")
}

// mended repairs the slips of the source.
func mended(s string) string {
	return strings.NewReplacer("\ufffdC", "°C", "\ufffdF", "°F", "glovesand", "gloves and", "explorsion", "explosion",
		"configuraion", "configuration", "emergence medical", "emergency medical", "May causes", "May cause", "Maybe sensitive", "May be sensitive").Replace(s)
}
