package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// segment is a run of words of a line without a wide gap.
type segment struct {
	text  string
	words []doc.Word
	box   doc.Box
}

// segments cuts a line at gaps wider than one and a half times the letters.
func segments(l doc.Line) []segment { return segmentsAt(l, 1.5) }

func segmentsAt(l doc.Line, ems float64) []segment {
	var out []segment
	for _, w := range l.Words {
		if n := len(out); n > 0 && w.X0-out[n-1].box.X1 <= ems*max(w.Size, 6) {
			s := &out[n-1]
			s.words = append(s.words, w)
			s.box = s.box.Union(w.Box)
			continue
		}
		out = append(out, segment{words: []doc.Word{w}, box: w.Box})
	}
	for i := range out {
		texts := make([]string, len(out[i].words))
		for k, w := range out[i].words {
			texts[k] = w.Text
		}
		out[i].text = fold.Printed(strings.Join(texts, " "))
	}
	return out
}

// lineIngredients reads every line with a CAS number as an ingredient: the name left of it
// or on the line above, the share beside it or near.
func lineIngredients(sec *doc.Section) []ingredient {
	r := lineReader{lines: sec.Lines, shares: shareColumnsOf(sec.Lines), holds: make([]bool, len(sec.Lines)), printed: validCAS(sec.Lines)}
	for i, l := range r.lines {
		for _, f := range chem.FindCAS(apartCAS(l, r.printed)) {
			r.holds[i] = r.holds[i] || f.Valid && !(f.Start == 0 && brokenAbove(r.lines, i))
		}
	}
	r.below = sharesBelow(r.lines, r.holds)
	var out []ingredient
	for i, holds := range r.holds {
		if holds {
			out = append(out, r.ingredient(i))
		}
	}
	return out
}

// lineReader reads the ingredients of lines.
type lineReader struct {
	lines   []doc.Line
	shares  shareColumns
	holds   []bool   // whether a line has the number of an ingredient
	printed []string // the numbers of the section
	below   bool     // the shares stand below their numbers
}

// ingredient reads the one whose number a line has.
func (r *lineReader) ingredient(i int) ingredient {
	l := r.lines[i]
	text := apartCAS(l, r.printed)
	found := chem.FindCAS(text)
	in := ingredient{raw: map[string]string{"cas": text}, source: map[string][]doc.Source{"cas": doc.SourcesOf([]doc.Line{l})}, rule: "line", confidence: 0.65}
	for _, f := range found {
		if f.Valid {
			in.cas = append(in.cas, string(f.CAS))
		}
	}
	if len(in.cas) > 1 && found[0].Start > 0 {
		in.cas = in.cas[:1]
	}
	front, behind := r.share(&in, l, text, text[:found[0].Start], text[found[0].End:])
	r.name(&in, i, front, behind)
	r.shareElsewhere(&in, i)
	return in
}

// share takes the share that a line prints beside a number, and returns what is left before it and behind.
func (r *lineReader) share(in *ingredient, l doc.Line, text, front, behind string) (string, string) {
	if key, _, rest := splitLabel(3, front); (key == "name" || key == "concentration") && rest != "" {
		front = rest
	}
	if c, rest, ok := r.shares.at(behind); ok {
		in.concentration, behind = c, rest
	} else if c, rest, ok := r.shares.at(front); ok && (rest == "" || strings.Contains(front, "%")) {
		in.concentration, front = c, rest
	}
	if c, rest, ok := r.shares.behind(strings.TrimSpace(front)); ok && !in.concentration.Stated() {
		in.concentration, front = c, rest
	}
	front, behind = shareNear(in, front, behind, r.shares)
	in.shareFrom(l, text)
	return strings.TrimSpace(casLabel.ReplaceAllString(front, "")), behind
}

// name names an ingredient by what stands before its number, above it or behind it.
func (r *lineReader) name(in *ingredient, i int, before, behind string) {
	l, after := r.lines[i], ingredientName(firstPhrase(behind))
	words := after != "" && strings.IndexFunc(after, isLetterRune) >= 0
	at := l
	in.name = ingredientName(before)
	if in.name == "" || labelKey(3, in.name) != "" || identifierLine.MatchString(before) {
		in.name = ""
		if above, name := nameAbove(in, r.lines, r.holds, i, r.shares); name != "" {
			in.name, at = name, above
		} else if words {
			in.name = after
		}
	}
	if in.name == "" && words && labelKey(3, after) == "" {
		in.name = after
	}
	printed := []doc.Line{at}
	if before != "" && in.name == ingredientName(before) && !noRest.MatchString(in.name) {
		in.first = in.name
		for _, n := range nameRest(r.lines, i) {
			printed = append(printed, n)
			in.name = doc.JoinText(in.name, fold.Printed(n.Text))
		}
	}
	in.raw["name"], in.source["name"] = doc.Join(printed), doc.SourcesOf(printed)
}

// shareElsewhere takes the share of an ingredient from the lines around that of its number, where that has none.
func (r *lineReader) shareElsewhere(in *ingredient, i int) {
	for k := i + 1; r.below && !in.concentration.Stated() && k < len(r.lines) && !r.holds[k]; k++ {
		if c, ok := shareAcross(r.lines[k]); ok {
			in.concentration = c
			in.shareFrom(r.lines[k], r.lines[k].Text)
		}
	}
	for k := i - 1; k >= max(0, i-2) && !in.concentration.Stated() && !r.holds[k]; k-- {
		for _, seg := range segments(r.lines[k]) {
			shareNear(in, seg.text, "", r.shares)
		}
		in.shareFrom(r.lines[k], r.lines[k].Text)
	}
	for k := i + 1; k <= i+3 && !in.concentration.Stated() && k < len(r.lines) && !r.holds[k]; k++ {
		if m := shareLabel.FindStringSubmatch(fold.Printed(r.lines[k].Text)); m != nil {
			in.concentration, _ = shareOf(m[1], "")
			in.shareFrom(r.lines[k], r.lines[k].Text)
		}
	}
}

// sharesBelow reports lines in which every number has its share on a line below it, before the next one, and none above the first.
func sharesBelow(lines []doc.Line, holds []bool) bool {
	numbers, shares := 0, 0
	for i, l := range lines {
		_, ok := shareAcross(l)
		switch {
		case holds[i] && (ok || shares != numbers || slices.ContainsFunc(segments(l), func(s segment) bool {
			return s.text != "" && isDigitRune(rune(s.text[len(s.text)-1])) && leadingShare.FindString(s.text) == s.text
		})):
			return false
		case holds[i]:
			numbers++
		case ok:
			if shares++; shares > numbers {
				return false
			}
		}
	}
	return numbers > 1 && shares == numbers
}

// shareAcross is the share on a line: by its label, or as one of its parts with a sign of per cent.
func shareAcross(l doc.Line) (chem.Concentration, bool) {
	if m := shareLabel.FindStringSubmatch(fold.Printed(l.Text)); m != nil {
		return shareOf(m[1], "%")
	}
	for _, seg := range segments(l) {
		if strings.Contains(seg.text, "%") && leadingShare.FindString(seg.text) != "" {
			if c, ok := shareOf(seg.text, ""); ok && c.Stated() && len(seg.text) < 40 {
				return c, true
			}
		}
	}
	return chem.Concentration{}, false
}

// shareFrom notes the line on which the share was found, the first time that it is called with one.
func (in *ingredient) shareFrom(l doc.Line, text string) {
	if in.concentration.Stated() && in.source["concentration"] == nil {
		in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOf([]doc.Line{l})
	}
}

var (
	// identifierLine matches a line with another number of the ingredient, or its label.
	identifierLine = pattern.MustCompile(`(?i)^[\[(· ]*(?:EC|EINECS|ELINCS|EEC|index|REACH|CAS|registration|identification|INHA)\b`)
	// shareLabel matches a labelled share below the numbers of an ingredient.
	shareLabel = pattern.MustCompile(`(?i)^(?:fraction by w(?:eigh)?t|(?:weight|volume|mass)? ?per ?cent(?:age)?(?: content)?|content|concentration|% ?(?:by )?w(?:eigh)?t)\b[^:]{0,20}: *(\S.*)$`)
)

// nameAbove is the name on a line above that with the CAS number, over lines with other numbers or the share alone.
func nameAbove(in *ingredient, lines []doc.Line, holds []bool, i int, shares shareColumns) (doc.Line, string) {
	for back := 1; back <= 4 && i-back >= 0 && !holds[i-back]; back++ {
		l := lines[i-back]
		parts := segments(l)
		if len(parts) == 0 || l.Page != lines[i].Page {
			break
		}
		name, _ := shareNear(in, parts[0].text, "", shares)
		for _, part := range parts[1:] {
			if name == "" { // the share stands left of the name
				name = part.text
			}
		}
		in.shareFrom(l, l.Text)
		if shareLabel.MatchString(fold.Printed(l.Text)) {
			continue
		}
		if name == "" || identifierLine.MatchString(name) || shareLine(l) || strings.IndexFunc(name, isLetterRune) < 0 {
			continue
		}
		if labelKey(3, name) != "" || strings.HasSuffix(name, ":") || subHeading.MatchString(name) {
			break
		}
		return l, ingredientName(name)
	}
	return doc.Line{}, ""
}

func isLetterRune(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0x3040 }

// firstPhrase is a text up to its first bracket or semicolon.
func firstPhrase(s string) string {
	s = strings.Trim(s, " ,;:()")
	if i := strings.IndexAny(s, ";("); i > 0 {
		s = s[:i]
	}
	return s
}

// shareNear reads the share in the text beside the CAS number, and returns both texts
// without it.
func shareNear(in *ingredient, before, after string, shares shareColumns) (string, string) {
	for k, text := range []string{after, before} {
		if in.concentration.Stated() {
			break
		}
		for _, m := range chem.FindQuantities(text) {
			if m.Unit != "%" && m.Unit != "vol%" && (m.Unit != "ppm" || shares.limits) && !(m.Unit == "" && (m.LowOp != chem.Equal) && len(strings.TrimSpace(text[m.End:])) < 3 && strings.ContainsAny(text[m.Start:m.End], "<>≤≥≦≧")) {
				continue
			}
			if m.Unit == "ppm" && max(m.Low, m.High) > 10000 {
				continue // a limit of an effect
			}
			if c, ok := chem.ParseConcentration(text[m.Start:m.End], ""); ok && c.Stated() {
				in.concentration = c
				if k == 0 {
					after = strings.TrimRight(text[:m.Start], " (")
				} else {
					before = strings.TrimSpace(strings.TrimRight(text[:m.Start], " (") + strings.TrimLeft(text[m.End:], " )"))
				}
				break
			}
		}
	}
	return before, after
}
