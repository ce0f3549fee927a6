package findings

import (
	"math"
	"regexp"
	"strings"

	"anzen/shared/reference/chem"
)

var propertyRules = []rule{
	{
		id: "ph_range", severity: Warning, source: physics,
		what:   "a pH outside of what is possible (-2 to 16)",
		fields: []string{"ph"},
		ja:     "pH（{value}）が取り得る範囲にありません。", en: "The pH ({value}) is out of range.",
		look: outside("ph", -2, 16),
	},
	{
		id: "ph_extreme_without_class", severity: Warning, source: ghsCriteria, absence: true,
		what:   "a pH of 2 or less, or of 11.5 or more, without a class of corrosion or irritation",
		fields: []string{"ph", "classification"},
		ja:     "pH（{value}）が強酸又は強アルカリですが、皮膚腐食性・眼損傷性のGHS分類が記載されていません。", en: "The pH ({value}) is extreme, but the product is not classified for corrosion or irritation of skin or eyes.",
		look: phExtreme,
	},
	{
		id: "temperature_impossible", severity: Error, source: physics,
		what:   "a temperature below absolute zero",
		fields: []string{"melting_point", "boiling_point", "flash_point", "auto_ignition"},
		ja:     "温度（{value}）が絶対零度を下回っています。", en: "A temperature ({value}) lies below absolute zero.",
		look: temperatureImpossible,
	},
	{
		id: "melting_above_boiling", severity: Warning, source: physics,
		what:   "a melting point above the boiling point",
		fields: []string{"melting_point", "boiling_point"},
		ja:     "融点（{low}）が沸点（{high}）より高い値です。", en: "The melting point ({low}) is above the boiling point ({high}).",
		look: temperatures("melting_point", "boiling_point"),
	},
	{
		id: "flash_above_ignition", severity: Warning, source: physics,
		what:   "a flash point above the temperature of auto-ignition",
		fields: []string{"flash_point", "auto_ignition"},
		ja:     "引火点（{low}）が自然発火点（{high}）より高い値です。", en: "The flash point ({low}) is above the auto-ignition temperature ({high}).",
		look: temperatures("flash_point", "auto_ignition"),
	},
	{
		id: "explosive_limits_order", severity: Error, source: physics,
		what:   "a lower explosive limit above the upper one",
		fields: []string{"explosive_low", "explosive_high"},
		ja:     "爆発下限界（{low}）が爆発上限界（{high}）より高い値です。", en: "The lower explosive limit ({low}) is above the upper one ({high}).",
		look: explosiveOrder,
	},
	{
		id: "explosive_limit_range", severity: Error, source: physics,
		what:   "an explosive limit outside of 0 to 100 %",
		fields: []string{"explosive_low", "explosive_high"},
		ja:     "爆発限界（{value}）が0～100%の範囲にありません。", en: "An explosive limit ({value}) is not between 0 and 100 %.",
		look: explosiveRange,
	},
	{
		id: "vapor_pressure_range", severity: Error, source: physics,
		what:   "a vapour pressure below nothing",
		fields: []string{"vapor_pressure"},
		ja:     "蒸気圧（{value}）が負の値です。", en: "The vapor pressure ({value}) is negative.",
		look: outside("vapor_pressure", 0, math.Inf(1)),
	},
	{
		id: "vapor_density_range", severity: Warning, source: physics,
		what:   "a vapour density that no vapour has (air = 1: 0.06 to 40)",
		fields: []string{"vapor_density"},
		ja:     "蒸気密度（{value}）が通常の範囲にありません。", en: "The vapor density ({value}) is implausible.",
		look: vaporDensity,
	},
	{
		id: "density_range", severity: Warning, source: physics,
		what:   "a density that no solid or liquid has, as by a slip of the unit",
		fields: []string{"density", "state"},
		ja:     "密度（{value}）が通常の範囲にありません。単位をご確認ください。", en: "The density ({value}) is implausible. Please check its unit.",
		look: densityRange,
	},
	{
		id: "relative_density_range", severity: Warning, source: physics,
		what:   "a relative density that no solid or liquid has",
		fields: []string{"relative_density", "state"},
		ja:     "比重（{value}）が通常の範囲にありません。", en: "The relative density ({value}) is implausible.",
		look: relativeDensityRange,
	},
	{
		id: "density_disagrees", severity: Warning, source: arithmetic,
		what:   "density and relative density more than a fifth apart",
		fields: []string{"density", "relative_density"},
		ja:     "密度（{density}）と比重（{relative}）が一致しません。", en: "The density ({density}) and the relative density ({relative}) do not agree.",
		look: densityDisagrees,
	},
	{
		id: "log_kow_range", severity: Warning, source: physics,
		what:   "a log Kow outside of what is possible (-10 to 16)",
		fields: []string{"log_kow"},
		ja:     "n-オクタノール／水分配係数（log Kow {value}）が取り得る範囲にありません。", en: "The log Kow ({value}) is out of range.",
		look: outside("log_kow", -10, 16),
	},
	{
		id: "viscosity_range", severity: Error, source: physics,
		what:   "a viscosity that is not above nothing",
		fields: []string{"viscosity_kinematic", "viscosity_dynamic"},
		ja:     "粘度（{value}）が正しくありません。", en: "The viscosity ({value}) cannot be right.",
		look: viscosityRange,
	},
	{
		id: "viscosity_aspiration", severity: Warning, source: ghsCriteria,
		what:   "an aspiration hazard of category 1 with a kinematic viscosity above 20.5 mm2/s at 40 °C",
		fields: []string{"viscosity_kinematic", "classification"},
		ja:     "誤えん有害性 区分1ですが、動粘性率（{value}）が40℃で20.5 mm2/sを超えています。", en: "The product is classified as an aspiration hazard of category 1, but its kinematic viscosity ({value}) at 40 °C is above 20.5 mm2/s.",
		look: viscosityAspiration,
	},
}

// amount is a quantity with a single value.
func amount(in *Input, key string) (q chem.Quantity, ok bool) {
	v := in.Result.Get(key)
	if v == nil || v.Quantity.LowOp != chem.Equal {
		return chem.Quantity{}, false
	}
	return v.Quantity, true
}

// celsius is a single temperature in °C.
func celsius(in *Input, key string) (float64, string, bool) {
	v := in.Result.Get(key)
	if v == nil {
		return 0, "", false
	}
	t, ok := toCelsius(v.Quantity)
	return t, v.Quantity.String(), ok
}

// outside finds quantities with an end out of bounds.
func outside(key string, low, high float64) func(*Input, report) {
	return func(in *Input, found report) {
		v := in.Result.Get(key)
		if v == nil {
			return
		}
		q := v.Quantity
		out := func(op string, x float64) bool { return op != "" && (x < low || x > high) }
		if out(q.LowOp, q.Low) || out(q.HighOp, q.High) {
			found(map[string]string{"value": q.String()}, field(key))
		}
	}
}

// phExtreme requires stated classes, none of them on skin, eyes or metals.
func phExtreme(in *Input, found report) {
	q, ok := amount(in, "ph")
	stated := classes(in)
	if !ok || q.Low > 2 && q.Low < 11.5 || len(stated) == 0 || hasAny(stated, "skin_corrosion", "eye_damage") {
		return
	}
	found(map[string]string{"value": q.String()}, field("ph"), field("classification"))
}

func temperatureImpossible(in *Input, found report) {
	for _, key := range []string{"melting_point", "boiling_point", "flash_point", "auto_ignition"} {
		if t, text, ok := celsius(in, key); ok && t < -273.15 {
			found(map[string]string{"value": text}, field(key))
		}
	}
}

// temperatures finds a lower temperature above the higher one.
func temperatures(lower, higher string) func(*Input, report) {
	return func(in *Input, found report) {
		low, lowText, ok := celsius(in, lower)
		high, highText, ok2 := celsius(in, higher)
		if ok && ok2 && low > high && !sublimes(in, lower) && !sublimes(in, higher) {
			found(map[string]string{"low": lowText, "high": highText}, field(lower), field(higher))
		}
	}
}

var sublimation = regexp.MustCompile(`(?i)昇華|三重点|分解|減圧|sublim|triple|decompos|mmHg|[kM]Pa`)

// sublimes reports whether a temperature is qualified by more than its number: sublimation,
// another pressure.
func sublimes(in *Input, key string) bool { return sublimation.MatchString(in.Result.Get(key).Raw) }

func explosiveOrder(in *Input, found report) {
	low, ok := amount(in, "explosive_low")
	high, ok2 := amount(in, "explosive_high")
	if ok && ok2 && low.Unit == high.Unit && low.Low > high.Low {
		found(map[string]string{"low": low.String(), "high": high.String()}, field("explosive_low"), field("explosive_high"))
	}
}

func explosiveRange(in *Input, found report) {
	for _, key := range []string{"explosive_low", "explosive_high"} {
		if q, ok := amount(in, key); ok && (q.Unit == "" || strings.Contains(q.Unit, "%")) && (q.Low < 0 || q.Low > 100) {
			found(map[string]string{"value": q.String()}, field(key))
		}
	}
}

func vaporDensity(in *Input, found report) {
	if q, ok := amount(in, "vapor_density"); ok && q.Unit == "" && (q.Low < 0.06 || q.Low > 40) {
		found(map[string]string{"value": q.String()}, field("vapor_density"))
	}
}

// grams converts a density to g/cm3.
func grams(q chem.Quantity) (float64, bool) {
	switch strings.ToLower(strings.NewReplacer("³", "3", " ", "", "^", "").Replace(q.Unit)) {
	case "g/cm3", "g/ml", "g/cc", "kg/l", "kg/dm3", "t/m3":
		return q.Low, true
	case "kg/m3", "g/l":
		return q.Low / 1000, true
	}
	return 0, false
}

func densityRange(in *Input, found report) {
	q, ok := amount(in, "density")
	if !ok || in.Result.Text("state") == "gas" || in.Result.Text("state") == "" || hasAny(classes(in), "gases_under_pressure", "flammable_gases", "aerosols", "chemicals_under_pressure") {
		return
	}
	// The bulk density of light powders is a twentieth; osmium has 22.6.
	if g, ok := grams(q); ok && (g < 0.02 || g > 23) {
		found(map[string]string{"value": q.String()}, field("density"))
	}
}

func relativeDensityRange(in *Input, found report) {
	q, ok := amount(in, "relative_density")
	if ok && q.Unit == "" && in.Result.Text("state") != "gas" && in.Result.Text("state") != "" && !hasAny(classes(in), "gases_under_pressure", "flammable_gases", "aerosols", "chemicals_under_pressure") && (q.Low < 0.02 || q.Low > 23) {
		found(map[string]string{"value": q.String()}, field("relative_density"))
	}
}

func densityDisagrees(in *Input, found report) {
	q, ok := amount(in, "density")
	r, ok2 := amount(in, "relative_density")
	if !ok || !ok2 || r.Unit != "" || in.Result.Text("state") != "liquid" || hasAny(classes(in), "gases_under_pressure", "flammable_gases", "aerosols", "chemicals_under_pressure") {
		return
	}
	if g, ok := grams(q); ok && r.Low > 0 && (g/r.Low > 1.2 || g/r.Low < 0.8) {
		found(map[string]string{"density": q.String(), "relative": r.String()}, field("density"), field("relative_density"))
	}
}

func viscosityRange(in *Input, found report) {
	for _, key := range []string{"viscosity_kinematic", "viscosity_dynamic"} {
		if q, ok := amount(in, key); ok && q.Low <= 0 {
			found(map[string]string{"value": q.String()}, field(key))
		}
	}
}

func viscosityAspiration(in *Input, found report) {
	v := in.Result.Get("viscosity_kinematic")
	if v == nil || !has(classes(in), "aspiration", "1") || !strings.Contains(v.Raw, "40") {
		return
	}
	q := v.Quantity
	if u := strings.ToLower(q.Unit); (u == "mm2/s" || u == "cst") && q.LowOp != "" && q.Low > 20.5 {
		found(map[string]string{"value": q.String()}, field("viscosity_kinematic"), field("classification"))
	}
}
