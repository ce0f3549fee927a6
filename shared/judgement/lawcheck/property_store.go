package lawcheck

import (
	"slices"
	"strings"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

const (
	fireCombustible = "JP-FSA/COMBUST/DEFAULT"
	fireNotify      = "JP-FSA/NOTIFY/DEFAULT"
)

// resins are words in the names of synthetic resins.
var resins = []string{"樹脂", "ポリエチレン", "ポリプロピレン", "ポリスチレン", "ポリ塩化ビニル", "ポリカーボネート", "ナイロン", "resin", "polyethylene", "polypropylene", "polystyrene"}

// noResins takes the names of waxes and surfactants that contain the word of a resin, and none
// themselves, out of a name: PEG and its ethers.
var noResins = strings.NewReplacer(
	"ポリエチレングリコール", "", "ポリプロピレングリコール", "", "ポリエチレンオキシド", "", "ポリエチレンイミン", "",
	"polyethyleneglycol", "", "polypropyleneglycol", "", "polyethyleneoxide", "", "polyethyleneimine", "", "polyethylenepoly", "",
)

// combustibles judges whether it may be a designated combustible, which depends on the
// quantity stored.
func (p *physical) combustibles() {
	flash, category := p.flashPoint()
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: "法第9条の4、危険物令別表第4", Inputs: ofFlash, Reason: p.reason("law.property.no_combustible")}
	switch {
	case p.State == "gas" || p.NoFlash || flash == nil && p.inert():
	case p.liquid == yes && flash == nil:
		proof.Verdict, proof.Reason, proof.Missing = verdict.Unknown, p.reason("law.property.flash_missing"), noFlashPoint
	case p.liquid == yes && (band{250, endless}).within(flash) != no:
		proof.Verdict, proof.Threshold = verdict.RequiresContext, "flash_point >= 250 degC"
		proof.Reason = p.combustible("可燃性液体類", "Combustible liquids", "2 m3", p.flashReason((band{250, endless}).within(flash), flash, category, band{250, endless}))
	case p.liquid == yes && (band{40, 250}).within(flash) != no && p.excluded(flash, 40) != no:
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.combustible_excluded", "quantity", "2 m3")
	case p.liquid == no && flash != nil && (band{40, endless}).within(flash) != no:
		proof.Verdict, proof.Threshold = verdict.RequiresContext, "flash_point >= 40 degC"
		proof.Reason = p.combustible("可燃性固体類", "Combustible solids", "3,000 kg", p.flashReason((band{40, endless}).within(flash), flash, category, band{40, endless}))
	case p.liquid == no && p.called(resinWords) != "":
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.resin", "name", p.called(resinWords), "quantity", "3,000 kg")
	}
	p.add(fireCombustible, &proof)
}

func (p *physical) combustible(ja, en, quantity string, of verdict.Reason) verdict.Reason {
	r := p.reason("law.property.combustible", "name_ja", ja, "name_en", en, "quantity", quantity)
	if p.silent {
		return r
	}
	r.Args["flash"] = of.Args["flash"]
	return r
}

// notified are the substances whose storage is notified to the fire authorities, with the
// content from which a preparation counts, and the quantity.
var notified = []struct {
	ja, en   string
	numbers  []string
	from     float64
	quantity string
}{
	{"圧縮アセチレンガス", "Compressed acetylene gas", []string{"74-86-2"}, 0, "40 kg"},
	{"無水硫酸", "Sulfuric anhydride", []string{"7446-11-9"}, 0, "200 kg"},
	{"液化石油ガス", "Liquefied petroleum gas", []string{"68476-85-7", "68476-40-4", "74-98-6", "106-97-8", "75-28-5"}, 0, "300 kg"},
	{"生石灰（酸化カルシウム80％以上を含有するもの）", "Quicklime (80 % calcium oxide or more)", []string{"1305-78-8"}, 80, "500 kg"},
	{"シアン化水素", "Hydrogen cyanide", []string{"74-90-8"}, 0, "30 kg"},
	{"シアン化ナトリウム", "Sodium cyanide", []string{"143-33-9"}, 0, "30 kg"},
	{"水銀", "Mercury", []string{"7439-97-6"}, 0, "30 kg"},
	{"セレン", "Selenium", []string{"7782-49-2"}, 0, "30 kg"},
	{"ひ素", "Arsenic", []string{"7440-38-2"}, 0, "30 kg"},
	{"ふっ化水素", "Hydrogen fluoride", []string{"7664-39-3"}, 0, "30 kg"},
	{"モノフルオール酢酸", "Monofluoroacetic acid", []string{"144-49-0"}, 0, "30 kg"},
	{"アンモニア", "Ammonia", []string{"7664-41-7", "1336-21-6"}, 30, "200 kg"},
	{"塩化水素", "Hydrogen chloride", []string{"7647-01-0"}, 36, "200 kg"},
	{"クロルスルホン酸", "Chlorosulfonic acid", []string{"7790-94-5"}, 0, "200 kg"},
	{"クロルピクリン", "Chloropicrin", []string{"76-06-2"}, 0, "200 kg"},
	{"クロルメチル", "Methyl chloride", []string{"74-87-3"}, 0, "200 kg"},
	{"クロロホルム", "Chloroform", []string{"67-66-3"}, 0, "200 kg"},
	{"けいふっ化水素酸", "Fluorosilicic acid", []string{"16961-83-4"}, 0, "200 kg"},
	{"四塩化炭素", "Carbon tetrachloride", []string{"56-23-5"}, 0, "200 kg"},
	{"臭素", "Bromine", []string{"7726-95-6"}, 0, "200 kg"},
	{"発煙硫酸", "Fuming sulfuric acid", []string{"8014-95-7"}, 0, "200 kg"},
	{"ブロム水素", "Hydrogen bromide", []string{"10035-10-6"}, 0, "200 kg"},
	{"ブロムメチル", "Methyl bromide", []string{"74-83-9"}, 0, "200 kg"},
	{"ホルムアルデヒド", "Formaldehyde", []string{"50-00-0"}, 1, "200 kg"},
	{"モノクロル酢酸", "Monochloroacetic acid", []string{"79-11-8"}, 0, "200 kg"},
	{"よう素", "Iodine", []string{"7553-56-2"}, 0, "200 kg"},
	{"硫酸", "Sulfuric acid", []string{"7664-93-9"}, 60, "200 kg"},
	{"りん化亜鉛", "Zinc phosphide", []string{"1314-84-7"}, 0, "200 kg"},
}

// pure is the content from which a product is the substance itself, where the law names no
// preparations.
const pure = 90

// notifiable judges whether storing the product may have to be notified, which depends on
// the quantity. The ministerial order defines preparations by their contents.
func (p *physical) notifiable() {
	const article = "法第9条の3、危険物令第1条の10"
	before := p.calls
	for i := range notified {
		n := &notified[i]
		parts := p.among(notifiedList(i))
		if len(parts) == 0 {
			continue
		}
		sum := sumOf(parts)
		from := n.from
		if from == 0 {
			from = pure
		}
		proof := verdict.Proof{
			Verdict: verdict.RequiresContext, Article: article, Entry: n.ja, EntryEn: n.en, Parts: parts, Share: &sum, Threshold: ">= " + figure(from), Confidence: string(regulation.Knowledge),
			Reason: p.reason("law.property.notify", "name_ja", n.ja, "name_en", n.en, "quantity", n.quantity),
		}
		if sum.Known && sum.High < from {
			proof.Verdict, proof.Reason = verdict.BelowThreshold, p.reason("law.property.notify_below", "name_ja", n.ja, "name_en", n.en, "from", figure(from))
		}
		p.add(fireNotify, &proof)
	}
	if p.calls == before {
		p.add(fireNotify, &verdict.Proof{Verdict: verdict.NotListed, Article: article, Confidence: string(regulation.Knowledge), Reason: p.reason("law.property.no_notify")})
	}
}

// explosives judges whether it may be an explosive of the Explosives Control Act, which
// names them.
func (p *physical) explosives() {
	proof := verdict.Proof{Verdict: verdict.NotListed, Article: "法第2条", Inputs: ofExplosive, Reason: p.reason("law.property.no_explosive")}
	if strings.HasPrefix(p.TransportOf, "1.") || slices.ContainsFunc(p.goods, func(g string) bool { return strings.HasPrefix(g, "1") }) {
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.reason("law.property.explosive_class")
	} else if c := p.hazard("explosives"); c != "" {
		proof.Verdict, proof.Reason = verdict.RequiresContext, p.hazardReason("law.property.hazard", "explosives", c)
	}
	p.add("JP-EXPLOS/EXPLOSIVE/DEFAULT", &proof)
}
