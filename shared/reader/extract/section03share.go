package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// formulaShare matches what looks like a share within a formula or a code.
	formulaShare = pattern.MustCompile(`[0-9] ?- ?\(|[0-9] ?- ?[A-Z]|[A-Z][a-z]?[0-9]?\+`)
	// leadingShare matches a share at the beginning of a cell.
	leadingShare = pattern.MustCompile(`(?i)^(?:[<>≤≥≦≧]=? ?|(?:ca\.?|about|approx\.?|up to) ?)?[0-9]*[.,]?[0-9]+ ?%?(?: ?(?:-|–|~|to|<) ?(?:[<>≤≥≦≧]=? ?)?[0-9]*[.,]?[0-9]+ ?%?)?`)
	// shareUnit matches what may follow a share's figures and belongs to them.
	shareUnit = pattern.MustCompile(`(?i)^ ?(?:%|w|v|m/|by\b|of\b|mass|ppm|ppb|mg|g/|max|min|or\b|and\b|to\b|or (?:more|less)|\(?(?:wt|w/w|vol|m/m)|[-–~<>≤≥≦≧+.,0-9])`)
)

// shareOf reads the share of an ingredient from the text of a cell, without the marks of ruled columns and footnotes, a
// label before it, and the words of a neighbouring column behind it. unit is that of the
// heading.
func shareOf(text, unit string) (chem.Concentration, bool) {
	text = wrongDash.ReplaceAllString(strings.Trim(fold.Printed(text), "│|*†‡ "), "$1 - $2")
	text = moreOrLess.ReplaceAllString(text, "")
	text = apartDecimals.ReplaceAllString(boundAhead.ReplaceAllString(text, "<= "), "$1.$2$3")
	if i := strings.Index(text, ": "); i > 0 && leadingShare.MatchString(text[i+2:]) {
		text = text[i+2:]
	}
	figures := strings.TrimRight(leadingShare.FindString(text), " ")
	if rest := text[len(figures):]; figures != "" && strings.HasPrefix(rest, " ") && !shareUnit.MatchString(rest) {
		text = figures
	}
	if m := andMore.FindStringSubmatch(text); m != nil {
		return chem.ParseConcentration(">= "+m[1], unit)
	}
	if formulaShare.MatchString(text) {
		return chem.Concentration{}, false
	}
	return chem.ParseConcentration(text, unit)
}

// wrongDash is an en dash between figures in files with the wrong table of characters.
var wrongDash = pattern.MustCompile(`([0-9]) ?[ñÐ] ?([<>]?[0-9])`)

var (
	// boundAhead are words before the highest share.
	boundAhead = pattern.MustCompile(`(?i)^upper (?:bound|limit|end) ?:? ?`)
	// moreOrLess are signs for about before a share: "+ or - 4%".
	moreOrLess = pattern.MustCompile(`(?i)^(?:\+ ?(?:or|/) ?[-–]|±) ?`)
	// apartDecimals matches a share with a blank behind its point: "37. 02".
	apartDecimals = pattern.MustCompile(`^([0-9]{1,2})\. ([0-9]{1,2})( ?%?)$`)
)

// boundOf is the operator of bare figures below a heading that calls them the most or the least: "% (max)", "Weight % less than"; "" for
// any other.
func boundOf(heading string) string {
	switch {
	case strings.Contains(strings.ToLower(heading), "less than"):
		return "< "
	case mostHeading.MatchString(heading) && !leastHeading.MatchString(heading):
		return "<= "
	}
	return ""
}

var (
	mostHeading  = pattern.MustCompile(`(?i)\bmax(?:\.|imum)?\b`)
	leastHeading = pattern.MustCompile(`(?i)\bmin(?:\.|imum)?\b`)
	bareFigure   = pattern.MustCompile(`^[0-9]*[.,]?[0-9]+ ?%?$`)
)

// bounded is the text of a share with the operator that its heading has.
func bounded(text, bound string) string {
	if bound != "" && bareFigure.MatchString(text) {
		return bound + text
	}
	return text
}

// andMore matches a share with a plus sign for what may be above it: "50+".
var andMore = pattern.MustCompile(`^([0-9]+(?:\.[0-9]+)? ?%?) ?\+ ?%?$`)

// shareHeading matches a heading of shares in a line of headings.
var shareHeading = pattern.MustCompile(`(?i)%|\bconc(?:entration)?s?\b|\bweight\b|\bwt\b|\bcontents?\b|\bpercent`)

// casHeading matches a heading of CAS numbers.
var casHeading = pattern.MustCompile(`(?i)CAS|C\.A\.S\b`)

// limitHeading matches the headings of exposure limits, whose figures are no shares.
var limitHeading = pattern.MustCompile(`\b(?:TLV|PEL|TWA|STEL|ACGIH|OSHA|IDLH|REL)\b`)

// shareColumns is how a section prints shares on the lines of its ingredients.
type shareColumns struct {
	headed   bool // a line of headings names them, so bare figures may be shares
	lessThan bool // as upper ends
	ranges   bool // a line speaks of them, so bare ranges may be shares
	limits   bool // beside limits, so ppm is none
}

func shareColumnsOf(lines []doc.Line) (c shareColumns) {
	for _, l := range lines {
		text := fold.Printed(l.Text)
		c.limits = c.limits || limitHeading.MatchString(text)
		c.ranges = c.ranges || len(text) < 160 && len(chem.FindCAS(text)) == 0 && shareHeading.MatchString(text)
		if !c.headed && len(text) < 160 && len(chem.FindCAS(text)) == 0 && casHeading.MatchString(text) && shareHeading.MatchString(text) {
			c.headed = true
			c.lessThan = strings.Contains(strings.ToLower(text), "less than")
		}
	}
	return c
}

// at reads the share at the beginning of the text behind a CAS number, or as all of the text before it.
func (c shareColumns) at(text string) (share chem.Concentration, rest string, ok bool) {
	text = strings.Trim(text, "│| ")
	figures := strings.TrimRight(leadingShare.FindString(text), " ")
	rest = text[len(figures):]
	bare := !strings.ContainsAny(figures, "%<>≤≥≦≧")
	if figures == "" || bare && !c.headed && !(c.ranges && rangeAlone.MatchString(figures)) || rest != "" && !strings.HasPrefix(rest, " ") || airborneUnit.MatchString(rest) || formulaShare.MatchString(figures) {
		return share, text, false
	}
	if c.lessThan && bare {
		figures = "< " + figures
	}
	share, ok = chem.ParseConcentration(figures, "")
	return share, strings.TrimSpace(rest), ok && share.Stated()
}

// behind reads a share at the end of the text before a CAS number.
func (c shareColumns) behind(text string) (share chem.Concentration, rest string, ok bool) {
	m := trailingShare.FindStringSubmatch(strings.TrimRight(text, "│| "))
	if m == nil {
		m = beforeLimit.FindStringSubmatch(strings.TrimRight(text, "│| "))
	}
	if m == nil || !c.headed || formulaShare.MatchString(m[2]) {
		return share, text, false
	}
	share, ok = chem.ParseConcentration(m[2], "")
	return share, m[1], ok && share.Stated()
}

// trailingShare matches an upper end, or a range between blanks, behind a name.
var trailingShare = pattern.MustCompile(`^(.*[A-Za-z)\]}].*?) +((?:[<>≤≥]=? ?[0-9]*[.,]?[0-9]+|[0-9]*[.,]?[0-9]+ ?(?:-|–) ?(?:[<≤]=? ?)?[0-9]*[.,]?[0-9]+) ?%?)$`)

// beforeLimit matches a share behind a name with the words for no limit behind it, as a column between that of shares and
// the number has them.
var beforeLimit = pattern.MustCompile(`(?i)^(.*[A-Za-z)\]}].*?) +([0-9]{1,3}\.[0-9]{1,3}) +(?:not (?:available|established|applicable|listed)|n/?[ae]|none(?: established)?)$`)

// airborneUnit matches the unit of a limit behind a figure.
var airborneUnit = pattern.MustCompile(`(?i)^ ?(?:mg|ug|µg|ppm|ppb|mppcf|f/)`)
