package lawcheck

import "anzen/shared/domain/verdict"

// oils are words in the names of animal and plant oils.
var oils = []string{
	"大豆油", "菜種油", "なたね油", "ひまし油", "ヒマシ油", "パーム油", "やし油", "ヤシ油", "あまに油", "アマニ油", "亜麻仁油", "ごま油", "オリーブ油", "オリブ油", "綿実油", "米ぬか油", "コーン油", "とうもろこし油", "サフラワー油", "ひまわり油",
	"落花生油", "桐油", "魚油", "牛脂", "豚脂", "ラード", "鯨油", "スクワレン油", "植物油", "動物油", "soybeanoil", "castoroil", "palmoil", "coconutoil", "linseedoil", "oliveoil", "rapeseedoil", "cottonseedoil", "vegetableoil", "fishoil", "tallow",
}

// oil adds the verdicts of class 4 for animal and plant oils. Whether it is such an oil,
// and stored as the order demands, a sheet cannot decide.
func (p *physical) oil() bool {
	name := p.called(oilWords)
	flash, category := p.flashPoint()
	below := band{-endless, 250}.within(flash)
	if name == "" || p.FlashPoint != nil && below == no {
		return false
	}
	p.add(fireOil, p.sure(&verdict.Proof{
		Verdict: verdict.RequiresContext, Article: articleOil, Inputs: ofFlash, Threshold: "flash_point < 250 degC", Reason: p.reason("law.property.oil", "name", name, "quantity", "10,000"),
	}))
	for i := range petroleum {
		proof := verdict.Proof{Verdict: verdict.NotListed, Article: petroleum[i].article, Inputs: ofPetroleum, Threshold: p.flashText(petroleum[i].band), Reason: p.reason("law.property.oil_first")}
		if flash != nil && petroleum[i].band.within(flash) != no {
			proof.Verdict, proof.Reason = verdict.RequiresContext, p.flashReason(petroleum[i].band.within(flash), flash, category, petroleum[i].band)
		}
		p.add(petroleum[i].key, p.sure(&proof))
	}
	p.all([]string{fireSpecial, fireAlcohol}, &verdict.Proof{Verdict: verdict.NotListed, Reason: p.reason("law.property.oil_first"), Inputs: ofFlash})
	return true
}
