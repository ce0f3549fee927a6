package createsimple

import (
	"strconv"
	"strings"
	"time"

	"anzen/shared/formats/export"
)

// introduction is the text of the first tab.
func (b *builder) introduction(at time.Time) [][]export.Cell {
	lines := []string{
		words{"CREATE-SIMPLE ver.{n} 入力用データ", "Data for CREATE-SIMPLE ver.{n}"}.in(b.lang, "{n}", strconv.Itoa(b.version)),
		words{"SDS：{name}", "SDS: {name}"}.in(b.lang, "{name}", b.head.Name),
		words{"作成日時：{at}", "Made on {at} (Japan)"}.in(b.lang, "{at}", at.Format("2006/01/02 15:04")),
		"",
		words{
			"このファイルは、SDSの内容を厚生労働省のリスクアセスメント支援ツール「CREATE-SIMPLE（クリエイト・シンプル）」に転記するためのデータです。厚生労働省が配布するツールではなく、リスクの判定は行いません。",
			"This file has the contents of an SDS for CREATE-SIMPLE, the risk assessment tool of Japan's Ministry of Health, Labour and Welfare. It is not the ministry's tool, and it assesses no risk.",
		}.in(b.lang),
		words{"使い方", "How to use it"}.in(b.lang),
		words{
			"1.「リスクアセスメントシート」の【STEP 1】の値を、ツールの同じ項目に転記します。",
			"1. Copy the values of STEP 1 on the tab リスクアセスメントシート to the items of the same name.",
		}.in(b.lang),
		b.second(),
		words{
			"3. 値が空欄の項目は、SDSや提供者に確認して入力します。必要な項目の空欄は「未入力項目」にまとめています。現在{n}件です。",
			"3. Look up what is empty in the SDS or ask the supplier. The needed items that are empty are listed on the tab 未入力項目: {n} of them.",
		}.in(b.lang, "{n}", strconv.Itoa(len(b.missing))),
		words{
			"4.【STEP 3】の作業内容等は、SDSからは分かりません。作業の実態に合わせて事業場で入力します。",
			"4. STEP 3 is about the work, which no SDS tells. Enter it as it is at your workplace.",
		}.in(b.lang),
		words{
			"5. 転記した値と、ツールがCAS RNから自動で入力した値が異なる場合は、出典を確認のうえ選択してください。",
			"5. Where a value differs from the one that the tool enters by itself from the CAS RN, compare their origins and choose.",
		}.in(b.lang),
		"",
		words{"出典と注意", "Origins and cautions"}.in(b.lang),
		words{
			"・「出典」が「SDS 第n項」の値は、SDSの記載です。「物質データ」の値は、成分（純物質）の公表データで、製品そのものの値ではありません。出典が空欄の項目は、値がありません。",
			"· Values whose origin is a section of the SDS are as the SDS states them. Those of “substance data” are published values of the pure substance, not of the product. Items without an origin have no value.",
		}.in(b.lang),
		words{
			"・範囲で記載された値は、リスクを低く見積もらないよう安全側の値としています（含有率・蒸気圧・水溶解度は上限値、沸点・引火点は下限値）。SDSの記載は「備考」にあります。",
			"· Of a range the end is given that does not understate the risk: the upper one of contents, vapour pressures and solubilities, the lower one of boiling and flash points. The notes tell what the SDS states.",
		}.in(b.lang),
		words{
			"・日本産業衛生学会、ACGIH、DFG等のばく露限界値は、SDSに記載された値のみです。最新の値はSDSの提供者または各機関の資料で確認してください。",
			"· Limits of JSOH, ACGIH, DFG and others are only those that the SDS states. Please check the latest values with the supplier or the organization.",
		}.in(b.lang),
		words{
			"・関係法令の適用は、最新の法令で確認してください。CAS RN（CAS登録番号）は米国化学会の商標です。",
			"· Please check which laws apply against their current text. CAS Registry Number is a trademark of the American Chemical Society.",
		}.in(b.lang),
	}
	rows := make([][]export.Cell, len(lines))
	for i, l := range lines {
		rows[i] = []export.Cell{export.TextOf(strings.TrimRight(l, " "))}
	}
	return rows
}

// second is the step on the components, which the versions take in different ways.
func (b *builder) second() string {
	if b.version >= Version3 {
		return words{
			"2.「成分一覧」のCAS RN列をツールの「CAS RN一括入力」に貼り付け、物質名・含有率を転記します。ツールの物質一覧にない成分は「成分情報」の値を入力します。",
			"2. Paste the column CAS RN of the tab 成分一覧 into the tool's “CAS RN一括入力”, and copy names and contents. For substances that the tool does not know, enter the values of the tab 成分情報.",
		}.in(b.lang)
	}
	return words{
		"2. ver.2は1回に1物質を評価します。「成分一覧」「成分情報」の成分ごとに、CAS RN・含有率・GHS分類などを転記して評価を繰り返します。",
		"2. Version 2 assesses one substance at a time. Copy CAS RN, content, classification and the rest of each component on the tabs 成分一覧 and 成分情報, one assessment after the other.",
	}.in(b.lang)
}
