package chem

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed atoms.tsv
var atomsFile string

//go:embed formulas.tsv
var formulasFile string

var atoms = sync.OnceValue(func() map[string]float64 {
	out := map[string]float64{}
	for row := range tsv.Embedded("chem/atoms.tsv", atomsFile).Rows() {
		out[row.Text("symbol")] = row.Float("weight")
	}
	return out
})

var formulas = sync.OnceValue(func() map[CAS]string {
	out := map[CAS]string{}
	for row := range tsv.Embedded("chem/formulas.tsv", formulasFile).Rows() {
		out[CAS(row.Text("cas"))] = row.Text("formula")
	}
	return out
})

// noFormula is the formula of polymers, refinery streams and reaction products, which have
// no fixed composition.
const noFormula = "-"

// Formula is the sum formula of a substance; empty where unknown, and for substances of no
// fixed composition. The table of formulas takes precedence over the dictionary, whose
// formulas of salts are sometimes those of the acid.
func Formula(c CAS) string {
	switch f := formulas()[c]; f {
	case "":
	case noFormula:
		return ""
	default:
		return f
	}
	s, _ := ByCAS(c)
	return s.Formula
}

// HasFormula reports whether the sum formula of a substance is known, or known not to exist.
func HasFormula(c CAS) bool { return formulas()[c] != "" || Formula(c) != "" }

// Atoms counts the atoms of a formula by symbol: "CuSO4·5H2O", "(NH4)2Cr2O7", "C4H9O2-". ok
// is false where it is no formula, or has parts of unknown number: "(C2H4O)n".
func Atoms(formula string) (count map[string]float64, ok bool) {
	count = map[string]float64{}
	folded := strings.NewReplacer("·", ".", "・", ".", "•", ".", "*", ".").Replace(fold.Printed(formula))
	for _, part := range strings.Split(folded, ".") {
		part = strings.TrimSpace(part)
		if i := strings.LastIndexAny(part, "+-"); i > 0 {
			part = part[:i]
		}
		factor, rest := leading(part)
		n, rest, ok := atomsOf(rest)
		if !ok || rest != "" || len(n) == 0 {
			return nil, false
		}
		for symbol, times := range n {
			count[symbol] += times * factor
		}
	}
	return count, true
}

// leading is the number at the start of a formula, 1 if none.
func leading(s string) (n float64, rest string) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == 0 {
		return 1, s
	}
	n, _ = strconv.ParseFloat(s[:end], 64)
	return n, s[end:]
}

func atomsOf(s string) (count map[string]float64, rest string, ok bool) {
	count = map[string]float64{}
	for s != "" && s[0] != ')' && s[0] != ']' {
		unit := map[string]float64{}
		if s[0] == '(' || s[0] == '[' {
			closing := byte(')')
			if s[0] == '[' {
				closing = ']'
			}
			if unit, s, ok = atomsOf(s[1:]); !ok || s == "" || s[0] != closing {
				return nil, "", false
			}
			s = s[1:]
		} else {
			symbol := symbolAt(s)
			if symbol == "" {
				return nil, "", false
			}
			unit[symbol], s = 1, s[len(symbol):]
		}
		var n float64
		n, s = leading(s)
		for symbol, times := range unit {
			count[symbol] += times * n
		}
	}
	return count, s, true
}

// symbolAt is the longest symbol of an element at the start of a formula.
func symbolAt(s string) string {
	for _, n := range []int{2, 1} {
		if len(s) >= n {
			if _, ok := atoms()[s[:n]]; ok {
				return s[:n]
			}
		}
	}
	return ""
}

// MassShare is an element's fraction of the mass of a formula; ok is false where the
// formula cannot be parsed.
func MassShare(formula, element string) (share float64, ok bool) {
	count, _ := Atoms(formula)
	return PartOf(count, element)
}

// PartOf is the fraction of the mass of counted atoms that an element makes up, or a group
// of atoms ("CN" of potassium cyanide) as often as it is complete; ok is false where
// nothing was counted.
func PartOf(count map[string]float64, group string) (share float64, ok bool) {
	all := Mass(count)
	unit, ok := Atoms(group)
	if all == 0 || !ok {
		return 0, false
	}
	times := math.Inf(1)
	for symbol, n := range unit {
		times = min(times, count[symbol]/n)
	}
	return times * Mass(unit) / all, true
}

// PartAs is the mass of a substance that is counted as another one, per mass of the counted
// atoms: "C2O4>C2H2O4" is an oxalate as oxalic acid. Without ">" it is PartOf.
func PartAs(count map[string]float64, rule string) (share float64, ok bool) {
	unit, as, other := strings.Cut(rule, ">")
	share, ok = PartOf(count, unit)
	if !ok || !other {
		return share, ok
	}
	units, _ := Atoms(unit)
	whole, ok := Atoms(as)
	if !ok {
		return 0, false
	}
	return share * Mass(whole) / Mass(units), true
}

// Mass is the mass of counted atoms in g/mol. It adds in a fixed order: hashes of the result
// must not depend on rounding.
func Mass(count map[string]float64) (sum float64) {
	for _, symbol := range slices.Sorted(maps.Keys(count)) {
		sum += count[symbol] * atoms()[symbol]
	}
	return sum
}
