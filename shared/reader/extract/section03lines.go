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
	lines := sec.Lines
	shares := shareColumnsOf(lines)
	var out []ingredient
	holds := make([]bool, len(lines))
	printed := validCAS(lines)
	for i, l := range lines {
		for _, f := range chem.FindCAS(apartCAS(l, printed)) {
			holds[i] = holds[i] || f.Valid && !(f.Start == 0 && brokenAbove(lines, i))
		}
	}
	below := sharesBelow(lines, holds)
	for i, l := range lines {
		if !holds[i] {
			continue
		}
		text := apartCAS(l, printed)
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
		front := text[:found[0].Start]
		if key, _, rest := splitLabel(3, front); (key == "name" || key == "concentration") && rest != "" {
			front = rest
		}
		behind := text[found[0].End:]
		for k, side := range []string{behind, front} {
			c, rest, ok := shares.at(side)
			if !ok || k == 1 && rest != "" && !strings.Contains(side, "%") {
				continue
			}
			in.concentration = c
			if k == 0 {
				behind = rest
			} else {
				front = rest
			}
			break
		}
		if c, rest, ok := shares.behind(strings.TrimSpace(front)); ok && !in.concentration.Stated() {
			in.concentration, front = c, rest
		}
		s, behind := shareNear(&in, front, behind, shares)
		in.shareFrom(l, text)
		before := strings.TrimSpace(casLabel.ReplaceAllString(s, ""))
		after := ingredientName(firstPhrase(behind))
		nameLine := l
		in.name = ingredientName(before)
		if in.name == "" || labelKey(3, in.name) != "" || identifierLine.MatchString(before) {
			in.name = ""
			if above, name := nameAbove(&in, lines, holds, i, shares); name != "" {
				in.name, nameLine = name, above
			} else if after != "" && strings.IndexFunc(after, isLetterRune) >= 0 {
				in.name, nameLine = after, l
			}
		}
		if in.name == "" && after != "" && strings.IndexFunc(after, isLetterRune) >= 0 && labelKey(3, after) == "" {
			in.name, nameLine = after, l
		}
		nameLines := []doc.Line{nameLine}
		if before != "" && in.name == ingredientName(before) && !noRest.MatchString(in.name) {
			in.first = in.name
			for _, n := range nameRest(lines, i) {
				nameLines = append(nameLines, n)
				in.name = doc.JoinText(in.name, fold.Printed(n.Text))
			}
		}
		in.raw["name"], in.source["name"] = doc.Join(nameLines), doc.SourcesOf(nameLines)
		for ahead := 1; below && !in.concentration.Stated() && i+ahead < len(lines) && !holds[i+ahead]; ahead++ {
			if c, ok := shareAcross(lines[i+ahead]); ok {
				in.concentration = c
				in.shareFrom(lines[i+ahead], lines[i+ahead].Text)
			}
		}
		for back := 1; back <= 2 && !in.concentration.Stated() && i-back >= 0 && !holds[i-back]; back++ {
			for _, seg := range segments(lines[i-back]) {
				shareNear(&in, seg.text, "", shares)
			}
			in.shareFrom(lines[i-back], lines[i-back].Text)
		}
		for ahead := 1; ahead <= 3 && !in.concentration.Stated() && i+ahead < len(lines) && !holds[i+ahead]; ahead++ {
			if m := shareLabel.FindStringSubmatch(fold.Printed(lines[i+ahead].Text)); m != nil {
				in.concentration, _ = shareOf(m[1], "")
				in.shareFrom(lines[i+ahead], lines[i+ahead].Text)
			}
		}
		out = append(out, in)
	}
	return out
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
