package ghs

import (
	"strings"

	"anzen/shared/text/fold"
)

// Pictogram is one of the nine hazard pictograms.
type Pictogram struct {
	Code   string // "GHS01" .. "GHS09"
	Ja, En string
	words  []string
}

var pictograms = []Pictogram{
	{"GHS01", "爆弾の爆発", "Exploding bomb", []string{"爆弾の爆発", "爆弾", "explodingbomb"}},
	{"GHS03", "円上の炎", "Flame over circle", []string{"円上の炎", "円上炎", "flameovercircle"}},
	{"GHS02", "炎", "Flame", []string{"炎", "火炎", "flame"}},
	{"GHS04", "ガスボンベ", "Gas cylinder", []string{"ガスボンベ", "gascylinder"}},
	{"GHS05", "腐食性", "Corrosion", []string{"腐食性", "腐食", "corrosion", "corrosive"}},
	{"GHS06", "どくろ", "Skull and crossbones", []string{"どくろ", "ドクロ", "髑髏", "skullandcrossbones", "skullcrossbones", "skull"}},
	{"GHS07", "感嘆符", "Exclamation mark", []string{"感嘆符", "exclamationmark", "exclamation"}},
	{"GHS08", "健康有害性", "Health hazard", []string{"健康有害性", "健康に対する有害性", "人の健康", "healthhazard"}},
	{"GHS09", "環境", "Environment", []string{"環境", "environment", "environmentalhazard"}},
}

// Pictograms returns all nine in order.
func Pictograms() []Pictogram {
	out := make([]Pictogram, 0, len(pictograms))
	for n := '1'; n <= '9'; n++ {
		for _, p := range pictograms {
			if p.Code[4] == byte(n) {
				out = append(out, p)
			}
		}
	}
	return out
}

// PictogramsIn returns the pictograms named in the text beside the label 絵表示 or
// "Pictograms", by code.
func PictogramsIn(s string) []string {
	t := fold.Squeezed(s)
	found := map[string]bool{}
	for n := '1'; n <= '9'; n++ {
		if strings.Contains(t, "ghs0"+string(n)) || strings.Contains(t, "ghs-0"+string(n)) {
			found["GHS0"+string(n)] = true
		}
	}
	for _, p := range pictograms {
		for _, w := range p.words {
			if strings.Contains(t, w) {
				found[p.Code] = true
				t = strings.ReplaceAll(t, w, "|")
			}
		}
	}
	var out []string
	for _, p := range Pictograms() {
		if found[p.Code] {
			out = append(out, p.Code)
		}
	}
	return out
}

// Signal words.
const (
	Danger   = "danger"
	Warning  = "warning"
	NoSignal = "none"
)

// SignalWord reads the signal word from the text beside its label; NoSignal only where the
// text states that there is none.
func SignalWord(s string) (word string, ok bool) {
	t := fold.Squeezed(s)
	switch {
	case strings.Contains(t, "危険") && !strings.Contains(t, "危険有害") && !strings.Contains(t, "危険な物質") && !strings.Contains(t, "危険性"):
		return Danger, true
	case strings.Contains(t, "danger") && !strings.Contains(t, "dangerous"):
		return Danger, true
	case strings.Contains(t, "警告"), strings.Contains(t, "warning"):
		return Warning, true
	case strings.HasPrefix(t, "なし"), strings.HasPrefix(t, "注意喚起語なし"), strings.HasPrefix(t, "無し"), strings.HasPrefix(t, "該当なし"), strings.Contains(t, "nosignalword"), strings.Trim(t, ".") == "none":
		return NoSignal, true
	}
	return "", false
}
