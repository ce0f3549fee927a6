package check

var rules = []rule{
	{"cas_check_digit", Error, casCheckDigit},
	{"cas_name", Warning, casName},
	{"cas_duplicate", Warning, casDuplicate},
	{"cas_missing", Info, casMissing},
	{"concentration_sum", Warning, concentrationSum},
	{"concentration_order", Error, concentrationOrder},
	{"no_ingredients", Warning, noIngredients},
	{"h_code_without_class", Warning, codeWithoutClass},
	{"class_without_h_code", Warning, classWithoutCode},
	{"signal_word_class", Error, signalWord},
	{"pictogram_class", Warning, pictograms},
	{"flash_point_class", Warning, flashPoint},
	{"un_number_unknown", Warning, unUnknown},
	{"un_class", Warning, unClass},
	{"un_packing_group", Info, unPackingGroup},
	{"section_missing", Error, sectionMissing},
	{"revision_missing", Warning, revisionMissing},
	{"revision_future", Error, revisionFuture},
	{"revision_old", Warning, revisionOld},
	{"revision_before_issue", Error, revisionBeforeIssue},
}
