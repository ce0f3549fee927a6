package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var trigger = pattern.MustCompile(`(?i)listed|\b(?:is|are) included (?:in|on)\b|inventory listing:|meets? the requirements|considered hazardous|is regulated by|controlled product|exempt|compl(?:y|ies)|complian|take note|as defined by|in accordance|regulations|legislation|directive|subject to|適用|規制|該当`)

// openEnded matches a line whose sentence continues on the next one.
var openEnded = pattern.MustCompile(`(?i)(?:[,;/&\-]|\b(?:of|the|and|or|in|to|on|for|with|by|under|a|an|from|any|not|is|are|canadian|european)) ?$`)

// proseLaws returns the laws named in running text.
func proseLaws(lines []doc.Line) []lawUnit {
	var out []lawUnit
	before, inLegend := "", false
	for i, l := range lines {
		cur := fold.Printed(l.Text)
		if inLegend = legend(cur, inLegend); inLegend || cur == "" {
			continue
		}
		text := before + cur
		for _, m := range law.Find(text) {
			if m.End <= len(before) || exempted(text, m) {
				continue
			}
			from := sentenceStart(text[:m.Start])
			if m.Start >= len(before) && cur[0] >= 'A' && cur[0] <= 'Z' && !openEnded.MatchString(before) && !openFigure.MatchString(before) {
				from = max(from, len(before))
			}
			to, rest := len(text), ""
			if at := strings.Index(text[m.End:], ". "); at >= 0 {
				to = m.End + at
			} else if i+1 < len(lines) && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ":") {
				rest = sentenceRest(fold.Printed(lines[i+1].Text))
			}
			if answer := answered.FindStringSubmatch(cur); answer != nil {
				if strings.EqualFold(answer[1], "yes") {
					out = append(out, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: "yes", lines: []doc.Line{l}, stated: true})
				}
				continue
			}
			around := text[from:to] + rest
			if sheetPrepared.MatchString(around) {
				continue
			}
			if clause, denied, told := clauseOf(around, m.Start-from); told {
				if denied {
					clause = "not listed"
				}
				out = append(out, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: clause, lines: []doc.Line{l}, stated: !denied})
				continue
			}
			if trigger.MatchString(around) && (!negativeRE.MatchString(around) || listsAll(around)) && !negativeJa.MatchString(around) {
				out = append(out, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: around, lines: []doc.Line{l}, stated: statedYes.MatchString(around)})
			}
		}
		before = openSentence(before, cur)
	}
	return out
}

// allListed matches what holds of all ingredients, whatever is denied behind it.
var allListed = pattern.MustCompile(`(?i)\ball (?:of )?(?:the )?(?:chemical )?(?:ingredients|components|constituents|substances)\b[^.]{0,80}\blisted (?:on|in) `)

// listsAll reports a text that says outright that a list has all ingredients.
func listsAll(text string) bool {
	found := allListed.FindString(text)
	return found != "" && !strings.Contains(found, " not ")
}

// sentenceStart is where the last sentence of a text begins.
func sentenceStart(text string) int {
	at := strings.LastIndex(text, ". ")
	for at > 0 && shortened.MatchString(text[:at+1]) {
		at = strings.LastIndex(text[:at], ". ")
	}
	return max(0, at)
}

// shortened matches a text whose last word is an abbreviation with its point.
var shortened = pattern.MustCompile(`(?:\b[A-Z]|\b(?i:no|sec|reg|art|inc|ltd|st|approx))\.$`)

// openFigure matches a line whose sentence breaks off behind the title of a code: "specified in 40".
var openFigure = pattern.MustCompile(` in [0-9]{1,3} $`)

// sheetPrepared matches what only the sheet follows.
var sheetPrepared = pattern.MustCompile(`(?i)\b(?:m?sds|sheet|document)\b (?:(?:has been|is|was) )?(?:prepared|compiled|written)\b.{0,30}\b(?:compliance|accordance|according|pursuant)\b`)

// mostOpen is the greatest length of an open sentence that is kept, in bytes.
const mostOpen = 400

// openSentence is what a line leaves open of its last sentence, for the next line; at least the
// line itself.
func openSentence(before, cur string) string {
	goes := cur[0] >= 'a' && cur[0] <= 'z' || cur[0] >= '0' && cur[0] <= '9' || cur[0] == '(' || openFigure.MatchString(before)
	if !goes || strings.Contains(cur, ". ") || strings.HasSuffix(cur, ".") || len(before)+len(cur) > mostOpen {
		return cur + " "
	}
	return before + cur + " "
}

// sentenceRest is how a sentence ends that goes on in lower case, or with the last word of a law's name, on the next line.
func sentenceRest(next string) string {
	if next == "" || (next[0] < 'a' || next[0] > 'z') && !lawWordFirst.MatchString(next) {
		return ""
	}
	rest, _, _ := strings.Cut(next, ". ")
	return " " + rest
}

// lawWordFirst matches a line that begins with the last word of a law's name and the verb of its sentence.
var lawWordFirst = pattern.MustCompile(`^(?:Acts?|Regulations|Rules|Law|Directive|Ordinance)(?: (?:19|20)[0-9]{2})? (?:apply|applies|are|is)\b`)

// legendLine matches a line of a legend: an abbreviation and what it stands for.
var legendLine = pattern.MustCompile(`^[A-Z][A-Za-z0-9/() ]{1,24} ?[-:=] ?[A-Z(]`)

// legend reports whether a line belongs to a legend, given whether the one before does.
func legend(text string, before bool) bool {
	return strings.HasPrefix(strings.ToLower(text), "legend") || before && legendLine.MatchString(text)
}

// lawsOfOldForms are the laws that sheets from before GHS name in other sections, where they have none on regulations.
var lawsOfOldForms = []string{"US-SARA-302", "US-SARA-304", "US-SARA-311", "US-SARA-313", "US-CERCLA", "US-TSCA", "US-P65", "CA-WHMIS"}

// statedElsewhere matches what says there that a law applies: not the title of a column or of the sheet.
var statedElsewhere = pattern.MustCompile(`(?i)\bsubject to (?:the )?(?:annual )?reporting\b|\breporting requirements?\b|\breportable\b|\b(?:are|is) (?:all )?(?:listed )?(?:on|in) the\b|\blisted ?: ?yes\b|\bWHMIS (?:hazard )?class(?:ification)?[ :.]+[A-F][- ]?[1-6]|: (?:this product )?contains\b`)

// lawsElsewhere are the laws that lines of a sheet without a section on regulations say to apply.
func (s *sheet) lawsElsewhere() []lawUnit {
	var out []lawUnit
	for i := range s.d.Sections {
		for _, l := range s.d.Sections[i].Lines {
			text := fold.Printed(l.Text)
			if !statedElsewhere.MatchString(text) || negativeRE.MatchString(text) {
				continue
			}
			for _, m := range law.Find(text) {
				if slices.Contains(lawsOfOldForms, m.Law.Code) {
					out = append(out, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: text, lines: []doc.Line{l}, stated: true})
				}
			}
		}
	}
	return out
}
