package ocr

import "regexp"

// A raised digit is too small for engines, which recognise a mark of about its size for it.
const raised = "[*?\"'“”‘’°º®^`´~]{1,2}"

// confusions are what engines recognise within words, and what it is there.
var confusions = []struct {
	of *regexp.Regexp
	by string
}{
	// Units: their raised digits, the g of a mass, the l of a volume.
	{regexp.MustCompile(`(^|[^A-Za-z])m(?:q|a|aq)/(?:kq|kg)($|[^A-Za-z])`), "${1}mg/kg$2"},
	{regexp.MustCompile(`(^|[^A-Za-z])m(?:q|a|aq)/(c?m|[Ll|])($|[^A-Za-z])`), "${1}mg/$2$3"},
	{regexp.MustCompile(`(^|[^A-Za-z])([kmµμ]?g)/(c?m)` + raised), "$1$2/$3³"},
	{regexp.MustCompile(`(^|[^A-Za-z])([kmµμ]?g)/em(?:[3³]|` + raised + `)`), "$1$2/cm³"},
	{regexp.MustCompile(`(^|[^A-Za-z])(mg/m)s($|[^A-Za-z])`), "$1$2³$3"},
	{regexp.MustCompile(`(^|[^A-Za-z])([cm]?m)` + raised + `/(s|sec)($|[^A-Za-z])`), "$1$2²/$3$4"},
	{regexp.MustCompile(`(^|[^A-Za-z])([mµμ]?g)/\|($|[^A-Za-z])`), "$1$2/l$3"},
	{regexp.MustCompile(`mPa[・･.*-]s`), "mPa·s"},
	{regexp.MustCompile(`(vol|wt)9%`), "$1%"},
	{regexp.MustCompile(`([0-9])` + raised + `([CF])($|[^A-Za-z])`), "$1°$2$3"},

	{regexp.MustCompile(`([0-9])て([と以のにをかまで未])`), "$1℃$2"}, // the particle て follows no figure
	{regexp.MustCompile(`EUHO([0-9]{3})`), "EUH$1"},
	{regexp.MustCompile(`EUHO([0-9]{2})($|[^0-9])`), "EUH0$1$2"},

	{regexp.MustCompile(`ぱく露`), "ばく露"}, // the marks of the sound are small

	// Comparisons: engines for Japanese know no "<" and return the kana of its shape, which no
	// number follows in a sentence; the dash of a range before it is lost, or a long one.
	{regexp.MustCompile(`(^|[^\p{L}])[くぐ]([0-9.])`), "$1<$2"},
	{regexp.MustCompile(`[くぐ]([0-9.]+[%％])`), "<$1"},
	{regexp.MustCompile(`^[一ー–-][くぐ<]([0-9.])`), "-<$1"},
	{regexp.MustCompile(`^([0-9][0-9.]*)<([0-9][0-9.]*[%％]?)$`), "$1-<$2"},
	{regexp.MustCompile(`(^|[^\p{L}])[Oo]([.,][0-9])`), "${1}0$2"},
}

func withoutConfusions(s string) string {
	for _, c := range confusions {
		s = c.of.ReplaceAllString(s, c.by)
	}
	return s
}
