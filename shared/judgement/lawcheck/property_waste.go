package lawcheck

import "anzen/shared/domain/verdict"

const wasteSpecial = "JP-WDA/SPECIAL/DEFAULT"

// harmfulNumbers are the substances whose waste is specially controlled, as far as CAS
// numbers identify them.
var harmfulNumbers = []string{
	"79-01-6", "127-18-4", "75-09-2", "56-23-5", "107-06-2", "75-35-4", "156-59-2", "71-55-6", "79-00-5", "542-75-6", "137-26-8", "122-34-9", "28249-77-6", "71-43-2", "123-91-1",
	"1336-36-3", "7439-97-6", "7440-43-9", "7439-92-1", "7440-38-2", "7782-49-2", "143-33-9", "151-50-8", "74-90-8", "7778-50-9", "7789-00-6", "1333-82-0", "10588-01-9", "1327-53-3", "1306-19-0", "1317-36-8", "7487-94-7",
}

// oily is the range of flash points of flammable waste oil.
var oily = band{-endless, 70}

// waste judges whether the product, as waste, is specially controlled: oil that flashes
// below 70 °C, acid of pH 2.0 or less, alkali of pH 12.5 or more, or specified harmful
// substances. Whether it becomes waste, and of which industry, no sheet states.
func (p *physical) waste() {
	before := p.calls
	article := "施行令第2条の4"
	flash, category := p.flashPoint()
	if in := oily.within(flash); p.liquid != no && flash != nil && in != no && !p.NoFlash {
		p.add(wasteSpecial, &verdict.Proof{
			Verdict: verdict.RequiresContext, Article: article + "第1号", Inputs: ofFlash, Threshold: p.flashText(oily),
			Reason: p.wasteReason("law.property.waste_oil", p.flashReason(in, flash, category, oily)),
		})
	}
	if p.PH != nil && p.State != "gas" {
		if upTo(p.PH, 2) != no {
			p.add(wasteSpecial, &verdict.Proof{Verdict: verdict.RequiresContext, Article: article + "第2号", Inputs: ofPH, Threshold: "pH <= 2.0", Reason: p.reason("law.property.waste_acid", "ph", spanText(p.PH))})
		}
		if reaches(p.PH, 12.5) {
			p.add(wasteSpecial, &verdict.Proof{Verdict: verdict.RequiresContext, Article: article + "第3号", Inputs: ofPH, Threshold: "pH >= 12.5", Reason: p.reason("law.property.waste_alkali", "ph", spanText(p.PH))})
		}
	}
	if parts := p.among(specifiedHarmful); len(parts) > 0 {
		p.add(wasteSpecial, &verdict.Proof{Verdict: verdict.RequiresContext, Article: article + "第5号", Parts: parts, Reason: p.reason("law.property.waste_harmful", "name", parts[0].Name)})
	}
	if p.calls > before {
		return
	}
	if p.liquid != no && flash == nil && !p.NoFlash && !p.inert() {
		p.add(wasteSpecial, &verdict.Proof{Verdict: verdict.Unknown, Article: article, Inputs: ofFlash, Reason: p.reason("law.property.flash_missing"), Missing: noFlashPoint})
		return
	}
	p.add(wasteSpecial, &verdict.Proof{Verdict: verdict.NotListed, Article: article, Inputs: ofWaste, Reason: p.reason("law.property.waste_none")})
}

func (p *physical) wasteReason(code string, of verdict.Reason) verdict.Reason {
	r := p.reason(code)
	r.Args = of.Args
	return r
}
