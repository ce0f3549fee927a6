package findings

import (
	"slices"
	"strings"

	"anzen/shared/reader/extract"
)

var identityRules = []rule{
	{
		id: "language_not_read", severity: Warning, source: jis7253,
		what: "a sheet that is neither in Japanese nor in English, of which only codes, numbers and pictograms are read",
		ja:   "日本語・英語以外の言語のSDSです。コード・数値・絵表示以外は読み取れない場合があります。供給者に日本語版のSDSを依頼してください。",
		en:   "The sheet is neither in Japanese nor in English. Little more than codes, numbers and pictograms can be read: please ask the supplier for a sheet in one of these languages.",
		look: languageNotRead,
	},
	{
		id: "product_name_missing", severity: Info, source: jis7253, absence: true,
		what:   "no product name",
		fields: []string{"product_name"},
		ja:     "製品名が見つかりません。", en: "No product name was found.",
		look: missing("product_name"),
	},
	{
		id: "supplier_missing", severity: Info, source: jis7253, absence: true,
		what:   "no supplier",
		fields: []string{"supplier_name"},
		ja:     "供給者の会社名が見つかりません。", en: "No supplier was found.",
		look: missing("supplier_name"),
	},
	{
		id: "supplier_phone_missing", severity: Info, source: jis7253, absence: true,
		what:   "no telephone number at all, neither the supplier's nor one for emergencies",
		fields: []string{"supplier_phone", "emergency_phone"},
		ja:     "供給者の電話番号が見つかりません。", en: "No telephone number of the supplier was found.",
		look: supplierPhoneMissing,
	},
	{
		id: "emergency_phone_missing", severity: Info, source: clp, absence: true,
		what:   "no number for emergencies on a sheet that is not Japanese, of a classified product",
		fields: []string{"emergency_phone"},
		ja:     "緊急連絡電話番号が見つかりません。", en: "No emergency telephone number was found.",
		look: emergencyPhoneMissing,
	},
	{
		id: "laws_missing", severity: Info, source: jis7253, absence: true,
		what:   "a Japanese sheet of a classified product whose section 15 names no law",
		fields: []string{"laws"},
		ja:     "15項に適用法令の記載が見つかりません。", en: "No applicable law was found in section 15.",
		look: lawsMissing,
	},
}

var phoneRules = []rule{
	{
		id: "phone_malformed", severity: Info, source: jis7253,
		what:   "a telephone number with too few or too many digits",
		fields: []string{"supplier_phone", "emergency_phone"},
		ja:     "電話番号「{phone}」の桁数が正しくありません。", en: "The telephone number “{phone}” has a wrong number of digits.",
		look: phoneMalformed,
	},
}

func languageNotRead(in *Input, found report) {
	if in.Result.Language == "other" && len(in.Sections) > 0 {
		found(nil)
	}
}

// missing finds sheets whose section 1 was read, without one of its fields.
func missing(key string) func(*Input, report) {
	return func(in *Input, found report) {
		if slices.Contains(in.Sections, 1) && in.Result.Text(key) == "" {
			found(nil, field(key))
		}
	}
}

func supplierPhoneMissing(in *Input, found report) {
	if slices.Contains(in.Sections, 1) && in.Result.Text("supplier_phone") == "" && in.Result.Text("emergency_phone") == "" {
		found(nil, field("supplier_phone"), field("emergency_phone"))
	}
}

func emergencyPhoneMissing(in *Input, found report) {
	if in.Result.Language == "en" && slices.Contains(in.Sections, 1) && len(classes(in)) > 0 && in.Result.Text("emergency_phone") == "" {
		found(nil, field("emergency_phone"))
	}
}

func lawsMissing(in *Input, found report) {
	if in.Result.Language == "ja" && slices.Contains(in.Sections, 15) && len(classes(in)) > 0 && len(in.Result.List("laws")) == 0 {
		found(nil, field("laws"))
	}
}

// phoneMalformed counts digits: Japanese numbers have ten or eleven with the leading 0,
// others six to fifteen.
func phoneMalformed(in *Input, found report) {
	for _, key := range []string{"supplier_phone", "emergency_phone"} {
		v := in.Result.Get(key)
		if v == nil || v.Kind == extract.Codes || v.Text == "" {
			continue
		}
		var digits strings.Builder
		for _, r := range v.Text {
			if r >= '0' && r <= '9' {
				digits.WriteRune(r)
			}
		}
		n := digits.Len()
		japanese := in.Result.Language == "ja" && strings.HasPrefix(strings.TrimSpace(v.Text), "0") && !strings.HasPrefix(digits.String(), "00")
		if n < 6 && n > 3 || n > 18 || japanese && (n < 9 || n > 11) {
			found(map[string]string{"phone": v.Text}, field(key))
		}
	}
}
