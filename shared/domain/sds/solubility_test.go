package sds_test

import (
	"testing"

	"anzen/shared/domain/sds"
)

func TestWaterSolubility(t *testing.T) {
	for text, want := range map[string]string{
		"不溶":                                    sds.WaterInsoluble,
		"水に不溶":                                  sds.WaterInsoluble,
		"水にほとんど溶けない":                            sds.WaterInsoluble,
		"水に溶けない(徐々に反応)":                         sds.WaterInsoluble,
		"わずかに溶ける":                               sds.WaterInsoluble,
		"水に一部溶ける":                               sds.WaterInsoluble,
		"Partly miscible":                       sds.WaterInsoluble,
		"Very slightly soluble":                 sds.WaterInsoluble,
		"Not soluble":                           sds.WaterInsoluble,
		"不溶(1.6 mg/L)":                          sds.WaterInsoluble,
		"0.1 g/100 mL(20°C)":                    sds.WaterInsoluble,
		"６．４ ｇ／１００ ｍＬ":                          sds.WaterInsoluble,
		"86 g/l at 20 °C":                       sds.WaterInsoluble,
		"320 mg/l at 25 °C":                     sds.WaterInsoluble,
		"77 g/L (20℃) soluble":                  sds.WaterInsoluble,
		"混和する":                                  sds.WaterSoluble,
		"任意の割合で混合":                              sds.WaterSoluble,
		"Miscible in all proportions":           sds.WaterSoluble,
		"848 g/l at 25 °C - completely soluble": sds.WaterSoluble,
		"245 g/100 mL(25°C)":                    sds.WaterSoluble,
		"可溶":                                    sds.WaterSoluble,
		"水に易溶":                                  sds.WaterSoluble,
		"Soluble in water":                      sds.WaterSoluble,
		"51.8 g/100 mL at 68 °F":                "", // between: its density decides
		"反応してフッ化水素を生成":                          "",
		"徐々に加水分解する":                             "",
		"乳化する":                                  "",
		"1.713 lCO2/L H2O(0°C、0.1013MPa)":       "",
		"":                                      "",
	} {
		var s sds.Sheet
		s.Derive([]sds.Section{{Number: 9, Fields: []sds.Field{machine("solubility_water", "solubility_water", sds.Value{Kind: sds.KindText, Text: text})}}})
		if s.WaterSolubility != want {
			t.Errorf("%q is %q, want %q", text, s.WaterSolubility, want)
		}
	}
}
