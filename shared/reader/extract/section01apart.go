package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// What stands in the column beside a name, or on a line below it, is another item where it says so by its own form.
const (
	// numberedThings are what sheets number, of which the number may stand beside a name.
	numberedThings = `m?sds|safety data sheet|sheet|doc(?:ument)?|form|file|ref(?:erence)?|(?:epa )?reg(?:istration)?|lot|batch|cas|ec|einecs|reach|item|part|product|stock|cat(?:alog(?:ue)?)?|article|art|order|code|control|material|index|un|na|pin|din|upc|sku|ufi|serial|rev(?:ision)?|ver(?:sion)?|page|section`
	// wordsOfDates are the words beside dates.
	wordsOfDates = `dates?|of|issued?|revis(?:ed|ion)|prepared|preparation|printed?|effective|supersedes|replaces|review(?:ed)?|updated?|created|on`
)

var (
	// labelledApart matches a label with its value: "Health: 1".
	labelledApart = pattern.MustCompile(`^[A-Za-z#][A-Za-z #.'/&()\-]{0,40}:`)
	// numberApart matches the number of a thing: "SDS No. 12345", "UN 1263", "Page 1 of 5".
	numberApart = pattern.MustCompile(`^(?i:` + numberedThings + `)\.?(?: ?(?i:no|nr|number|id)\b\.?)? ?[#:]? ?[A-Z0-9]{0,6}-?[0-9][A-Z0-9\-./]*(?: of [0-9]+)?$`)
	// hazardApart matches words of a hazard rating, class or signal word: "Health 1", "WHMIS Class B2", "DANGER".
	hazardApart = pattern.MustCompile(`^(?:(?i:health|flammability|reactivity|fire|instability|(?:whmis|tdg|dot|hazard) class|class) ?[=\-]? ?[0-9A-G][0-9.]{0,3}|HMIS|NFPA|WHMIS|(?i:hazard rating)s?|DANGER!?|WARNING!?|CAUTION!?|(?i:mixture|substance))$`)
	// casApart matches a CAS number by itself.
	casApart = pattern.MustCompile(`^[0-9]{2,7}-[0-9]{2}-[0-9]$`)
	// dateWords matches what is left of a date's text beside the date.
	dateWords = pattern.MustCompile(`^(?i:(?:` + wordsOfDates + `)[ :.]*)*$`)
	// phoneWords matches what is left of a telephone number's text beside the number.
	phoneWords = pattern.MustCompile(`^(?i:(?:emergency|tele|phone|telephone|tel|fax|no|number|24|hours?|hrs?)[ :.#]*)*$`)
	// sentenceApart matches the beginning of a sentence about a product.
	sentenceApart = pattern.MustCompile(`^(?i:this (?:product|material|sheet)|used |see (?:section|below|page|also)|also known as |a\.?k\.?a\.? )`)
	// shortWord matches a full stop that ends no sentence: "12 fl. oz.".
	shortWord = pattern.MustCompile(`(?i)\b(?:oz|gal|fl|lb|lbs|qt|pt|ml|kg|etc|no|inc|co|ltd|corp|conc|sol|approx|max|min|[a-z])\.$`)
	// numberAlone matches a number of five figures at least.
	numberAlone = pattern.MustCompile(`^[0-9]{5,}$`)
)

// apartFromName reports a text that stands apart from a name and is another item: labelled, a number of something, a date, a telephone number,
// a hazard.
func apartFromName(text string) bool {
	if labelledApart.MatchString(text) || numberApart.MatchString(text) || hazardApart.MatchString(text) || casApart.MatchString(text) {
		return true
	}
	if dates := notation.FindDates(text, notation.DayFirst); len(dates) > 0 {
		return dateWords.MatchString(strings.TrimSpace(text[:dates[0].Start]))
	}
	if phones := notation.FindPhones(text); len(phones) > 0 {
		return phoneWords.MatchString(strings.TrimSpace(text[:phones[0].Start]))
	}
	return false
}

// noPartOfName reports a line below a name that is no part of it.
func noPartOfName(text string) bool {
	key, label, rest := splitLabel(1, text)
	labelled := key != "" && key != "product_name" && rest != "" && strings.Contains(label, " ")
	sentence := strings.HasSuffix(text, ".") && strings.Count(text, " ") >= leastSentence && !shortWord.MatchString(text) || sentenceApart.MatchString(text)
	return labelled || sentence || apartFromName(text) || noData(text) || companyForm(text) || street.MatchString(text) || numberAlone.MatchString(text)
}

// leastSentence is the number of blanks in a text with a full stop that is a sentence.
const leastSentence = 3

// withoutNeighbours leaves out of a name's item what other columns print beside it, and the lines below it that are no part of a name. Lines
// below one with a neighbour are left to nameBelow, but for lists of codes, which are kept: done reports that the name has no more lines.
func (s *sheet) withoutNeighbours(it item) (_ item, done bool) {
	if s.ja {
		return it, false
	}
	labelled := len(cutAtLabel(it.value)) // what is cut anyway
	if next := nextItem.FindStringIndex(it.value[:labelled]); next != nil {
		labelled = next[0]
	}
	for i, l := range it.lines {
		text, segs := fold.Printed(l.Text), segments(l)
		if at := strings.Index(it.value, " "+text); i > 0 && at > 0 && at <= labelled && len(segs) < 2 && noPartOfName(text) {
			it.value, it.lines = it.value[:at], it.lines[:i]
			return it, true
		}
		own, cut := beforeNeighbour(segs, it.value)
		if tail, ok := strings.CutPrefix(it.value, text+" "); !cut && ok && len(it.lines) == 1 && apartFromName(tail) {
			it.value = text // beside it, in a column that the line has lost already
			return it, false
		}
		if !cut {
			continue
		}
		it.value = it.value[:strings.Index(it.value, " "+segmentsText(segs[len(own):]))]
		lines := slices.Clone(it.lines)
		lines[i] = lineOf(l, own)
		if i+1 < len(lines) && codesAlone.MatchString(fold.Printed(lines[i+1].Text)) {
			it.lines = lines
			return it, true
		}
		it.lines = lines[:i+1]
		return it, false
	}
	return it, false
}

// beforeNeighbour are the segments of a line of a value before the first one that is another item, and whether there is one.
func beforeNeighbour(segs []segment, value string) ([]segment, bool) {
	for k := 1; k < len(segs); k++ {
		if (apartFromName(segs[k].text) || companyForm(segs[k].text) || street.MatchString(segs[k].text)) && strings.Index(value, " "+segmentsText(segs[k:])) > 0 {
			return segs[:k], true
		}
	}
	return segs, false
}

// segmentsText is the text of segments of a line.
func segmentsText(segs []segment) string {
	texts := make([]string, len(segs))
	for i, s := range segs {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// lineOf is a line with some of its segments only.
func lineOf(l doc.Line, segs []segment) doc.Line {
	l.Words, l.Box = nil, segs[0].box
	for _, s := range segs {
		l.Words, l.Box = append(l.Words, s.words...), l.Box.Union(s.box)
	}
	raw := make([]string, len(l.Words))
	for i, w := range l.Words {
		raw[i] = w.Text
	}
	l.Text, l.Raw = segmentsText(segs), strings.Join(raw, " ")
	return l
}
