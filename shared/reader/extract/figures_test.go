package extract_test

import "testing"

// Figures are repaired before they are read: a zero for the sign of degrees, a blank before a
// point, a comma with three digits where commas are decimal.
func TestFiguresOfPropertiesRepaired(t *testing.T) {
	r := read(sheet("en", section(9, lines("pH 9 - 9,4"),
		pair("Boiling point", "(0C)"), pair("Melting point", "1500 0C"), pair("Density", "1 .12g/cm3"), pair("Relative density", "1,075 - 1,175"), pair("Vapor pressure", "55-65 PSIG@20C"), pair("pH", "9 - 9,4"))))
	if q := r.Get("boiling_point"); q != nil {
		t.Errorf("boiling point %v of a unit without a figure", q.Quantity)
	}
	for key, want := range map[string]string{"melting_point": "1500 °C", "density": "1.12 g/cm3", "relative_density": ">= 1.075 - <= 1.175", "vapor_pressure": ">= 55 - <= 65 PSIG"} {
		q := r.Get(key)
		if q == nil || q.Quantity.String() != want {
			t.Errorf("%s: %+v, want %s", key, q, want)
		}
	}
}

// A label may ask for look and odour at once; "none" is an odour, a form is no colour.
func TestLooksThatShareALabel(t *testing.T) {
	r := read(sheet("en", section(9, nil, pair("Appearance and odor", "Dark amber / Characteristic"))))
	if color, odor := r.Text("color"), r.Text("odor"); color != "Dark amber" || odor != "Characteristic" {
		t.Errorf("colour %q, odour %q", color, odor)
	}
	r = read(sheet("en", section(9, nil, pair("Color", "Solid"), pair("Odor", "None"))))
	if color, odor := r.Text("color"), r.Text("odor"); color != "" || odor != "None" {
		t.Errorf("colour %q, odour %q", color, odor)
	}
	r = read(sheet("en", section(9, nil, pair("Appearance", "White opaque slightly viscous liquid"))))
	if color := r.Text("color"); color != "White opaque" {
		t.Errorf("colour %q", color)
	}
}

// Where the value says that there is none, the line below it, such as the page's title, tells nothing of it.
func TestNothingBelowNoData(t *testing.T) {
	flash := pair("引火点", "情報なし やに入りはんだ SZ-60B")
	flash.ValueLines = lines("情報なし", "やに入りはんだ SZ-60B")
	r := read(sheet("ja", section(9, nil, flash, pair("融点", "183 ℃"), pair("比重", "8.5"))))
	if v := r.Get("flash_point"); v != nil {
		t.Errorf("flash point %v", v.Quantity)
	}
	if v := r.Get("melting_point"); v == nil || v.Quantity.Low != 183 {
		t.Errorf("melting point %+v", v)
	}
}
