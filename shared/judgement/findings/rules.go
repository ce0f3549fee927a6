package findings

import "slices"

// rules are all rules, in the order of a sheet's sections.
var rules = slices.Concat(
	identityRules, phoneRules,
	hazardRules, editionRules, codeRules, labelRules, symbolRules,
	compositionRules, ingredientRules, mixtureRules,
	limitRules,
	stateRules, propertyRules, flammableRules,
	transportRules, transportClassRules,
	sheetRules, printedRules, dateRules,
)
