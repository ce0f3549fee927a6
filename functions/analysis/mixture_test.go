package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/classification"
)

// differences are the classes in which section 2 of a sheet and its ingredients differ
// beyond what is unknown: "class/effect calculated stated", with who is right after a look at
// each.
var differences = map[string][]string{
	// The sheet states none of the hazards that the government found for methyl methacrylate
	// (sensitiser, nervous system, narcosis), which is half of it: the sheet is too mild.
	"js-007": {
		"respiratory_sensitization/ 1 -", "stot_single/ 1 -", "stot_single/narcosis 3 -", "aquatic_acute/ 3 -",
	},
	// Methyl acetate is in category 1 for single and repeated exposure: the sheet is too mild.
	"js-008": {"stot_single/ 1 -", "stot_repeated/ 1 -"},
	// 1-Butanol from 5 % damages the eye; methyl isobutyl ketone has been 1B since the
	// government's later classification: the sheet is too mild, or older.
	"js-010": {"eye_damage/ 1 2A", "carcinogenicity/ 1B 2"},
	// A solder: the categories are those of the powders of tin and lead, while an alloy in bulk
	// releases little: the sheet may be right, except for mutagenicity.
	"js-011": {"eye_damage/ 2 not_classified", "germ_cell_mutagenicity/ 2 not_possible", "stot_single/irritation 3 not_possible", "aquatic_acute/ 1 not_classified", "aquatic_chronic/ 1 4"},
	// Dimethyl carbonate is in category 2 from 3 %: the sheet is too mild.
	"js-013": {"reproductive_toxicity/ 2 -"},
	// Ethanolamines sensitise, boric acid is 1B: the sheet is too mild.
	"js-015": {"skin_sensitization/ 1 not_possible", "reproductive_toxicity/ 1B 2", "stot_single/ 2 -", "stot_repeated/ 2 not_possible", "aquatic_acute/ 3 not_possible"},
	// An emulsion of fenitrothion in xylene: the hazards of both are missing.
	"js-017": {"acute_toxicity_dermal/ 4 -", "skin_corrosion/ 2 -", "skin_sensitization/ 1 -", "reproductive_toxicity/ 1B -"},
	// A disinfectant of a quaternary ammonium salt: the flash point of 47 °C alone makes it
	// flammable, and the salt is toxic in every way.
	"js-019": {
		"flammable_liquids/ 3 -", "acute_toxicity_oral/ 3 4", "acute_toxicity_dermal/ 3 -", "acute_toxicity_inhalation_dust_mist/ 2 -",
		"carcinogenicity/ 1A -", "reproductive_toxicity/ 1A -", "stot_repeated/ 2 -",
	},
}

// On the sheets of the corpus of this project, all differences between section 2 and the
// ingredients are known. With -v the test prints how the classes agree.
func TestSection2AgreesWithTheIngredients(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "pdf", "js-*.pdf"))
	if err != nil || len(files) == 0 || testing.Short() {
		t.Skip("no corpus of Japanese sheets beside the module, or a short run: section 2 is not compared with the ingredients")
	}
	counts, mixtures := map[classification.Match]int{}, 0
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".pdf")
		r := readingIn(t, file)
		if r == nil || strings.HasSuffix(id, "-scan") {
			continue
		}
		sections := sectionsOf(*r)
		var record sds.Sheet
		record.Derive(sections)
		if !classification.IsMixture(&record) {
			continue
		}
		mixtures++
		subject := classification.Of(&record, sections)
		var differ []string
		for _, c := range classification.Compare(classification.Mixture(&subject), &record, sections) {
			counts[c.Match]++
			if (c.Match == classification.LessStrict || c.Match == classification.Stricter) && !c.Explained {
				stated := c.Stated
				if stated == "" {
					stated = "-"
				}
				differ = append(differ, fmt.Sprintf("%s/%s %s %s", c.Class, c.Effect, c.Mildest, stated))
			}
		}
		if want := differences[id]; !slices.Equal(differ, want) {
			t.Errorf("%s: section 2 and the ingredients differ in\n%s\nknown are\n%s", id, strings.Join(differ, "\n"), strings.Join(want, "\n"))
		}
	}
	if mixtures < 10 {
		t.Errorf("only %d sheets of mixtures", mixtures)
	}
	t.Logf("%d mixtures: %v", mixtures, counts)
}
