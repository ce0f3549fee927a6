package lawcheck_test

import (
	"testing"

	"anzen/shared/domain/verdict"
)

func TestReasonsAreSentencesOfTheirLanguage(t *testing.T) {
	tests := []struct{ share, threshold, ja, en string }{
		{"30", ">= 1", "「トルエン」の含有率（30%）が裾切値（1%以上）に該当するため、規制対象です。", "The content of toluene, 30 %, meets the threshold of ≥ 1 %."},
		{"10-20", "> 0.1", "「トルエン」の含有率（10～20%）が裾切値（0.1%超）に該当するため、規制対象です。", "The content of toluene, 10-20 %, meets the threshold of > 0.1 %."},
		{"> 1, < 5", ">= 1", "「トルエン」の含有率（1%超5%未満）が裾切値（1%以上）に該当するため、規制対象です。", "The content of toluene, > 1 % and < 5 %, meets the threshold of ≥ 1 %."},
	}
	for _, tt := range tests {
		r := verdict.Reason{Code: "law.reached", Args: map[string]string{"entry_ja": "トルエン", "entry_en": "toluene", "share": tt.share, "threshold": tt.threshold}}
		if got := r.In("ja"); got != tt.ja {
			t.Errorf("%s, want %s", got, tt.ja)
		}
		if got := r.In("en"); got != tt.en {
			t.Errorf("%s, want %s", got, tt.en)
		}
	}
}
