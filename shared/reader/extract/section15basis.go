package extract

import (
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// basisBefore matches the words before a law that only says how the sheet was made: the
	// basis of its classification, or what it has to contain.
	basisBefore = pattern.MustCompile(`(?i)(?:classified|prepared|classification|(?:sds|sheet) (?:was|is|has been) (?:made|written|compiled))[a-z ,]{0,40}(?:in accordance with|according to|to meet|to comply with|under|following)[^.;:]{0,80}$|(?:information|particulars) (?:that (?:is|are) )?required (?:by|under)(?: the)? *$|criteria (?:of|in|under) (?:the )?[^.;:]{0,20}$`)
	// basisBehind matches the same words behind the law's name, as a label.
	basisBehind = pattern.MustCompile(`(?i)^(?: ?\([A-Z]+\))? ?:? *(?:this|the) (?:product|material) (?:has been|is|was) classified`)
	// statedYes matches a clause that says outright that a law, or its list, covers the product.
	statedYes = pattern.MustCompile(`(?i)\b(?:are|is|been|ingredients?|components?|substances?|product) (?:all )?(?:listed|included|contained|on the)\b|\blisted on\b|\bcompl(?:y|ies)\b|\bin compliance\b|\bnotified\b`)
	// answered is the answer at the end of a row: "... Inventory Yes".
	answered = pattern.MustCompile(`(?i) (yes|no)[ .]*$`)
	// abbreviated maps laws whose full name, where the section prints it too, is their name.
	abbreviated = map[string]string{"US-CWA": "cwa", "US-CAA": "caa", "US-SDWA": "sdwa"}
)

// onlyBasis reports whether all mentions of a law in a text are about how the sheet was made.
func onlyBasis(text string, found []law.Mention, code string) bool {
	mentioned := false
	for _, m := range found {
		if m.Law.Code != code {
			continue
		}
		mentioned = true
		if !basisBefore.MatchString(text[max(0, m.Start-160):m.Start]) && !basisBehind.MatchString(text[m.End:]) {
			return false
		}
	}
	return mentioned
}

// fullName is the name of a law as the section prints it in full, where a unit has its
// abbreviation.
func fullName(u lawUnit, text string, found []law.Mention) string {
	short := abbreviated[u.law.Code]
	if short == "" || fold.Squeezed(u.printed) != short {
		return u.printed
	}
	for _, m := range found {
		if name := text[m.Start:m.End]; m.Law.Code == u.law.Code && fold.Squeezed(name) != short {
			return name
		}
	}
	return u.printed
}
