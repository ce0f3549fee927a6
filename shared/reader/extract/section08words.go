package extract

import (
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// authorities are the words that name the authority of a limit, longer ones before those
// they contain.
var authorities = []struct {
	name string
	re   *pattern.Pattern
}{
	{"MHLW", pattern.MustCompile(`管理濃度|濃度基準値|作業環境評価基準|厚生労働(?:省|大臣)`)},
	{"JSOH", pattern.MustCompile(`(?i)日本産業(?:衛生)?|産業衛生学会|産衛学会|産衛|\bJSOH\b|日本産衛`)},
	{"Cal/OSHA", pattern.MustCompile(`(?i)\bCal(?:ifornia)?[ /-]*OSHA\b`)},
	{"ACGIH", pattern.MustCompile(`(?i)\bA\.?C\.?G\.?I\.?H\b|\bTLV|\bthreshold limit values?\b|\bAmer Conf of Gov`)},
	{"NIOSH", pattern.MustCompile(`(?i)\bNIOSH\b|\bIDLH\b|\bREL\b|\bimmediate(?:ly)? danger(?:ous)? to life\b`)},
	{"OSHA", pattern.MustCompile(`(?i)\bOSHA\b|\bP\.?E\.?L\b`)},
	{"MSHA", pattern.MustCompile(`\bMSHA\b`)},
	{"DFG", pattern.MustCompile(`\bDFG[ -]MAK\b`)},
	{"AIHA", pattern.MustCompile(`\bAIHA\b`)},
	{"WEEL", pattern.MustCompile(`(?i)\bWEEL\b`)},
	{"EH40 WEL", pattern.MustCompile(`\bEH40(?:/[0-9]{4})? WELs?\b`)},
	{"EH40 OES", pattern.MustCompile(`\bEH40 OES\b`)},
	{"WEL", pattern.MustCompile(`\bWELs?\b|\bEH ?40\b`)},
	{"EU", pattern.MustCompile(`(?i)\bEuropean Union\b|\bIOELV\b|\bEU\b|\bEurope\b|Directive 2009/148|Directive 2000/39|\bIOEL\b`)},
	{"TRGS 900", pattern.MustCompile(`^TRGS 900\b`)},
	{"manufacturer recommended", pattern.MustCompile(`(?i)\bmanufacturer(?:'s)? recommended\b`)},
	{"RCP", pattern.MustCompile(`\bRCP\b`)},
	{"INRS (FR)", pattern.MustCompile(`INRS ?\(FR\)`)},
	{"VLA (ES)", pattern.MustCompile(`VLA ?\(ES\)`)},
}

const countries = `Argentina|Australia|Austria|Belgium|Bulgaria|Canada|Chile|China|Croatia|Cyprus|Czech Republic|Denmark|Estonia|Finland|France|Germany \((?:DFG|AGS)\)|Germany (?:DFG|TRGS)|Germany - TRGS 900|Germany|Greece|Hungary|Iceland|India|Ireland|Israel|Italy|Japan|Korea|South Korea|Latvia|Lithuania|Luxembourg|Malaysia|Malta|Mexico|The Netherlands|Netherlands|New Zealand|Norway|Poland|Portugal|Romania|Russia|Singapore|Slovakia|Slovenia|South Africa|Spain|Sweden|Switzerland|Taiwan|Thailand|Turkey|(?:The )?United Kingdom|Vietnam|` + provinces

// provinces are the parts of countries with limits of their own.
const provinces = `Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland(?: (?:and|&) Labrador)?|Nova Scotia|Ontario|Prince Edward Island|Quebec|Québec|Saskatchewan|Yukon|Northwest Territories|Nunavut|Minnesota|Michigan|California|Hawaii|Tennessee|Vermont|Washington`

var (
	countryRE = pattern.MustCompile(`^(?:[·•\-] ?)?(` + countries + `)(?:[^A-Za-z]|$)`)
	// provinceRE matches a province or state behind its country: "Canada. Alberta OELs".
	provinceRE = pattern.MustCompile(`^(?:[·•\-] ?)?(?:Canada|USA?|U\.S\.A?\.?|United States)[ .,:\-–]+(` + provinces + `)\b`)
	// regulationOf matches a province's regulation by its number: "Ontario Regulation 833".
	regulationOf = pattern.MustCompile(`\b(?:` + provinces + `) Regulation \(?[0-9]+(?:/[0-9]+)?\)?`)
	// provincial matches a province's list of limits by its usual name: "CA Alberta Provincial".
	provincial = pattern.MustCompile(`\bCA (?:` + provinces + `) Provincial\b`)
	// ukLimits matches the list of the United Kingdom by its whole name.
	ukLimits = pattern.MustCompile(`\bUK\. EH40 Workplace Exposure Limits \(WELs\)`)
	// nationalLimits matches a country's limits by its adjective: "(Swiss exposure limits 2021)".
	nationalLimits = pattern.MustCompile(`\b(Swiss|German|Austrian|French|Dutch|Belgian|Danish|Swedish|Norwegian|Finnish|Polish|Italian|Spanish|Irish|Australian) (?:national )?(?:occupational |workplace )?(?:exposure limits?|limit values?)\b`)
	// localOEL matches a list of limits by its name and country: "TRGS900 AGW (Germany, 6/2016)".
	localOEL = pattern.MustCompile(`((?:[A-Z][A-Z0-9./\-]+[a-z]?)(?: [A-Z][A-Z0-9./\-]*[a-z]?)*) ?\((?:` + countries + `)\b(\)?)`)
	namedOEL = pattern.MustCompile(`^([A-Z][A-Za-z. &]{1,30}?) ?-? OELs?\b`)
	kindRE   = pattern.MustCompile(`(?i)(\bSTELs?\b|\bSTV\b|短時間|15 ?-?min|short[- ]?term|\bSTEV\b|\bVECD\b|\bVLE\b|\bVLA-EC\b|\bLMPE-CT\b|(?-i:\bST\b)(?: ?[:=]| [0-9]|$|[ )]*$))|(\bceil(?:ing)?s?\b|\bTLV-C\b|天井|最大許容|\bPEAK\b|\bAMP\b(?: ?:| *$)|\bLMPE-P(?:ico)?\b|上限値|\bC\b:)|(\bTWAs?\b|\b8[- ]?h(?:(?:ou)?rs?)?\b|eight[- ]hours?|[8八][ ]?時間|時間加重|time[- ]weighted average|long[- ]?term|\bOEL-M\b|\bVME\b|\bVLA-ED\b|\bLMPE-PPT\b|\bTWAEV\b|\bVEMP\b|\bLTELs?\b|Schichtmittelwert)`)
	skipRE   = pattern.MustCompile(`(?i)\bDNELs?\b|\bPNECs?\b|\bDMEL\b|\bBEIs?\b|\bBAT\b|^[^a-z]*biological|biological (?:limit|exposure|monitor|guidance|toleran|indic|index|standard)|生物学的|derived (?:no|minimal)|predicted no`)
	limitRE  = pattern.MustCompile(`(?i)許容濃度|管理濃度|濃度基準|ばく露限界|曝露限界|暴露限界|exposure limit|\bTLV|\bTWA\b|\bSTEL\b|\bPEL\b|control parameters|exposure guidelines|limit value|\bOELs?\b|作業環境評価基準`)
	offRE    = pattern.MustCompile(`(?i)^(?:[^a-z]*)(?:engineering|appropriate engineering|personal protect|individual protect|exposure controls|respiratory|hand protection|eye|skin|hygiene)|設備対策|保護具|工学的|局所排気`)
)

// bothLimits matches headings of limits in air and of biological ones together, whose figures are
// told apart by what stands beside them.
var bothLimits = pattern.MustCompile(`(?i)\bbiological limit values? (?:or|and) (?:occupational )?exposure limit|\bexposure(?: limits?)?(?: values?)? (?:or|and) biological limit`)

// otherValues reports a text that begins values which are no limits in air: DNEL, PNEC, biological
// limits.
func otherValues(text string) bool { return skipRE.MatchString(text) && !bothLimits.MatchString(text) }

// aboutLimits matches sentences on what to do where limits are exceeded, which state none.
var aboutLimits = pattern.MustCompile(`(?i)\b(?:exceed(?:s|ed|ing)?|below|compliance with|levels above) (?:the |any |all )?(?:applicable |recommended |established |occupational |workplace |permissible )*(?:exposure )?limits?\b|limits? (?:is|are|may be) exceeded`)

// authorityIn is the last authority that a text names.
func authorityIn(text string) string {
	if m := ukLimits.FindString(text); m != "" {
		return m
	}
	if m := nationalLimits.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if m := provinceRE.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if m := regulationOf.FindString(text); m != "" {
		return m
	}
	if m := provincial.FindString(text); m != "" {
		return m
	}
	if m := countryRE.FindStringSubmatch(text); m != nil {
		if strings.Contains(text, "European Union") {
			return "EU"
		}
		return m[1]
	}
	best, name := -1, ""
	for _, a := range authorities {
		at := a.re.FindStringIndex(text)
		if at != nil && at[0] > best {
			best, name = at[0], a.name
		}
	}
	if name == "" || name == "TRGS 900" {
		if m := localOEL.FindStringSubmatch(text); m != nil {
			if m[2] == ")" && len(m[1]) < 3 {
				return m[0] // "EL (Canada)": the letters alone name nothing
			}
			return m[1]
		}
	}
	if name == "" {
		if m := namedOEL.FindStringSubmatch(text); m != nil && !strings.Contains(m[1], "Exposure") {
			return strings.TrimSpace(m[1])
		}
		if strings.Contains(text, "許容濃度") {
			return "JSOH"
		}
	}
	if name == "WEL" && strings.Contains(text, "UK WELs") {
		return "UK WELs"
	}
	if name == "WEEL" && strings.Contains(text, "AIHA") {
		return "AIHA"
	}
	if name == "OSHA" && strings.Contains(text, "MSHA") && !strings.Contains(text, "OSHA") {
		return "MSHA"
	}
	if name == "OSHA" && strings.Contains(text, "Cal") && authorities[2].re.MatchString(text) {
		return "Cal/OSHA"
	}
	return name
}

// speaksOfLimits reports whether a text is about exposure limits.
func speaksOfLimits(text string) bool { return limitRE.MatchString(text) }

// kindIn is the first kind that a text names.
func kindIn(text string) string {
	if m := kindRE.FindStringSubmatch(text); m != nil || !endsInC.MatchString(text) {
		return kindMatched(m)
	}
	return "C"
}

// endsInC matches the letter for a ceiling at the end of a text.
var endsInC = pattern.MustCompile(`(?i)(?:^|[ (])C *$`)

// lastKindIn is the last kind that a text names: that of the figure behind it.
func lastKindIn(text string) string {
	if endsInC.MatchString(text) {
		return "C"
	}
	all := kindRE.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return kindMatched(all[len(all)-1])
}

// kindMatched is the kind of a match of kindRE; empty for none.
func kindMatched(m []string) string {
	switch {
	case m == nil:
		return ""
	case m[1] != "":
		return "STEL"
	case m[2] != "":
		return "C"
	}
	return "TWA"
}

// airborne returns the quantities of a text that may be limits in air.
func airborne(text string) []chem.Measured {
	var out []chem.Measured
	for _, m := range chem.FindQuantities(text) {
		if m.Dimension == chem.Airborne || m.Unit == "ppm" || m.Unit == "ppb" {
			out = append(out, m)
		}
	}
	return out
}

// methodRE matches how the dust or vapour of a limit is measured.
var methodRE = pattern.MustCompile(`(?i)\b(?:inhalable fraction and vapou?r|vapou?r and aerosol|(?:respirable|inhalable|thoracic)(?: (?:fraction|dust|particles|particulate(?: matter)?|aerosol))?|total dust)\b|(?:吸入性|吸引性|総)粉(?:じん|塵|ジン)|(?:レスピラブル|インハラブル)(?:粒子|粉じん|粉塵)?`)

// methodIn is how a limit is measured as a text prints it; empty where it prints no way, or
// several.
func methodIn(text string) string {
	found := methodRE.FindAllString(text, 2)
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
