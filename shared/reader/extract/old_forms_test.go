package extract_test

import "testing"

// Sheets with the order from before GHS have the data of fire before those of section 9, others keep them in section 9 alone.
func TestDataOfFireInOldForms(t *testing.T) {
	physical := section(9, nil, pair("Boiling point", "80 C"), pair("pH", "7"))
	fire := section(5, nil, pair("Lower explosive limit, %", "1.5"), pair("Upper explosive limit, %", "9"), pair("Autoignition temperature", "310 \uF0B0C"))
	for name, tt := range map[string]struct {
		order []int
		want  string
	}{
		"physical data before fire": {[]int{9, 5}, "1.5 %|9 %|310 C"},
		"fire before physical data": {[]int{5, 9}, "||"},
	} {
		d := sheet("en", physical, fire)
		if tt.order[0] == 5 {
			d = sheet("en", fire, physical)
		}
		r := read(d)
		v := r.GoldView()
		if got := show(v.Quantity("explosive_low")) + "|" + show(v.Quantity("explosive_high")) + "|" + show(v.Quantity("auto_ignition")); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// The unit of a label decides between density and relative density; a pressure may have no unit; capital letters keep British spellings.
func TestUnitsOfSection9(t *testing.T) {
	wantForms(t,
		form{"Density, g/cm3", "0.95 - 1.05", "density", ">= 0.95 - <= 1.05 g/cm3"},
		form{"Density, g/cm3", "0.95 - 1.05", "relative_density", ""},
		form{"Specific gravity", "0.95", "relative_density", "0.95"},
		form{"VAPOUR PRESSURE (mm Hg)", "25-35 at 20°C", "vapor_pressure", ">= 25 - <= 35 mmHg"},
		form{"Vapor pressure", "60-70", "vapor_pressure", ">= 60 - <= 70"},
		form{"Vapor pressure", "0 mm of Hg (@20C)", "vapor_pressure", "0 mmHg"},
		form{"Melting Point: (0C)", "1400", "melting_point", "1400 °C"},
		form{"Viscosity", "12 mPa s", "viscosity_dynamic", "12 mPa s"},
		form{"Viscosity", "4-6 mPa\u2219s", "viscosity_dynamic", ">= 4 - <= 6 mPa·s"},
	)
}

// The end of a range before a label is not the label's number.
func TestARangeBeforeALabel(t *testing.T) {
	r := read(sheet("en", section(9, lines("Specific gravity: 0.99 - 1.02 pH: 7 Boiling point: 80 C"))))
	v := r.GoldView()
	if got := show(v.Quantity("relative_density")) + "|" + show(v.Quantity("ph")); got != "0.99-1.02|7" {
		t.Error(got)
	}
}

// Old sheets have no section of transport, and print it elsewhere.
func TestTransportOutsideOfItsSection(t *testing.T) {
	for name, tt := range map[string]struct {
		section int
		lines   []string
		want    string
	}{
		"by labels":         {1, []string{"D.O.T. Shipping Name: CAUSTIC PASTE, N.O.S.", "D.O.T. Hazard Class: 8 ID NO.: UN-1719 Packing Group: PG-II"}, "1719|CAUSTIC PASTE, N.O.S.|8|II"},
		"around its number": {7, []string{"Hazard Class: 4.2", "Identification Number: UN2008", "Packing Group: II", "Proper Shipping Name: Zirconium powder, dry"}, "2008|Zirconium powder, dry|4.2|II"},
		"on one line":       {1, []string{"TDG Classification: Adhesives, UN: 1133, Class 3, PG II"}, "1133|Adhesives|3|II"},
		"none":              {10, []string{"UN: Not Applicable TDG Class: None Packing Group: Not Applicable"}, "not_regulated|||"},
		"number of product": {1, []string{"Product identification number (PIN) N/A"}, "not_regulated|||"},
		"another class":     {1, []string{"Class: 3"}, "|||"},
	} {
		if got := carriage(read(sheet("en", section(tt.section, lines(tt.lines...))))); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A shipping name is told of goods that are not regulated, too; a refusal is none.
func TestShippingNamesWithoutNumber(t *testing.T) {
	for text, want := range map[string]string{
		"Proper shipping name: Consumer Commodity, ORM-D":                        "|Consumer Commodity, ORM-D||",
		"Proper shipping name: Not required":                                     "|||",
		"Proper shipping name: Contact the maker":                                "|||",
		"Proper shipping name: Paste NOTE: Shipped as usual":                     "|Paste||",
		"T.D.G. CLASSIFICATION CONSUMER COMMODITY (AEROSOLS, UN1950, CLASS 2.1)": "1950|AEROSOLS|2.1|",
		"A. Land transport ADR/RID: No classification assigned":                  "not_regulated|||",
		"1,1,1,2-Tetrafluoroethane (UN3159)":                                     "3159|||",
	} {
		if got := carriage(read(sheet("en", section(14, lines(text))))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A unit may stand before its figures, an end of a range in words or with a sign of degrees only.
func TestFiguresOfSection9(t *testing.T) {
	wantForms(t,
		form{"Flash point", "F: 90 C: 32", "flash_point", "90 °F"},
		form{"Flash point", "0F: 410", "flash_point", "410 °F"},
		form{"Flash point", "( 0C) Closed Cup:", "flash_point", ""},
		form{"Flash point", "Between 40°C (104°F) and 60°C (140°F).", "flash_point", ">= 40 - <= 60 °C"},
		form{"Boiling point", "300°-520° F/148 - 271 C", "boiling_point", ">= 300 - <= 520 °F"},
		form{"Boiling point", "100OC", "boiling_point", "100 °C"},
		form{"Boiling point", "(degrees F) Specific Gravity (H20=1)", "boiling_point", ""},
		form{"Density", "(g/cm3) 1.1", "density", "1.1 g/cm3"},
		form{"Density", "1.1 ( g/cm3 )", "density", "1.1 g/cm3"},
		form{"Density", "8.5-8.9 lbs./ gallon", "density", ">= 8.5 - <= 8.9 lbs./gallon"},
		form{"Vapor density", "(<)1 AIR=1", "vapor_density", "< 1"},
		form{"Upper explosive limit", "LEL 0.9 % UEL 8.5 %", "explosive_high", "8.5 %"},
		form{"Upper explosive limit", "8.5 % at 20 °C", "explosive_high", "8.5 %"},
		form{"Explosive limit 3 upper", "7 %", "explosive_high", "7 %"},
		form{"Explosive limit - lower ()%)", "0.6 %", "explosive_low", "0.6 %"},
		form{"Lower explosive limit", "2.5-12.0 % (Isopropanol)", "explosive_low", "2.5 %"},
		form{"Lower explosive limit", "2.5-12.0 % (Isopropanol)", "explosive_high", "12 %"},
	)
}

// The specific gravity is the relative density, also behind a density without a unit.
func TestGravityBeforeDensity(t *testing.T) {
	r := read(sheet("en", section(9, nil, pair("pH", "7"), pair("Density", "8.6"), pair("Specific gravity", "1.03"))))
	v := r.GoldView()
	if got := show(v.Quantity("relative_density")); got != "1.03" {
		t.Error(got)
	}
}

// The form is no part of a colour, a clear or coloured look is one.
func TestColoursOfAppearances(t *testing.T) {
	wantForms(t,
		form{"Appearance", "Clear", "color", "Clear"},
		form{"Appearance", "Coloured liquid", "color", "Coloured"},
		form{"Appearance", "Straw coloured liquid", "color", "Straw"},
		form{"Appearance", "Free flowing pink powder", "color", "pink"},
		form{"Appearance", "Colourless aerosol spray.", "color", "Colourless"},
		form{"Appearance, physical state/colour", "Clear liquid", "color", "Clear"},
	)
}
