package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// hazardCodes lists the H and EUH codes printed in section 2.
func (s *sheet) hazardCodes(lines []doc.Line) {
	codes, source, raw := codesIn(lines, ghs.FindHCodes)
	s.add(Value{Section: 2, Key: "h_codes", Row: NoRow, Kind: Codes, List: codes, Raw: raw, Source: doc.SourcesOf(source), Extractor: "code", Confidence: 0.97})
}

func (s *sheet) precautions(lines []doc.Line) {
	codes, source, raw := codesIn(lines, ghs.FindPCodes)
	s.add(Value{Section: 2, Key: "p_codes", Row: NoRow, Kind: Codes, List: codes, Raw: raw, Source: doc.SourcesOf(source), Extractor: "code", Confidence: 0.97})
}

// precautionaryStatements reads the precautionary statements, each with its code, printed
// or found by its wording.
func (s *sheet) precautionaryStatements(lines []doc.Line) {
	row := 0
	add := func(code, text string, from []doc.Line, confidence float64) {
		base := Value{Section: 2, Row: row, Kind: Text, Raw: text, Source: doc.SourcesOf(from), Extractor: "statements", Confidence: confidence}
		c, t := base, base
		c.Key, c.Text = "precautionary_statements.code", code
		t.Key, t.Text = "precautionary_statements.text", text
		s.add(c)
		s.add(t)
		row++
	}
	seen := map[string]bool{}
	beside := afterLabels(lines)
	behind := printedBehind(beside, ghs.FindPCodes)
	for i, l := range beside {
		codes := ghs.FindPCodes(fold.Printed(l.Text))
		for k, c := range codes {
			if seen[c.Code] {
				continue
			}
			seen[c.Code] = true
			sentence, others := sentenceBeside(beside, i, codes, k, behind, ghs.FindPCodes)
			from := append([]doc.Line{l}, others...)
			if st, ok := ghs.StatementByCode(c.Code); ok && len(sentence) < 4 {
				if sentence = st.En; s.ja {
					sentence = st.Ja
				}
			}
			add(c.Code, sentence, from, 0.85)
		}
	}
	if row > 0 {
		return
	}
	for _, p := range precautionsWithoutCodes(lines) {
		if code, score := ghs.MatchStatement(p.text, 'P'); score > knownPrecaution && !seen[code] {
			seen[code] = true
			add(code, p.text, p.lines, 0.9*score)
		}
	}
}

// knownPrecaution is the similarity to a known statement above which a sentence is one.
const knownPrecaution = 0.8

// printedSentence is a sentence with the lines that print it.
type printedSentence struct {
	text  string
	lines []doc.Line
}

// precautionsWithoutCodes are the sentences below the labels of precautionary statements, where these have no codes. A line
// that begins with a small letter ends the sentence of the line before, if together they are a known statement.
func precautionsWithoutCodes(lines []doc.Line) (out []printedSentence) {
	inside, open := false, false
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if key, _, rest := splitLabel(2, text); key != "" {
			inside = key == "precautionary" || key == "precautionary_part"
			text, open = rest, false
		}
		if !inside || text == "" {
			open = false
			continue
		}
		ended := strings.HasSuffix(text, ".")
		if head, rest, _ := strings.Cut(text, ". "); open && goesOnAs(out[len(out)-1].text, head) {
			last := &out[len(out)-1]
			last.text = doc.JoinText(last.text, strings.TrimSuffix(head, "."))
			last.lines = append(last.lines, l)
			open = !ended && rest == ""
			text = rest
		}
		if text == "" {
			continue
		}
		l.Text = text
		found := sentences([]doc.Line{l})
		for _, sentence := range found {
			out = append(out, printedSentence{sentence, []doc.Line{l}})
		}
		open = !ended && len(found) > 0 && strings.HasSuffix(text, found[len(found)-1])
	}
	return out
}

// goesOnAs reports whether the next line's head ends a sentence: it begins with a small letter, and both together are no
// worse a precautionary statement than one of them alone.
func goesOnAs(sentence, head string) bool {
	if head == "" || head[0] < 'a' || head[0] > 'z' {
		return false
	}
	_, both := ghs.MatchStatement(doc.JoinText(sentence, head), 'P')
	if both <= knownPrecaution {
		return false
	}
	_, first := ghs.MatchStatement(sentence, 'P')
	_, second := ghs.MatchStatement(head, 'P')
	return second <= knownPrecaution || both >= max(first, second)
}

// sentenceGoingOn is a sentence that ends the first of some lines, with the lines that go on with it, two at the most: none of
// them has a label or a code of its own. The foot of a page may stand before them.
func sentenceGoingOn(sentence string, lines []doc.Line, find func(string) []ghs.Code) (string, []doc.Line) {
	first := lines[0]
	var more []doc.Line
	for i, l := range lines[1:] {
		text := fold.Printed(l.Text)
		key, _, _ := splitLabel(2, text)
		if strings.HasSuffix(sentence, "。") || strings.HasSuffix(sentence, ".") || key != "" || len(more) == 2 {
			break
		}
		if codes := find(text); len(codes) > 0 {
			if rest := withoutMarks(text[:codes[0].Start]); rest != "" && rest[0] >= 'a' && rest[0] <= 'z' && strings.HasSuffix(rest, ".") {
				return doc.JoinText(sentence, rest), append(more, l)
			}
			break
		}
		if l.X0 < first.X0-2*first.Size {
			if i+2 < len(lines) && len(more) == 0 && l.Page == first.Page && lines[i+2].Page > l.Page {
				continue
			}
			break
		}
		sentence = doc.JoinText(sentence, text)
		more = append(more, l)
	}
	return sentence, more
}

// codesIn collects codes over line breaks, each once, and the lines that print them; raw has them as printed,
// without blanks.
func codesIn(lines []doc.Line, find func(string) []ghs.Code) (codes []string, source []doc.Line, raw string) {
	var printed []string
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if i+1 < len(lines) && strings.HasSuffix(text, "+") {
			text += " " + fold.Printed(lines[i+1].Text)
		} else if i > 0 && strings.HasSuffix(fold.Printed(lines[i-1].Text), "+") {
			// The codes up to the first blank were read with the line before.
			if at := strings.IndexFunc(text, func(r rune) bool { return r > 0x80 || r == ' ' }); at > 0 {
				text = text[at:]
			} else {
				text = ""
			}
		}
		found := find(text)
		if len(found) > 0 {
			source = append(source, l)
		}
		for _, c := range found {
			if !slices.Contains(codes, c.Code) {
				codes = append(codes, c.Code)
				printed = append(printed, strings.ReplaceAll(text[c.Start:c.End], " ", ""))
			}
		}
	}
	return codes, source, strings.Join(printed, " ")
}

// endOfStatements are the sub-items that may follow the hazard statements.
var endOfStatements = map[string]bool{"precautionary": true, "precautionary_part": true, "other_hazards": true, "signal_word": true, "pictograms": true, "classification": true, "label": true, "physical": true, "health": true, "environment": true}

// hazardStatements reads the statements of the label: each with its code, printed or found by its sentence.
func (s *sheet) hazardStatements(lines []doc.Line) {
	block, labelled := s.statementColumn()
	if !labelled {
		block, labelled = statementBlock(lines)
	}
	var texts []string
	codes, _, _ := codesIn(block, ghs.FindHCodes)
	switch {
	case len(codes) > 0:
		texts = append(texts, codes...)
	case labelled:
		texts = withoutOrgans(sentences(block))
	default:
		codes, _, _ = codesIn(lines, ghs.FindHCodes)
		texts = codes
		if len(texts) == 0 {
			texts = unlabelled(lines)
		}
	}
	source := block
	if len(source) == 0 {
		source = lines[:1]
	}
	if labelled && len(codes) > 0 {
		texts = append(texts, uncoded(block)...)
		for _, c := range ghs.FindHCodes(joined(lines)) {
			if strings.HasPrefix(c.Code, "EUH") && !slices.Contains(texts, c.Code) {
				texts = append(texts, c.Code) // supplemental statements are under a heading of their own
			}
		}
	}
	n := float64(len(texts))
	s.out.Values = append(s.out.Values, Value{
		Section: 2, Key: "hazard_statement_count", Row: NoRow, Kind: Quantity, Quantity: chem.Quantity{Low: n, LowOp: chem.Equal, High: n, HighOp: chem.Equal},
		Raw: strings.Join(texts, " / "), Source: doc.SourcesOf(source), Extractor: "statements", Confidence: 0.85,
	})
	for i, t := range texts {
		code, confidence := t, 0.95
		if found := ghs.FindHCodes(t); len(found) != 1 || found[0].Code != t { // "Harmful if swallowed" is none
			c, score := ghs.MatchStatement(t, 'H')
			code, confidence = c, 0.9*score
		}
		printed := linesWith(block, t)
		text, more := statementText(t, block)
		all := block
		if len(printed) < len(block) {
			all = slices.Concat(printed, more)
		}
		s.add(Value{Section: 2, Key: "hazard_statements.text", Row: i, Kind: Text, Text: text, Raw: t, Source: doc.SourcesOf(all), Extractor: "statements", Confidence: 0.85})
		s.add(Value{Section: 2, Key: "hazard_statements.code", Row: i, Kind: Choice, Text: code, Raw: t, Source: doc.SourcesOf(printed), Extractor: "statements", Confidence: confidence})
	}
}

// statementColumn returns the statements of a table with a column for them beside the
// classes.
func (s *sheet) statementColumn() ([]doc.Line, bool) {
	for i := range s.d.Sections {
		if s.d.Sections[i].Number != 2 {
			continue
		}
		for _, t := range s.d.Sections[i].Tables {
			if t.Kind != doc.Lattice {
				continue
			}
			for r := range t.Rows {
				for c := 1; c < len(t.Rows[r]); c++ {
					if t.Rows[r][c].Covered || labels()[2][squeezeLabel(t.Rows[r][c].Text())] != "hazard_statements" || t.Rows[r][c-1].Empty() && !t.Rows[r][c-1].Covered {
						continue
					}
					var out []doc.Line
					statements := 0
					for below := r + 1; below < len(t.Rows) && c < len(t.Rows[below]); below++ {
						cell := t.Rows[below][c]
						if key := labelKey(2, t.At(below, 0).Text()); cell.Covered || endOfStatements[key] && key != "classification" && key != "physical" && key != "health" && key != "environment" {
							break
						}
						if !noData(cell.Text()) && len(cell.Lines) > 0 {
							l := cell.Lines[0]
							l.Text = cell.Text()
							out = append(out, l)
							if _, score := ghs.MatchStatement(l.Text, 'H'); score > 0.5 || len(ghs.FindHCodes(l.Text)) > 0 {
								statements++
							}
						}
					}
					if len(out) > 1 && 2*statements >= len(out) {
						return out, true
					}
				}
			}
		}
	}
	return nil, false
}

// uncoded returns the sentences without a code among coded ones: they begin a line after a
// full stop.
func uncoded(block []doc.Line) []string {
	var out []string
	for i, l := range block {
		text := fold.Printed(l.Text)
		if i == 0 || len(ghs.FindHCodes(text)) > 0 || text == "" || text[0] < 'A' || text[0] > 'Z' || !strings.HasSuffix(text, ".") {
			continue
		}
		if strings.HasSuffix(fold.Printed(block[i-1].Text), ".") {
			out = append(out, text)
		}
	}
	return out
}

// statementText is the sentence printed with a code, behind it or before, or the sentence itself; more
// are the other lines that print it.
func statementText(t string, block []doc.Line) (text string, more []doc.Line) {
	st, ok := ghs.StatementByCode(t)
	if !ok {
		return t, nil
	}
	block = afterLabels(block)
	behind := printedBehind(block, ghs.FindHCodes)
	for i, l := range block {
		codes := ghs.FindHCodes(fold.Printed(l.Text))
		k := slices.IndexFunc(codes, func(c ghs.Code) bool { return c.Code == t })
		if k < 0 {
			continue
		}
		if sentence, others := sentenceBeside(block, i, codes, k, behind, ghs.FindHCodes); len(sentence) > 3 {
			return sentence, others
		}
	}
	return st.En, nil
}

// statementBlock are the lines under the label of the hazard statements, the first without the label.
func statementBlock(lines []doc.Line) (block []doc.Line, labelled bool) {
	for i, l := range lines {
		key, _, rest := splitLabel(2, l.Text)
		if key != "hazard_statements" {
			continue
		}
		if rest != "" {
			if noData(rest) {
				return nil, true
			}
			l.Text = rest
			block = append(block, l)
		}
		for j, n := range lines[i+1:] {
			text := strings.Trim(fold.Printed(n.Text), "[]<>【】〈〉《》() ")
			k, _, _ := splitLabel(2, text)
			if k == "" && i+j+2 < len(lines) && len(text) < 30 {
				k = labels()[2][squeezeLabel(text+" "+lines[i+j+2].Text)] // a label broken over two lines
			}
			if endOfStatements[k] || statementEnd.MatchString(text) {
				break
			}
			if len(block) == 0 && noData(n.Text) {
				continue
			}
			block = append(block, n)
		}
		return block, true
	}
	return nil, false
}

// sentences cuts a block without codes into its statements: at full stops and line ends,
// unless two pieces together make a known statement.
func sentences(block []doc.Line) []string {
	var pieces []string
	if stops := strings.Count(joined(block), "。"); stops > 1 && strings.HasSuffix(strings.TrimSpace(joined(block)), "。") {
		// Full stops separate the statements; lines end where the page does.
		for _, p := range strings.Split(fold.Printed(doc.Join(block)), "。") {
			if p = strings.Trim(p, " ・•-*"); len(p) > 3 && !noData(p) && !nothingHazardous(p) {
				pieces = append(pieces, p)
			}
		}
		return pieces
	}
	for _, l := range block {
		text := strings.NewReplacer("。", "\n", ". ", "\n", "; ", ";").Replace(fold.Printed(l.Text) + " ")
		for _, p := range strings.Split(text, "\n") {
			p = strings.Trim(p, " ・•-*.")
			if len(p) > 3 && !noData(p) && !besideStatement.MatchString(p) {
				pieces = append(pieces, p)
			}
		}
	}
	var out []string
	for i := 0; i < len(pieces); i++ {
		p := pieces[i]
		for i+1 < len(pieces) {
			_, alone := ghs.MatchStatement(p, 'H')
			_, next := ghs.MatchStatement(pieces[i+1], 'H')
			_, both := ghs.MatchStatement(p+" "+pieces[i+1], 'H')
			goesOn := pieces[i+1][0] >= 'a' && pieces[i+1][0] <= 'z'
			if !goesOn && (both <= alone || both <= next) {
				break
			}
			i++
			p += " " + pieces[i]
		}
		if !nothingHazardous(p) {
			out = append(out, p)
		}
	}
	return out
}

// nothingHazardous reports sentences that state no hazard.
func nothingHazardous(s string) bool {
	t := strings.ToLower(fold.Printed(s))
	for _, w := range []string{"知られていない", "該当しない", "該当なし", "危険な物質や混合物ではありません", "分類されない", "not classified", "not a hazardous", "no known", "not hazardous", "none required", "not required", "not applicable", "no hazard", "非該当", "not regulated", "none applicable", "なし", "does not meet"} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}
