package lawcheck

import "anzen/shared/domain/verdict"

const (
	ishaFlammable = "JP-ISHA/DANGER/FLAMMABLE"
	ishaGas       = "JP-ISHA/DANGER/GAS"
)

// ishaFlash is the range of flash points of flammables in the order for the Industrial Safety
// and Health Act.
var ishaFlash = band{-endless, 65}

// ishaBands are the four ranges of flash points in table 1 no. 4 of the order for the
// Industrial Safety and Health Act.
var ishaBands = []struct {
	band    band
	article string
}{
	{band{-endless, -30}, "施行令別表第1第4号1"},
	{band{-30, 0}, "施行令別表第1第4号2"},
	{band{0, 30}, "施行令別表第1第4号3"},
	{band{30, 65}, "施行令別表第1第4号4"},
}

// dangerous adds the verdicts on dangerous goods of the Industrial Safety and Health Act
// that properties decide.
func (p *physical) dangerous() {
	flash, category := p.flashPoint()
	in := ishaFlash.within(flash)
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: "施行令別表第1第4号", Inputs: ofFlash, Threshold: p.flashText(ishaFlash)}
	switch {
	case p.State == "gas" || p.liquid != yes && p.hazard("gases_under_pressure") != "":
		proof.Reason = p.reason("law.property.not_liquid_gas")
	case p.NoFlash || flash == nil && p.inert():
		proof.Reason = p.reason(pick(p.NoFlash, "law.property.no_flash", "law.property.incombustible"))
	case flash == nil && p.liquid == no:
		proof.Reason = p.reason("law.property.not_liquid_solid")
	case flash == nil:
		proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.flash_missing"), noFlashPoint
	case in == no:
		proof.Reason = p.flashReason(in, flash, category, ishaFlash)
	case in == unsure:
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.flashReason(in, flash, category, ishaFlash)
	default:
		proof.Verdict, proof.Reason = verdict.Applies, p.flashReason(in, flash, category, ishaFlash)
		for _, b := range ishaBands {
			if b.band.within(flash) == yes {
				proof.Article, proof.Threshold, proof.Reason = b.article, p.flashText(b.band), p.flashReason(yes, flash, category, b.band)
			}
		}
	}
	p.add(ishaFlammable, &proof)
	p.flammableGas()
}

// gasNumbers are the examples that the order names.
var gasNumbers = []string{"1333-74-0", "74-86-2", "74-85-1", "74-82-8", "74-84-0", "74-98-6", "106-97-8", "75-28-5", "68476-85-7", "68476-40-4", "115-07-1"}

// flammableGas judges whether it is a gas that burns at 15 °C.
func (p *physical) flammableGas() {
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: "施行令別表第1第5号", Inputs: ofGas, Reason: p.reason("law.property.no_gas")}
	parts := p.among(namedGases)
	category := p.hazard("flammable_gases")
	gas := p.State == "gas" || p.hazard("gases_under_pressure") != ""
	switch {
	case category != "":
		proof.Verdict, proof.Parts, proof.Reason = verdict.Applies, parts, p.hazardReason("law.property.gas_hazard", "flammable_gases", category)
	case gas && len(parts) > 0 && sumOf(parts).Low >= 50:
		proof.Verdict, proof.Parts, proof.Reason = verdict.Applies, parts, p.reason("law.property.gas_named", "name", parts[0].Name)
	case gas && len(parts) > 0:
		proof.Verdict, proof.Parts, proof.Reason = verdict.RequiresContext, parts, p.reason("law.property.gas_contained", "name", parts[0].Name)
	case p.hazard("aerosols") == "1" || p.hazard("aerosols") == "2":
		proof.Verdict, proof.Parts, proof.Reason = verdict.RequiresContext, parts, p.reason("law.property.aerosol")
	}
	p.add(ishaGas, &proof)
}

const (
	gasCompressed = "JP-HPGA/COMPRESSED/DEFAULT"
	gasLiquefied  = "JP-HPGA/LIQUEFIED/DEFAULT"
)

// gases adds the verdicts on compressed and liquefied gases in general of the High Pressure
// Gas Safety Act; which gases are flammable or toxic depends on their names.
func (p *physical) gases() {
	category := p.hazard("gases_under_pressure")
	for _, of := range [...]struct {
		key string
		is  bool
	}{
		{gasCompressed, category == "compressed" || category == "dissolved"},
		{gasLiquefied, category == "liquefied" || category == "refrigerated_liquefied"},
	} {
		proof := verdict.Proof{Verdict: verdict.NotListed, Article: "法第2条", Inputs: ofPressure, Reason: p.reason("law.property.no_pressure")}
		switch {
		case of.is:
			proof.Verdict, proof.Reason = verdict.Applies, p.hazardReason("law.property.pressure", "gases_under_pressure", category)
		case category != "" && category != "compressed" && category != "dissolved" && category != "liquefied" && category != "refrigerated_liquefied":
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.hazardReason("law.property.pressure", "gases_under_pressure", category)
		case category == "" && p.hazard("aerosols") != "":
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.aerosol_exempt")
		case category == "" && p.State == "gas":
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.gas_filled")
		}
		p.add(of.key, &proof)
	}
}
