package chem

var rangeWords = []string{"~", "-", "to ", "TO ", "To ", "から", "...", "…", "→", "and "}

// symbolOps is the number of entries of opBefore that are symbols, not words.
const symbolOps = 15

// opBefore lists the operators in front of a number.
var opBefore = []struct{ word, op string }{
	{">=", AtLeast},
	{"=>", AtLeast},
	{"<=", AtMost},
	{"=<", AtMost},
	{"≥", AtLeast},
	{"≧", AtLeast},
	{"≤", AtMost},
	{"≦", AtMost},
	{"⩾", AtLeast},
	{"⩽", AtMost},
	{"＞", Above},
	{">/=", AtLeast},
	{"</=", AtMost},
	{">", Above},
	{"<", Below},
	{"not more than ", AtMost},
	{"not less than ", AtLeast},
	{"no more than ", AtMost},
	{"less than or equal to ", AtMost},
	{"greater than or equal to ", AtLeast},
	{"less than ", Below},
	{"greater than ", Above},
	{"more than ", Above},
	{"at least ", AtLeast},
	{"at most ", AtMost},
	{"up to ", AtMost},
	{"max. ", AtMost},
	{"max ", AtMost},
	{"max.", AtMost},
	{"maximum ", AtMost},
	{"min. ", AtLeast},
	{"min ", AtLeast},
	{"min.", AtLeast},
	{"minimum ", AtLeast},
	{"over ", Above},
	{"above ", Above},
	{"below ", Below},
	{"under ", Below},
	{"最大", AtMost},
	{"最小", AtLeast},
}

// opAfter lists the operators after a number and its unit.
var opAfter = []struct{ word, op string }{
	{"以上", AtLeast},
	{"以下", AtMost},
	{"未満", Below},
	{"を超え", Above},
	{"超過", Above},
	{"超", Above},
	{"より大", Above},
	{"より小", Below},
	{"以内", AtMost},
	{"or more", AtLeast},
	{"or less", AtMost},
	{"or higher", AtLeast},
	{"or above", AtLeast},
	{"or below", AtMost},
	{"and above", AtLeast},
	{"max", AtMost},
	{"(max", AtMost},
	{"minimum", AtLeast},
	{"min.", AtLeast},
	{"(min", AtLeast},
}

var approxWords = []string{"約", "およそ", "凡そ", "ca. ", "ca.", "ca ", "approximately ", "approx. ", "approx.", "approx ", "about ", "circa ", "c. ", "~", "≈", "≒", "∼", "estimated "}
