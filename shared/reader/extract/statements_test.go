package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// What stands beside the hazard statements is not counted with them, and statements need no label.
func TestHazardStatementsAreCounted(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  int
	}{
		{[]string{"Hazard statements: Danger!", "Causes severe skin burns and eye damage.", "Precautionary phrases: Prevention", "Do not breathe dusts or mists."}, 1},
		{[]string{"Hazard statements", "Causes serious eye irritation.", "Causes damage to organs.", "(peripheral nervous system)"}, 2},
		{[]string{"Hazard statements", "Causes skin irritation", "Appearance yellow solid"}, 1},
		{[]string{"Hazard statements: None applicable", "Precautionary statements: none"}, 0},
		{[]string{"Hazard statements: Void", "Other hazards: none"}, 0},
		{[]string{"WARNING", "Causes serious eye irritation. May cause an allergic skin reaction.", "Prevention:", "Obtain special instructions before use."}, 2},
		{[]string{"DANGER Causes serious eye damage, Causes skin irritation, May cause respiratory irritation", "Avoid eye or skin contact"}, 3},
	} {
		r := read(sheet("en", section(2, lines(c.lines...))))
		if v := r.Get("hazard_statement_count"); v == nil || int(v.Quantity.Low) != c.want {
			t.Errorf("%q: got %v, want %d", c.lines, v, c.want)
		}
	}
	r := read(sheet("en", section(1, lines("Brightol")), section(9, lines("Boiling point: 80 C"))))
	if v := r.Get("hazard_statement_count"); v == nil || v.Quantity.Low != 0 {
		t.Errorf("a form without a section for them: %v", v)
	}
}

// A combined code is kept in full, its raw text and the answer of an evaluation as printed.
func TestShortPrecautionCodes(t *testing.T) {
	r := read(sheet("en", section(2, lines("P302+352 IF ON SKIN: wash.", "P305 + P351 + P338 IF IN EYES: rinse."))))
	if got, want := fmt.Sprint(r.List("p_codes")), "[P302+P352 P305+P351+P338]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(r.GoldView().List("p_codes"), " "), "P302+352 P305+P351+P338"; got != want || r.Get("p_codes").Raw != want {
		t.Errorf("%s, raw %s, want %s", got, r.Get("p_codes").Raw, want)
	}
}

// The sentence of a statement is what is printed with its code: behind it or before, without the label's remainder and
// the next code, over the end of its line and of the page.
func TestSentencesOfStatements(t *testing.T) {
	footed := append(lines("Precautionary statements (US/CA) : P261 - Avoid breathing vapors.", "P304+P340 - IF INHALED: Remove person to fresh air and keep comfortable for"), line(760, 10, "EN (English US) 1/7"))
	next := line(80, 50, "breathing.")
	next.Page = 2
	turned := lines("Precautionary statements", "応急措置 飲み込んだ場合：直ちに医師に連絡すること。(P301+P310)", "応急措置 皮膚に付着した場合：汚染された衣類を脱ぎ、皮膚を水", "又はシャワーで洗うこと。(P303+P361+P353)", "吸入した場合：空気の新鮮な場所に移し、休息させるこ", "と。(P304+P340)")
	turned[len(turned)-1].Page = 2
	for _, c := range []struct {
		table string
		lines []doc.Line
		want  []string
	}{
		{"hazard_statements", lines("Hazard Statements (US/CA) : H315 - Causes skin irritation.", "H373 May cause damage to organs through prolonged", "or repeated exposure.", "H319 Causes serious eye irritation. H317 May cause an allergic skin reaction."), []string{
			"Causes skin irritation.", "May cause damage to organs through prolonged or repeated exposure.", "Causes serious eye irritation.", "May cause an allergic skin reaction.",
		}},
		{"hazard_statements", lines("Hazard statements", "Causes serious eye irritation (H319)"), []string{"Causes serious eye irritation"}},
		{"hazard_statements", lines("Hazard statements", "H370 臓器の障害（中枢神経系、呼吸器）", "H372 (長期にわたる臓器の障害)"), []string{"臓器の障害(中枢神経系、呼吸器)", "長期にわたる臓器の障害"}},
		{"hazard_statements", lines("Hazard statements", "Causes skin irritation. [H315]", "May cause damage to organs through prolonged", "or repeated exposure. [H373]"), []string{"Causes skin irritation.", "May cause damage to organs through prolonged or repeated exposure."}},
		{"precautionary_statements", lines("Precautionary statements", "皮膚に付着した場合：多量の水で洗うこと。[P302+P352]", "皮膚又は髪に付着した場合：汚染された衣類を直ちに全て脱ぐこと。", "[P303+P361+P353]", "吸入した場合：空気の新鮮な場所に移し、休息させること。[P304+P340]", "眼に入った場合：水で数分間注意深く洗うこと。その後も洗浄", "を続けること。[P305+P351+P338]", "P501 廃棄すること。"), []string{
			"皮膚に付着した場合:多量の水で洗うこと。", "皮膚又は髪に付着した場合:汚染された衣類を直ちに全て脱ぐこと。", "吸入した場合:空気の新鮮な場所に移し、休息させること。", "眼に入った場合:水で数分間注意深く洗うこと。その後も洗浄を続けること。", "廃棄すること。",
		}},
		{"precautionary_statements", lines("Precautionary statements", "Wash hands thoroughly (P264). Do not eat or drink (P270).", "Wear gloves (P280)."), []string{"Wash hands thoroughly", "Do not eat or drink", "Wear gloves"}},
		{"precautionary_statements", turned, []string{"飲み込んだ場合:直ちに医師に連絡すること。", "皮膚に付着した場合:汚染された衣類を脱ぎ、皮膚を水又はシャワーで洗うこと。", "吸入した場合:空気の新鮮な場所に移し、休息させること。"}},
		{"precautionary_statements", append(footed, next), []string{"Avoid breathing vapors.", "IF INHALED: Remove person to fresh air and keep comfortable for breathing."}},
	} {
		r := read(sheet("en", section(2, c.lines)))
		var got []string
		for _, row := range r.Rows(c.table) {
			got = append(got, row["text"].Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A heading below the other hazards that has its text elsewhere is none of them.
func TestOtherHazardsWithoutTheHeadingOfAnAssessment(t *testing.T) {
	wantTexts(t, "other_hazards", map[string]string{
		"· Results of PBT and vPvB assessment":                                        "",
		"May form dust clouds in air. · Results of PBT and vPvB assessment":           "May form dust clouds in air.",
		"Results of PBT and vPvB assessment: contains none of them above 0.1 percent": "Results of PBT and vPvB assessment: contains none of them above 0.1 percent",
	}, func(printed string) *doc.Document {
		return sheet("en", section(2, lines("Other hazards: "+printed), pair("Other hazards", printed)))
	})
}

// A precautionary statement without a code ends on the next line if that begins with a small letter and both make a known one;
// one with a code ends before the next code.
func TestPrecautionsOverTwoLines(t *testing.T) {
	for _, c := range []struct {
		lines, want []string
	}{
		{[]string{"Precautionary statements", "Keep cool. IF exposed or", "concerned: Get medical advice/attention. Store locked", "up. Collect spillage."}, []string{
			"P235 Keep cool", "P308+P313 IF exposed or concerned: Get medical advice/attention", "P405 Store locked up", "P391 Collect spillage",
		}},
		{[]string{"Precautionary statements", "Response: Take off contaminated clothing and", "wash it before reuse."}, []string{"P362+P364 Take off contaminated clothing and wash it before reuse"}},
		{[]string{"Precautionary statements", "Store locked up", "keep cool"}, []string{"P405 Store locked up", "P235 keep cool"}},
		{[]string{"P210 Keep away from heat. P271 Use only outdoors or", "in a well-ventilated area. P280 Wear protective gloves."}, []string{
			"P210 Keep away from heat.", "P271 Use only outdoors or in a well-ventilated area.", "P280 Wear protective gloves.",
		}},
	} {
		r := read(sheet("en", section(2, lines(c.lines...))))
		var got []string
		for _, row := range r.Rows("precautionary_statements") {
			got = append(got, row["code"].Text+" "+row["text"].Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\n%q, want\n%q", c.lines, got, c.want)
		}
	}
}
