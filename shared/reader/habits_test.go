package reader_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
	"anzen/shared/text/fold"
)

// typeset prints a page. Each row is a line of 10 points; "|" separates its cells, which
// begin at 50, 200, 350 and 500 points or at "120@"; a row that begins with "+" is on the
// line of the row before.
func typeset(number int, rows ...string) doc.Page {
	p := doc.Page{Number: number, Width: 595, Height: 842}
	y := 44.0
	for _, row := range rows {
		if rest, same := strings.CutPrefix(row, "+"); same {
			row = rest
		} else {
			y += 16
		}
		for c, cell := range strings.Split(row, "|") {
			x := 50 + 150*float64(c)
			if at, rest, placed := strings.Cut(cell, "@"); placed {
				if v, err := strconv.ParseFloat(at, 64); err == nil {
					x, cell = v, rest
				}
			}
			for _, f := range strings.Split(cell, " ") {
				w := doc.Word{Text: f, Page: number, Size: 10, Conf: 1, Ink: 0xff000000, Box: doc.Box{X0: x, Y0: y, X1: x, Y1: y + 10}}
				for _, r := range f {
					d := 5.0
					if doc.CJK(r) || r > 0xff00 {
						d = 10
					}
					w.X1 += d
					w.Ends = append(w.Ends, float32(w.X1))
				}
				if f != "" {
					p.Words = append(p.Words, w)
				}
				x = w.X1 + 3
			}
		}
	}
	return p
}

// rest are the further headings by which the document is recognised as a sheet.
var rest = []string{"4. 応急措置", "5. 火災時の措置", "6. 漏出時の措置", "7. 取扱い及び保管上の注意", "10. 安定性及び反応性", "11. 有害性情報", "16. その他の情報"}

// TestHabits covers conventions of Japanese issuers seen in sheets, with products and
// companies changed.
func TestHabits(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages [][]string
		want  string
	}{
		{"classes and categories in columns that stand apart", [][]string{{
			"安全データーシート", "1. 製品および会社情報", "製品の名称|架空ろう A-1", "会 社|架空溶材株式会社", "住 所|東京都千代田区1-1", "電話番号|03-0000-0001", "緊急連絡先|同上",
			"2. 危険有害性の要約", "健康有害性|急性毒性（経口）|区分４", "|発がん性|区分１Ａ", "環境有害性|水生環境有害性（慢性）|区分４", "注意喚起記語|危険", "3. 組成及び成分情報",
		}}, `{"product_name":"架空ろう A-1","supplier_name":"架空溶材株式会社","supplier_phone":"03-0000-0001","emergency_phone":"03-0000-0001","signal_word":"danger",
			"classification":[{"class":"acute_toxicity_oral","category":"4"},{"class":"carcinogenicity","category":"1A"},{"class":"aquatic_chronic","category":"4"}]}`},
		{"letters set wide, a running header with dates", [][]string{
			{"30@メタノール|200@架空樹脂株式会社|380@C41-001|480@2007/01/15 P.1/2", "製 品 安 全 デ ー タ シ ー ト", "1.製品及び会社情報", "製 品 名|メタノール", "会 社 名|架空樹脂株式会社", "電 話 番 号|0254-00-0000", "緊急連絡先|担当部門に同じ", "整理番号|C41-001", "作成日|1995年7月1日", "改訂日|2007年1月15日", "2.危険有害性の要約", "引火性液体|区分２", "急性毒性(吸入:蒸気)|区分５"},
			{"30@メタノール|200@架空樹脂株式会社|380@C41-001|480@2007/01/15 P.2/2", "3.組成、成分情報", "単一製品・混合物の区別|単一製品"},
		}, `{"product_name":"メタノール","supplier_name":"架空樹脂株式会社","product_codes":["C41-001"],"issue_date":"1995-07-01","revision_date":"2007-01-15","composition_type":"substance",
			"classification":[{"class":"flammable_liquids","category":"2"},{"class":"acute_toxicity_inhalation","category":"5"}]}`},
		{"organs with several categories, a signal word broken over lines", [][]string{{
			"製品安全データシート", "1.化学物質等及び会社情報", "化学物質等の名称|示温塗料 No.31", "会社名|架空技研工業株式会社", "電話番号(緊急連絡先)|049-000-0000", "2.危険有害性の要約", "引火性液体|区分２",
			"特定標的臓器・全身毒性（単回ばく露）|280@区分１（中枢神経系、呼吸器、肝臓、腎臓）", "|280@区分３（気道刺激性、麻酔作用）", "注意喚起語|危", "|険", "3.組成、成分情報",
		}}, `{"product_name":"示温塗料 No.31","signal_word":"danger","classification":[{"class":"flammable_liquids","category":"2"},{"class":"stot_single","category":"1"},{"class":"stot_single","category":"3"}]}`},
		{"labels in lenticular brackets, maker and supplier apart", [][]string{{
			"製品安全データシート", "発行日 2007年9月12日 第3版", "1. 化学物質等および会社情報", "【製品名】|離型剤3000", "【製造者】|W.N.SAMPLE Ltd.", "|12 Mill Road, Leeds", "【供給者】|架空材料株式会社", "|東京都中央区1-1", "2. 危険有害性の要約", "3. 組成、成分情報",
		}}, `{"product_name":"離型剤3000","revision_date":"2007-09-12","issue_date":"2007-09-12"}`},
		{"headings without numbers", [][]string{{
			"製品安全データシート", "作成日 2008年01月30日", "改訂日 2009年09月30日", "【化学物質等の名称】|架空パテ#10（主剤）", "【会社情報】", "会社名|架空リフォーム株式会社", "【危険有害性の要約】", "H332 吸入すると有害", "H317 アレルギー性皮膚反応を起こすおそれ", "【組成、成分情報】", "単一製品・混合物の区別|混合物", "【応急措置】", "【火災時の措置】", "【漏出時の措置】", "【取扱い及び保管上の注意】", "【輸送上の注意】", "国連番号|1866",
		}}, `{"product_name":"架空パテ#10(主剤)","supplier_name":"架空リフォーム株式会社","issue_date":"2008-01-30","revision_date":"2009-09-30","h_codes":["H332","H317"],"composition_type":"mixture","un_number":"1866"}`},
		{"values left blank", [][]string{{
			"安全データシート", "1.製品及び会社情報", "製品の名称　　　：", "会社名　　　　　：", "電話番号　　　　：", "2.危険有害性の要約", "皮膚腐食性・刺激性　　　　　　　区分２", "眼に対する重篤な損傷・眼刺激性　区分２Ａ", "注意喚起語　　　：警告", "3.組成及び成分情報",
		}}, `{"product_name":null,"supplier_name":null,"supplier_phone":null,"signal_word":"warning","classification":[{"class":"skin_corrosion","category":"2"},{"class":"eye_damage","category":"2A"}]}`},
		{"dates of an era, a company without a label", [][]string{{
			"安全データシート（SDS）", "改訂日：平成28年10月03日", "SDS整理番号 02160000", "1.製品及び会社情報", "製品等の名称 ： 臭素水", "架空化学株式会社", "東京都中央区日本橋1-1", "担当 ： 品質保証課", "TEL（03）0000-0002 FAX（03）0000-0003", "緊急連絡 ： 同上", "製品等のコード ： 0216-6250、0216-6280", "推奨用途 ： 試薬", "2.危険有害性の要約", "3.組成、成分情報",
		}}, `{"product_name":"臭素水","revision_date":"2016-10-03","sds_number":"02160000","supplier_name":"架空化学株式会社","supplier_phone":"03-0000-0002","emergency_phone":"03-0000-0002","product_codes":["0216-6250","0216-6280"]}`},
		{"codes and their sentences in columns of their own", [][]string{{
			"安全データシート", "1.化学品及び会社情報", "化学品の名称|次亜塩素酸ナトリウム溶液", "製品コード|C4-07", "整理番号|C4-07-5", "供給者の会社名称|架空薬工業株式会社", "電話番号|06-0000-0000", "緊急連絡電話番号|06-0000-0001", "2.危険有害性の要約", "危険有害性情報|H290|金属腐食のおそれ", "|H314|重篤な皮膚の薬傷及び眼の損傷", "|H410|長期継続的影響によって水生生物に非常に強い毒性", "注意書き", "他の容器に移し替えないこと。(P234)", "3.組成及び成分情報",
		}}, `{"product_name":"次亜塩素酸ナトリウム溶液","product_codes":["C4-07"],"sds_number":"C4-07-5","h_codes":["H290","H314","H410"],"hazard_statement_count":3,"p_codes":["P234"],"emergency_phone":"06-0000-0001"}`},
		{"a title of section 1 of its own, a header in brackets", [][]string{
			{"[次亜塩素酸ナトリウム 6%] [架空化学工業株式会社] [2016年8月2日] [1/2]", "安全データーシート", "1. 製品名（化学名、商品名等）", "製品名|架空クリン6％", "会社名|架空化学工業株式会社", "作成日|1992年11月1日", "改訂日|2016年8月2日", "2. 危険物有害性の要約", "金属腐食性物質|区分１"},
			{"[次亜塩素酸ナトリウム 6%] [架空化学工業株式会社] [2016年8月2日] [2/2]", "3. 組成及び成分情報", "化学物質・混合物の区別|混合物"},
		}, `{"product_name":"架空クリン6%","supplier_name":"架空化学工業株式会社","issue_date":"1992-11-01","revision_date":"2016-08-02","classification":[{"class":"corrosive_to_metals","category":"1"}]}`},
		{"an entry of dots between 同 and 上", [][]string{{
			"安全データシート", "作成日 1993年3月15日", "改定日 2014年6月1日", "1.化学品及び会社情報", "製 品 名|次亜塩素酸ソーダ", "会 社 名|要 薬品株式会社", "電話番号|03-0000-0004", "緊急連絡先|同 上", "整理番号|K-060", "2.危険有害性の要約", "3.組成及び成分情報",
		}}, `{"product_name":"次亜塩素酸ソーダ","supplier_name":"要薬品株式会社","issue_date":"1993-03-15","revision_date":"2014-06-01","emergency_phone":"03-0000-0004","product_codes":["K-060"]}`},
		{"one label for company, address and telephone above their own", [][]string{{
			"安全データシート", "発行日：2019/11/28 改定日：2021/03/09 版番号：05", "1. 化学品及び会社情報", "化学品の名称|次亜塩素酸ナトリウム", "供給者の会社名称、住所及び電話番号", "会社名|架空硝子株式会社 化学品部", "住所|東京都千代田区1-5-1", "電話番号|03-0000-0005", "整理番号|AX-D-0080", "2. 危険有害性の要約", "引火性液体|区分に該当しない", "H290 金属腐食のおそれ", "H335 呼吸器への刺激のおそれ", "3. 組成及び成分情報",
		}}, `{"product_name":"次亜塩素酸ナトリウム","supplier_name":"架空硝子株式会社","supplier_phone":"03-0000-0005","issue_date":"2019-11-28","revision_date":"2021-03-09","classification":[],"h_codes":["H290","H335"]}`},
		{"labels, colons and values in three columns", [][]string{{
			"製品安全データシート（MSDS）", "作成改訂日 2012.11.30", "1 製品及び会社情報", "50@製品の名称|150@：|170@架空シャーシーグリス 400g #1", "50@製品の品番|150@：|170@KCG-400", "50@整理番号|150@：|170@3635", "50@会社名|150@：|170@架空中山株式会社", "50@電話|150@：|170@03-0000-0006", "2 危険有害性の要約", "3 組成、成分情報",
		}}, `{"product_name":"架空シャーシーグリス 400g #1","product_codes":["KCG-400"],"sds_number":"3635","supplier_name":"架空中山株式会社","supplier_phone":"03-0000-0006","issue_date":"2012-11-30","revision_date":"2012-11-30"}`},
		{"maker instead of supplier, a version with a letter", [][]string{{
			"整理番号：RXG09801J|300@作成日：2015/04/17 Version J_1.2", "安全データシート", "1. 製品および製造者情報", "製品名：|MAINTENANCE GREASE", "製造者：|架空ディー.ジー.株式会社", "2. 危険有害性の要約", "皮膚感作性|区分１", "3. 組成及び成分情報",
		}}, `{"product_name":"MAINTENANCE GREASE","supplier_name":"架空ディー.ジー.株式会社","issue_date":"2015-04-17","classification":[{"class":"skin_sensitization","category":"1"}]}`},
		{"old headings without numbers", [][]string{{
			"製品安全データシート", "作成日 2015/04/03", "製造者情報", "会社名|株式会社架空通販", "製品名|架空 万能グリーススプレー", "整理番号|M150424", "物質の特定", "単一製品・混合物の区別|混合物", "危険有害性の要約", "エアゾール|区分１", "注意喚起語|危険", "応急措置", "火災時の措置", "漏出時の措置", "取扱い及び保管上の注意",
		}}, `{"product_name":"架空 万能グリーススプレー","supplier_name":"株式会社架空通販","composition_type":"mixture","signal_word":"danger","classification":[{"class":"aerosols","category":"1"}]}`},
		{"nothing applies", [][]string{{
			"安全データシート", "整理番号：405381", "作成日 2010/07/01 改訂日 2016/07/01", "1. 化学物質等及び会社情報", "製品名：マシン油 46", "会社名：架空礦油株式会社", "2. 危険有害性の要約", "引火性液体|区分外", "急性毒性（経口）|区分外", "皮膚腐食性／刺激性|区分外", "絵表示：なし", "注意喚起語：なし", "3. 組成及び成分情報",
		}}, `{"product_name":"マシン油 46","classification":[],"pictograms":[],"signal_word":"none"}`},
		{"every class 該当しない又は分類できない", [][]string{{
			"安全データシート", "1. 化学品等及び会社情報", "化学品等の名称|潤滑剤 F-ZERO", "製品コード|OR-FZERO", "供給者の会社名|株式会社架空社", "ファックス番号|03-0000-0008", "電話番号|03-0000-0007", "2. 危険有害性の要約", "物理化学的危険性|全項目、該当しない又は分類できない", "健康に対する有害性|全項目、該当しない又は分類できない", "3. 組成及び成分情報",
		}}, `{"product_name":"潤滑剤 F-ZERO","product_codes":["OR-FZERO"],"supplier_phone":"03-0000-0007","classification":[]}`},
		{"a date left blank, more columns of law numbers", [][]string{{
			"SDS（安全データシート）", "MSIS-02900-01", "作成日 2015年4月10日", "改定日", "1 製品及び会社情報", "製品名|水溶性チェーンオイル", "会社名|架空合成株式会社", "2 危険有害性の要約", "3 組成、成分情報",
			"50@成分名/化学名|180@含有量(wt%)|260@CAS No.|340@化学式|400@化審法№|460@PRTR法№", "50@潤滑油基油(鉱油)|180@>95|260@公開できない|340@-|400@-|460@非該当", "50@添加剤|180@<5|260@公開できない|340@-|400@-|460@非該当",
		}}, `{"product_name":"水溶性チェーンオイル","issue_date":"2015-04-10","revision_date":"2015-04-10","composition":[{"name":"潤滑油基油(鉱油)","cas":[],"low":95,"low_op":">","high":null,"high_op":null,"unit":"%"},{"name":"添加剤","cas":[],"low":null,"low_op":null,"high":5,"high_op":"<","unit":"%"}]}`},
		{"several product numbers of an aerosol", [][]string{{
			"安全データシート（SDS）", "作成日 2002年4月1日 改訂日 2013年12月18日", "整理番号 1001-7", "1. 製品及び会社情報", "製品の特定", "製品名|KA/CRC 5-56", "製品分類|防錆・潤滑剤", "製品番号|1002、1003、1004、1005", "会社情報", "会社名|架空工業株式会社", "2. 危険有害性の要約", "エアゾール|区分１", "3. 組成、成分情報",
		}}, `{"product_name":"KA/CRC 5-56","product_codes":["1002","1003","1004","1005"],"sds_number":"1001-7","issue_date":"2002-04-01","revision_date":"2013-12-18","supplier_name":"架空工業株式会社"}`},
		{"a sheet of before GHS", [][]string{{
			"製品安全データシート", "MSDS NO: JP-00-01704341", "作成 1993年05月21日 改訂 2010年01月08日 第5版", "【製造者情報】", "【会社名】|架空化学工業株式会社", "【製品名】|G-746", "【危険有害性物質の特定】", "酸化亜鉛|約80%|1314-13-2", "【応急措置】", "【火災時の措置】", "【漏出時の措置】", "【取扱い及び保管上の注意】", "【輸送上の注意】", "国連番号|3077", "国連分類|クラス9",
		}}, `{"product_name":"G-746","sds_number":"JP-00-01704341","supplier_name":"架空化学工業株式会社","issue_date":"1993-05-21","revision_date":"2010-01-08","un_number":"3077","transport_class":"9"}`},
		{"headings as translated", [][]string{{
			"物質安全データシート", "発行日 2012年6月", "1. 製品および会社情報", "製品名|シリコンリキッドガスケット", "2. 危険の確認", "眼刺激性|区分２Ｂ", "3. 組成/成分に関する情報", "4. 応急処置の手段", "5. 消火の手段", "6. 偶発的流出の際の手段", "7. 取扱いおよび保管", "8. 曝露防止/個人用保護", "9. 物理的および化学的性質", "10. 安定性と反応性", "11. 毒物学的情報",
		}}, `{"product_name":"シリコンリキッドガスケット","issue_date":"2012-06","classification":[{"class":"eye_damage","category":"2B"}]}`},
		{"words before section 1, dates of issue and print", [][]string{{
			"安全データシート", "発行日: 2018/10/22|300@印刷日: 2019/02/28", "この文書は日本国内での使用を前提として作成されたものであり、当社の製品以外には適用されません。", "1. 化学品及び会社情報", "化学品の名称:|架空ペースト E", "2. 危険有害性の要約", "特定標的臓器毒性（反復ばく露）|260@区分２ - 経口", "3. 組成及び成分情報",
		}}, `{"product_name":"架空ペースト E","issue_date":"2018-10-22","revision_date":"2018-10-22","classification":[{"class":"stot_repeated","category":"2"}]}`},
		{"day and month before the year", [][]string{{
			"安全データシート", "JIS Z 7253:2012", "改訂日 15-8-2015", "1. 化学品及び会社情報", "製品名|フュームドシリカ L-50", "2. 危険有害性の要約", "3. 組成及び成分情報",
		}}, `{"product_name":"フュームドシリカ L-50","revision_date":"2015-08-15"}`},
		{"ingredients before hazards, no numbers", [][]string{{
			"製品安全データシート", "作成日 2017年2月10日 改訂日 2019年5月28日", "製造者情報", "会社名|架空マニュファクチャリング株式会社", "製品名（化学名，商品名等）|シリカゲル 混", "組成、成分情報", "50@化学名|200@濃度又は濃度範囲|320@CAS番号|420@官報公示整理番号", "50@シリカゲル|200@99.5%以上|320@7631-86-9|420@(1)-548", "50@ニュートラルレッド|200@0.002%以下|320@553-24-2|420@既存化学物質 なし", "危険有害性の要約", "応急措置", "火災時の措置", "漏出時の措置", "取扱い及び保管上の注意",
		}}, `{"product_name":"シリカゲル 混","composition":[{"name":"シリカゲル","cas":["7631-86-9"],"low":99.5,"low_op":">=","high":null,"high_op":null,"unit":"%"},{"name":"ニュートラルレッド","cas":["553-24-2"],"low":null,"low_op":null,"high":0.002,"high_op":"<=","unit":"%"}]}`},
		{"a month with 月 between slashes", [][]string{{
			"製品安全データシート JIS Z 7250:2005", "改訂日 06/3月/2013", "1. 製品及び会社情報", "製品名|顔料分散液 300", "2. 危険有害性の要約", "緊急時の概略", "3. 組成、成分情報",
		}}, `{"product_name":"顔料分散液 300","revision_date":"2013-03-06"}`},
		{"words in the column of CAS numbers", [][]string{{
			"安全データシート", "SDS番号 28-3787-0 5.00", "発行日 2017/08/15 前発行日 2016/03/18", "1. 化学品及び会社情報", "化学品の名称|架空研磨輪", "2. 危険有害性の要約", "3. 組成及び成分情報", "50@成分|230@CAS番号|340@重量%",
			"50@酸化アルミニウム鉱物(非繊維状)|230@1344-28-1|340@50 - 60", "50@フィラー|230@1317-65-3|340@1 - 5", "50@無機フッ化物|230@14075-53-7|340@3.0", "50@硬化レジン|230@混合物|340@15 - 35", "50@顔料|230@営業秘密|340@< 2",
		}}, `{"product_name":"架空研磨輪","sds_number":"28-3787-0","revision_date":"2017-08-15","composition":[{"name":"酸化アルミニウム鉱物(非繊維状)","cas":["1344-28-1"],"low":50,"low_op":">=","high":60,"high_op":"<=","unit":"%"},
			{"name":"フィラー","cas":["1317-65-3"],"low":1,"low_op":">=","high":5,"high_op":"<=","unit":"%"},{"name":"無機フッ化物","cas":["14075-53-7"],"low":3,"low_op":">=","high":3,"high_op":"<=","unit":"%"},
			{"name":"硬化レジン","cas":[],"low":15,"low_op":">=","high":35,"high_op":"<=","unit":"%"},{"name":"顔料","cas":[],"low":null,"low_op":null,"high":2,"high_op":"<","unit":"%"}]}`},
		{"class and category on a line, separated by a colon", [][]string{{
			"安全データシート", "2016/04/25 1版", "整理番号 774500-001", "1.化学品及び会社情報", "製品名 : ユーロカラー 115", "2.危険有害性の要約", "引火性液体 :区分3", "発がん性 :区分1", "水生環境有害性（長期間） :区分3", "3.組成及び成分情報",
		}}, `{"product_name":"ユーロカラー 115","classification":[{"class":"flammable_liquids","category":"3"},{"class":"carcinogenicity","category":"1"},{"class":"aquatic_chronic","category":"3"}]}`},
		{"labels whose letters stand below one another", [][]string{{
			"製品安全データシート", "M3304-1", "作成日 2009年1月20日 改訂日 2011年12月1日", "1.製品及び会社情報", "50@製|90@品|130@名|200@OSクール工法 上塗材 主剤 白", "50@会|90@社|130@名|200@架空セメンテックス株式会社", "50@電|76@話|102@番|130@号|200@06-0000-0009", "2.危険有害性の要約", "3.組成、成分情報",
		}}, `{"product_name":"OSクール工法 上塗材 主剤 白","supplier_name":"架空セメンテックス株式会社","supplier_phone":"06-0000-0009","revision_date":"2011-12-01"}`},
		{"rules drawn of characters, dashes instead of a CAS number", [][]string{{
			"製品安全データシート 混合物用（塗料用）", "整理番号 061-7530", "作成日 平成15年11月17日 改訂日 平成16年5月10日", "1. 製造者情報", "製品名|架空エポキシ 赤さび", "3. 物質の特定", "50@成分名|230@CASNo.|330@含有量(重量%)|430@PRTR", "──────────────────────────────────",
			"50@酸化第二鉄|230@1309−37−1|330@5〜10|430@", "50@1,3,5-トリメチルベンゼン|230@108−67−8|330@1.5|430@1種#224", "50@イソブチルアルコール|230@78−83−1|330@1〜 5|430@", "50@変性エポキシ樹脂|230@――――――|330@15〜20|430@", "──────────────────────────────────",
		}}, `{"product_name":"架空エポキシ 赤さび","issue_date":"2003-11-17","revision_date":"2004-05-10","composition":[{"name":"酸化第二鉄","cas":["1309-37-1"],"low":5,"low_op":">=","high":10,"high_op":"<=","unit":"%"},
			{"name":"1,3,5-トリメチルベンゼン","cas":["108-67-8"],"low":1.5,"low_op":">=","high":1.5,"high_op":"<=","unit":"%"},{"name":"イソブチルアルコール","cas":["78-83-1"],"low":1,"low_op":">=","high":5,"high_op":"<=","unit":"%"},
			{"name":"変性エポキシ樹脂","cas":[],"low":15,"low_op":">=","high":20,"high_op":"<=","unit":"%"}]}`},
		{"a name broken over lines, number and brackets", [][]string{{
			"製品安全データシート", "1【製品及び会社情報】", "製品の名称|HB", "|サイディングプライマー JY（A）", "推奨用途及び使用上の制限：塗料、業務用", "輸送時の緊急連絡先|03-0000-0010", "2【危険有害性の要約】", "3【組成、成分情報】",
		}}, `{"product_name":"HBサイディングプライマー JY(A)","emergency_phone":"03-0000-0010"}`},
		{"spellings of classes, angle brackets", [][]string{{
			"安全データシート（SDS）", "SDS-N030360", "制定 2010年11月12日", "改訂 2014年07月06日", "1. 化学物質等及び会社情報", "製品名|やに入りはんだ", "2. 危険有害性の要約", "＜物理化学的危険性＞", "分類対象外", "＜健康に対する有害性＞", "発ガン性|区分２", "生殖毒性|区分１Ａ", "＜環境に対する有害性＞", "水生環境有毒性（急性）|区分１", "3. 組成及び成分情報",
		}}, `{"product_name":"やに入りはんだ","issue_date":"2010-11-12","revision_date":"2014-07-06","classification":[{"class":"carcinogenicity","category":"2"},{"class":"reproductive_toxicity","category":"1A"},{"class":"aquatic_acute","category":"1"}]}`},
		{"a family of products, several addresses", [][]string{{
			"安全データシート", "SDS-IN 540", "改訂日 2014年11月26日", "1.製品および会社情報", "製品特定名：|フラックス混合合金 NC-92J", "製造者：|Sample Corporation", "|34 Robinson Road, Clinton, NY, USA", "電話番号：|1-315-000-0000", "2.危険有害性の要約", "3.組成及び成分情報",
		}}, `{"product_name":"フラックス混合合金 NC-92J","revision_date":"2014-11-26","supplier_name":"Sample Corporation","supplier_phone":"1-315-000-0000"}`},
		{"項目 headings with numbered items", [][]string{{
			"安全データシート JIS Z 7253準拠", "改訂日 2017/02/23 改訂版:0", "項目1:化学品及び会社情報", "1.1. 製品特定名", "製品名|Surface Rework Flux", "製品番号|SMFL, ESMFL200D, ZE", "1.2. 化学品の推奨用途", "1.3. 安全データシートの供給者の詳細", "会社名|架空ルーブ株式会社", "1.4. 緊急連絡電話番号", " +44 (0)1530 000000", "項目2:危険有害性の要約", "P210 熱から遠ざけること。", "P302+P352 皮膚に付着した場合：多量の水で洗うこと。", "P305+P351+P338 眼に入った場合：水で数分間注意深く洗うこと。", "項目3:組成及び成分情報", "項目4:応急措置", "項目5:火災時の措置", "項目6:漏出時の措置",
		}}, `{"product_name":"Surface Rework Flux","product_codes":["SMFL","ESMFL200D","ZE"],"revision_date":"2017-02-23","p_codes":["P210","P302+P352","P305+P351+P338"],"emergency_phone":"+44-0-1530-000000"}`},
		{"unpublished numbers in the column", [][]string{{
			"品名 NO SOLDER|250@架空株式会社|360@AG-NS001|440@2016年08月05日", "安全データシート", "作成日 2016年08月05日", "1. 化学品及び会社情報", "化学品の名称 ：|NO SOLDER", "2. 危険有害性の要約", "3. 組成及び成分情報", "50@成分名|230@含有量(%)|320@CAS No.|430@化審法番号",
			"50@変成シリコーン|230@10-20|320@非公開/未登録|430@-", "50@銀およびその水溶性化合物|230@35|320@7440-22-4|430@-", "50@シリカ|230@10-20|320@非公開/未登録|430@-",
		}}, `{"product_name":"NO SOLDER","issue_date":"2016-08-05","composition":[{"name":"変成シリコーン","cas":[],"low":10,"low_op":">=","high":20,"high_op":"<=","unit":"%"},{"name":"銀およびその水溶性化合物","cas":["7440-22-4"],"low":35,"low_op":">=","high":35,"high_op":"<=","unit":"%"},
			{"name":"シリカ","cas":[],"low":10,"low_op":">=","high":20,"high_op":"<=","unit":"%"}]}`},
		{"false blanks between letters", [][]string{{
			"安全データシート According to JIS Z 7253", "1. 化学品及び会社情報", "製品名|エ タ ノ ー ル （99.5）", "製品コード|057-00000", "供給者|架空純薬株式会社", "2. 危険有害性の要約", "引 火 性 液 体|区 分 2", "注意喚起語|危 険", "3. 組成及び成分情報",
		}}, `{"product_name":"エタノール(99.5)","product_codes":["057-00000"],"supplier_name":"架空純薬株式会社","signal_word":"danger","classification":[{"class":"flammable_liquids","category":"2"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pages []doc.Page
			for i, rows := range c.pages {
				if i == len(c.pages)-1 && !strings.Contains(strings.Join(rows, " "), "漏出時") && !strings.Contains(strings.Join(rows, " "), "流出") {
					rows = append(append([]string{}, rows...), rest...)
				}
				pages = append(pages, typeset(i+1, rows...))
			}
			d := layout.Build(pages, doc.Info{})
			if !d.IsSheet || d.Language != "ja" {
				t.Errorf("taken for a sheet: %v, language %s, sections %v", d.IsSheet, d.Language, d.Numbers())
			}
			result := extract.Sheet(d)
			compare(t, result.GoldView(), c.want)
		})
	}
}

// TestOneAnswerAlways reads sheets with nested tables several times: the order of maps must
// not matter.
func TestOneAnswerAlways(t *testing.T) {
	r := newReader(t)
	for _, id := range []string{"be-105-a", "bj-104-a", "be-103-b"} {
		b := read(t, filepath.Join("testdata", "made", "pdf", id+".pdf"))
		var first []byte
		for range 4 {
			d, err := r.Read(context.Background(), b)
			if err != nil {
				t.Fatal(err)
			}
			result := extract.Sheet(d)
			got, err := json.Marshal(result.Values)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = got
			} else if !bytes.Equal(first, got) {
				t.Errorf("%s is read in two ways", id)
			}
		}
	}
}

// compare compares the wanted keys with the view of a sheet.
func compare(t *testing.T, v extract.View, want string) {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var got, wanted map[string]any
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	for key, w := range wanted {
		if text, ok := w.(string); ok {
			if printed, ok := got[key].(string); ok && fold.Squeezed(printed) == fold.Squeezed(text) {
				got[key] = w // blanks between Japanese words do not count
			}
		}
	}
	for key, w := range wanted {
		if !reflect.DeepEqual(got[key], w) {
			g, _ := json.Marshal(got[key])
			x, _ := json.Marshal(w)
			t.Errorf("%s = %s, want %s", key, g, x)
		}
	}
}
