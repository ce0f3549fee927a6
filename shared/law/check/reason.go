package check

import (
	"strings"

	"anzen/shared/message"
)

// why is why a finding is as it is.
type why uint8

const (
	reached why = iota
	below
	straddles
	noShare
	withheld
	noFormula
	solubleOnly
	valenceOpen
	familyOpen
	oneOfSeveral
	ambiguousName
	pureItself
	pureOnly
	pureOpen
	gasOnly
	gasUnknown
	context
	later
	excluded
	excludedMaybe
	unidentified
	noComposition
	notListed
	notLoaded
	process
)

var codes = [...]message.Code{
	reached:       message.Code("law.reached"),
	below:         message.Code("law.below"),
	straddles:     message.Code("law.straddles"),
	noShare:       message.Code("law.no_share"),
	withheld:      message.Code("law.withheld"),
	noFormula:     message.Code("law.no_formula"),
	solubleOnly:   message.Code("law.soluble_only"),
	valenceOpen:   message.Code("law.valence_open"),
	familyOpen:    message.Code("law.family_open"),
	oneOfSeveral:  message.Code("law.one_of_several"),
	ambiguousName: message.Code("law.ambiguous_name"),
	pureItself:    message.Code("law.pure_itself"),
	pureOnly:      message.Code("law.pure_only"),
	pureOpen:      message.Code("law.pure_open"),
	gasOnly:       message.Code("law.gas_only"),
	gasUnknown:    message.Code("law.gas_unknown"),
	context:       message.Code("law.context"),
	later:         message.Code("law.later"),
	excluded:      message.Code("law.excluded"),
	excludedMaybe: message.Code("law.excluded_maybe"),
	unidentified:  message.Code("law.unidentified"),
	noComposition: message.Code("law.no_composition"),
	notListed:     message.Code("law.not_listed"),
	notLoaded:     message.Code("law.not_loaded"),
	process:       message.Code("law.process"),
}

// missing are what would be needed for an answer, by why there is none.
var missing = map[why][]string{
	noShare: {"concentration"}, withheld: {"concentration"}, straddles: {"concentration"}, pureOpen: {"concentration"},
	noFormula: {"formula"}, solubleOnly: {"cas"}, valenceOpen: {"cas"}, oneOfSeveral: {"concentration"}, ambiguousName: {"cas"},
	gasUnknown: {"state"}, unidentified: {"cas", "name"}, noComposition: {"cas", "concentration"}, notLoaded: {"list"},
	process: {"process"},
}

// In is the reason in a language ("ja" or "en"). Arguments that differ between the two are given twice, as
// entry_ja and entry_en, and stand for {entry}.
func (r *Reason) In(locale string) string {
	args := make(message.Args, len(r.Args))
	for name, value := range r.Args {
		switch base, found := strings.CutSuffix(name, "_"+locale); {
		case found:
			args[base] = value
		case strings.HasSuffix(name, "_ja") || strings.HasSuffix(name, "_en"):
		case name == "share" || name == "threshold":
			args[name] = percent(locale, value)
		default:
			args[name] = value
		}
	}
	return message.Text(locale, message.Code(r.Code), args)
}

// percent writes a share or a threshold (">= 10, < 20") as a sentence of the language has it: 10 %以上20 %未満.
func percent(locale, s string) string {
	words := [][3]string{{">= ", "≥ ", "以上"}, {"<= ", "≤ ", "以下"}, {"> ", "> ", "超"}, {"< ", "< ", "未満"}}
	var parts []string
	for _, part := range strings.Split(s, ", ") {
		said := part + " %"
		for _, w := range words {
			value, ok := strings.CutPrefix(part, w[0])
			if !ok {
				continue
			}
			said = w[1] + value + " %"
			if locale == "ja" {
				said = value + " %" + w[2]
			}
			break
		}
		parts = append(parts, said)
	}
	if locale == "ja" {
		return strings.ReplaceAll(strings.Join(parts, ""), "-", "～")
	}
	return strings.Join(parts, " and ")
}
