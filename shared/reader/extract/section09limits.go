package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

var (
	lowerWords = pattern.MustCompile(`(?i)下限|lower|\blel\b|\blfl\b`)
	upperWords = pattern.MustCompile(`(?i)上限|upper|\buel\b|\bufl\b`)
)

// explosiveLimits reads both limits from their own labels, or from one value.
func (s *sheet) explosiveLimits(list []item) {
	list = limitsByLabel(list)
	p := property{dims: []chem.Dimension{chem.Fraction}, plain: true}
	for _, key := range []string{"explosive_low", "explosive_high"} {
		for _, it := range first(list, key) {
			if noData(it.value) {
				continue
			}
			if key == "explosive_high" {
				it.value = upperPart(it.value)
			}
			if q, ok := quantityOf(it, p); ok && q.LowOp == chem.Equal {
				if q.Unit == "" {
					q.Unit = volumeUnit(it.label)
					for _, above := range list {
						if above.key == "explosive_limits" && q.Unit == "" {
							q.Unit = volumeUnit(above.label)
						}
					}
				}
				s.limit(it, key, q)
				break
			}
		}
	}
	for _, it := range first(list, "explosive_limits") {
		if s.perPart(it.value) {
			continue
		}
		found := chem.FindQuantities(it.value)
		unit := volumeUnit(it.label)
		var kept []chem.Measured
		for _, m := range found {
			if m.Dimension == chem.Fraction || m.Unit == "" {
				kept = append(kept, m)
				if m.Unit != "" {
					unit = m.Unit
				}
			}
		}
		for i, m := range kept {
			q := m.Quantity
			if q.Unit == "" {
				q.Unit = unit
			}
			single := func(v float64) chem.Quantity {
				return chem.Quantity{Low: v, LowOp: chem.Equal, High: v, HighOp: chem.Equal, Unit: q.Unit}
			}
			switch side := sideOf(it, kept, i); {
			case q.LowOp != "" && q.HighOp != "" && q.LowOp != chem.Equal:
				s.limit(it, "explosive_low", single(q.Low))
				s.limit(it, "explosive_high", single(q.High))
			case q.LowOp == chem.Equal && side != "":
				s.limit(it, side, q)
			}
		}
	}
}

// limitInText matches a limit of explosion in running text, or in a cell whose label goes on below: "Upper explosion limit / Up-" over
// "per flammability limit".
var limitInText = pattern.MustCompile(`(?i)\b(lower|upper) (?:explosi(?:on|ve)|flammab(?:le|ility)) limit([^0-9]{0,90}?)([0-9]+(?:[.,][0-9]+)? ?(?:%|vol)[^ ]{0,3}(?: \(V\))?)`)

// limitsInText reads the limits that no label has from the text of section 9.
func (s *sheet) limitsInText() {
	if s.ja || s.out.Get("explosive_low") != nil && s.out.Get("explosive_high") != nil {
		return
	}
	lines := s.allLines(9)
	text := joined(lines)
	for _, m := range limitInText.FindAllStringSubmatch(text, -1) {
		key, other := "explosive_low", "upper"
		if strings.EqualFold(m[1], "upper") {
			key, other = "explosive_high", "lower"
		}
		between := strings.ToLower(m[2])
		if strings.Contains(between, other) || saysNoLimit.MatchString(between) {
			continue
		}
		it := item{section: 9, key: key, value: m[3], lines: linesIn(lines, "", m[3])}
		if q, ok := quantityOf(it, property{dims: []chem.Dimension{chem.Fraction}}); ok && q.LowOp == chem.Equal {
			s.limit(it, key, q)
		}
	}
}

// saysNoLimit matches words between a label and a figure that belongs to another one.
var saysNoLimit = pattern.MustCompile(`not? (?:data|avail|applic|determ|establ|info|known)|\bn/?a\b|none|flash|temperature|point|pressure|density`)

// sideOf is the key of a limit among the figures of a value: by the word before it or in brackets behind, else by their order; "" where
// nothing tells.
func sideOf(it item, kept []chem.Measured, i int) string {
	byWord := func(text string) string {
		switch {
		case lowerWords.MatchString(text):
			return "explosive_low"
		case upperWords.MatchString(text):
			return "explosive_high"
		}
		return ""
	}
	behind := func(m chem.Measured) string { return byWord(bracketNext.FindString(it.value[m.End:])) }
	from := 0
	if i > 0 {
		from = kept[i-1].End
	}
	if behind(kept[0]) == "" {
		if side := byWord(it.value[from:kept[i].Start]); side != "" {
			return side
		}
	} else if side := behind(kept[i]); side != "" {
		return side
	}
	if len(kept) != 2 || kept[0].Low == kept[1].Low {
		return ""
	}
	rising := kept[0].Low < kept[1].Low
	if !rising && !upperFirst.MatchString(it.label) {
		return ""
	}
	if (i == 0) == rising {
		return "explosive_low"
	}
	return "explosive_high"
}

var (
	// bracketNext is a bracket at the start of a text.
	bracketNext = pattern.MustCompile(`^ ?\([^()]*\)`)
	// upperFirst is a label that asks for the upper limit before the lower one.
	upperFirst = pattern.MustCompile(`(?i)(?:upper|\buel|\bufl)\W+(?:and )?(?:lower|lel|lfl)\b`)
)

// limitsByLabel are items with the keys of the explosive limits that their labels and values mean.
func limitsByLabel(list []item) []item {
	out := slices.Clone(list)
	for i, it := range out {
		low, high := lowerWords.MatchString(it.label), upperWords.MatchString(it.label)
		one := len(chem.FindQuantities(it.value)) == 1
		switch {
		case (it.key == "explosive_low" || it.key == "explosive_high") && low && high: // "Lower explosion limit/Upper explosion limit"
			out[i].key = "explosive_limits"
		case it.key == "explosive_limits" && low && !high && one: // "Flammable limits - LEL"
			out[i].key = "explosive_low"
		case it.key == "explosive_limits" && high && !low && one:
			out[i].key = "explosive_high"
		case it.key == "explosive_low" && isRange(it.value): // "Lower: 2.5-12.0"
			out[i].key = "explosive_limits"
		}
	}
	return out
}

// isRange reports a value that is a range, without what stands in brackets behind it.
func isRange(value string) bool {
	q, err := chem.ParseQuantity(bracketBehind.ReplaceAllString(value, ""))
	return err == nil && q.LowOp == chem.AtLeast && q.HighOp == chem.AtMost
}

// bracketBehind matches a bracket at the end of a value.
var bracketBehind = pattern.MustCompile(` *\([^()]*\) *$`)

// upperPart is a value from the upper of two limits in it: "LEL 0.9 % UEL 8.5 %", "1.4 % 8.1 %".
func upperPart(value string) string {
	found := chem.FindQuantities(value)
	if len(found) < 2 || found[0].Low >= found[1].Low || found[0].Dimension != found[1].Dimension {
		return value
	}
	if at := upperWords.FindStringIndex(value); at != nil && at[0] < found[0].Start || isCondition(value, &found[1]) {
		return value
	}
	return value[found[0].End:]
}

// volumeUnit is the unit of the limits in a heading: "(vol%)", "(Approximate volume % in
// air)".
func volumeUnit(label string) string {
	if unit, dim := chem.UnitIn(label); dim == chem.Fraction {
		return unit
	}
	if strings.Contains(label, "%") {
		return "%"
	}
	return ""
}

func (s *sheet) limit(it item, key string, q chem.Quantity) {
	if s.out.Get(key) != nil {
		return
	}
	q.Approximate = false
	s.add(Value{Section: it.section, Key: key, Row: NoRow, Kind: Quantity, Quantity: q, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: 0.88})
}
