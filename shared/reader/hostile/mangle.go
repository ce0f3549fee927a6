package hostile

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
)

// foreign are words that the rules search, and letters whose length changes with their case
// or form.
var foreign = strings.Fields(`odor odour with no mild liquid solid red 無色 透明 液体 臭い 色 1. 2. 3. 9. 14. 16. SECTION 1 Identification Hazards identification 製品名 会社名 : ： . , ; 。 、 ( ) / - ～
	CAS 64-17-5 7732-18-5 100 % <1 >= 5-10 mg/m3 ppm TWA STEL OSHA PEL ACGIH TLV UN1263 UN クラス 3 II H225 P210 P301+P310 GHS02 区分1 区分 Category 1A Danger 危険 警告 10/11/2012 2012年1月 2012 令和
	元年 +81-3-0000-1111 03-0000-1111 ext. İ ſ K ﬀ Å ẞ ㎎ ㈱ ﾊﾟ ｶﾞ ① ½ ² ℃ °C at 20 20°C not applicable データなし 水 可溶 water soluble log Pow = -1.5 Safety Data Sheet 法 毒物及び劇物取締法 第57条 TSCA listed
	Regulation (EC) No. 1272/2008 Legend Marine pollutant yes Flash point Boiling 引火点 沸点 pH 7 同上 see above ------ ....... ｜ | = ● ・`)

// Mangle returns copies of pages with damaged words, as from bad recognition and unusual
// files. It is deterministic by seed.
func Mangle(seed uint64, pages []doc.Page) []doc.Page {
	rnd := rand.New(rand.NewPCG(seed, 7))
	out := make([]doc.Page, len(pages))
	for i, p := range pages {
		p.Words, p.Rules, p.Images = slices.Clone(p.Words), slices.Clone(p.Rules), slices.Clone(p.Images)
		out[i] = p
	}
	for range 1 + rnd.IntN(4) {
		p := &out[rnd.IntN(len(out))]
		how, share := rnd.IntN(9), []float64{0.01, 0.05, 0.3}[rnd.IntN(3)]
		if rnd.IntN(2) == 0 {
			for i := range out {
				mangle(rnd, &out[i], how, share)
			}
			continue
		}
		mangle(rnd, p, how, share)
	}
	if len(out) > 1 && rnd.IntN(6) == 0 { // a page twice, or in another place
		a, b := rnd.IntN(len(out)), rnd.IntN(len(out))
		words := slices.Clone(out[a].Words)
		for i := range words {
			words[i].Page = out[b].Number
		}
		out[b].Words = words
	}
	return out
}

func mangle(rnd *rand.Rand, p *doc.Page, how int, share float64) {
	var kept []doc.Word
	for i, w := range p.Words {
		if rnd.Float64() >= share {
			kept = append(kept, w)
			continue
		}
		switch how {
		case 0: // lost
			continue
		case 1: // another word of the page
			w.Text, w.Ends = p.Words[rnd.IntN(len(p.Words))].Text, nil
		case 2: // a word that the rules search
			w.Text, w.Ends = foreign[rnd.IntN(len(foreign))], nil
		case 3: // cut short
			r := []rune(w.Text)
			w.Text, w.Ends = string(r[:1+rnd.IntN(len(r))]), nil
		case 4: // joined with the next
			if i+1 < len(p.Words) {
				w.Text, w.Ends = w.Text+p.Words[i+1].Text, nil
			}
		case 5: // moved
			dx, dy := 200*(rnd.Float64()-0.5), 100*(rnd.Float64()-0.5)
			w.X0, w.X1, w.Y0, w.Y1, w.Ends = w.X0+dx, w.X1+dx, w.Y0+dy, w.Y1+dy, nil
		case 6: // in capitals, or small
			if rnd.IntN(2) == 0 {
				w.Text, w.Ends = strings.ToUpper(w.Text), nil
			} else {
				w.Text, w.Ends = strings.ToLower(w.Text), nil
			}
		case 7: // bold, larger
			w.Bold, w.Size = !w.Bold, w.Size*(0.5+2*rnd.Float64())
		case 8: // printed once more below
			again := w
			again.Y0, again.Y1 = w.Y0+w.H(), w.Y1+w.H()
			kept = append(kept, again)
		}
		kept = append(kept, w)
	}
	p.Words = kept
}

// Words lays out mangled pages, extracts their values and checks them; it returns the
// panic, "" if none.
func Words(pages []doc.Page, info doc.Info, now time.Time) (what string) {
	defer func() {
		if x := recover(); x != nil {
			what = fmt.Sprintf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	d := layout.Build(pages, info)
	result := extract.Sheet(d)
	result.GoldView()
	findings.Sheet(findings.Input{Result: &result, Sections: d.Numbers(), Printed: findings.PrintedOf(d), Now: now})
	return ""
}
