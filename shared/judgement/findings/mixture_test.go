package findings_test

import (
	"strings"
	"testing"

	"anzen/shared/judgement/classification"
)

func compared(c ...classification.Compared) change { return func(s *sheet) { s.mixture = c } }

func differing(match classification.Match, class, calculated, stated string, explained bool) classification.Compared {
	return classification.Compared{
		Result: classification.Result{Class: class, Mildest: calculated, Severest: calculated, Verdict: classification.Classified},
		Match:  match, Stated: stated, Explained: explained,
	}
}

var mixtureCases = map[string]pair{
	"mixture_less_strict": {
		compared(differing(classification.LessStrict, "skin_corrosion", "1", "2", false)),
		compared(differing(classification.LessStrict, "skin_corrosion", "1", "2", true), differing(classification.Agrees, "eye_damage", "1", "1", false)),
	},
	"mixture_stricter": {
		compared(differing(classification.Stricter, "skin_corrosion", "", "2", false)),
		all(language("en"), compared(differing(classification.Stricter, "skin_corrosion", "", "2", false))),
	},
}

func TestADifferenceNamesClassesAndCategories(t *testing.T) {
	found := find(compared(
		differing(classification.LessStrict, "reproductive_toxicity", "1A", "", false),
		differing(classification.LessStrict, "reproductive_toxicity", "1A", "", false),
		differing(classification.LessStrict, "skin_corrosion", "1", "2", false),
		differing(classification.Stricter, "ozone", "", "1", false),
	))
	if len(found) != 2 {
		t.Fatalf("%d findings, %v", len(found), ids(found))
	}
	ja := found[0].Message("ja")
	if !strings.Contains(ja, "（計算 → 記載：生殖毒性 区分1A → なし、皮膚腐食性／刺激性 区分1 → 区分2）") {
		t.Error(ja)
	}
	if en := found[0].Message("en"); !strings.Contains(en, "(calculated → stated: Reproductive toxicity Category 1A → none, Skin corrosion/irritation Category 1 → Category 2)") {
		t.Error(en)
	}
	if ja := found[1].Message("ja"); !strings.Contains(ja, "オゾン層への有害性 区分に該当しない → 区分1") {
		t.Error(ja)
	}
	if len(found[0].Fields) != 2 || found[0].Fields[0].Key != "classification.category" {
		t.Errorf("the fields are %v", found[0].Fields)
	}
}
