package chem_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

func eq(v float64, unit string) chem.Quantity {
	return chem.Quantity{Low: v, LowOp: "=", High: v, HighOp: "=", Unit: unit}
}

func between(lo float64, loOp string, hi float64, hiOp, unit string) chem.Quantity {
	return chem.Quantity{Low: lo, LowOp: loOp, High: hi, HighOp: hiOp, Unit: unit}
}

func approx(q chem.Quantity) chem.Quantity {
	q.Approximate = true
	return q
}

func TestParseQuantity(t *testing.T) {
	tests := map[string]chem.Quantity{
		"-17℃":               eq(-17, "C"),
		"－１７℃":               eq(-17, "C"),
		"約 110 ℃":            approx(eq(110, "C")),
		"56.05 °C":           eq(56.05, "C"),
		"> 93 °C (199.4 °F)": {Low: 93, LowOp: ">", Unit: "C"},
		"93℃以上":              {Low: 93, LowOp: ">=", Unit: "C"},
		"14以上":               {Low: 14, LowOp: ">="},
		"<1 g/cm3 (<1000 kg/m³) 15°C": {
			High: 1, HighOp: "<", Unit: "g/cm3",
		},
		"6.0～8.0":          between(6, ">=", 8, "<=", ""),
		"5 - 10 %":         between(5, ">=", 10, "<=", "%"),
		"-114~-110℃":       between(-114, ">=", -110, "<=", "C"),
		"-20 °C ~ -10 °C":  between(-20, ">=", -10, "<=", "C"),
		"34% TO 50%":       between(34, ">=", 50, "<=", "%"),
		"2.6 to 12.8 vol%": between(2.6, ">=", 12.8, "<=", "vol%"),
		"1,013 hPa":        eq(1013, "hPa"),
		"0,00001 hPa":      eq(1e-5, "hPa"),
		"17 MM HG":         eq(17, "mmHg"),
		"1.5 G/CC":         eq(1.5, "g/cc"),
		"3 MPa":            eq(3, "MPa"),
		"not below 100 °C": {Low: 100, LowOp: ">=", Unit: "C"},
		"0,79 g/cm³":       eq(0.79, "g/cm3"),
		"1.2 x 10^-5 Pa":   eq(1.2e-5, "Pa"),
		"1.2×10-3 kPa":     eq(1.2e-3, "kPa"),
		"2.5E-04 mmHg":     eq(2.5e-4, "mmHg"),
		"7 mPa·s (20℃)":    eq(7, "mPa·s"),
		"10>x≧5":           between(5, ">=", 10, "<", ""),
		"≧30 - ≦40":        between(30, ">=", 40, "<=", ""),
		">= 50 - < 70":     between(50, ">=", 70, "<", ""),
		"0.1～<1":           between(0.1, ">=", 1, "<", ""),
		"1.0%超 5.0%未満":     between(1, ">", 5, "<", "%"),
		"1%以上10%未満":        between(1, ">=", 10, "<", "%"),
		"0.9949 +/- 0.02":  eq(0.9949, ""),
		"less than 5 mmHg": {High: 5, HighOp: "<", Unit: "mmHg"},
		"99.5%<":           {Low: 99.5, LowOp: ">", Unit: "%"},
		"ca. 12":           approx(eq(12, "")),
		"208 °C (クリーブランド開放式)": eq(208, "C"),
		"200°F":                         eq(200, "F"),
		"Closed cup: 11.7°C":            eq(11.7, "C"),
		"log Kow = -0.24":               eq(-0.24, ""),
		"0.79 (20/4℃)":                  eq(0.79, ""),
		"10 % - 30 %":                   between(10, ">=", 30, "<=", "%"),
		"160°C (320°F) - 162°C (324°F)": between(160, ">=", 162, "<=", "C"),
		"700 - 1.000 mPa.s":             between(700, ">=", 1000, "<=", "mPa.s"),
		"86 Deg. F or 30 Deg. C":        eq(86, "F"),
		"200 DEG F":                     eq(200, "F"),
		"1013.25 hPa at 100 deg C":      eq(1013.25, "hPa"),
	}
	for in, want := range tests {
		got, err := chem.ParseQuantity(in)
		if err != nil {
			t.Errorf("ParseQuantity(%q): %v", in, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("ParseQuantity(%q) (-want +got)\n%s", in, d)
		}
	}
	for _, in := range []string{"", "データなし", "No data available", "H2O", "-", "not applicable"} {
		if got, err := chem.ParseQuantity(in); err == nil {
			t.Errorf("ParseQuantity(%q) = %v, want none", in, got)
		}
	}
}

func TestFindQuantitiesDimensions(t *testing.T) {
	found := chem.FindQuantities(fold.Printed("20℃: 23.2 hPa"))
	if len(found) != 2 || found[0].Dimension != chem.Temperature || found[1].Dimension != chem.Pressure || found[1].Low != 23.2 {
		t.Errorf("got %+v", found)
	}
}

func TestParseConcentration(t *testing.T) {
	tests := map[string]chem.Concentration{
		"60～70%":        {Quantity: between(60, ">=", 70, "<=", "%")},
		"1%未満":          {Quantity: chem.Quantity{High: 1, HighOp: "<", Unit: "%"}},
		"0.1～<1":        {Quantity: between(0.1, ">=", 1, "<", "%")},
		"10>x≧5":        {Quantity: between(5, ">=", 10, "<", "%")},
		"残部":            {Balance: true},
		"営業秘密":          {Withheld: true},
		"Proprietary":   {Withheld: true},
		"99.5%以上":       {Quantity: chem.Quantity{Low: 99.5, LowOp: ">=", Unit: "%"}},
		"< 1":           {Quantity: chem.Quantity{High: 1, HighOp: "<", Unit: "%"}},
		">= 50 - < 70":  {Quantity: between(50, ">=", 70, "<", "%")},
		"約30%":          {Quantity: approx(between(30, ">=", 30, "<=", "%"))},
		"100":           {Quantity: between(100, ">=", 100, "<=", "%")},
		"500ppm":        {Quantity: between(500, ">=", 500, "<=", "ppm")},
		"≧25 - ≦50":     {Quantity: between(25, ">=", 50, "<=", "%")},
		"99.999 vol%以上": {Quantity: chem.Quantity{Low: 99.999, LowOp: ">=", Unit: "%"}},
	}
	for in, want := range tests {
		got, ok := chem.ParseConcentration(in, "")
		if d := cmp.Diff(want, got); d != "" || !ok {
			t.Errorf("ParseConcentration(%q) ok=%v (-want +got)\n%s", in, ok, d)
		}
	}
	if got, ok := chem.ParseConcentration("-", ""); ok {
		t.Errorf("a dash states %v", got)
	}
}

func TestQuantityRoundTrip(t *testing.T) {
	value := rapid.Map(rapid.IntRange(-99999, 99999), func(i int) float64 { return float64(i) / 100 })
	units := []string{"", "C", "F", "kPa", "g/cm3", "mm2/s", "%", "ppm", "mPa·s", "vol%", "mg/m3"}
	rapid.Check(t, func(t *rapid.T) {
		q := chem.Quantity{Unit: rapid.SampledFrom(units).Draw(t, "unit")}
		lo, hi := value.Draw(t, "lo"), value.Draw(t, "hi")
		if lo > hi {
			lo, hi = hi, lo
		}
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			q.Low, q.LowOp, q.High, q.HighOp = lo, "=", lo, "="
		case 1:
			q.Low, q.LowOp = lo, rapid.SampledFrom([]string{">", ">="}).Draw(t, "op")
		case 2:
			q.High, q.HighOp = hi, rapid.SampledFrom([]string{"<", "<="}).Draw(t, "op")
		case 3:
			q.Low, q.LowOp, q.High, q.HighOp = lo, rapid.SampledFrom([]string{">", ">="}).Draw(t, "op"), hi+1, rapid.SampledFrom([]string{"<", "<="}).Draw(t, "op2")
		}
		q.Approximate = rapid.Bool().Draw(t, "approx")
		got, err := chem.ParseQuantity(q.String())
		if err != nil {
			t.Fatalf("%q: %v", q, err)
		}
		if d := cmp.Diff(q, got); d != "" {
			t.Fatalf("%q (-want +got)\n%s", q, d)
		}
	})
}

func FuzzFindQuantities(f *testing.F) {
	for _, s := range []string{"60～70%", "10>x≧5", "1.2×10-5 kPa", "-20 °C ~ -10 °C", "<", "1,0,0", "10^", "9e99999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := fold.Printed(s)
		at := 0
		for _, m := range chem.FindQuantities(folded) {
			if m.Start < at || m.End <= m.Start || m.End > len(folded) || !m.Stated() {
				t.Fatalf("%q: bad %+v after %d", folded, m, at)
			}
			at = m.End
		}
		chem.ParseConcentration(s, "")
	})
}
