package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// unitStated matches a caption with the unit of a table's figures.
var unitStated = pattern.MustCompile(`(?i)(?:limits?|values?|figures|concentrations?)[a-z ,()]{0,30} in (mg/m3|ppm)\b|limits? \((mg/m3|ppm)\)(?: *$| note\b)|単位 ?[:=(]? ?(mg/m3|ppm)`)

// withUnit is a running line whose last figure has its unit at the start of the next one.
func withUnit(text, next string) string {
	unit := unitFirst.FindString(next)
	if unit == "" || len(text) < 60 || !figureEnds.MatchString(text) {
		return text
	}
	return text + " " + unit
}

// figureEnds matches a line of a sentence that ends with a figure.
var figureEnds = pattern.MustCompile(`[a-z,] [0-9]+(?:\.[0-9]+)?$`)

// line reads a running line. Words of authority and kind apply to the numbers after them;
// an authority also to the following lines, a kind only where the next line has numbers
// only.
func (w *limitWriter) line(text, next string, l doc.Line, st *limitState) {
	limit := speaksOfLimits(text) && !aboutLimits.MatchString(text)
	if !limit && (!st.on || offRE.MatchString(text)) {
		st.on = false
		return
	}
	if otherValues(text) {
		st.on, w.other = false, !nothingStated.MatchString(text)
		return
	}
	if limit {
		st.on, w.other = true, false
	}
	if name := w.part(text); name != "" {
		st.substance = name
	}
	if title := titlesList(text); title != "" {
		st.list = title
	}
	own := *st
	found := airborne(text)
	before := text
	if len(found) > 0 {
		before = text[:found[0].Start]
	}
	words := own.read(before)
	if !words && len(found) > 0 && strings.TrimSpace(strings.Trim(before, ":-(")) != "" && w.part(before) == "" {
		own.kind = ""
	}
	if words || len(found) == 0 {
		if a := ofList(authorityIn(before), before, st.list); a != "" {
			st.authority = a
		}
	}
	if n := len(found); n > 0 && authorityIn(before) == "" {
		// The authority follows the value: "TWA 3 ppm ACGIH".
		if a := authorityIn(strings.TrimLeft(text[found[n-1].End:], " .,;:-")); a != "" && !strings.HasPrefix(strings.TrimLeft(text[found[n-1].End:], " "), "(") {
			own.authority, st.authority = a, a
		}
	}
	if unit := unitStated.FindStringSubmatch(text); unit != nil {
		w.unit = orElse(unit[1], orElse(unit[2], unit[3]))
	}
	if !st.on {
		return
	}
	after := kindsAfter(text, found)
	authorities := authoritiesAfter(text, found)
	for i, m := range found {
		if i > 0 {
			own.read(text[found[i-1].End:m.Start])
		}
		if after != nil {
			own.kind = after[i]
		}
		if authorities != nil && authorities[i] != "" {
			own.authority, st.authority = authorities[i], authorities[i]
		}
		if tail := strings.TrimLeft(text[m.End:], " "); strings.HasPrefix(tail, "(") {
			// "0.5 mg/m3 (Cal/OSHA)"
			inner, _, _ := strings.Cut(tail[1:], ")")
			if a := authorityIn(inner); a != "" && !strings.Contains(inner, "許容濃度") {
				own.authority = a
			}
		}
		if own.kind == "" && i == len(found)-1 {
			// The kind may follow: "6 ppm STEL", or on the next line by itself.
			tail := text[m.End:]
			if strings.TrimSpace(tail) == "" && len(airborne(next)) == 0 && len(next) < 12 {
				tail = next
			}
			own.kind = kindIn(tail)
		}
		w.emit(own, m, text, []doc.Line{l})
	}
	st.kind = own.kind
	if len(found) == 0 && !words && len(text) > 15 {
		st.kind = ""
	}
}

// noKind stands for the kind of a figure that has none, and not that of the next one: of an IDLH,
// or of the first of "750 ppm / 1000 ppm STEL".
const noKind = "-"

// behindEach are the texts behind each quantity, up to the next one or the end, without the form
// of dust in brackets: "5 mg/m3 (respirable)".
func behindEach(text string, found []chem.Measured) []string {
	out := make([]string, len(found))
	for i, m := range found {
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1].Start
		}
		out[i] = strings.TrimLeft(text[m.End:end], " .,;:-")
		if inner, rest, closed := strings.Cut(out[i], ")"); closed && strings.HasPrefix(inner, "(") && authorityIn(inner) == "" && kindIn(inner) == "" {
			out[i] = strings.TrimLeft(rest, " .,;:-")
		}
	}
	return out
}

// kindsAfter are the kinds of quantities that stand behind them: "10 ppm TWA; 20 ppm STEL". One
// with none behind it has that of the next. It is nil where they stand before, or nowhere.
func kindsAfter(text string, found []chem.Measured) []string {
	if len(found) < 2 || kindIn(text[:found[0].Start]) != "" {
		return nil
	}
	if behind := behindEach(text, found); authorityIn(text[:found[0].Start]) == "" && !slices.ContainsFunc(behind, func(s string) bool { return namedBehind(s) == "" }) {
		return eachKind(behind) // "5 mg/m3 - ACGIH TLV, 10 mg/m3 - ACGIH STEL"
	}
	out := backwards(behindEach(text, found), func(behind string) string {
		if k := kindIn(behind); k != "" || !strings.Contains(behind, "IDLH") && strings.TrimSpace(behind) != "/" {
			return k
		}
		return noKind
	})
	for i := range out {
		if out[i] == noKind {
			out[i] = ""
		}
	}
	return out
}

// eachKind are the kinds that some texts name.
func eachKind(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = kindIn(t)
	}
	return out
}

// authoritiesAfter is kindsAfter for authorities: "5 mg/m3 OSHA PEL and 10 mg/m3 ACGIH".
func authoritiesAfter(text string, found []chem.Measured) []string {
	if len(found) == 0 || authorityIn(text[:found[0].Start]) != "" {
		return nil
	}
	behind := behindEach(text, found)
	if strings.HasPrefix(behind[len(behind)-1], "(") {
		return nil
	}
	if n := len(behind) - 1; namedBehind(behind[n]) == "" && !strings.HasSuffix(strings.TrimRight(text[:found[n].Start], " "), ",") {
		return nil // "5 ppm OSHA: 3 ppm" names that of the figure behind it
	}
	out := make([]string, len(behind))
	for i := range behind {
		if out[i] = namedBehind(behind[i]); out[i] != "" || i == 0 || out[i-1] == "" {
			continue
		}
		// An authority ends its clause, but for a further kind: "25 ppm TWA OSHA PEL, 125 ppm STEL".
		if end := strings.TrimRight(text[:found[i].Start], " "); strings.HasSuffix(end, ",") && kindIn(behind[i]) != "" {
			out[i] = out[i-1]
		}
	}
	for i := len(out) - 2; i >= 0; i-- {
		out[i] = orElse(out[i], out[i+1])
	}
	if out[len(out)-1] == "" {
		return nil
	}
	return out
}

// namedBehind is the authority that a text behind a figure names, whose kind may stand before it:
// "TWA UK OEL".
func namedBehind(text string) string { return authorityIn(kindFirst.ReplaceAllString(text, "")) }

var kindFirst = pattern.MustCompile(`^(?:TWA|STEL|[Cc]eiling) +`)

// backwards reads what stands behind each of several quantities; it holds also for those before
// it that have nothing of their own. It is nil where the last one has nothing.
func backwards(behind []string, read func(string) string) []string {
	out := make([]string, len(behind))
	for i := len(behind) - 1; i >= 0; i-- {
		if out[i] = read(behind[i]); out[i] != "" {
			continue
		}
		if i+1 == len(behind) {
			return nil
		}
		out[i] = out[i+1]
	}
	return out
}

// read takes authority and kind from words, and reports whether there were any.
func (st *limitState) read(text string) bool {
	a, k := ofList(authorityIn(text), text, st.list), lastKindIn(text)
	if a != "" {
		if a != st.authority {
			st.kind = ""
		}
		st.authority = a
	}
	if k != "" {
		st.kind = k
	} else if a != "" {
		st.kind = ""
	}
	return a != "" || k != ""
}
