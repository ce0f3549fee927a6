package layout

import (
	"strings"
	"unicode"

	"anzen/shared/reader/doc"
)

// Frequent small words by which languages in Latin letters are distinguished.
var smallWords = map[string][]string{
	"en": {"the", "and", "of", "to", "in", "with", "for", "is", "or", "not", "if", "this", "from", "use"},
	"de": {"der", "die", "und", "von", "mit", "nicht", "oder", "bei", "den", "für", "zu", "ist", "das", "keine"},
	"fr": {"le", "la", "les", "et", "des", "du", "ou", "pas", "pour", "une", "avec", "dans", "est", "aux"},
	"es": {"el", "los", "las", "del", "y", "con", "para", "por", "una", "que", "se", "en", "es", "al"},
	"it": {"il", "gli", "di", "della", "e", "con", "per", "non", "una", "che", "del", "dei", "è", "sono"},
	"pt": {"os", "das", "do", "da", "e", "com", "para", "não", "uma", "em", "ou", "dos", "é", "são"},
	"nl": {"het", "een", "van", "en", "met", "niet", "voor", "of", "bij", "de", "op", "wordt", "geen", "zijn"},
	"tr": {"ve", "ile", "için", "veya", "bir", "bu", "olarak", "değil", "göre", "değildir", "olan", "yok", "madde", "bilgi"},
	"pl": {"nie", "się", "na", "jest", "lub", "dla", "oraz", "w", "z", "do", "przez", "należy", "produktu", "o"},
	"sv": {"och", "att", "det", "som", "för", "inte", "eller", "med", "av", "är", "ej", "vid", "till", "på"},
	"cs": {"je", "nebo", "se", "při", "na", "není", "pro", "látky", "podle", "z", "v", "směsi", "údaje", "a"},
	"id": {"dan", "yang", "dengan", "untuk", "tidak", "atau", "dari", "pada", "di", "jika", "bahan", "ini", "dapat", "air"},
	"vi": {"và", "của", "không", "có", "cho", "các", "với", "được", "khi", "là", "hoặc", "trong", "sử", "này"},
}

// language is decided by script, then by small words; the headings' language counts too.
func language(items []item, hs []heading) string {
	var kana, han, hangul, cyrillic, thai, latin int
	count := map[string]int{}
	for i := range items {
		for _, r := range items[i].Text {
			switch {
			case r < 0x80:
				if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
					latin++
				}
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.Is(unicode.Hangul, r):
				hangul++
			case unicode.Is(unicode.Cyrillic, r):
				cyrillic++
			case unicode.Is(unicode.Thai, r):
				thai++
			case unicode.IsLetter(r):
				latin++
			}
		}
	}
	total := kana + han + hangul + cyrillic + thai + latin
	if total == 0 {
		return ""
	}
	// A Japanese character has as much content as several Latin letters, hence the low
	// shares.
	switch {
	case kana > 30 && 12*kana > total || kana > 5 && 3*(kana+han) > total && 12*kana > han:
		return "ja"
	case 6*hangul > total:
		return "ko"
	case 5*han > total:
		return "zh"
	case 3*cyrillic > total:
		return "ru"
	case 3*thai > total:
		return "th"
	}
	for _, h := range hs {
		if h.weight >= strong {
			count[h.lang] += 12
		}
	}
	words := map[string]int{}
	for i := range items {
		for w := range strings.FieldsSeq(strings.ToLower(items[i].Text)) {
			words[strings.Trim(w, ".,;:()")]++
		}
	}
	best := ""
	for lang, ws := range smallWords {
		for _, w := range ws {
			count[lang] += words[w]
		}
	}
	for lang, n := range count {
		if lang != "" && lang != "ja" && lang != "zh" && lang != "ko" && (best == "" || n > count[best] || n == count[best] && lang < best) {
			best = lang
		}
	}
	if count[best] < 5 {
		return ""
	}
	return best
}

// names of a safety data sheet, by which a file with few headings is recognised as one.
var names = []string{
	"安全データシート", "製品安全データシート", "化学物質等安全データシート", "safety data sheet", "sds", "msds", "sicherheitsdatenblatt", "fiche de données de sécurité",
	"ficha de datos de seguridad", "scheda di dati di sicurezza", "ficha de dados de segurança", "veiligheidsinformatieblad", "güvenlik bilgi formu",
	"물질안전보건자료", "安全技术说明书", "安全資料表",
}

// Named reports whether the first page calls itself a safety data sheet.
func Named(d *doc.Document) bool {
	for _, ls := range [][]doc.Line{d.Lines, d.Headers, d.Footers} {
		before := ""
		for _, l := range ls {
			if l.Page > 1 {
				break
			}
			if called(l.Text) {
				return true
			}
			// A narrow title on two lines, with an address beside it.
			first := ""
			if segs := segments(l, nil); len(segs) > 0 {
				first = line(segs[0]).Text
			}
			if before != "" && called(before+" "+first) {
				return true
			}
			before = first
		}
	}
	return false
}

// called reports whether a line names a safety data sheet.
func called(text string) bool {
	t := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if len(t) > 160 {
		return false
	}
	for _, n := range names {
		if n = strings.ReplaceAll(n, " ", ""); strings.Contains(t, n) && (len(n) > 4 || len(t) < 40) {
			return true
		}
	}
	return false
}
