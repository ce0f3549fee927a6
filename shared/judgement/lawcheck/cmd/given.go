package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// given is a product as the command line describes it.
type given struct {
	ingredients, state, flash, boil, auto, ph, soluble, un, ghs, substance string
}

var (
	numeric  = regexp.MustCompile(`^\d+-\d+-\d+$`)
	unNumber = regexp.MustCompile(`^(?:UN)?\d{4}$`)
	// shares are a number or a range with signs and a unit; the other words stand for the
	// rest and for trade secrets.
	shares = regexp.MustCompile(`^(?:[<>]=?|ca\. ?)?(\d+(?:\.\d+)?) ?%?(?: ?[-~] ?(?:<=?)?(\d+(?:\.\d+)?))? ?(?:%|wt%|ppm|ppb)?(?: ?(?:以上|以下|未満|超))?$`)
)

// record is the sheet record that states the same.
func (g *given) record() (*sds.Sheet, error) {
	record := &sds.Sheet{GHSCategories: strings.Fields(g.ghs), Composition: sds.CompositionMixture}
	tokens, err := split(g.ingredients)
	if err != nil {
		return nil, err
	}
	if len(tokens) == 0 {
		return nil, errors.New(`INGREDIENTS are missing: write them as INGREDIENTS="108-88-3:30 1330-20-7:10-20"`)
	}
	for _, token := range tokens {
		is, err := ingredient(token)
		if err != nil {
			return nil, err
		}
		record.Ingredients = append(record.Ingredients, is)
	}
	switch g.state {
	case "", "solid", "liquid", "gas":
		record.State = g.state
	default:
		return nil, fmt.Errorf("STATE %q is none of solid, liquid, gas", g.state)
	}
	for _, v := range []struct {
		name, text string
		to         **sds.Span
	}{{"FLASH", g.flash, &record.FlashPoint}, {"BOIL", g.boil, &record.BoilingPoint}, {"AUTO", g.auto, &record.AutoIgnition}, {"PH", g.ph, &record.PH}} {
		if *v.to, err = span(v.name, v.text); err != nil {
			return nil, err
		}
	}
	if g.un != "" && !unNumber.MatchString(g.un) {
		return nil, fmt.Errorf("UN %q is no UN number: write four digits", g.un)
	}
	record.UNNumber = strings.TrimPrefix(g.un, "UN")
	if g.soluble != "" {
		record.WaterSolubility = "insoluble"
		soluble, err := yes("SOLUBLE", g.soluble)
		if err != nil {
			return nil, err
		}
		if soluble {
			record.WaterSolubility = "soluble"
		}
	}
	substance, err := yes("SUBSTANCE", g.substance)
	if err != nil {
		return nil, err
	}
	if substance {
		record.Composition = sds.CompositionSubstance
	}
	return record, nil
}

// split splits a text at blanks outside of quotes.
func split(text string) (tokens []string, err error) {
	var token strings.Builder
	quote := rune(0)
	for _, r := range text + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case quote == 0 && unicode.IsSpace(r):
			if token.Len() > 0 {
				tokens = append(tokens, token.String())
				token.Reset()
			}
		default:
			token.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote is not closed in %q", text)
	}
	return tokens, nil
}

// ingredient parses CAS:share or NAME:share.
func ingredient(token string) (is sds.Ingredient, err error) {
	what, share := token, ""
	if i := strings.LastIndex(token, ":"); i >= 0 {
		what, share = token[:i], token[i+1:]
	}
	what = strings.TrimSpace(strings.ReplaceAll(what, "_", " "))
	switch {
	case what == "":
		return is, fmt.Errorf("%q names no ingredient: write CAS:share or NAME:share", token)
	case numeric.MatchString(what):
		cas, err := chem.ParseCAS(what)
		if err != nil {
			return is, err
		}
		is.CAS = []string{string(cas)}
		if s, ok := chem.ByCAS(cas); ok {
			is.Name = s.Name("ja")
		}
	default:
		is.Name = what
	}
	if share == "" {
		return is, nil
	}
	share = fold.Printed(strings.ReplaceAll(share, "_", " "))
	if mass, ok := strings.CutSuffix(share, "vol%"); ok {
		share, is.ByVolume = mass+"%", true
	}
	c, ok := chem.ParseConcentration(share, "%")
	ends := shares.FindStringSubmatch(share)
	if !ok || c.Stated() == (ends == nil) {
		return is, fmt.Errorf("the share %q of %s cannot be read: write 30, 10-20, <1, >=5, 500ppm, 10vol%%, 残部 or 営業秘密", share, what)
	}
	is.Balance, is.Withheld = c.Balance, c.Withheld
	if c.Stated() {
		if low, high := value(ends[1]), value(ends[2]); ends[2] != "" && low > high {
			return is, fmt.Errorf("the lower end of the share %q of %s is above the upper end", share, what)
		}
		if is.Concentration, err = percent(c.Quantity); err != nil {
			return is, fmt.Errorf("the share %q of %s: %w", share, what, err)
		}
	}
	return is, nil
}

// percent converts a share to mass per cent.
func percent(q chem.Quantity) (*sds.Span, error) {
	factor := 1.0
	switch q.Unit {
	case "%", "wt%", "mass%", "w/w%":
	case "ppm":
		factor = 1e-4
	case "ppb":
		factor = 1e-7
	default:
		return nil, fmt.Errorf("%q is no unit of a share", q.Unit)
	}
	q.Low, q.High = q.Low*factor, q.High*factor
	return spanOf(q), nil
}

func value(digits string) float64 {
	v, _ := strconv.ParseFloat(digits, 64)
	return v
}

func spanOf(q chem.Quantity) *sds.Span {
	s := &sds.Span{LowOpen: q.LowOp == chem.Above, HighOpen: q.HighOp == chem.Below}
	if q.LowOp != "" {
		s.Low = &q.Low
	}
	if q.HighOp != "" {
		s.High = &q.High
	}
	return s
}

// span parses a temperature in °C, or a pH.
func span(name, text string) (*sds.Span, error) {
	if text == "" {
		return nil, nil
	}
	q, err := chem.ParseQuantity(text)
	if err != nil || !q.Stated() || q.Unit != "" && q.Unit != "C" {
		return nil, fmt.Errorf("%s %q cannot be read: write 4, 10-20, <21 or >=65", name, text)
	}
	return spanOf(q), nil
}

func yes(name, text string) (bool, error) {
	switch strings.ToLower(text) {
	case "", "0", "no", "false", "insoluble":
		return false, nil
	case "1", "yes", "true", "soluble":
		return true, nil
	}
	return false, fmt.Errorf("%s %q is neither yes nor no", name, text)
}
