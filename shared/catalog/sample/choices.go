package sample

import (
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"sync"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/unnumber"
)

// pick is a choice by weights.
type pick[T any] struct {
	of    []T
	up    []float64
	total float64
}

func weighed[T any](of []T, weight func(i int) float64) *pick[T] {
	p := &pick[T]{of: of, up: make([]float64, len(of))}
	for i := range of {
		p.total += weight(i)
		p.up[i] = p.total
	}
	return p
}

func counted[T any](of []T, counts ...float64) *pick[T] {
	return weighed(of, func(i int) float64 { return counts[i] })
}

func (p *pick[T]) one(r *rand.Rand) T {
	return p.of[min(sort.SearchFloat64s(p.up, r.Float64()*p.total), len(p.of)-1)]
}

type hazard struct{ class, category string }

var (
	ingredients = counted([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 25}, 2, 26, 5, 2, 6, 4, 4, 5, 2, 1, 1, 1, 1)
	classes     = counted([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14}, 13, 7, 7, 2, 5, 6, 5, 4, 3, 2, 1, 2, 1, 2)
	lawsASheet  = counted([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 18}, 4, 8, 3, 5, 10, 6, 9, 8, 2, 1, 2, 1, 1)
	hazards     = counted([]hazard{
		{"stot_single", "3"},
		{"stot_repeated", "1"},
		{"stot_single", "1"},
		{"eye_damage", "1"},
		{"skin_corrosion", "2"},
		{"flammable_liquids", "2"},
		{"gases_under_pressure", "compressed"},
		{"reproductive_toxicity", "2"},
		{"stot_repeated", "2"},
		{"acute_toxicity_oral", "4"},
		{"eye_damage", "2A"},
		{"reproductive_toxicity", "1B"},
		{"aquatic_acute", "1"},
		{"aquatic_chronic", "1"},
		{"aquatic_acute", "2"},
		{"acute_toxicity_inhalation", "4"},
		{"skin_corrosion", "1"},
		{"aquatic_acute", "3"},
		{"skin_sensitization", "1"},
		{"reproductive_toxicity", "1A"},
		{"corrosive_to_metals", "1"},
		{"aspiration", "1"},
		{"carcinogenicity", "1B"},
		{"flammable_liquids", "3"},
		{"aquatic_chronic", "3"},
		{"carcinogenicity", "2"},
		{"gases_under_pressure", "liquefied"},
		{"respiratory_sensitization", "1"},
		{"aquatic_chronic", "4"},
		{"oxidizing_gases", "1"},
		{"skin_corrosion", "1A"},
		{"aquatic_chronic", "2"},
		{"flammable_gases", "1"},
		{"acute_toxicity_oral", "5"},
		{"oxidizing_solids", "2"},
		{"acute_toxicity_oral", "2"},
		{"flammable_liquids", "4"},
		{"aerosols", "1"},
		{"germ_cell_mutagenicity", "2"},
		{"carcinogenicity", "1A"},
		{"acute_toxicity_inhalation", "3"},
	}, 17, 15, 13, 10, 8, 7, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	laws = counted([]string{
		"労働安全衛生法", "船舶安全法", "航空法", "消防法", "港則法", "水質汚濁防止法", "高圧ガス保安法", "道路法", "毒物及び劇物取締法", "化学物質排出把握管理促進法",
		"海洋汚染防止法", "大気汚染防止法", "悪臭防止法", "有機溶剤中毒予防規則", "TSCA", "鉛中毒予防規則", "化管法", "廃棄物の処理及び清掃に関する法律", "労働基準法",
		"農薬取締法", "食品衛生法", "薬機法", "PRTR法", "化審法", "土壌汚染対策法", "麻薬及び向精神薬取締法", "外国為替及び外国貿易法", "特定化学物質障害予防規則",
	}, 36, 26, 26, 19, 14, 11, 10, 10, 10, 8, 8, 5, 4, 4, 3, 2, 2, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1)
	states      = counted([]string{"liquid", "solid", "gas", ""}, 36, 11, 10, 3)
	authorities = counted([]string{"ACGIH", "JSOH", "OSHA", "MHLW", "WEL", "Germany (DFG)", "Austria", "NIOSH", "EU"}, 87, 52, 25, 24, 16, 12, 11, 6, 8)
	statuses    = counted([]sds.Status{sds.StatusCompleted, sds.StatusImpossible, sds.StatusReconfirmation, sds.StatusUploading, sds.StatusFirstCheck, sds.StatusSecondCheck}, 960, 15, 15, 4, 3, 3)
	languages   = counted([]int{sds.LanguageJapanese, sds.LanguageEnglish, sds.LanguageOther}, 36, 18, 6)
	grades      = []string{"", " 特級", "（工業用）", " 一級", " 25%", " 溶液", " EL", "（試薬）", " 99.5%", " 0.1mol/L"}
	makes       = []string{"シンナー", "クリーナー", "プライマー", "エポガード 主剤", "エポガード 硬化剤", "グリース", "エンジンオイル", "洗浄剤", "接着剤", "はんだ", "フラックス", "インク", "防錆剤", "離型剤", "切削油", "電解液", "コーティング剤", "ハードナー"}
	towns       = []string{"みどり", "東雲", "奏", "鈴鳴", "彩雲", "加津良", "丸椿", "名古屋", "緑里", "双川", "ノルデン", "みなぐち", "北斗", "葵", "千歳", "若宮", "白鷺", "高砂", "日向", "瑞穂"}
	trades      = []string{"化学工業", "油化", "金属", "塗料", "薬品", "酸素", "界面科学", "アルカリ", "樹脂", "試薬", "ケミカル", "電材"}
	notes       = []string{"棚3で保管", "試験室で使用", "年度末に見直し", "防毒マスク必携", "少量のみ", "代替品を検討中", "第2工場\n洗浄工程", "Use in fume hood only"}
)

var substances = sync.OnceValue(func() *pick[chem.Substance] {
	all := chem.All()
	// The dictionary is in the order of the numbers, which is not by how common one is.
	rand.New(rand.NewPCG(7, 7)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return weighed(all, func(i int) float64 { return 1 / math.Pow(float64(i+20), 0.9) })
})

var goods = sync.OnceValue(func() *pick[unnumber.Goods] {
	var all []unnumber.Goods
	for n := 1001; n < 3600; n++ {
		if found := unnumber.Lookup(strconv.Itoa(n)); len(found) > 0 {
			all = append(all, found[0])
		}
	}
	return weighed(all, func(i int) float64 { return 1 / float64(i%97+3) })
})
