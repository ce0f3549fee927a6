package main

import "testing"

func TestUsualNames(t *testing.T) {
	for cell, want := range map[string]string{
		"水": "水",
		"次亜塩素酸ナトリウム (有効塩素濃度:6~15%の水溶液)":                     "次亜塩素酸ナトリウム",
		"3-フェニルアクリルアルデヒド(別名シンナムアルデヒド)":                      "シンナムアルデヒド",
		"硫酸カルシウム (1/2水和物) 【焼石膏、バサニ石又はか焼】":                   "焼石膏",
		"酸化鉛 (II) (別名:リサージ)":                                "酸化鉛 (II)",
		"3,5-キシレノール (別名:3, 5-ジメチルフェノール)":                    "3,5-キシレノール",
		"エチレングリコールモノ-ノルマル-ブチルエーテル【ブチルセロソルブ】":                "ブチルセロソルブ",
		"イソブテン【2-メチルプロペン又はイソブチレン】":                          "イソブテン",
		"1,2-ジブロモエタン【EDB】":                                  "1,2-ジブロモエタン",
		"4-ターシャリ-ブチルフェノール":                                  "4-tert-ブチルフェノール",
		"アルキル硫酸エステルナトリウム(アルキル基の炭素数が16から18までのもの及びその混合物に限る。)": "アルキル硫酸エステルナトリウム(アルキル基の炭素数が16から18までのもの及びその混合物に限る。)",
	} {
		if got := usualJa(cell); got != want {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
	}
	for cell, want := range map[string]string{
		"water": "Water",
		"sodium hypochlorite, solution ... % Cl active":                  "Sodium hypochlorite",
		"phenol; carbolic acid; monohydroxybenzene":                      "Phenol",
		"epoxiconazole (ISO); (2RS,3SR)-3-(2-chlorophenyl)":              "Epoxiconazole",
		"2-Propanol, 2-methyl-":                                          "2-Methyl-2-propanol",
		"amylase, α-":                                                    "α-Amylase",
		"2-butene, 1,3-dichloro-":                                        "1,3-Dichloro-2-butene",
		"amines, polyethylenepoly-; HEPA":                                "Polyethylenepolyamines",
		"Hydrocarbons, C5-rich; Low boiling point naphtha - unspecified": "Hydrocarbons, C5-rich",
		"EPTC (ISO)":        "EPTC",
		"Aniline, 4-nitro-": "4-Nitroaniline",
		"benzene, 1-methyl-3,5-bis(1-methylethyl)-":             "1-Methyl-3,5-bis(1-methylethyl)benzene",
		"tellurium fluoride (TeF4), (T-4)-":                     "Tellurium fluoride (TeF4), (T-4)-",
		"4-(dimethylamino)benzaldehyde":                         "4-(Dimethylamino)benzaldehyde",
		"tert-butyl acetate":                                    "tert-Butyl acetate",
		"N,N-dimethylaniline":                                   "N,N-Dimethylaniline",
		"pH indicator":                                          "pH indicator",
		"Naphtha (petroleum), light; Low boiling point naphtha": "Naphtha (petroleum), light",
	} {
		if got := usualEn(cell); got != want {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
	}
}
