package lawcheck

import (
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// The classes of class 4 of the Fire Service Act.
const (
	fireSpecial = "JP-FSA/HAZMAT4/SPECIAL"
	fireAlcohol = "JP-FSA/HAZMAT4/ALCOHOL"
	fireOil     = "JP-FSA/HAZMAT4/OIL"
)

// petroleum are the classes of petroleum, with the remarks to table 1 on them.
var petroleum = []struct {
	key, article        string
	band                band
	insoluble, soluble  string   // designated quantity, in litres
	numbers             []string // of the substances that the law names as examples
	names               []string
	mayBeExcluded       bool
	excludedFromCelsius float64
}{
	{
		key: "JP-FSA/HAZMAT4/PET1", article: "別表第一備考第12号", band: band{-endless, 21}, insoluble: "200", soluble: "400",
		numbers: []string{"67-64-1", "86290-81-5", "8006-61-9"}, names: []string{"ガソリン", "gasoline"},
	},
	{
		key: "JP-FSA/HAZMAT4/PET2", article: "別表第一備考第14号", band: band{21, 70}, insoluble: "1,000", soluble: "2,000",
		numbers: []string{"8008-20-6", "68334-30-5", "68476-34-6"}, names: []string{"灯油", "軽油", "kerosene", "dieselfuel"}, mayBeExcluded: true, excludedFromCelsius: 40,
	},
	{
		key: "JP-FSA/HAZMAT4/PET3", article: "別表第一備考第15号", band: band{70, 200}, insoluble: "2,000", soluble: "4,000",
		numbers: []string{"68476-33-5", "68553-00-4", "8001-58-9"}, names: []string{"重油", "クレオソート油", "fueloil", "creosoteoil"}, mayBeExcluded: true, excludedFromCelsius: 70,
	},
	{
		key: "JP-FSA/HAZMAT4/PET4", article: "別表第一備考第16号", band: band{200, 250}, insoluble: "6,000", soluble: "6,000",
		names: []string{"ギヤー油", "ギア油", "ギヤ油", "シリンダー油", "gearoil", "cylinderoil"}, mayBeExcluded: true, excludedFromCelsius: 200,
	},
}

// class4 are all classes of class 4.
var class4 = []string{fireSpecial, "JP-FSA/HAZMAT4/PET1", fireAlcohol, "JP-FSA/HAZMAT4/PET2", "JP-FSA/HAZMAT4/PET3", "JP-FSA/HAZMAT4/PET4", fireOil}

// specialNumbers are ether and carbon disulfide, which the law names.
var specialNumbers = []string{"60-29-7", "75-15-0"}

// alcoholNumbers are the saturated monohydric alcohols with one to three carbon atoms.
var alcoholNumbers = []string{"67-56-1", "64-17-5", "71-23-8", "67-63-0"}

const (
	articleSpecial = "別表第一備考第11号"
	articleAlcohol = "別表第一備考第13号、危険物規則第1条の3第4項"
	articleOil     = "別表第一備考第17号"
	// alcoholFrom is the content, in per cent, below which a mixture of alcohol and water
	// is not of class 4.
	alcoholFrom = 60
	// burning is the combustible content up to which paints and the like may be exempt from
	// class 4.
	burning = 40
)

// flammableLiquids adds the verdicts of class 4 of the Fire Service Act.
func (p *physical) flammableLiquids() {
	switch {
	case p.liquid == no && !p.meltsSoon():
		p.all(class4, &verdict.Proof{Verdict: verdict.NotListed, Reason: p.reason(pick(p.State == "gas" || p.hazard("gases_under_pressure") != "", "law.property.not_liquid_gas", "law.property.not_liquid_solid")), Inputs: ofState})
		return
	case p.NoFlash || p.FlashPoint == nil && p.hazard("flammable_liquids") == "" && p.inert():
		p.all(class4, &verdict.Proof{Verdict: verdict.NotListed, Reason: p.reason(pick(p.NoFlash, "law.property.no_flash", "law.property.incombustible")), Inputs: ofFlash})
		return
	}
	if p.oil() {
		return
	}
	special := p.special()
	alcohol := p.alcohol(special)
	p.petroleums(special, alcohol)
	p.add(fireOil, &verdict.Proof{Verdict: verdict.NotListed, Reason: p.reason("law.property.no_oil"), Article: articleOil})
}

// meltsSoon reports solids that melt from 20 to 40 °C, which the law treats as liquids.
func (p *physical) meltsSoon() bool {
	return p.State == "solid" && p.MeltingPoint != nil && band{20, 40}.within(p.MeltingPoint) == yes
}

// sure weakens a verdict where the product may not be a liquid.
func (p *physical) sure(proof *verdict.Proof) *verdict.Proof {
	if p.liquid != unsure || p.meltsSoon() || proof.Verdict == verdict.NotListed || proof.Verdict == verdict.BelowThreshold {
		return proof
	}
	if proof.Verdict != verdict.Unknown {
		proof.Verdict, proof.Reason = verdict.Unknown, p.reason("law.property.state_missing")
	}
	proof.Missing = append(proof.Missing, "state")
	return proof
}

// special judges whether it is a special flammable: by name, by an ignition point of 100 °C
// at most, or by a flash point of -20 °C and a boiling point of 40 °C at most.
func (p *physical) special() tri {
	proof := verdict.Proof{
		Verdict: verdict.NotListed, Article: articleSpecial, Inputs: ofSpecial,
		Threshold: "auto_ignition <= 100 degC, or flash_point <= -20 degC and boiling_point <= 40 degC", Reason: p.reason("law.property.special_no"),
	}
	named, parts := p.mainly(namedSpecial, 90)
	flash, category := p.flashPoint()
	cold, boils := upTo(flash, -20), upTo(p.BoilingPoint, 40)
	if category == "1" && p.BoilingPoint == nil {
		boils = yes // category 1 boils at 35 °C or below
	}
	ignites := upTo(p.AutoIgnition, 100)
	is := anyOf(named, anyOf(ignites, allOf(cold, boils)))
	switch {
	case named != yes && p.otherNamed(-1):
		proof.Reason = p.reason("law.property.named_elsewhere")
	case named == yes:
		proof.Verdict, proof.Parts, proof.Reason = verdict.Applies, parts, p.reason("law.property.named", "name", parts[0].Name, "quantity", "50")
	case ignites == yes:
		proof.Verdict, proof.Reason = verdict.Applies, p.reason("law.property.special_ignition", "ignition", spanText(p.AutoIgnition), "quantity", "50")
	case is == yes:
		proof.Verdict, proof.Reason = verdict.Applies, p.reason("law.property.special", "flash", spanText(flash), "quantity", "50")
	case flash == nil && p.AutoIgnition == nil:
		proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.flash_missing"), noFlashPoint
	case cold != no && boils == unsure && p.BoilingPoint == nil:
		proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.boiling_missing"), []string{"boiling_point"}
	case cold != no && boils != no || p.AutoIgnition != nil && ignites == unsure:
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.special_straddles")
	default:
		is = no
	}
	p.add(fireSpecial, p.sure(&proof))
	if proof.Verdict == verdict.NotListed {
		return no
	}
	return is
}

// allOf and anyOf are the conjunction and the disjunction of three-valued truths.
func allOf(a, b tri) tri {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unsure
}

func anyOf(a, b tri) tri {
	switch {
	case a == yes || b == yes:
		return yes
	case a == no && b == no:
		return no
	}
	return unsure
}

// alcohol judges whether it is an alcohol of the law: one or a mixture of them, in water or
// not, with 60 % or more.
func (p *physical) alcohol(special tri) (is tri) {
	parts := p.among(alcohols)
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: articleAlcohol, Threshold: ">= 60", Parts: parts, Reason: p.reason("law.property.no_alcohol")}
	if len(parts) == 0 || special == yes {
		proof.Parts = nil
		p.add(fireAlcohol, &proof)
		return no
	}
	sum := sumOf(parts)
	proof.Share = &sum
	switch pure := p.dilutedAlcohol(); {
	case p.Substance && len(parts) == len(p.Ingredients) || pure && sum.Known && sum.Low >= alcoholFrom:
		proof.Verdict, proof.Reason, is = verdict.Applies, p.reason("law.property.alcohol", "quantity", "400"), yes
	case sum.High < alcoholFrom || sum.High == alcoholFrom && sum.HighOpen:
		proof.Verdict, proof.Reason, is = verdict.BelowThreshold, p.reason("law.property.alcohol_below"), no
		if pure {
			is = unsure
		}
	case !sum.Known:
		proof.Verdict, proof.Reason, proof.Missing, is = verdict.Unknown, p.reason("law.property.alcohol_share"), []string{"concentration"}, unsure
	case pure:
		proof.Verdict, proof.Reason, is = verdict.RequiresContext, p.reason("law.property.alcohol_straddles"), unsure
	default:
		proof.Verdict, proof.Reason, is = verdict.RequiresContext, p.reason("law.property.alcohol_mixture"), unsure
	}
	p.add(fireAlcohol, p.sure(&proof))
	return is
}

// dilutedAlcohol reports whether the product consists of alcohols and incombustible
// ingredients only.
func (p *physical) dilutedAlcohol() bool {
	for i := range p.Ingredients {
		if t := p.facts[i]; t.lists&alcohols == 0 && !t.incombustible {
			return false
		}
	}
	return true
}

// petroleums adds the verdicts of the classes of petroleum, which the flash point decides.
func (p *physical) petroleums(special, alcohol tri) {
	flash, category := p.flashPoint()
	weak := len(p.among(alcohols)) > 0 && p.dilutedAlcohol() && alcohol != yes && sumOf(p.among(alcohols)).High < alcoholFrom
	for i := range petroleum {
		c := &petroleum[i]
		proof := verdict.Proof{Article: c.article, Inputs: ofPetroleum, Threshold: p.flashText(c.band)}
		named, parts := p.mainly(petroleumList(i), 90)
		in := c.band.within(flash)
		switch {
		case special == yes:
			proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.special_first")
		case alcohol == yes:
			proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.alcohol_first")
		case weak:
			proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.alcohol_weak")
		case named == yes:
			proof.Verdict, proof.Parts, proof.Reason = verdict.Applies, parts, p.reason("law.property.named", "name", parts[0].Name, "quantity", c.insoluble)
			if p.solubleIn(c.key) == "soluble" {
				proof.Reason = p.reason("law.property.named", "name", parts[0].Name, "quantity", c.soluble)
			}
		case p.named(i) != "":
			proof.Verdict, proof.Reason = verdict.Applies, p.reason("law.property.named", "name", p.named(i), "quantity", c.insoluble)
		case p.otherNamed(i):
			proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.named_elsewhere")
		case flash == nil:
			proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.flash_missing"), noFlashPoint
		case in == no:
			proof.Verdict, proof.Reason = verdict.NotListed, p.flashReason(in, flash, category, c.band)
		case c.mayBeExcluded && p.excluded(flash, c.excludedFromCelsius) == yes:
			proof.Verdict, proof.Reason = verdict.NotListed, p.reason("law.property.excluded")
		case in == unsure:
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.flashReason(in, flash, category, c.band)
		case c.mayBeExcluded && p.excluded(flash, c.excludedFromCelsius) == unsure:
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.may_be_excluded")
		case alcohol == unsure || special == unsure:
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.other_class_first")
		default:
			proof.Verdict, proof.Reason = verdict.Applies, p.petroleumReason(i, flash, category)
		}
		p.add(c.key, p.sure(&proof))
	}
}

func (p *physical) named(i int) string { return p.called(petroleumWords + i) }

// otherNamed reports whether the law names the product in another class of petroleum: what
// its remarks name (gasoline, kerosene, fuel oil) belongs there whatever its flash point.
func (p *physical) otherNamed(i int) bool {
	for j := range petroleum {
		if is, _ := p.mainly(petroleumList(j), 90); j != i && (is == yes || p.named(j) != "") {
			return true
		}
	}
	return false
}

// solubleIn is the stated solubility in water, where the class depends on it.
func (p *physical) solubleIn(key string) string {
	if key == "JP-FSA/HAZMAT4/PET4" {
		return "insoluble"
	}
	if parts := p.among(acetone); len(parts) > 0 && (p.Substance || sumOf(parts).Low >= 90) {
		return "soluble"
	}
	return p.Solubility
}

// petroleumReason contains the designated quantity, which depends on the solubility in
// water.
func (p *physical) petroleumReason(i int, flash *sds.Span, category string) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	c := &petroleum[i]
	r := p.reason("law.property.petroleum", "flash", spanText(flash), "band", c.band.words(), "insoluble", c.insoluble, "soluble", c.soluble)
	switch solubility := p.solubleIn(c.key); {
	case c.insoluble == c.soluble:
		r.Code += "_one"
	case solubility != "":
		r.Code += "_" + solubility
	}
	if category != "" {
		r.Args["flash"] += " (GHS " + category + ")"
	}
	return r
}

// excluded reports whether too little of the product burns: 40 % or less, and for petroleum
// 2 a flash point of 40 °C and a fire point of 60 °C or more, which sheets do not state.
func (p *physical) excluded(flash *sds.Span, from float64) tri {
	dead := p.incombustibleShare()
	switch {
	case p.Substance || dead.High < 100-burning || band{from, endless}.within(flash) == no:
		return no
	case dead.Known && dead.Low >= 100-burning && from > 40:
		return yes
	}
	return unsure
}
