package message

// The reasons of the verdicts of law checks.
var lawTexts = map[Code]pair{
	"law.reached":        {"「{entry}」の含有率 {share} % が基準 {threshold} % を満たすため該当します。", "The content of {entry}, {share} %, meets the threshold of {threshold} %."},
	"law.below":          {"「{entry}」の含有率 {share} % は基準 {threshold} % に達しません。", "The content of {entry}, {share} %, does not reach the threshold of {threshold} %."},
	"law.straddles":      {"「{entry}」の含有率の範囲 {share} % が基準 {threshold} % をまたいでいます。正確な含有率で判断してください。", "The range of the content of {entry}, {share} %, lies on both sides of the threshold of {threshold} %. The exact content decides."},
	"law.no_share":       {"「{entry}」({part})の含有率がSDSに記載されていません。基準は {threshold} % です。", "The sheet states no content of {entry} ({part}). The threshold is {threshold} %."},
	"law.withheld":       {"「{entry}」({part})の含有率は営業秘密として開示されていません。基準は {threshold} % です。供給者に確認してください。", "The content of {entry} ({part}) is withheld as a trade secret. The threshold is {threshold} %; ask the supplier."},
	"law.no_formula":     {"「{entry}」は{element}の量に換算して判定しますが、{part}の化学式が不明なため換算できません。", "{entry} is counted as {element}, and the formula of {part} is not known."},
	"law.soluble_only":   {"{part}は{element}の化合物ですが、「{entry}」は水溶性塩類に限られます。水溶性を確認してください。", "{part} is a compound of {element}, but {entry} is of water-soluble salts alone. Check whether it is soluble in water."},
	"law.valence_open":   {"{part}は{element}の化合物ですが、「{entry}」に当たる価数かどうかが組成からは分かりません。", "{part} is a compound of {element}, but the composition does not tell whether it has the valence that {entry} means."},
	"law.one_of_several": {"{part}には複数のCAS登録番号があり、その一部だけが「{entry}」に当たります。内訳を確認してください。", "{part} has several CAS numbers, of which only some belong to {entry}. Check how much there is of each."},
	"law.ambiguous_name": {"「{part}」という名称は複数の物質を指すことがあり、その一部だけが「{entry}」に当たります。CAS登録番号を確認してください。", "The name {part} stands for several substances, of which only some belong to {entry}. The CAS number decides."},
	"law.pure_itself":    {"「{entry}」の原体(含有率 {share} %)に該当します。", "The product is {entry} itself (content {share} %)."},
	"law.pure_only":      {"「{entry}」は原体のみが対象で、これを含む製剤・混合物(含有率 {share} %)は該当しません。", "{entry} is meant as the substance itself alone; preparations and mixtures that contain it (content {share} %) are not."},
	"law.pure_open":      {"「{entry}」は原体のみが対象です。含有率 {share} % からは原体かどうかを判断できません。", "{entry} is meant as the substance itself alone, and a content of {share} % does not tell whether the product is."},
	"law.gas_only":       {"「{entry}」は高圧ガスである場合に限り対象となりますが、この製品はガスではありません。", "{entry} is meant as a high-pressure gas alone, and the product is no gas."},
	"law.gas_unknown":    {"「{entry}」は高圧ガスである場合に限り対象となりますが、SDSから物理状態が分かりません。", "{entry} is meant as a high-pressure gas alone, and the sheet does not tell the physical state."},
	"law.context":        {"「{entry}」を {share} % 含み、基準 {threshold} % を満たします。ただし次の点はSDSから判断できません: {context}", "The product contains {share} % of {entry}, which meets the threshold of {threshold} %. What a sheet does not tell: {context}"},
	"law.later":          {"「{entry}」は {from} から対象となります。含有率 {share} %、基準 {threshold} % です。", "{entry} is regulated from {from}. Its content is {share} %, the threshold {threshold} %."},
	"law.excluded":       {"上位の区分「{class}」に該当するため、「{entry}」としては扱いません。", "The higher class {class} applies, so the product does not count as {entry}."},
	"law.excluded_maybe": {"含有率 {share} % は「{entry}」の基準 {threshold} % を満たしますが、上位の区分「{class}」に該当する可能性があります。", "The content of {share} % meets the threshold of {threshold} % of {entry}, but the higher class {class} may apply instead."},
	"law.unidentified":   {"{part}(含有率 {share} %)は物質を特定できません。この区分の最も低い基準は {threshold} % です。", "{part} (content {share} %) cannot be identified. The lowest threshold of this class is {threshold} %."},
	"law.no_composition": {"SDSに組成が記載されていないため判定できません。", "The sheet states no composition, so nothing can be decided."},
	"law.not_listed":     {"この区分の収載リストに、製品の成分は含まれていません。", "None of the product's ingredients is on the list of this class."},
	"law.not_loaded":     {"この区分の収載リストは本システムに登録されていないため判定できません。", "The list of this class is not loaded, so nothing can be decided."},
	"law.process":        {"作業や取扱いの方法によって決まる規制のため、SDSからは判定できません。", "What is done with the product decides; no sheet can tell."},
}
