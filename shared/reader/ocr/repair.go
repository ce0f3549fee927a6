package ocr

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

var (
	rangeInside   = regexp.MustCompile(`([0-9%])[てこへ]([0-9])`)
	degreesInside = regexp.MustCompile(`([0-9])(?:でて|て|で)([)）]?)$`)
	codeBracket   = regexp.MustCompile(`^(.*[HP][0-9]{3})[1lI|]$`)
	dashed        = regexp.MustCompile(`^([0-9.]{1,4}%?)[-~ー一]([0-9.]{1,4}%?)$`)
	celsius       = regexp.MustCompile(`((?:^|[^A-Za-z0-9.])(?:-[0-9]+|[0-9]+\.[0-9]+|[0-9]{2,}))C([(（)）]*)$`) // 1C is a category
	casLike       = regexp.MustCompile(`^[0-9OoIlSBZ]{2,7}-[0-9OoIlSBZ]{2}-[0-9OoIlSBZ]$`)
	lookalikes    = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1", "S", "5", "B", "8", "Z", "2")
	splitNumber   = regexp.MustCompile(`(?:^|[^0-9.])[0-9]{2,}\.$`)
	fraction      = regexp.MustCompile(`^[0-9]+(?:$|[%％℃])`)
	markedC       = regexp.MustCompile(`^[“”"'*°]{1,2}C[)）.,]*$`)
	kanaC         = regexp.MustCompile(`^[やて][)）,、]*$`)
	noParticle    = regexp.MustCompile(`^で(?:C[)）.,]*|[)）,]+)$`) // the particle is followed by a word
	figure        = regexp.MustCompile(`^(?:[-−<>≤≥]?[0-9]|[<>≤≥約]$)`)
)

// repair corrects characters that engines for Japanese do not know or confuse with similar
// kana, where their neighbours identify them: the wave dash and the degree sign beside
// digits, the Roman numbers of packing groups, the closing bracket after a code, units.
func repair(words []doc.Word) []doc.Word {
	for i := range words {
		w := &words[i]
		var before, after string
		if i > 0 && beside(words[i-1], *w) {
			before = words[i-1].Text
		}
		if i+1 < len(words) && beside(words[i+1], *w) {
			after = words[i+1].Text
		}
		l, _ := utf8.DecodeLastRuneInString(before)
		f, _ := utf8.DecodeRuneInString(after)
		digit := unicode.IsDigit(l)
		switch w.Text {
		case "て", "こ", "へ", "で", "ー", "—", "~", "〜", "一":
			if (digit || l == '%' || l == '％') && unicode.IsDigit(f) {
				w.Text = "～"
				continue
			}
			if digit && strings.ContainsRune("く<≤", f) {
				w.Text = "-"
				continue
			}
		case "く", "ぐ":
			if unicode.IsDigit(f) && !unicode.IsLetter(l) {
				w.Text = "<"
				continue
			}
		case "ぱ", "ぱく":
			if rest := after + next(words, i+2); strings.HasPrefix(strings.TrimPrefix(w.Text+rest, "ぱ"), "く露") {
				w.Text = strings.Replace(w.Text, "ぱ", "ば", 1)
			}
		case "・", "･", ".":
			if strings.HasSuffix(before, "mPa") && after == "s" {
				w.Text = "·"
				continue
			}
			if w.Text != "." && betweenLabelAndFigure(words, i) {
				w.Text = ":"
				continue
			}
		case "Lig", "Lig.":
			if i > 0 && words[i-1].Text == "Flam." {
				w.Text = strings.Replace(w.Text, "g", "q", 1)
			}
		}
		if strings.HasSuffix(w.Text, "mm/s") && strings.Contains(next(words, i+1)+next(words, i+2), "cSt") {
			w.Text = strings.TrimSuffix(w.Text, "mm/s") + "mm²/s" // the raised digit is lost
		}
		if splitNumber.MatchString(w.Text) && fraction.MatchString(after) {
			w.Text, w.Box = w.Text+after, w.Union(words[i+1].Box)
			words[i+1].Text = ""
			after = ""
		}
		if rest, ok := strings.CutPrefix(after, "C"); ok && w.Text == "で" && behindFigure(words, i) && lettersOf(rest) == 0 {
			w.Text, words[i+1].Text = "℃", rest
			continue
		}
		if w.Text == "で" && digit && after == "て" {
			w.Text, words[i+1].Text = "℃", ""
			continue
		}
		if centigrade(words, i) {
			w.Text = "℃" + strings.TrimLeft(w.Text, "やてで“”\"'*°C")
			continue
		}
		switch w.Text {
		case "で", "て", "でて":
			if w.Text == "て" && digit && i+1 < len(words) && onwards(*w, words[i+1]) {
				w.Text = "～"
				continue
			}
			if digit && (after == "" || !unicode.IsLetter(f) || f == 'の' && strings.ContainsAny(before, "(（.")) {
				w.Text = "℃"
				continue
			}
		case "IL", "ll", "Il", "lI", "I1", "1I":
			if before == "" && after == "" {
				w.Text = "II"
			}
		case "皿", "川", "IIL", "IlI":
			if before == "" && after == "" && !inSentence(words, i) {
				w.Text = "III"
			}
		}
		if w.Conf < 0.5 && dashed.MatchString(w.Text) {
			// The engine has no wave dash, and gives what it returns for one a low
			// confidence.
			w.Text = dashed.ReplaceAllString(w.Text, "$1～$2")
		}
		if after == "" || !unicode.IsLetter(f) {
			w.Text = celsius.ReplaceAllString(w.Text, "$1℃$2")
		}
		w.Text = casNumber(w.Text)
		w.Text = rangeInside.ReplaceAllString(w.Text, "$1～$2")
		w.Text = withoutConfusions(w.Text)
		w.Text = codeBracket.ReplaceAllString(w.Text, "$1]")
		if after == "" || !unicode.IsLetter(f) {
			w.Text = degreesInside.ReplaceAllString(w.Text, "$1℃$2")
		}
	}
	return slices.DeleteFunc(words, func(w doc.Word) bool { return w.Text == "" })
}

// next is the text of a word; none after the last.
func next(words []doc.Word, i int) string {
	if i >= len(words) {
		return ""
	}
	return words[i].Text
}

// inSentence reports whether a word is followed on its line by Japanese, at any distance that words have.
func inSentence(words []doc.Word, i int) bool {
	if i+1 == len(words) {
		return false
	}
	f, _ := utf8.DecodeRuneInString(words[i+1].Text)
	return (doc.CJK(f) || f == '、' || f == '。') && follows(words[i], words[i+1])
}

// behindFigure reports a word that follows a number, after a space at most.
func behindFigure(words []doc.Word, i int) bool {
	if i == 0 {
		return false
	}
	l, _ := utf8.DecodeLastRuneInString(words[i-1].Text)
	return unicode.IsDigit(l) && follows(words[i-1], words[i])
}

// centigrade reports what follows a number, after a space at most, and is its degrees: a mark with a C, or
// a kana of that shape with nothing but a mark after it.
func centigrade(words []doc.Word, i int) bool {
	if !behindFigure(words, i) {
		return false
	}
	if markedC.MatchString(words[i].Text) || noParticle.MatchString(words[i].Text) {
		return true
	}
	if !kanaC.MatchString(words[i].Text) {
		return false
	}
	if i+1 == len(words) || !follows(words[i], words[i+1]) {
		return true
	}
	f, _ := utf8.DecodeRuneInString(words[i+1].Text)
	return !unicode.IsLetter(f) && !unicode.IsDigit(f)
}

// betweenLabelAndFigure reports a word that stands alone between Japanese and a figure: there a middle dot is a colon, one dot of which
// the engine missed.
func betweenLabelAndFigure(words []doc.Word, i int) bool {
	if i == 0 || i+1 == len(words) || !figure.MatchString(words[i+1].Text) {
		return false
	}
	before, w, after := words[i-1], words[i], words[i+1]
	l, _ := utf8.DecodeLastRuneInString(before.Text)
	em := math.Max(before.H(), after.H())
	return doc.CJK(l) && w.OverlapY(before.Box) > 0 && w.OverlapY(after.Box) > 0 && w.X0-before.X1 > em/4 && after.X0-w.X1 > em/4
}

// casNumber replaces letters by the digits they resemble, if the check digit confirms them.
func casNumber(s string) string {
	if !casLike.MatchString(s) {
		return s
	}
	fixed := lookalikes.Replace(s)
	sum, weight := 0, 1
	for i := len(fixed) - 3; i >= 0; i-- {
		if c := fixed[i]; c != '-' {
			sum += weight * int(c-'0')
			weight++
		}
	}
	if sum%10 != int(fixed[len(fixed)-1]-'0') {
		return s
	}
	return fixed
}

// beside reports whether words are adjacent on a line, in either order, without a gap.
func beside(a, b doc.Word) bool {
	h := math.Min(a.H(), b.H())
	return a.OverlapY(b.Box) > 0.6*h && a.OverlapX(b.Box) > -0.7*h && math.Max(a.H(), b.H()) < 2*h
}

// follows reports whether a word is the next one on a line, after a space at most.
func follows(a, b doc.Word) bool {
	return a.OverlapY(b.Box) > 0.6*math.Min(a.H(), b.H()) && b.X0 > a.X0 && b.X0-a.X1 < 1.5*math.Max(a.H(), b.H())
}

// onwards reports whether a number follows on the same line after a space.
func onwards(a, b doc.Word) bool {
	f, _ := utf8.DecodeRuneInString(b.Text)
	return unicode.IsDigit(f) && b.X0 > a.X1 && follows(a, b)
}
