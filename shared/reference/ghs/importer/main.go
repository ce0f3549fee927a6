// Command importer rebuilds the tables of hazard and precautionary statements,
// statements.tsv, and of the meanings of hazard statements, hazards.tsv, from a folder of
// reference data. Corrections of the data are made in this command.
//
//	go run ./shared/reference/ghs/importer REFERENCE_DIR
package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"anzen/shared/text/tsv"
)

const header = `# GHS hazard and precautionary statements: code, Japanese, English, other Japanese wordings (parted by ;), "old" where GHS Rev. 10 no longer has it.
# source: own selection; English after PubChem's list of GHS statements, Japanese after JIS Z 7253 and NITE's results
# as of: 2026-03
` + "code\tja\ten\twordings\told\n"

// ownWordings are wordings that the source lacks, by code.
var ownWordings = map[string]string{"H270": "発火又は火炎助長のおそれ；酸化性物質;発火又は火炎助長のおそれ"}

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
	var rows []string
	for _, name := range []string{"ghs_h_statements_ja_en.tsv", "ghs_p_statements_ja_en.tsv"} {
		table, err := open(dir, name)
		if err != nil {
			return err
		}
		for r := range table.Rows() {
			if strings.Contains(r.Text("code"), "[") {
				continue
			}
			old, wordings := "", ""
			if r.Text("deleted_in_rev10") == "1" {
				old = "old"
			}
			if r.Has("ja_variants") {
				wordings = r.Text("ja_variants")
			}
			wordings = cmp.Or(wordings, ownWordings[r.Text("code")])
			rows = append(rows, strings.Join([]string{r.Text("code"), mended(r.Text("text_ja")), mended(r.Text("text_en")), wordings, old}, "\t"))
		}
		if err := table.Err(); err != nil {
			return err
		}
	}
	if err := os.WriteFile("shared/reference/ghs/statements.tsv", []byte(header+strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "statements")
	return hazards(dir)
}

func open(dir, name string) (*tsv.Table, error) {
	content, err := os.ReadFile(filepath.Join(dir, name)) //nolint:gosec // named by who runs the command
	if err != nil {
		return nil, fmt.Errorf("read the reference data: %w", err)
	}
	return tsv.Read(name, string(content)).Ragged(), nil
}

const hazardHeader = `# What GHS hazard statements stand for: code, class, categories (parted by ,), signal word, pictograms (parted by ,).
# source: own form of GHS annex 1 to 3 after PubChem's list, Rev. 10
# as of: 2026-03
` + "code\tclass\tcategories\tsignal\tpictograms\n"

// classKeys maps the source's names of classes to our keys.
var classKeys = map[string]string{
	"Explosives": "explosives", "Flammable gases": "flammable_gases", "Aerosols": "aerosols", "Chemicals under pressure": "chemicals_under_pressure", "Oxidizing gases": "oxidizing_gases",
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
	table, err := open(dir, "ghs_h_by_class_category_en.tsv")
	if err != nil {
		return err
	}
	var rows []string
	for r := range table.Rows() {
		code, class := r.Text("h_code"), r.Text("class_en")
		if strings.Contains(code, "+") {
			continue
		}
		names := []string{class}
		if classKeys[class] == "" {
			names = strings.Split(class, "; ")
		}
		for _, name := range names {
			if key := classKeys[name]; key != "" {
				rows = append(rows, strings.Join([]string{code, key, categories(r.Text("category")), strings.ToLower(r.Text("signal_word")), r.Text("pictogram")}, "\t"))
			}
		}
	}
	if err := table.Err(); err != nil {
		return err
	}
	if err := os.WriteFile("shared/reference/ghs/hazards.tsv", []byte(hazardHeader+strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Println(len(rows), "hazards")
	return nil
}

// categories converts "Category 1, 1A" and "Type C, D" to keys.
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

// mended corrects mistakes of the source.
func mended(s string) string {
	return strings.NewReplacer("\ufffdC", "°C", "\ufffdF", "°F", "glovesand", "gloves and", "explorsion", "explosion",
		"configuraion", "configuration", "emergence medical", "emergency medical", "May causes", "May cause", "Maybe sensitive", "May be sensitive").Replace(s)
}
