package extract

import "anzen/shared/text/pattern"

var (
	// clauseEnd matches where a sentence on several laws goes on with another clause: "...; it is", "..., but not under", "... and is not".
	clauseEnd = pattern.MustCompile(`(?i);|,? (?:but|although|though|however|whereas|while)\b|,? (?:and|or) (?:(?:it |they )?(?:is|are|does|do) )?(?:not|neither)\b|, (?:and )?(?:which|it|this|the (?:product|material|mixture|substance)|all|none|no|is|are)\b|, and (?:the|its)\b`)
	// clauseDenies matches the denial in a clause.
	clauseDenies = pattern.MustCompile(`(?i)\b(?:not|no|none|neither|nor)\b|\b(?:is|are) exempt from\b`)
	// clauseAffirms matches what says in a clause that a law applies.
	clauseAffirms = pattern.MustCompile(`(?i)\b(?:is|are) (?:(?:all|also|each) )?(?:listed|included|regulated|covered|controlled|reportable|on the)\b|\bsubject to\b|\breportable under\b|\bcontains\b|^(?:listed|regulated|reportable) (?:on|in|under)\b`)
)

// clauseOf is the clause of a sentence that names a law, by the place of the law's name, where the sentence states one law beside the denial of
// another; told is false where it does not.
func clauseOf(sentence string, at int) (clause string, denied, told bool) {
	var from []int
	for _, m := range clauseEnd.FindAllStringIndex(sentence, -1) {
		from = append(from, m[0])
	}
	if len(from) == 0 {
		return "", false, false
	}
	denies, affirms, found := false, false, false
	start, last := 0, false
	for i := 0; i <= len(from); i++ {
		end := len(sentence)
		if i < len(from) {
			end = from[i]
		}
		part := sentence[start:end]
		switch {
		case clauseDenies.MatchString(part):
			last, denies = true, true
		case clauseAffirms.MatchString(part):
			last, affirms = false, true
		}
		if at >= start && at < end {
			clause, denied, found = part, last, true
		}
		start = end
	}
	return clause, denied, found && denies && affirms
}
