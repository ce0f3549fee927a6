package createsimple

import (
	"strings"
	"testing"

	"anzen/shared/domain/sds"
)

// A gas in a liquid is volatile, whether or not its boiling point is known; a product of unknown state is said to be taken for a liquid.
func TestVolatilityOfGasesAndOfUnknownStates(t *testing.T) {
	for _, tt := range []struct{ cas, state, want, note string }{
		{"75-28-5", "liquid", volatilities[0], "常温で気体"},
		{"75-28-5", "gas", "", ""},
		{"108-88-3", "liquid", volatilities[1], "沸点"},
		{"108-88-3", "", volatilities[1], "液体とみなして"},
		{"108-88-3", "solid", "", "飛散性"},
	} {
		b := bookOf(Version3, "ja",
			sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredientRow("成分", tt.cas))}},
			sds.Section{Number: 9, Fields: []sds.Field{textField("state", tt.state)}})
		if v := find(t, b, "成分情報", "物理化学的性状", "揮発性／飛散性"); v.Cell.Text != tt.want || !strings.Contains(v.Note, tt.note) || v.Given() != (v.Origin != "") {
			t.Errorf("%s in %q: %+v", tt.cas, tt.state, v)
		}
	}
}

// A vapour pressure of another temperature than a room's is none.
func TestVapourPressureOfARoom(t *testing.T) {
	for raw, given := range map[string]bool{
		"2.9 kPa": true, "2.9 kPa(20°C)": true, "2.9 kPa at 68 °F": true, "2.9 kPa @ 25 C": true, "2.9 kPa (−20 ℃), 3.4 kPa (20 ℃)": true,
		"2.9 kPa at 50 °C": false, "2.9 kPa(-198.7 °C)": false, "2.9 kPa（１００℃）": false, "2.9 kPa at 122F": false,
	} {
		b := bookOf(Version3, "ja", sds.Section{Number: 9, Fields: []sds.Field{quantityField("vapor_pressure", numberOf(2.9), numberOf(2.9), "kPa", raw)}})
		v := find(t, b, "製品情報", "製品の物理化学的性状", "蒸気圧")
		if v.Given() != given || given && v.Cell.Number != 2900 || !given && !strings.Contains(v.Note, "室温") || v.Unit != "Pa" {
			t.Errorf("%s: %+v", raw, v)
		}
	}
}

// Lists of the limits of many countries print the authority behind the country.
func TestLimitsOfGermanysResearchCouncil(t *testing.T) {
	for authority, want := range map[string]string{"DFG": "dfg_mak", "Germany (DFG)": "dfg_mak", "Germany (AGS)": "other_8h"} {
		if got := limitKey(authority, "TWA", false); got != want {
			t.Errorf("%s: %s", authority, got)
		}
	}
	if got := limitKey("Germany (DFG)", "STEL", false); got != "dfg_peak" {
		t.Error(got)
	}
}

// Dates are written as the language writes them.
func TestDatesOfTheLanguage(t *testing.T) {
	for lang, want := range map[string]string{"ja": "SDS改訂日：2023/09/30", "en": "SDS revised on 2023-09-30"} {
		b := bookOf(Version3, lang, sds.Section{Number: 1, Fields: []sds.Field{textField("revision_date", "2023-09-30")}})
		if v := find(t, b, "リスクアセスメントシート", "STEP 1", "備考"); v.Cell.Text != want {
			t.Errorf("%s: %+v", lang, v)
		}
	}
}
