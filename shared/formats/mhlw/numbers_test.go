package mhlw

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
)

func numbersOfToluene(_ string, cas []string) sds.LawNumbers {
	if !slices.Contains(cas, "108-88-3") {
		return sds.LawNumbers{}
	}
	return sds.LawNumbers{CSCL: []string{"3-2", "3-60"}, ISHA: []string{"4-(12)-781"}, PRTR: []string{"300"}}
}

func TestNumbersOfIngredients(t *testing.T) {
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{
		{ID: "1", Fields: []sds.Field{{Key: "name", Value: sds.Value{Kind: sds.KindText, Text: "トルエン"}}, {Key: "cas", Value: sds.Value{Kind: sds.KindList, List: []string{"108-88-3"}}}}},
		{ID: "2", Fields: []sds.Field{{Key: "name", Value: sds.Value{Kind: sds.KindText, Text: "水"}}}},
	}}}}}
	document, err := Export(sds.LanguageJapanese, sections, numbersOfToluene)
	if err != nil {
		t.Fatal(err)
	}
	root := tree(document)
	const first = "Composition.CompositionAndConcentration[0]."
	for path, want := range map[string]any{
		first + "gazetteNo.CSCL.CsclGazetteNo[1]": "3-60", first + "gazetteNo.ISHA.IshaGazetteNo[0]": "4-(12)-781",
		first + "SubstanceIdentifiers.SubstanceIdentity.OtherNo[0].IdentityName": "化管法 管理番号", first + "SubstanceIdentifiers.SubstanceIdentity.OtherNo[0].FullText": "300",
		"Composition.CompositionAndConcentration[1].gazetteNo": nil,
	} {
		if got := look(root, mustPath(path)); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	back, err := Import(document, numbersOfToluene)
	if err != nil || len(back.Left) > 0 {
		t.Errorf("not imported: %v, %v", back.Left, err)
	}
	other := strings.NewReplacer(`"3-60"`, `"3-61"`, `"300"`, `"301"`).Replace(string(document))
	if back, err = Import([]byte(other), numbersOfToluene); err != nil || !slices.Contains(back.Left, first+"gazetteNo.CSCL.CsclGazetteNo[1]") || !slices.Contains(back.Left, first+"SubstanceIdentifiers.SubstanceIdentity.OtherNo[0].FullText") {
		t.Errorf("numbers that are not known: %v, %v", back.Left, err)
	}
}
