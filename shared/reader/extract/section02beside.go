package extract

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// printedBehind reports whether lines print codes behind their sentences, "Wash hands thoroughly. [P264]", as most of
// those with a sentence beside the code do.
func printedBehind(lines []doc.Line, find func(string) []ghs.Code) bool {
	behind, before := 0, 0
	for _, l := range lines {
		text := fold.Printed(l.Text)
		codes := find(text)
		switch {
		case len(codes) == 0:
		case len(withoutMarks(text[codes[len(codes)-1].End:])) > 3:
			before++
		case len(withoutMarks(text[:codes[0].Start])) > 3:
			behind++
		}
	}
	return behind > before
}

// afterLabels are lines without the labels that stand before statements: "Response: IF SWALLOWED: ...".
func afterLabels(lines []doc.Line) []doc.Line {
	out := slices.Clone(lines)
	for i, l := range out {
		if key, _, rest := splitLabel(2, fold.Printed(l.Text)); key != "" && rest != "" {
			out[i].Text = rest
		}
	}
	return out
}

// sentenceBeside is the sentence printed with a code, the k-th of some in a line, with the other lines that print it: behind the
// code and into the next lines, or before it, from the lines above, where codes are behind their sentences.
func sentenceBeside(lines []doc.Line, i int, codes []ghs.Code, k int, behind bool, find func(string) []ghs.Code) (sentence string, others []doc.Line) {
	text := fold.Printed(lines[i].Text)
	end := len(text)
	if k+1 < len(codes) {
		end = codes[k+1].Start
	}
	sentence = withoutMarks(text[codes[k].End:end])
	if behind && (sentence == "" || withoutMarks(text[:codes[0].Start]) != "") {
		return sentenceBefore(lines, i, codes, k, find)
	}
	switch {
	case sentence == "" && k == 0:
		return withoutMarks(text[:codes[k].Start]), nil
	case sentence != "" && k+1 == len(codes):
		return sentenceGoingOn(sentence, lines[i:], find)
	}
	return sentence, nil
}

// sentenceBefore is what a line prints between a code, the k-th of some, and the one before it, with what the lines above
// begin of it, three at the most.
func sentenceBefore(lines []doc.Line, i int, codes []ghs.Code, k int, find func(string) []ghs.Code) (sentence string, above []doc.Line) {
	start := 0
	if k > 0 {
		start = codes[k-1].End
	}
	l := lines[i]
	sentence = withoutMarks(fold.Printed(l.Text)[start:codes[k].Start])
	if k > 0 {
		return sentence, nil
	}
	rights := map[int]float64{}
	for _, other := range lines {
		rights[other.Page] = max(rights[other.Page], other.X1)
	}
	for j := i - 1; j >= 0 && len(above) < 3; j-- {
		upper := lines[j]
		text := fold.Printed(upper.Text)
		key, _, _ := splitLabel(2, text)
		ended := strings.HasSuffix(text, "。") || strings.HasSuffix(text, ".")
		full := upper.X1 > l.X0+0.7*(rights[upper.Page]-l.X0)
		aside := upper.Page != l.Page && math.Abs(upper.X0-l.X0) > l.Size // the head or foot of a page
		if key != "" || len(find(text)) > 0 || aside || sentence != "" && (ended || !full) {
			break
		}
		sentence = doc.JoinText(text, sentence)
		above = append(above, upper)
	}
	return sentence, above
}

// The marks between a code and its sentence, and the brackets that a sentence may have of its own.
const (
	marksAround = " -:;"
	opening     = "([【〔"
	closing     = ")]】〕"
)

// withoutMarks is a sentence without the marks around it, and without the brackets of a code before or behind it: those
// that have no other end in it, or that enclose all of it.
func withoutMarks(text string) string {
	for {
		before := text
		text = strings.TrimLeft(strings.Trim(text, marksAround), ".,。、")
		for i, open := range []rune(opening) {
			o, c := string(open), string([]rune(closing)[i])
			opens, closes := strings.Count(text, o), strings.Count(text, c)
			switch {
			case strings.HasPrefix(text, c):
				text = text[len(c):]
			case strings.HasSuffix(text, o):
				text = text[:len(text)-len(o)]
			case opens > closes && strings.HasPrefix(text, o):
				text = text[len(o):]
			case closes > opens && strings.HasSuffix(text, c):
				text = text[:len(text)-len(c)]
			case opens == 1 && closes == 1 && strings.HasPrefix(text, o) && strings.HasSuffix(text, c):
				text = text[len(o) : len(text)-len(c)]
			}
		}
		if text == before {
			return text
		}
	}
}
