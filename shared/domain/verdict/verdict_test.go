package verdict_test

import (
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
)

// A reason has what its proof states, and stored ones keep what they were given.
func TestExplained(t *testing.T) {
	p := verdict.Proof{
		Verdict: verdict.Applies, Entry: "トルエン", Threshold: ">= 0.1", Share: &verdict.Content{Low: 10, High: 20, Known: true}, Parts: []verdict.Part{{Name: "溶剤"}},
		Reason: verdict.Reason{Code: "law.reached"},
	}
	for locale, words := range map[string][]string{"ja": {"トルエン", "10～20%", "0.1%以上"}, "en": {"トルエン", "10-20 %", "≥ 0.1 %"}} {
		for _, word := range words {
			if text := p.Explain(locale); !strings.Contains(text, word) || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %q lacks %q", locale, text, word)
			}
		}
	}
	if len(p.Reason.Args) != 0 {
		t.Errorf("explaining changed the reason: %v", p.Reason.Args)
	}
	p.Reason.Args = map[string]string{"entry_ja": "別の名称", "entry_en": "another name", "threshold": ">= 5", "share": "30"}
	if text := p.Explain("en"); !strings.Contains(text, "another name") || !strings.Contains(text, "≥ 5 %") || !strings.Contains(text, "30 %") {
		t.Errorf("a stored reason: %q", text)
	}
}

// The name of what cannot be identified is that of its part, with its share.
func TestExplainedUnidentified(t *testing.T) {
	p := verdict.Proof{Verdict: verdict.Unknown, Threshold: ">= 1", Parts: []verdict.Part{{Name: "添加剤", Has: verdict.Content{High: 3, Known: true}}}, Reason: verdict.Reason{Code: "law.unidentified"}}
	if text := p.Explain("ja"); !strings.Contains(text, "添加剤") || !strings.Contains(text, "3%以下") {
		t.Errorf("%q", text)
	}
	p.Parts[0].Has = verdict.Content{High: 100}
	if text := p.Explain("en"); !strings.Contains(text, "not stated") {
		t.Errorf("%q", text)
	}
}
