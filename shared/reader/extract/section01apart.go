package extract

import (
	"regexp"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
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
	labelledApart = regexp.MustCompile(`^[A-Za-z#][A-Za-z #.'/&()\-]{0,40}:`)
	// numberApart matches the number of a thing: "SDS No. 12345", "UN 1263", "Page 1 of 5".
	numberApart = regexp.MustCompile(`^(?i:` + numberedThings + `)\.?(?: ?(?i:no|nr|number|id)\b\.?)? ?[#:]? ?[A-Z0-9]{0,6}-?[0-9][A-Z0-9\-./]*(?: of [0-9]+)?$`)
	// hazardApart matches words of a hazard rating, class or signal word: "Health 1", "WHMIS Class B2", "DANGER".
	hazardApart = regexp.MustCompile(`^(?:(?i:health|flammability|reactivity|fire|instability|(?:whmis|tdg|dot|hazard) class|class) ?[=\-]? ?[0-9A-G][0-9.]{0,3}|HMIS|NFPA|WHMIS|(?i:hazard rating)s?|DANGER!?|WARNING!?|CAUTION!?|(?i:mixture|substance))$`)
	// casApart matches a CAS number by itself.
	casApart = regexp.MustCompile(`^[0-9]{2,7}-[0-9]{2}-[0-9]$`)
	// dateWords matches what is left of a date's text beside the date.
	dateWords = regexp.MustCompile(`^(?i:(?:` + wordsOfDates + `)[ :.]*)*$`)
	// phoneWords matches what is left of a telephone number's text beside the number.
	phoneWords = regexp.MustCompile(`^(?i:(?:emergency|tele|phone|telephone|tel|fax|no|number|24|hours?|hrs?)[ :.#]*)*$`)
	// sentenceApart matches the beginning of a sentence about a product.
	sentenceApart = regexp.MustCompile(`^(?i:this (?:product|material|sheet)|used |see (?:section|below|page|also)|also known as |a\.?k\.?a\.? )`)
	// numberAlone matches a number of five figures at least.
	numberAlone = regexp.MustCompile(`^[0-9]{5,}$`)
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
	sentence := strings.HasSuffix(text, ".") && strings.Count(text, " ") >= leastSentence || sentenceApart.MatchString(text)
	return labelled || sentence || apartFromName(text) || noData(text) || companyForm(text) || street.MatchString(text) || numberAlone.MatchString(text)
}

// leastSentence is the number of blanks in a text with a full stop that is a sentence.
const leastSentence = 3

// withoutNeighbours leaves out of a name's item what other columns print beside it, and the lines below it that are no part of a name; cut reports
// that something was left out beside it.
func (s *sheet) withoutNeighbours(it item) (_ item, cut bool) {
	if s.ja {
		return it, false
	}
	labelled := len(cutAtLabel(it.value)) // what is cut anyway
	if next := nextItem.FindStringIndex(it.value[:labelled]); next != nil {
		labelled = next[0]
	}
	out := make([]doc.Line, 0, len(it.lines))
	for i, l := range it.lines {
		text, segs := fold.Printed(l.Text), segments(l)
		if at := strings.Index(it.value, " "+text); i > 0 && at > 0 && at <= labelled && len(segs) < 2 && noPartOfName(text) {
			it.value = it.value[:at]
			break
		}
		for k := 1; k < len(segs); k++ {
			rest := segmentsText(segs[k:])
			at := strings.Index(it.value, " "+rest)
			if at < 1 || !apartFromName(segs[k].text) {
				continue
			}
			it.value, l, cut = it.value[:at], lineOf(l, segs[:k]), true
			break
		}
		if tail, ok := strings.CutPrefix(it.value, text+" "); ok && len(it.lines) == 1 && apartFromName(tail) {
			it.value, cut = text, true // beside it, in a column that the line has lost already
		}
		if out = append(out, l); cut {
			out = append(out, it.lines[i+1:]...) // no part of the value: it is not told whether they go on the name
			break
		}
	}
	it.lines = out
	return it, cut
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
