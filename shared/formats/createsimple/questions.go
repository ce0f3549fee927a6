package createsimple

import "strings"

// question is one on the work, with the tool's choices.
type question struct {
	name    words
	choices []string
}

// entered is the place of what a person enters.
func (b *builder) entered(choices ...string) Value {
	if len(choices) == 0 {
		return Value{}
	}
	return Value{Note: words{"選択肢：{all}", "Choices: {all}"}.in(b.lang, "{all}", strings.Join(choices, "／"))}
}

var yesNo = []string{"はい", "いいえ"}

// questions are those of the version. Amounts are by the product's state: of liquids
// in volumes, of powders and gases in masses.
func (b *builder) questions() []question {
	amounts := []string{"大量 （1kL以上）", "中量 （1L以上～1000L未満）", "少量 （100mL以上～1000mL未満）", "微量 （10mL以上～100mL未満）", "極微量（10mL未満）"}
	if s := b.state(); s == "solid" || s == "gas" {
		amounts = []string{"大量 （1ｔ以上）", "中量 （1kg以上～1000kg未満）", "少量 （100g以上～1000g未満）", "微量 （10g以上～100g未満）", "極微量（10g未満）"}
	}
	if b.version < Version3 {
		return append([]question{{words{"取扱量", "Amount"}, amounts[1:]}}, unnumbered...)
	}
	numbered := []question{{words{"Q1 取扱量", "Q1 Amount"}, amounts}}
	return append(numbered, version3...)
}

var version3 = []question{
	{words{"Q2 スプレー作業など空気中に飛散しやすい作業", "Q2 Spraying, or other work that disperses it"}, yesNo},
	{words{"Q3 化学物質を塗布する合計面積が1m2以上", "Q3 Spread over 1 m2 or more in total"}, yesNo},
	{words{"Q4 換気レベル", "Q4 Ventilation"}, []string{
		"換気レベルA（特に換気のない部屋）", "換気レベルB（全体換気）", "換気レベルC（工業的な全体換気、屋外作業）", "換気レベルD（外付け式局所排気装置）",
		"換気レベルE（囲い式局所排気装置）", "換気レベルF（密閉容器内での取扱い）",
	}},
	{words{"Q4 制御風速の確認", "Q4 Control velocity checked"}, []string{"制御風速を確認していない", "制御風速を確認している"}},
	{words{"Q5 1日あたりの作業時間（ばく露時間）", "Q5 Hours a day"}, []string{
		"8時間超", "7時間超～8時間以下", "6時間超～7時間以下", "5時間超～6時間以下", "4時間超～5時間以下", "3時間超～4時間以下", "2時間超～3時間以下", "1時間超～2時間以下", "30分超～1時間以下", "30分以下",
	}},
	{words{"Q6 作業頻度", "Q6 Frequency"}, []string{"週1回以上", "週1回未満"}},
	{words{"Q6 作業頻度（日／週 または 日／月）", "Q6 Days a week, or days a month"}, nil},
	{words{"Q7 ばく露濃度の変動の大きさ", "Q7 Variation of the exposure"}, []string{"ばく露濃度の変動が小さい作業", "ばく露濃度の変動が大きい作業"}},
	{words{"Q8 化学物質が皮膚に接触する面積", "Q8 Area of skin in contact"}, []string{"大きなコインのサイズ、小さな飛沫", "片手の手のひら付着", "両手の手のひらに付着", "両手全体に付着", "両手及び手首", "両手の肘から下全体"}},
	{words{"Q9 手袋の着用状況", "Q9 Gloves"}, []string{"手袋を着用していない", "取扱物質に関する情報のない手袋を使用している", "耐透過性・耐浸透性の手袋の着用している"}},
	{words{"Q10 手袋の使用方法に関する教育", "Q10 Training in the use of gloves"}, []string{"教育や訓練を行っていない", "基本的な教育や訓練を行っている", "十分な教育や訓練を行っている"}},
	{words{"Q11 取扱温度", "Q11 Temperature of handling"}, []string{"室温", "室温以上"}},
	{words{"Q11 取扱温度の値 [℃]", "Q11 Its value [℃]"}, nil},
	{words{"Q12 着火源を取り除く対策", "Q12 Sources of ignition are kept away"}, yesNo},
	{words{"Q13 爆発性雰囲気を防ぐ対策", "Q13 Explosive atmospheres are prevented"}, yesNo},
	{words{"Q14 近傍での有機物や金属の取扱い", "Q14 Organic matter or metals are handled nearby"}, yesNo},
	{words{"Q15 空気または水との接触", "Q15 It comes into contact with air or water"}, yesNo},
}

// unnumbered are the questions of ver.2 but for the amount.
var unnumbered = []question{
	{words{"スプレー作業など空気中に飛散しやすい作業", "Spraying, or other work that disperses it"}, yesNo},
	{words{"化学物質を塗布する合計面積が1m2以上", "Spread over 1 m2 or more in total"}, yesNo},
	{words{"換気レベル", "Ventilation"}, []string{
		"換気レベルA（特に換気のない部屋）", "換気レベルB（全体換気）", "換気レベルC（工業的な全体換気）", "換気レベルD（局所排気（外付け式フード））", "換気レベルE（局所排気（囲い式フード））", "換気レベルF（密閉容器内での取扱い）",
	}},
	{words{"制御風速の確認", "Control velocity checked"}, nil},
	{words{"1日あたりの作業時間（ばく露時間）", "Hours a day"}, nil},
	{words{"作業頻度", "Frequency"}, []string{"週1回以上", "週1回未満"}},
	{words{"化学物質が皮膚に接触する面積", "Area of skin in contact"}, nil},
	{words{"手袋の着用状況", "Gloves"}, nil},
	{words{"手袋の使用方法に関する教育", "Training in the use of gloves"}, nil},
	{words{"取扱温度", "Temperature of handling"}, nil},
	{words{"着火源を取り除く対策", "Sources of ignition are kept away"}, yesNo},
	{words{"爆発性雰囲気を防ぐ対策", "Explosive atmospheres are prevented"}, yesNo},
	{words{"近傍での有機物や金属の取扱い", "Organic matter or metals are handled nearby"}, yesNo},
	{words{"空気または水との接触", "It comes into contact with air or water"}, yesNo},
}
