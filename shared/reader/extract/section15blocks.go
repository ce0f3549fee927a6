package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// blockLaws reads lines that begin with a law as headings of the lines up to the next one.
func blockLaws(lines []doc.Line) []lawUnit {
	var out []lawUnit
	var open []lawUnit
	bare := 0 // lines in a row with nothing but a law's name: a list of laws that apply
	flush := func() {
		if len(open) > 0 && (open[0].content == "" || open[0].content == "listed") {
			if bare++; bare == 3 {
				for i := len(out) - 1; i >= 0 && i >= len(out)-2; i-- {
					out[i].content = "listed"
				}
			}
			if bare >= 3 {
				for i := range open {
					open[i].content = "listed"
				}
			}
		} else {
			bare = 0
		}
		out = append(out, open...)
		open = nil
	}
	inLegend, last := false, ""
	bullets := false // the open laws' line begins with a bullet
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if inLegend = legend(text, inLegend); inLegend {
			continue
		}
		if bullets && bulleted(text) && len(open) > 0 && open[0].content != "" {
			flush() // the next item
		}
		if len(open) > 0 && open[0].content != "" && (chapter.MatchString(text) || strings.HasSuffix(text, ":") && (len(last) < 45 || strings.HasSuffix(last, "."))) {
			flush() // the heading of another item
		}
		before := last
		last = text
		if answers := itemAnswers(text, l); answers != nil {
			flush()
			out = append(out, answers...)
			continue
		}
		leading := leadingMentions(text)
		if len(leading) > 0 && text[0] >= 'a' && text[0] <= 'z' && unstopped.MatchString(before) {
			leading = nil // a sentence goes on
		}
		if len(leading) > 0 {
			flush()
			bullets = bulleted(text)
			for _, m := range leading {
				rest := strings.TrimLeft(text[leading[len(leading)-1].End:], " :)]】>-・")
				content := headingTail(rest)
				if content == "" && stateItem.MatchString(text) {
					content = "listed"
				}
				open = append(open, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: content, lines: []doc.Line{l}})
			}
			continue
		}
		if actTitle.MatchString(text) {
			flush() // its sections follow, of which each is a law
			continue
		}
		for i := range open {
			if len(open[i].content) < 400 && (open[i].content == "" || !deniedWhole(strings.TrimSpace(open[i].content))) {
				open[i].content += " " + text
			}
		}
	}
	flush()
	return out
}

// unstopped matches a line that ends without a stop: the next one may go on with its sentence (openEnded: has to).
var unstopped = pattern.MustCompile(`[a-zA-Z,] ?$`)

// actTitle matches the title of an act whose sections are told apart.
var actTitle = pattern.MustCompile(`(?i)^(?:U\.?S\.? ?[-.:]? ?(?:EPA )?)?Superfund Amendments? and Reauthorization Act\b`)

// bulleted reports an item of a list.
func bulleted(text string) bool {
	return strings.HasPrefix(text, "· ") || strings.HasPrefix(text, "・ ")
}

// chapter matches a heading of several items.
var chapter = pattern.MustCompile(`(?i)^(?:u\.?s\.?a?\.?|international|canad(?:a|ian)|state|federal|other|european|national)\b[a-z .\-]{0,50}(?:regulations?|legislation|inventories|laws)[ :]*$`)

// leadingMentions are the laws that begin a line: before its first other words, or all before
// its colon.
func leadingMentions(text string) []law.Mention {
	found := law.Find(text)
	if len(found) == 0 {
		return nil
	}
	var out []law.Mention
	end := 0
	for _, m := range found {
		gap := text[end:m.Start]
		atHead := len(out) == 0 && (beforeLaw.MatchString(gap) || inBracketsOf.MatchString(gap) && actOfUS.MatchString(m.Law.Code) && strings.HasPrefix(text[m.End:], ")")) || len(out) > 0 && len(strings.Trim(gap, " /,;()（）-")) == 0
		colon := strings.IndexByte(text[m.End:], ':')
		inLabel := colon >= 0 && colon < 70 && m.Start < 110
		if !atHead && !inLabel {
			continue
		}
		if exempted(text, m) {
			continue
		}
		out = append(out, m)
		end = m.End
	}
	return out
}

var tailWords = pattern.MustCompile(`(?i)^(?:components?|hazard categor(?:y|ies)|hazard class(?:es)?|hazards?|classification\b|status\b|r\.?q\.?\b|reportable quantit(?:y|ies)|lists?|substances?|substance list|extremely hazardous substances?|toxic (?:chemicals?|release inventory)|emission reporting|reportable|inventory|regulations?|section [0-9]+[a-z()]*|\([^)]*\)|hazardous|[0-9]+[a-z]?\(?[a-z]?\)?|[-–,.:/ ]|chemicals?|listings?|ghs hazard classes|reporting|tri|and|関係|施行令|政令|の規定)+`)

// headingTail drops the words that only continue a law's name.
func headingTail(rest string) string {
	return strings.TrimSpace(tailWords.ReplaceAllString(rest, ""))
}
