package findings

// The sources of the rules: the standard or law that demands it.
const (
	ghsCriteria = "GHS / JIS Z 7252: classification criteria"
	ghsMixtures = "GHS / JIS Z 7252: classification of mixtures, with NITE's classification of the ingredients"
	ghsLabel    = "GHS annex 1 and 3 / JIS Z 7253: label elements"
	ghsSymbols  = "GHS 1.4.10.5.3 / JIS Z 7253: precedence of symbols"
	jis7253     = "JIS Z 7253 annex D / GHS annex 4: content of the sheet"
	jis2025     = "JIS Z 7252:2025 / 7253:2025: classes and transition (announcement of JSA, 2026-01-20)"
	jis2019     = "JIS Z 7253:2019: wording"
	unList      = "UN model regulations: dangerous goods list"
	unCriteria  = "UN model regulations part 2: classification"
	imdg        = "IMDG Code 2.10: marine pollutants"
	isha        = "Industrial Safety and Health Act of Japan and its rules, article 57-2"
	kashinho    = "Chemical Substances Control Law of Japan, amended 2009"
	clp         = "CLP Regulation (EC) 1272/2008"
	reach       = "REACH guidance on the identification of substances"
	casRules    = "CAS: check digit"
	dictionary  = "dictionary of substances"
	arithmetic  = "arithmetic and the calendar"
	physics     = "physical limits"
)
