package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// ingredient is a row of the composition.
type ingredient struct {
	name          string
	cas           []string
	concentration chem.Concentration
	raw           map[string]string
	source        map[string][]doc.Source
	// first is the first line of a name that is printed on several.
	first      string
	rule       string
	confidence float64
}

// composition reads section 3 in several ways: from tables, from a column for each
// ingredient, from headings and the values under them, from records of label and value,
// from lines with a CAS number. The way with the fewest gaps and the most of the CAS numbers
// printed wins, the earlier one of equals.
func (s *sheet) composition() {
	s.compositionType()
	secs := s.compositionSections()
	rows := s.named(withoutRepeats(withoutFacts(bestIngredients(secs), secs), secs))
	marks := noteMarks(rows, secs)
	for i, r := range rows {
		r.name = s.wholeWords(r.name)
		r.name = s.withoutTranslation(strings.TrimSuffix(r.name, marks[lastWord(r.name)]))
		base := Value{Section: 3, Row: i, Extractor: r.rule, Confidence: r.confidence}
		name := base
		name.Key, name.Text, name.Raw, name.Source = "composition.name", r.name, r.raw["name"], r.source["name"]
		s.add(name)
		if start, rest, _ := strings.Cut(r.name, ";"); rest != "" && len(start) > 3 {
			s.nameStarts[start] = r.name
		}
		if r.first != "" && r.first != r.name {
			s.nameStarts[r.first] = r.name
		}
		cas := base
		cas.Key, cas.Kind, cas.List, cas.Raw, cas.Source = "composition.cas", Codes, r.cas, r.raw["cas"], r.source["cas"]
		cas.Confidence = min(0.97, r.confidence+0.05)
		s.add(cas)
		c := base
		c.Key, c.Kind, c.Quantity, c.Raw, c.Source = "composition.concentration", Quantity, r.concentration.Quantity, r.raw["concentration"], r.source["concentration"]
		if r.concentration.Balance || r.concentration.Withheld {
			c.Kind, c.Text = Choice, "withheld"
			if r.concentration.Balance {
				c.Text = "balance"
			}
		}
		s.add(c)
	}
}

var (
	ingredientNumber = pattern.MustCompile(`^(?:[(（]?[0-9]{1,2}[)）.]+[ ]*|成分[ ]*[(（]?[0-9]{1,2}[)）]?[ :.]*|(?i:component|ingredient) ?[0-9]{1,2}(?: of [0-9]{1,2})?[ :.]*)`)
	decimalFirst     = pattern.MustCompile(`^[0-9]+\.[0-9]`)
	// nameLabel matches the label of a name before it.
	nameLabel = pattern.MustCompile(`^(?i)(?:(?:ingred(?:ient)?|component|chemical|substance)s?\.? names?|ingredient|component|contains) ?: *`)
	// remarkBehind matches what is said of an ingredient behind its name.
	remarkBehind = pattern.MustCompile(`(?i) \(?substance with (?:a |national ).*$| (?:[CFTON]\+? |X[ni] )?(?:Repr|Carc|Muta)\. ?Cat\..*$| (?:ACGIH|OSHA|NIOSH)[ -](?:TLV|PEL|REL)\b.*$`)
	// otherIdentifier matches another name or number of the ingredient behind its name, with its label.
	otherIdentifier = pattern.MustCompile(`(?i) +\(?(?:INCI(?: Name)?|EC(?:[ -]?(?:No|Nr|number)\.?)?|EINECS|REACH ?#) ?: ?.*$| +\(?(?:NJ ?TSRN?|New Jersey Trade Secret Registry (?:Number|No\.?)) ?[#:]? ?[0-9].*$`)
	// indexNumber matches the number of Annex VI of CLP behind a name, and what follows it: "606-001-00-8 F, R11".
	indexNumber = pattern.MustCompile(` +[0-9]{3} ?- ?[0-9]{3} ?- ?[0-9]{2} ?- ?[0-9X]\b.*$`)
	casLabel    = pattern.MustCompile(`(?i)[(\[]?(?:N° )?\bCAS(?:[ -]?(?:No|Nr|RN|#|number|番号|登録番号)\.?)?[ :.#)]*$|[(\[ ]+$`)
)

// brokenWord matches a word with a hyphen between small letters, where a cell may have broken it.
var brokenWord = pattern.MustCompile(`\b([a-z]{3,})-([a-z]{2,})\b`)

// wholeWords is a name without the hyphens at which its cell broke words that the sheet prints whole elsewhere, and never with a
// hyphen: "hydrotreat-ed".
func (s *sheet) wholeWords(name string) string {
	return brokenWord.ReplaceAllStringFunc(name, func(word string) string {
		whole := strings.Replace(word, "-", "", 1)
		found := false
		for i := range s.d.Sections {
			for _, l := range s.d.Sections[i].Lines {
				if strings.Contains(l.Text, word) {
					return word
				}
				found = found || strings.Contains(l.Text, whole)
			}
		}
		if found {
			return whole
		}
		return word
	})
}

// bestIngredients reads sections in all ways, and returns what the best one finds.
func bestIngredients(secs []*doc.Section) []ingredient {
	printed := map[string]bool{}
	for _, sec := range secs {
		for _, cas := range validCAS(sec.Lines) {
			printed[cas] = true
		}
	}
	var rows []ingredient
	var others [][]ingredient
	best := 0.0
	for _, read := range []func(*doc.Section) []ingredient{tableIngredients, turnedIngredients, gridIngredients, columnIngredients, recordIngredients, lineIngredients} {
		var found []ingredient
		for _, sec := range secs {
			found = append(found, read(sec)...)
		}
		others = append(others, found)
		if score := complete(found) * covered(found, printed); score > best+0.05 {
			rows, best = found, score
		}
	}
	if more := withRest(rows, others[0]); more != nil {
		rows = more
	}
	return namedByOthers(withoutNumberNames(rows), others)
}

// withRest are the rows of a table that have the numbers and shares of all rows read by lines, and between them others with a name
// and a share, whose number is not told; nil where the table is not so.
func withRest(byLine, table []ingredient) []ingredient {
	if len(byLine) < 2 || len(table) <= len(byLine) || slices.ContainsFunc(byLine, func(in ingredient) bool { return in.rule != "line" }) {
		return nil
	}
	next := 0
	for i, row := range table {
		switch {
		case next < len(byLine) && slices.Equal(row.cas, byLine[next].cas) && row.concentration == byLine[next].concentration:
			next++
		case i == 0 || next == len(byLine) || row.name == "" || len(row.cas) > 0 || !row.concentration.Stated():
			return nil
		}
	}
	if next < len(byLine) {
		return nil
	}
	return table
}

// covered is the fraction of the CAS numbers printed that rows have.
func covered(rows []ingredient, printed map[string]bool) float64 {
	if len(printed) == 0 {
		return 1
	}
	seen := map[string]bool{}
	for _, r := range rows {
		for _, cas := range r.cas {
			seen[cas] = seen[cas] || printed[cas]
		}
	}
	n := 0
	for _, is := range seen {
		if is {
			n++
		}
	}
	return float64(n) / float64(len(printed))
}

// validCAS are the CAS numbers with a right check digit in lines.
func validCAS(lines []doc.Line) []string {
	var out []string
	for i, l := range lines {
		for _, f := range chem.FindCAS(fold.Printed(l.Text)) {
			if f.Valid && !(f.Start == 0 && brokenAbove(lines, i)) {
				out = append(out, string(f.CAS))
			}
		}
	}
	return out
}

// brokenAbove reports a line that goes on with a number of the line above it: "EU Index: 603-" over "117-00-0".
func brokenAbove(lines []doc.Line, i int) bool {
	return i > 0 && lines[i-1].Page == lines[i].Page && math.Abs(lines[i-1].X0-lines[i].X0) < 2 && brokenAt.MatchString(fold.Printed(lines[i-1].Text))
}

var brokenAt = pattern.MustCompile(`[0-9]-$`)

// ingredientName cleans a printed name: of a number before it, and marks of footnotes after
// it.
func ingredientName(text string) string {
	name := nameLabel.ReplaceAllString(strings.TrimLeft(strings.Trim(cleaned(text), "│| "), "*_ "), "")
	if rest := ingredientNumber.ReplaceAllString(name, ""); (rest != "" || strings.HasPrefix(name, "成分")) && !decimalFirst.MatchString(name) {
		name = rest
	}
	name = otherIdentifier.ReplaceAllString(remarkBehind.ReplaceAllString(name, ""), "")
	name = indexNumber.ReplaceAllString(name, "")
	name = strings.TrimSpace(strings.TrimRight(strings.TrimSuffix(name, " #"), "*†‡※ "))
	if noData(name) && name != "なし" {
		return ""
	}
	return name
}

// cutAtCAS drops the CAS number and what follows it from a text that begins with a name.
func cutAtCAS(text string) string {
	folded := indexNumber.ReplaceAllString(fold.Printed(text), "")
	found := chem.FindCAS(folded)
	if len(found) == 0 || found[0].Start == 0 {
		return folded
	}
	return strings.TrimRight(casLabel.ReplaceAllString(folded[:found[0].Start], ""), " ([:,;/")
}

func isTotal(name string) bool {
	t := strings.ToLower(strings.Trim(fold.Squeezed(name), "()."))
	return t == "合計" || t == "計" || t == "total" || t == "総計" || t == "合計(%)" || t == "sum"
}

// numberedNext is the name after the number n of an ingredient that is printed apart from its
// label: "成分", then "2 キシレン".
func numberedNext(label, value string, n int) (string, bool) {
	rest, ok := strings.CutPrefix(value, strconv.Itoa(n))
	if !ok || label != "成分" {
		return "", false
	}
	f, _ := utf8.DecodeRuneInString(rest)
	return strings.TrimSpace(rest), unicode.IsSpace(f) || unicode.IsLetter(f)
}

// recordIngredients reads ingredients printed as records, one below the other: name, CAS
// number and share, each with its label.
func recordIngredients(sec *doc.Section) []ingredient {
	var out []ingredient
	var in *ingredient
	begin := func() {
		out = append(out, ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "record", confidence: 0.85})
		in = &out[len(out)-1]
	}
	numbered := false
	for _, p := range sec.Pairs {
		label := fold.Printed(p.Label)
		if m := ingredientNumber.FindString(label); m != "" && strings.HasPrefix(m, "成分") || strings.HasPrefix(strings.ToLower(m), "component ") || strings.HasPrefix(strings.ToLower(m), "ingredient ") {
			begin()
			numbered = true
			in.name = ingredientName(label[len(m):])
			in.raw["name"], in.source["name"] = label, doc.SourcesOf(p.LabelLines)
			if in.name == "" {
				in.name = ingredientName(p.Value)
				in.raw["name"], in.source["name"] = p.Value, p.Sources()
			}
			continue
		}
		if name, ok := numberedNext(label, fold.Printed(p.Value), len(out)+1); ok {
			begin()
			numbered = true
			in.name = ingredientName(name)
			in.raw["name"], in.source["name"] = p.Value, p.Sources()
			continue
		}
		switch key := labelKey(3, label); key {
		case "name":
			if numbered && in.name != "" {
				break
			}
			if numbered {
				in.name = ingredientName(p.Value)
				in.raw["name"], in.source["name"] = p.Value, p.Sources()
				break
			}
			if in == nil || in.raw["name"] != "" && (in.raw["cas"] != "" || in.raw["concentration"] != "") {
				begin()
			}
			if in.name == "" {
				in.name = ingredientName(p.Value)
				in.raw["name"], in.source["name"] = p.Value, p.Sources()
			}
		case "cas":
			if in == nil || in.raw["cas"] != "" {
				begin()
			}
			for _, f := range chem.FindCAS(fold.Printed(p.Value)) {
				in.cas = append(in.cas, string(f.CAS))
			}
			in.raw["cas"], in.source["cas"] = p.Value, p.Sources()
		case "concentration":
			if in == nil || in.raw["concentration"] != "" {
				begin()
			}
			unit, _ := chem.UnitIn(label)
			in.concentration, _ = shareOf(p.Value, unit)
			in.raw["concentration"], in.source["concentration"] = p.Value, p.Sources()
		}
	}
	kept := out[:0]
	for _, i := range out {
		if len(i.cas) == 0 && headingKind(i.name) == casColumn {
			continue // a row of headings
		}
		if len(i.cas) > 0 || i.concentration.Stated() || i.concentration.Balance || i.name != "" && (i.raw["cas"] != "" || i.raw["concentration"] != "") && !noData(i.raw["cas"]) {
			kept = append(kept, i)
		}
	}
	return kept
}

// named gives a substance without a printed name in section 3 a name from the sheet: a
// synonym, else the product's.
func (s *sheet) named(rows []ingredient) []ingredient {
	for i := range rows {
		if rows[i].name != "" || len(rows) > 1 {
			continue
		}
		for _, p := range append(s.itemsOf(3), s.itemsOf(1)...) {
			if (p.key == "other_name" || p.key == "synonyms" || p.key == "product_name") && p.value != "" && !noData(p.value) {
				text := p.value
				if len(p.lines) > 0 && p.key != "product_name" {
					text = p.lines[0].Text
					if _, _, rest := splitLabel(3, text); rest != "" {
						text = rest
					}
				}
				rows[i].name = ingredientName(strings.TrimLeft(text, ": "))
				rows[i].raw["name"], rows[i].source["name"] = p.value, doc.SourcesOf(p.lines)
				rows[i].confidence = 0.7
				break
			}
		}
	}
	return rows
}
