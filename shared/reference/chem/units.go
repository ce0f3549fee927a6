package chem

import (
	"sort"
	"strings"

	"anzen/shared/text/fold"
)

// Dimension is the kind of quantity that a unit measures.
type Dimension int

// The dimensions that sections 3, 8 and 9 of a sheet use.
const (
	Plain Dimension = iota // no unit: pH, ratios, log Kow
	Temperature
	Pressure
	Density
	Kinematic
	Dynamic
	Fraction // %, ppm, ppb
	Airborne // mg/m3: also a density by form
	Solubility
	Other
)

type unitName struct {
	printed string
	name    string
	dim     Dimension
}

// unitNames lists units as printed after Fold. name is the unit in results; empty means as
// printed.
var unitNames = func() []unitName {
	t := map[Dimension]string{
		Temperature: "°C=C °F=F °K=K ° C=C ° F=F ºC=C ºF=F oC=C deg.C=C deg._C=C deg_C=C degC=C deg.F=F deg._F=F deg_F=F degF=F Deg.C=C Deg._C=C Deg_C=C Deg.F=F Deg._F=F Deg_F=F DEG.C=C DEG._C=C DEG_C=C DEG.F=F DEG._F=F DEG_F=F DEGREES_C=C DEGREES_F=F Degrees_C=C Degrees_F=F degrees_C=C degrees_F=F degree_C=C degree_F=F degrees_Celsius=C degrees_Fahrenheit=F deg._Celsius=C deg._Fahrenheit=F °_Celsius=C °_Fahrenheit=F °Celsius=C °Fahrenheit=F Celsius=C Fahrenheit=F C=C F=F K=K 度=C",
		Pressure:    "kPa(a)=kPa kPa hPa MPa mPa GPa Pa mmHg mm_Hg=mmHg mm._Hg=mmHg mm.Hg=mmHg mm-Hg=mmHg mm_of_Hg=mmHg mm_of_mercury=mmHg mm_mercury=mmHg mbar mBar bar Bar atm Torr torr psia psig psi PSIA PSIG PSI kilopascals kilopascal=kilopascals kgf/cm2 kg/cm2 inHg in._Hg=inHg in_Hg=inHg 気圧=atm",
		Density:     "g/cm3 g/cm^3=g/cm3 g/cc gm/cc gms/cc gm/ml gm/cm3 grams/cc grams/cm3 grams/ml lbs./_gallon=lbs./gallon lbs./gallon lbs/gallon lb/gallon g/ml g/mL g/ML=g/mL kg/l kg/L kg/m3 kg/m^3=kg/m3 kg/dm3 lb/gal lbs/gal lb./gal=lb/gal lbs./gal=lbs/gal lb/US_gal lb/U.S._gal=lb/US_gal lb/ft3 lbs/ft3 lb/USg LB/GL lb/gl LB/gal LBS/GAL g/l g/L t/m3",
		Kinematic:   "mm2/s mm2/sec=mm2/s mm2/sec.=mm2/s mm2s-1=mm2/s mm^2/s=mm2/s m2/s cm2/s cSt cst=cSt centistokes centistoke=centistokes St SUS SSU",
		Dynamic:     "mPa·s mPa.s mPa・s mPa∙s=mPa·s mPa_s mPas mPa*s mPa-s mPa•s mPa_x_s=mPa.s mPa·sec=mPa·s mPa.sec=mPa.s m.Pa.s=mPa.s Pa·s Pa.s Pa・s Pas Pa_s Pa-s μPa・s μPa·s μPa.s cP cp=cP cPs cps cPoise=cP centipoise centipoises=centipoise poise",
		Fraction: "vol%=vol% vol.%=vol% vol_%=vol% vol._%=vol% Vol%=vol% Vol.%=vol% Vol_%=vol% Vol._%=vol% Vol.-%=vol% vol-%=vol% VOL%=vol% %(V)=vol% %_(V)=vol% %(v)=vol% %_(v)=vol% %(v/v)=vol% %(V/V)=vol% %_(v/v)=vol% %_(V/V)=vol% %_v/v=vol% %_V/V=vol% %v/v=vol% %_vol=vol% %vol=vol% %_Vol=vol% 容量%=vol% 体積%=vol% 容積%=vol% " +
			"wt%=% wt.%=% wt_%=% Wt%=% WT%=% 重量%=% 質量%=% mass%=% mass_%=% Mass%=% %(w/w)=% %_(w/w)=% %(W/W)=% %w/w=% %_w/w=% %_W/W=% %(wt)=% %_(wt)=% w/w%=% w/w_%=% w/v%=% %(w/v)=% %_w/v=% mol%=% モル%=% %=% percent=% パーセント=% ppm ppb ppt ppmv=ppm PPM=ppm vppm=ppm",
		Airborne:   "mg/m3 mg/m^3=mg/m3 mg/cu.m=mg/m3 mg/cum=mg/m3 mg/cu_m=mg/m3 mg/cu._m=mg/m3 MG/M3=mg/m3 Mg/M3=mg/m3 Mg/m3=mg/m3 mg/M3=mg/m3 MGM3=mg/m3 mgm3=mg/m3 mg/mc3=mg/m3 ml/m3 mL/m3 cm3/m3 μg/m3 ug/m3=μg/m3 ng/m3 f/cm3 f/cc f/ml f/mL fibers/cc fibres/cc fibers/cm3 fibres/cm3 fibers/ml fibres/ml F/CC=f/cc 本/cm3 mppcf",
		Solubility: "mg/l mg/L μg/l μg/L g/100g g/100ml g/100mL g/100cm3 mg/100ml mg/100mL mg/ml mg/mL mol/l mol/L ml/l mL/L g/kg mg/kg L/kg",
		Other:      "μm um=μm mm nm cm kJ/mol kJ/kg kJ/g MJ/kg mN/m N/m dyne/cm mS/m h hr min sec kg ml mL g",
	}
	var out []unitName
	for dim, list := range t {
		for _, entry := range strings.Fields(list) {
			printed, name, found := strings.Cut(entry, "=")
			if !found {
				name = ""
			}
			printed = strings.ReplaceAll(printed, "_", " ")
			if printed == "°" {
				continue
			}
			out = append(out, unitName{printed, name, dim})
		}
	}
	out = append(out, unitName{"° C", "C", Temperature}, unitName{"° F", "F", Temperature})
	sort.Slice(out, func(i, j int) bool {
		if len(out[i].printed) != len(out[j].printed) {
			return len(out[i].printed) > len(out[j].printed)
		}
		return out[i].printed < out[j].printed
	})
	return out
}()

var unitsByFirst = func() map[byte][]unitName {
	m := map[byte][]unitName{}
	for _, u := range unitNames {
		m[u.printed[0]] = append(m[u.printed[0]], u)
	}
	return m
}()

// unitAt parses a unit at the start of a folded text, after at most one blank or an opening
// bracket. n is the number of bytes read.
func unitAt(s string) (name string, dim Dimension, n int) {
	skip := 0
	if strings.HasPrefix(s, " ") {
		skip = 1
	}
	if len(s) > skip && (s[skip] == '(' || s[skip] == '[') {
		// A bracketed unit, as in "1.2 (g/cm3)", counts only where the bracket holds nothing else.
		inner := s[skip+1:]
		name, dim, n = unitAt(inner)
		end := n + len(inner[n:]) - len(strings.TrimLeft(inner[n:], " "))
		if n > 0 && len(inner) > end && (inner[end] == ')' || inner[end] == ']') {
			return name, dim, skip + end + 2
		}
		return "", Plain, 0
	}
	if len(s) <= skip {
		return "", Plain, 0
	}
	u := unitIn(unitsByFirst[s[skip]], s[skip:], strings.HasPrefix)
	if u == nil {
		u = unitIn(anyCaseByFirst[s[skip]|0x20], s[skip:], beginsInAnyCase)
	}
	if u == nil {
		return "", Plain, 0
	}
	if name = u.name; name == "" {
		name = u.printed
	}
	return name, u.dim, skip + len(u.printed)
}

// unitIn is the unit of a list that a text begins with as begins reports; nil if none.
func unitIn(list []unitName, s string, begins func(s, printed string) bool) *unitName {
	for i := range list {
		u := &list[i]
		if !begins(s, u.printed) {
			continue
		}
		rest := s[len(u.printed):]
		if endsInLetter(u.printed) && beginsWithLetter(rest) {
			continue
		}
		if len(u.printed) == 1 && u.dim == Temperature && strings.HasPrefix(rest, ".") && len(rest) > 1 && rest[1] != ' ' {
			continue
		}
		return u
	}
	return nil
}

func beginsInAnyCase(s, printed string) bool {
	return len(s) >= len(printed) && strings.EqualFold(s[:len(printed)], printed)
}

// anyCaseByFirst are the units that are the same in other letters, "MM HG", by their first letter: of three letters at least, and
// none of those in which the letters tell a thousandth from a million.
var anyCaseByFirst = func() map[byte][]unitName {
	m := map[byte][]unitName{}
	for _, u := range unitNames {
		first := u.printed[0] | 0x20
		if len(u.printed) < 3 || first < 'a' || first > 'z' || u.dim == Other || u.printed == "MPa" || u.printed == "mPa" {
			continue
		}
		m[first] = append(m[first], u)
	}
	return m
}()

// UnitIn returns the first unit that a column or row heading names in brackets or after a
// blank: "含有量 (wt%)", "沸点 [℃]", "Flash point, °C"; empty if none.
func UnitIn(heading string) (name string, dim Dimension) {
	s := fold.Printed(heading)
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '(' && c != '[' && c != ' ' && c != ',' && c != '/' && c != '%' && c != ':' {
			continue
		}
		at := s[i:]
		if s[i] != '%' {
			at = s[i+1:]
		}
		if name, dim, n := unitAt(strings.TrimLeft(at, " ")); n > 0 && (len(name) > 1 || name == "%" || dim == Temperature && s[i] != ' ') {
			return name, dim
		}
	}
	for _, tail := range []string{"wt%", "vol%", "重量%", "質量%", "%"} {
		if strings.Contains(s, tail) {
			name, dim, _ := unitAt(tail)
			return name, dim
		}
	}
	return "", Plain
}

func endsInLetter(s string) bool {
	c := s[len(s)-1]
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

func beginsWithLetter(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}
