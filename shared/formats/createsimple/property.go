package createsimple

import (
	"regexp"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// property is one of section 9 that the tool asks for.
type property struct {
	name words
	unit string
	// sheet reads it from section 9; nil where the sheet has no field for it.
	sheet func(b *builder) Value
	table func(f *fact) *float64
}

// properties are the tool's physicochemical properties, in its order. Which end of a
// range is entered is the one on the safe side: the more volatile, the more flammable,
// the more readily absorbed.
var properties = []property{
	{words{"分子量", "Molecular weight"}, "", (*builder).weight, func(f *fact) *float64 { return f.weight }},
	{words{"沸点", "Boiling point"}, "℃", func(b *builder) Value { return b.quantity("boiling_point", "℃", celsius, false) }, func(f *fact) *float64 { return f.boiling }},
	{words{"オクタノール／水分配係数", "Octanol/water partition coefficient (log Kow)"}, "log Kow", func(b *builder) Value { return b.quantity("log_kow", "log Kow", bare, true) }, func(f *fact) *float64 { return f.kow }},
	{words{"引火点", "Flash point"}, "℃", func(b *builder) Value { return b.quantity("flash_point", "℃", celsius, false) }, func(f *fact) *float64 { return f.flash }},
	{words{"水溶解度", "Solubility in water"}, "mg/L", (*builder).solubility, func(f *fact) *float64 { return f.solubility }},
	{words{"蒸気圧", "Vapour pressure"}, "Pa", (*builder).vapourPressure, func(f *fact) *float64 { return f.pressure }},
}

// The places of properties that others follow from.
const (
	boilingAt  = 1
	pressureAt = 5
)

// property is one of a component: of the sheet where the sheet is of this substance,
// of the table otherwise.
func (b *builder) property(c *component, p *property) Value {
	var stated Value
	if c.product {
		if stated = p.sheet(b); stated.Given() {
			return stated
		}
	}
	if c.fact != nil {
		if v := p.table(c.fact); v != nil {
			return number(v, p.unit, fromTool.in(b.lang), stated.Note)
		}
	}
	return Value{Unit: p.unit, Note: stated.Note}
}

// quantity is a field of section 9 in the tool's unit.
func (b *builder) quantity(key, unit string, turn func(v float64, unit string) (float64, bool), upper bool) Value {
	f := b.field(9, key)
	if f == nil || f.Value.Quantity == nil {
		return Value{Unit: unit}
	}
	q := f.Value.Quantity
	at, other := q.Low, q.High
	if upper {
		at, other = q.High, q.Low
	}
	if at == nil {
		at = other
	}
	if at == nil {
		return Value{Unit: unit}
	}
	raw := strings.TrimSpace(stated(f))
	says := words{"SDSの記載：{raw}。", "The SDS states {raw}."}.in(b.lang, "{raw}", raw)
	v, ok := turn(*at, strings.TrimSpace(q.Unit))
	if !ok {
		return Value{Unit: unit, Note: says}
	}
	note := ""
	switch {
	case q.Low == nil || q.High == nil:
		note = b.join(says, words{"片側の値のみのため、その値としています。", "Only one end is stated; it is taken for the value."}.in(b.lang))
	case *q.Low != *q.High && upper:
		note = b.join(says, words{"安全側の上限値としています。", "The upper end is given, to be on the safe side."}.in(b.lang))
	case *q.Low != *q.High:
		note = b.join(says, words{"安全側の下限値としています。", "The lower end is given, to be on the safe side."}.in(b.lang))
	case rounded(v) != *at:
		note = b.join(says, words{"単位を換算しています。", "Its unit was converted."}.in(b.lang))
	}
	return number(&v, unit, b.origin(9, f), note)
}

func bare(v float64, _ string) (float64, bool) { return v, true }

func celsius(v float64, unit string) (float64, bool) {
	switch strings.TrimPrefix(unit, "°") {
	case "C", "℃", "":
		return v, true
	case "F", "℉":
		return (v - 32) * 5 / 9, true
	case "K":
		return v - 273.15, true
	}
	return 0, false
}

var pascals = map[string]float64{
	"Pa": 1, "hPa": 100, "kPa": 1e3, "MPa": 1e6, "GPa": 1e9, "mPa": 1e-3, "mmHg": 133.322, "mm Hg": 133.322, "Torr": 133.322, "torr": 133.322,
	"mbar": 100, "mBar": 100, "bar": 1e5, "Bar": 1e5, "atm": 101325, "psia": 6894.76, "psi": 6894.76, "kgf/cm2": 98066.5, "kg/cm2": 98066.5, "inHg": 3386.39,
}

func pascal(v float64, unit string) (float64, bool) {
	factor, ok := pascals[unit] // psig is over the air's pressure, which is not known
	return v * factor, ok && v >= 0
}

// vapourPressure is that of room temperature. A figure that the sheet states for other temperatures alone is none: it
// would make a liquid more, or less, volatile than it is.
func (b *builder) vapourPressure() Value {
	v := b.quantity("vapor_pressure", "Pa", pascal, true)
	f := b.field(9, "vapor_pressure")
	if !v.Given() || atRoomTemperature(stated(f)) {
		return v
	}
	return Value{Unit: v.Unit, Note: words{"SDSの記載：{raw}。室温の値ではないため、入力していません。", "The SDS states {raw}, which is not at room temperature."}.in(b.lang, "{raw}", strings.TrimSpace(stated(f)))}
}

var temperatureRE = regexp.MustCompile(`([-−]?\d+(?:\.\d+)?) ?(?:[°º˚] ?)?([CF])\b`)

// atRoomTemperature reports whether a text names no temperature, or one of 10 to 40 °C among others.
func atRoomTemperature(raw string) bool {
	all := temperatureRE.FindAllStringSubmatch(fold.Printed(raw), -1)
	for _, m := range all {
		if at := numberIn(strings.ReplaceAll(m[1], "−", "-")); at != nil {
			if c, ok := celsius(*at, m[2]); ok && c >= 10 && c <= 40 {
				return true
			}
		}
	}
	return len(all) == 0
}

var solubilities = map[string]float64{
	"mg/L": 1, "mg/l": 1, "μg/L": 1e-3, "μg/l": 1e-3, "g/L": 1e3, "g/l": 1e3, "mg/mL": 1e3, "mg/ml": 1e3, "g/100mL": 1e4, "g/100ml": 1e4, "g/100cm3": 1e4, "mg/100mL": 10, "mg/100ml": 10,
	"kg/m3": 1e3, "g/cm3": 1e6, "g/mL": 1e6, "g/ml": 1e6, "ppm": 1,
}

// blankRE are the blanks in "g / 100 mL", which stand in the way of the unit.
var blankRE = regexp.MustCompile(`(g)\s*/\s*(100)?\s*([mdc]?[lL]\b|cm3)`)

// solubility is the figure among the words on solubility in water; words alone, as
// "soluble", are for a person to weigh.
func (b *builder) solubility() Value {
	const unit = "mg/L"
	f := b.field(9, "solubility_water")
	if f == nil || strings.TrimSpace(f.Value.Text) == "" {
		return Value{Unit: unit}
	}
	says := words{"SDSの記載：{raw}。", "The SDS states {raw}."}.in(b.lang, "{raw}", strings.TrimSpace(f.Value.Text))
	for _, m := range chem.FindQuantities(blankRE.ReplaceAllString(fold.Printed(f.Value.Text), "$1/$2$3")) {
		factor, ok := solubilities[m.Unit]
		at := m.High
		if m.HighOp == "" {
			at = m.Low
		}
		if ok && at >= 0 {
			at *= factor
			return number(&at, unit, b.origin(9, f), says)
		}
	}
	return Value{Unit: unit, Note: b.join(says, words{"数値の記載がありません。", "It gives no figure."}.in(b.lang))}
}

var weightRE = regexp.MustCompile(`(?i)分子量|式量|molecular (?:weight|mass)|formula weight`)

// weight is the molecular weight where a block of text of sections 3 or 9 is on it.
func (b *builder) weight() Value {
	for _, section := range []int{9, 3} {
		for _, r := range b.rows(section, sds.GroupText) {
			title, body := fieldIn(r.Fields, "title"), fieldIn(r.Fields, "body")
			if title == nil || body == nil || !weightRE.MatchString(title.Value.Text) {
				continue
			}
			q, err := chem.ParseQuantity(body.Value.Text)
			if err == nil && q.LowOp == chem.Equal && q.HighOp == chem.Equal && q.Low > 0 {
				return number(&q.Low, "", b.origin(section, body), "")
			}
		}
	}
	return Value{}
}

// state is the product's, as the sheet states it: solid, liquid, gas.
func (b *builder) state() string {
	if f := b.field(9, "state"); f != nil {
		return f.Value.Text
	}
	return ""
}

// productState is the state in the tool's words.
func (b *builder) productState() Value {
	f := b.field(9, "state")
	if f == nil {
		return Value{}
	}
	name := map[string]string{"liquid": "液体", "solid": "粉体", "gas": "気体"}[f.Value.Text]
	note := ""
	switch f.Value.Text {
	case "solid":
		note = words{"SDSの記載は固体です。", "The SDS states a solid."}.in(b.lang)
	case "gas":
		note = words{"気体は、吸入のリスクアセスメントの対象外です。", "The tool does not assess gases for inhalation."}.in(b.lang)
	}
	return text(name, b.origin(9, f), note)
}

// volatility is the choice of the tool that follows from a component's boiling point and vapour
// pressure; powders are chosen by their dustiness, which no sheet states. A product of an
// unknown state is taken for a liquid.
func (b *builder) volatility(c *component, boiling, pressure Value) Value {
	switch b.state() {
	case "solid":
		return Value{Note: words{"選択肢：{all}", "Choices: {all}"}.in(b.lang, "{all}", strings.Join(dustinesses, "／"))}
	case "gas":
		return Value{}
	}
	v := b.ofLiquid(c, boiling, pressure)
	if v.Given() && b.state() == "" {
		v.Note = b.join(v.Note, words{"SDSに性状の記載がないため、液体とみなしています。", "The SDS states no physical state; it is taken for a liquid."}.in(b.lang))
	}
	return v
}

func (b *builder) ofLiquid(c *component, boiling, pressure Value) Value {
	note := words{"沸点 {v} ℃から選択しています。", "Chosen by the boiling point, {v} ℃."}.in(b.lang, "{v}", plain(boiling.Cell.Number))
	switch {
	case b.version >= 3 && pressure.Given() && pressure.Cell.Number < 0.5:
		return text(volatilities[3], pressure.Origin, words{"蒸気圧 {v} Paから選択しています。", "Chosen by the vapour pressure, {v} Pa."}.in(b.lang, "{v}", plain(pressure.Cell.Number)))
	case !boiling.Given() && c.fact != nil && c.fact.state == "gas":
		return text(volatilities[0], fromTool.in(b.lang), words{"常温で気体の成分のため、沸点50℃未満として選択しています。", "Chosen because the component is a gas at room temperature, which boils below 50 ℃."}.in(b.lang))
	case !boiling.Given():
		return Value{Note: words{"沸点が不明です。選択肢：{all}", "The boiling point is not known. Choices: {all}"}.in(b.lang, "{all}", strings.Join(volatilities[:b.volatilityChoices()], "／"))}
	case boiling.Cell.Number < 50:
		return text(volatilities[0], boiling.Origin, note)
	case boiling.Cell.Number < 150:
		return text(volatilities[1], boiling.Origin, note)
	}
	return text(volatilities[2], boiling.Origin, note)
}

func (b *builder) volatilityChoices() int {
	if b.version >= 3 {
		return len(volatilities)
	}
	return 3
}

var (
	volatilities = []string{"高揮発性（沸点：50℃未満）", "中揮発性（沸点：50℃以上～150℃未満）", "低揮発性（沸点：150℃以上）", "極低揮発性（蒸気圧：0.5 Pa未満）"}
	dustinesses  = []string{"高飛散性（微細な軽い粉体）", "中飛散性（結晶状・顆粒状）", "低飛散性（壊れないペレット）"}
)
