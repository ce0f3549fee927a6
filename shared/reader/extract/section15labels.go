package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var beforeLaw = pattern.MustCompile(`^(?i:[\s·・•*■●◆□\-–(（【\[<0-9.]*(?:(?:U\.?S\.?A?\.?|EU|E\.U\.|Canada|Canadian|United States|Germany|Japan|日本|米国|State(?: of)?|Federal|EPA|EPCRA)[\s.\-–:(]*){0,3}(?:inventory|inventories)?[\s.\-–:(]*|Community Right[- ]to[- ]Know Act(?: of 1986)?[\s)]*)$`)

// actOfUS matches the codes of the acts whose titles are told in many words.
var actOfUS = pattern.MustCompile(`^US-(?:SARA|CERCLA)`)

// inBracketsOf matches the words of a title in whose brackets a law stands: "Toxic Chemical Release Reporting (".
var inBracketsOf = pattern.MustCompile(`^[\s·•*\-0-9.]*(?:[A-Z][A-Za-z/\-]+,? (?:(?:and|of|to) )?){2,9}\($`)

// labelLaws returns the laws that a label names; all of them share the content.
func labelLaws(label, content string, lines []doc.Line) []lawUnit {
	folded := fold.Printed(label)
	if legendLine.MatchString(folded) && legendLine.MatchString(content) {
		return nil // "CAP65- California Prop65", "NJ- New Jersey Right to Know List"
	}
	if hazardRow.MatchString(folded) {
		return nil // an answer of the list above, with the next heading below it
	}
	var out []lawUnit
	found := law.Find(folded)
	for _, m := range found {
		if exempted(folded, m) {
			continue
		}
		out = append(out, lawUnit{law: m.Law, printed: folded[m.Start:m.End], content: content, lines: lines})
	}
	if name := unlisted(folded); len(found) == 0 && name != "" {
		out = append(out, lawUnit{law: law.Law{Code: fold.Squeezed(name), Ja: name, En: name}, printed: name, content: content, lines: lines})
	}
	return out
}

// hazardRow matches a hazard of SARA 311/312 with the heading of the next item behind it: "Acute Health Hazard SARA 313".
var hazardRow = pattern.MustCompile(`^(?:Acute|Chronic|Immediate|Delayed|Fire|Sudden|Pressure|Reactiv)[A-Za-z ()]{0,40}\b[Hh]azard (?:SARA|CWA|CERCLA)\b`)

var (
	// swissLaw matches a law with its number in the collection of federal law: "Major accidents ordinance, SR 814.012".
	swissLaw  = pattern.MustCompile(`^([A-Z][A-Za-z ]{5,80}),? (?:SR )?[0-9]{3}(?:\.[0-9]+){1,4}(?:;.*)?$`)
	lawNounEn = pattern.MustCompile(`(?i)\b(?:ordinance|act|law|regulation|decree)\b`)

	lawWordEn  = pattern.MustCompile(`\b(?:Act|Rules?|Regulations?|Ordinance|Law|Directive|Decree|Order)\b(?:,? \(?(?:19|20)[0-9]{2}\)?)?$`)
	lawWordJa  = pattern.MustCompile(`(?:法|法律|条例|政令|法施行令)$`)
	commonWord = pattern.MustCompile(`(?i)^(?:the|and|of|on|for|in|to|under|other|eu|e\.u\.|us|u\.s\.|usa|uk|european|union|federal|state|national|international|local|regional|canadian|japanese|safety|health|environmental|regulatory|applicable|relevant|specific|chemical|domestic|foreign|canada|u\.s|right-to-know|right|know|country|transport|additional|special|general|regulations?|legislation|rules?|laws?|acts?|information|product|control|or|epa|osha|dot|ghs|who|oecd|un|/)$`)
)

// unlisted is the name of a law that is not in the table of names: a proper name that ends
// like a law's.
func unlisted(label string) string {
	name := strings.Trim(label, " :;,.()")
	if m := swissLaw.FindStringSubmatch(name); m != nil && lawNounEn.MatchString(m[1]) {
		return m[1]
	}
	if lawWordJa.MatchString(name) {
		if n := len([]rune(name)); n >= 3 && n <= 30 && !strings.ContainsAny(name, "。、 ") && !lawNoun.MatchString(name) {
			return name
		}
		return ""
	}
	if rulesOfState.MatchString(name) || len(name) > 80 || name == "" || name[0] < 'A' || name[0] > 'Z' || !lawWordEn.MatchString(name) {
		return ""
	}
	for _, w := range strings.FieldsFunc(lawWordEn.ReplaceAllString(name, ""), func(r rune) bool { return r == ' ' || r == ',' || r == '/' || r == '-' }) {
		if !commonWord.MatchString(w) && w[0] >= 'A' && w[0] <= 'Z' {
			if endsKnownLaw(name) {
				return ""
			}
			return name
		}
	}
	return ""
}

// rulesOfState matches the heading of a state's laws, which names none.
var rulesOfState = pattern.MustCompile(`(?i)^(?:u\.?s\.? )?state of [a-z]+(?: [a-z]+)? (?:state )?(?:regulations?|laws?|rules?)$`)

// endsKnownLaw reports the end of a known law's name, whose beginning stands on the line above.
func endsKnownLaw(name string) bool {
	return slices.ContainsFunc(law.All(), func(l law.Law) bool {
		return slices.ContainsFunc(l.Names, func(n string) bool { return strings.HasSuffix(n, " "+name) })
	})
}

// lawNoun matches words that end like a law's name but are none: methods, and kinds of
// laws.
var lawNoun = pattern.MustCompile(`(?:方法|処理法|用法|製法|測定法|試験法|手法|対策法|国内法|関連法|関係法|諸法|適用法)$`)

// sheetComplies matches what the sheet itself, not the product, follows.
var sheetComplies = pattern.MustCompile(`(?i)\b(?:m?sds|sheet)\b[a-z ]{0,20}\bcompl(?:y|ies) with\b`)

// exempted reports headings that do not state that the law applies: an exemption from
// REACH, an export notice, an inventory of existing substances other than that of TSCA.
func exempted(label string, m law.Mention) bool {
	t, after := strings.ToLower(label), strings.ToLower(label[m.End:])
	switch {
	case m.Law.Code == "EU-REACH" && strings.HasPrefix(after, " registration n"):
		return true // a number of a substance
	case strings.HasPrefix(m.Law.Code, "US-SARA") && strings.HasPrefix(t[m.Start:], "section") && strings.Contains(t[:m.Start], "water act"):
		return true // a section of another act
	case strings.Contains(after, "annex iv") && strings.Contains(after, "exempt"):
		return true
	case m.Law.Code == "US-TSCA":
		return strings.Contains(after, "12(b)") || strings.Contains(after, "export notif")
	case strings.Contains(t, "complies with the requirements of"), sheetComplies.MatchString(label), strings.Contains(t, "in accordance with regulation"), strings.Contains(t, "according to regulation"):
		return true // what the sheet complies with
	case strings.Contains(t, "classification according"), strings.Contains(t, "labelling according"), strings.Contains(t, "labeling according"):
		return true
	case strings.HasPrefix(m.Law.Code, "JP-") && (englishInventory.MatchString(label) || strings.HasPrefix(after, "-encs")):
		return true
	case strings.Contains(t, "インベントリ"), strings.Contains(t, "existing and new chemical"):
		return true
	}
	return false
}

// englishInventory matches a line of an English sheet on an inventory of Japan.
var englishInventory = pattern.MustCompile(`(?i)\b(?:inventory|listed|listing)\b.*\b(?:ISHL|CSCL|ENCS)\b|\b(?:ISHL|CSCL|ENCS)\b.*\b(?:inventory|listed|listing)\b`)
