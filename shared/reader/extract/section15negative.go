package extract

import (
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	negativeJa = pattern.MustCompile(`該当しない|非該当|該当せず|該当なし|該当物質なし|該当成分なし|該当する物質はない|適用されない|適用外|適用なし|対象外|規制されていない|記載された成分なし|指定なし|非対象|該当品なし|規制なし|規制はない|規制を受けない|適用を受けない|含まない|含有しない|含まれていない|危険物ではない|非危険物|照会|問い合わせ|問合せ`)
	negativeRE = pattern.MustCompile(`(?i)\bnot (?:a )?(?:listed|applicable|regulated|controlled|subject|classified|determined|present|included|reportable|contain)|\bno (?:products? (?:were|was) found|product ingredients|chemicals?|components?|ingredients?|substances?|sara|known|listed|reportable|hazardous)\b|does not (?:contain|comply|meet|require)|\bnon-?controlled\b|\bnot an? (?:[A-Z]+ )?controlled\b|\bno listings?\b|\bcan be found (?:on|in)\b|contains no\b|\bneither contains\b|none of (?:the|these)|\bnone\b|is not\b|are not\b|not known to|no data|no information|n/a|see section|\bno intentionally added\b|\bnot concerned\b|\bnon[- ]?applicable\b|\bno (?:employment )?restrictions?\b|\bstatus\b[^.]{0,60}\b(?:in|under) (?:discussion|review|evaluation)\b|must not be detached|\bare non-?hazardous\b|\bnon-?hazardous (?:ingredients|components|materials)\b`)
	onlyNo     = pattern.MustCompile(`(?i)^(?:[^:]{2,60}: ?no\b[ .,;]*)+$`)
)

// topicNo matches a clause that denies one of the things it names: "有機溶剤中毒予防規則は非該当".
var topicNo = pattern.MustCompile(`は(?:非該当|該当しない|該当せず|適用されない|対象外)`)

// affirmsElsewhere reports whether a text that denies one thing names others before it
// without denying them.
func affirmsElsewhere(c string) bool {
	at := topicNo.FindStringIndex(c)
	if at == nil {
		return false
	}
	cut := strings.LastIndex(c[:at[0]], "、")
	return cut > 8 && !negativeJa.MatchString(c[:cut])
}

// negative reports whether a content states that its law does not apply.
func negative(content string) bool {
	c := strings.TrimSpace(fold.Printed(content))
	if strings.Trim(c, "- .。:") == "" || noData(c) || onlyNo.MatchString(c) {
		return true
	}
	if startsNegative.MatchString(c) || deniedWhole(c) {
		return true
	}
	if yes, no := hazardAnswers(c); yes+no > 1 {
		return yes == 0
	}
	if affirmed.MatchString(c) || listsAll(c) {
		return false
	}
	if nothingFollows.MatchString(c) || basisOnly.MatchString(c) {
		return true
	}
	if strings.Contains(c, "照会") || strings.Contains(c, "問い合わせ") {
		return true
	}
	if at := negativeJa.FindStringIndex(c); at != nil && !affirmsElsewhere(c) {
		if at[0] < 9 {
			return true
		}
		if len([]rune(c)) <= 40 && !strings.Contains(c, "第") {
			return true
		}
	}
	heading := c
	if len(heading) > 240 {
		heading = heading[:240]
	}
	if at := negativeRE.FindStringIndex(heading); at != nil {
		// "Listed: ... Not listed" under one heading: the first word counts.
		return !strings.HasPrefix(strings.ToLower(heading), "listed")
	}
	return false
}

// deniedWhole reports a content that is a denial as a whole, without a word more: "No", "Absent", "Does not apply.", "Below the reporting threshold".
func deniedWhole(content string) bool {
	return wholeDenial.MatchString(content) || content != "" && noData(strings.TrimLeft(content, "-–: "))
}

// wholeDenial matches denials that are none within a longer text.
var wholeDenial = pattern.MustCompile(`(?i)^[-–: ]*(?:n|no|absent|nothing|exempt|not (?:considered (?:as )?(?:a )?hazardous|on (?:the |this |any )?(?:lists?|inventory)|found|required|affected|relevant|specified)|(?:do|does) not apply|below (?:the )?(?:reporting|reportable|de minimis|threshold)[a-z ]{0,30}|no (?:materials?|items?|constituents?|chemical)\b[^.]{0,50})[. ]*$`)

var (
	// startsNegative matches an answer that denies at once, whatever stands below it.
	startsNegative = pattern.MustCompile(`(?i)^[: ]*(?:(?:not (?:listed|regulated|applicable|subject|reportable)|not concerned|non[- ]?applicable|none)[.;]? *(?:$|[A-Z])|no;)`)
	// hazardAnswer matches an item of the lists of hazards under SARA 311/312 with its answer.
	hazardAnswer = pattern.MustCompile(`(?i)\b(?:acute|chronic|immediate|delayed|fire|pressure|reactiv(?:e|ity)|flammable)\b[a-z ()/]{0,30}?[:\-]? ?\b(yes|no)\b`)
	// affirmed matches a sentence that says outright that a law applies, whatever its list
	// says behind it.
	affirmed = pattern.MustCompile(`(?i)\bhowever,? (?:it|this product) contains\b|^[^.]{0,40}\b(?:is|are) (?:a )?(?:controlled|regulated)\b (?:product|substance|under|by)|^(?:all|the|all the) (?:of the )?(?:ingredients|components|constituents|substances)\b[^.:]{0,60}\bare (?:all )?(?:listed|included|on)\b|^(?-i:(?:(?:WHMIS )?(?:Hazard )?(?:Class(?:ification)?|CLASS)[: ]+)?(?:Class )?[A-F](?:[1-6][AB]?(?:[ ,;/.]|$)| ?[-–:]? ?(?i:corrosive|flammable|combustible|toxic|compressed|oxidi[sz]ing|poisonous|very toxic)\b))`)
	// nothingFollows matches the announcement of a list that is empty.
	nothingFollows = pattern.MustCompile(`(?i)\bfollowing\b[^.]{0,260}: ?(?:chemical name ?)?(?:cas (?:number|no\.?) ?)?(?:wt/wt ?%? ?)?(?:none\b|no (?:information|data|ingredients|components|products)\b|not (?:applicable|listed|available))`)
	// basisOnly matches a content that only says by which criteria the product was classified.
	basisOnly = pattern.MustCompile(`(?i)^(?:[A-Za-z ]{3,60}:|:)? ?(?:this|the) (?:(?:product|material) (?:has been|is|was) classified (?:in accordance with|according to)|(?:m?sds|sheet|document) (?:has been|is|was) prepared (?:in (?:compliance|accordance)|according to)) `)
)

// listsSubstances reports a content that names substances by their numbers, and denies nothing: an item of a law
// that applies beside others that do not.
func listsSubstances(content string) bool {
	return len(chem.FindCAS(content)) > 0 && !negative(content)
}

// inventoryStatus matches what a table of inventories says of each country's.
var inventoryStatus = pattern.MustCompile(`(?i)\b(?:positive|negative) listing\b`)

// domesticList matches a content that says only that Canada's inventory has all constituents.
var domesticList = pattern.MustCompile(`(?i)^[^.]{0,150}\b(?:domestic substances? list|DSL)\b`)

// categoriesOf matches the hazard categories of SARA under a heading that names CERCLA too.
var categoriesOf = pattern.MustCompile(`(?i)^(?:[-/ ]*sara hazard categor(?:y|ies)|this (?:product|material)\b[^.]{0,150}\bsections? 311 ?(?:and|/) ?312\b)`)

// byContent is a unit under the law that its content is about.
func (u lawUnit) byContent() lawUnit {
	if u.law.Code == "US-SARA-311" {
		u.content = section313Behind.ReplaceAllString(u.content, "")
	}
	if u.law.Code != "US-CERCLA" || !categoriesOf.MatchString(u.content) {
		return u
	}
	if l, ok := law.ByCode("US-SARA-311"); ok {
		u.law, u.printed = l, l.Ja
	}
	return u
}

// section313Behind matches the item on section 313 behind the hazard categories of sections 311 and 312.
var section313Behind = pattern.MustCompile(`(?i) (?:(?:sara|epcra) )?(?:section )?313\b.*$`)

// hazardAnswers counts the answers of the hazards that a content lists.
func hazardAnswers(content string) (yes, no int) {
	for _, m := range hazardAnswer.FindAllStringSubmatch(content, -1) {
		if strings.EqualFold(m[1], "yes") {
			yes++
		} else {
			no++
		}
	}
	return yes, no
}
