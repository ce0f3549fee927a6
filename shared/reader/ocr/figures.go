package ocr

import (
	"regexp"
	"slices"
)

// A raised digit is too small for engines, which recognise a mark of about its size for it.
const raised = "[*?\"'“”‘’°º®^`´~]{1,2}"

type confusion struct {
	fault *regexp.Regexp
	by    string
}

var confusions = slices.Concat(unitFaults, shareFaults)

var unitFaults = []confusion{
	// The g of a mass before what it is per.
	{regexp.MustCompile(`(^|[^A-Za-z])m(?:q|a|aq)/(?:kq|kg)($|[^A-Za-z])`), "${1}mg/kg$2"},
	{regexp.MustCompile(`(^|[^A-Za-z])m(?:q|a|aq)/(c?m|[Ll|])($|[^A-Za-z])`), "${1}mg/$2$3"},
	{regexp.MustCompile(`(^|[^A-Za-z])([kmµμ]?g)/(c?m)` + raised), "$1$2/$3³"},
	{regexp.MustCompile(`(^|[^A-Za-z])([kmµμ]?g)/em([3³]|` + raised + `)`), "$1$2/cm³"},
	{regexp.MustCompile(`(^|[^A-Za-z])(mg/m)s($|[^A-Za-z])`), "$1$2³$3"},
	{regexp.MustCompile(`(^|[^A-Za-z])([cm]?m)` + raised + `/(s|sec)($|[^A-Za-z])`), "$1$2²/$3$4"},
	{regexp.MustCompile(`(^|[^A-Za-z])([mµμ]?g)/\|($|[^A-Za-z])`), "$1$2/l$3"},
	{regexp.MustCompile(`([0-9])` + raised + `([CF])($|[^A-Za-z])`), "$1°$2$3"},
}

// shareFaults are those of numbers with a comparison: engines for Japanese know no "<" and return
// the kana of its shape, which no number follows in a sentence, and a range's dash before it is lost.
var shareFaults = []confusion{
	{regexp.MustCompile(`(^|[^\p{L}])[くぐ]([0-9.])`), "$1<$2"},
	{regexp.MustCompile(`[くぐ]([0-9.]+[%％])`), "<$1"},
	{regexp.MustCompile(`^[一ー–-]([くぐ<])([0-9.])`), "-<$2"},
	{regexp.MustCompile(`^([0-9][0-9.]*)<([0-9][0-9.]*[%％]?)$`), "$1-<$2"},
	{regexp.MustCompile(`(^|[^\p{L}])[Oo]([.,][0-9])`), "${1}0$2"},
}

// figuresOf corrects what engines recognise for the raised digits and the small letters of units,
// and for the signs of comparisons.
func figuresOf(s string) string {
	for _, f := range confusions {
		s = f.fault.ReplaceAllString(s, f.by)
	}
	return s
}
