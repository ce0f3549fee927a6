package lawcheck

import (
	"anzen/shared/domain/message"
)

// why is the reason of a verdict.
type why uint8

const (
	reached why = iota
	below
	straddles
	byVolume
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
	gasMixed
	gasHarmless
	massive
	context
	later
	excluded
	excludedMaybe
	lookAt
	unidentified
	checkName
	alternative
	sumOpen
	noComposition
	notListed
	notLoaded
	partial
	process
)

var codes = [...]message.Code{
	reached:       message.Code("law.reached"),
	below:         message.Code("law.below"),
	straddles:     message.Code("law.straddles"),
	byVolume:      message.Code("law.by_volume"),
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
	gasMixed:      message.Code("law.gas_mixed"),
	gasHarmless:   message.Code("law.gas_harmless"),
	massive:       message.Code("law.massive"),
	sumOpen:       message.Code("law.sum_open"),
	alternative:   message.Code("law.alternative_name"),
	context:       message.Code("law.context"),
	later:         message.Code("law.later"),
	excluded:      message.Code("law.excluded"),
	excludedMaybe: message.Code("law.excluded_maybe"),
	lookAt:        message.Code("law.look"),
	unidentified:  message.Code("law.unidentified"),
	checkName:     message.Code("law.check_name"),
	noComposition: message.Code("law.no_composition"),
	notListed:     message.Code("law.not_listed"),
	notLoaded:     message.Code("law.not_loaded"),
	partial:       message.Code("law.partial"),
	process:       message.Code("law.process"),
}

// missing lists the values that would allow a decision, by reason.
var missing = [...][]string{
	noShare: {"concentration"}, withheld: {"concentration"}, byVolume: {"concentration"}, straddles: {"concentration"}, pureOpen: {"concentration"},
	noFormula: {"formula"}, solubleOnly: {"cas"}, valenceOpen: {"cas"}, oneOfSeveral: {"concentration"}, ambiguousName: {"cas"},
	gasUnknown: {"state"}, lookAt: {"name"}, unidentified: {"cas", "name"}, checkName: {"name"}, alternative: {"name", "cas"}, sumOpen: {"cas", "name"}, gasMixed: {"classification"}, massive: {"state"}, noComposition: {"cas", "concentration"}, notLoaded: {"list"}, partial: {"list"},
	process: {"process"},
}
