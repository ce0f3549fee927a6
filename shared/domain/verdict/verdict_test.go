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

// Temperatures and pH values are stored as values, and put into words of the language when shown.
func TestReasonsOfMeasuredValues(t *testing.T) {
	for _, tt := range []struct {
		code   string
		args   map[string]string
		ja, en string
	}{
		{"law.property.flash_within", map[string]string{"flash": "13", "band": "≥ 0, < 30"}, "引火点 13 ℃が、この区分の範囲（0 ℃以上30 ℃未満）に入ります。", "The flash point of 13 °C lies within the range of this class (≥ 0, < 30 °C)."},
		{"law.property.flash_outside", map[string]string{"flash": "23~60", "band": "< -30"}, "引火点 23～60 ℃は、この区分の範囲（-30 ℃未満）に入りません。", "The flash point of 23~60 °C lies outside the range of this class (< -30 °C)."},
		{"law.property.petroleum_one", map[string]string{"flash": "≥ 250", "band": "≥ 250", "insoluble": "10000"}, "引火点 250 ℃以上が範囲（250 ℃以上）に入ります。指定数量は 10000 L です。", "The flash point of ≥ 250 °C lies within the range (≥ 250 °C). The designated quantity is 10000 L."},
		{"law.property.special_ignition", map[string]string{"ignition": "≤ 100", "quantity": "50"}, "発火点 100 ℃以下から特殊引火物に該当します（指定数量 50 L）。", "Its ignition temperature of ≤ 100 °C makes it a special flammable (designated quantity 50 L)."},
		{"law.property.waste_acid", map[string]string{"ph": "< 1"}, "pH 1 未満のため、廃棄時に著しい腐食性を有する廃酸（pH 2.0 以下）に該当する可能性があります。", "With a pH of < 1, its waste may be strongly corrosive waste acid (pH 2.0 or less)."},
		{"law.property.waste_acid", map[string]string{"ph": "1.5"}, "pH 1.5のため、廃棄時に著しい腐食性を有する廃酸（pH 2.0 以下）に該当する可能性があります。", "With a pH of 1.5, its waste may be strongly corrosive waste acid (pH 2.0 or less)."},
	} {
		r := verdict.Reason{Code: tt.code, Args: tt.args}
		if ja, en := r.In("ja"), r.In("en"); ja != tt.ja || en != tt.en {
			t.Errorf("%s:\n%s\n%s", tt.code, ja, en)
		}
	}
}
