package extract

import (
	"strings"

	"anzen/shared/text/fold"
)

// noData reports phrases that state no value.
func noData(s string) bool {
	t := strings.Trim(fold.Squeezed(s), ".。、,;:()[]*")
	if t == "" || strings.Trim(t, "-~/ー―─‐_=") == "" {
		return true
	}
	if noDataWords[t] {
		return true
	}
	for _, p := range noDataPrefixes {
		if strings.HasPrefix(t, p) && len(t) <= len(p)+24 {
			return true
		}
	}
	return false
}

var noDataWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Split("情報なし;データなし;データ無し;データない;該当しない;非該当;該当なし;該当せず;不明;未測定;測定せず;知見なし;情報無し;情報がない;データがない;利用可能なデータはない;入手可能なデータはない;未確認;未定;適用外;適用されない;対象外;n/a;na;n.a;nd;n.d;n/d;n/e;n.e;ne;n/av;n.av;n/k;none;notavailable;nodata;nodataavailable;notapplicable;notdetermined;notestablished;unknown;notknown;notmeasured;notspecified;notrelevant;noinformation;noinformationavailable;notdata;datanotavailable;noinfo;nil;tbd;nodataexist;notestdata;noneknown;informationnotavailable;notstated;nodataknown;none.;no;いいえ;分類できない;評価データなし;noavailabledata;noavailableinformation;適用しない;適用なし;データはない;測定データなし;有用な情報なし;有用な情報はない;情報は得られていない;データは得られていない;なし;無し;区分に該当しない;未設定;設定なし;設定されていない;規定されていない;規制されていない;nonumber;未調査;試験データなし;not-applicable;non-applicable;nonapplicable;inapplicable;unavailable;undetermined;nottested;notreported;notassigned;notprovided;notgiven;notpertinent;notmeaningful;notest;notest.;noneassigned;nonereported;noneavailable;nonelisted;nonedetermined;n/ap;n.ap;notascertained;nottobedetermined;informationunavailable;dataunavailable;novalue;novalues;novalueavailable;testnotdone;未試験;noneestablished;無視できる;negligible", ";") {
		m[w] = true
	}
	return m
}()

var noDataPrefixes = []string{"データなし", "情報なし", "データ無し", "情報無し", "nodata", "notavailable", "notapplicable", "notdetermined", "noinformation", "noinfo", "情報は", "データは", "知見", "該当データ", "有用な情報", "利用可能な", "notmeasured", "notestablished", "该当", "測定データ", "信頼できる", "測定できない", "測定でき", "測定不能", "測定不可", "測定出来"}

// cleaned is a printed text in one line, as the fields hold it.
func cleaned(s string) string {
	s = fold.Printed(s)
	s = strings.NewReplacer("®", "", "™", "", "(R)", "", "(TM)", "").Replace(s)
	return strings.Trim(s, " :;,、・")
}
