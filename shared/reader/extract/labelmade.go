package extract

import (
	"slices"
	"strings"
	"sync"

	"anzen/shared/reader/vocabulary"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// mostLabelWords is the number of words of the longest label that is made of known words.
const mostLabelWords = 9

// labelToken matches a word of a label, or the sign for a number.
var labelToken = pattern.MustCompile(`[\p{L}'’]+|[0-9]+|#`)

// labelTokens are the words of a label in small letters; nil where there are too many.
func labelTokens(label string) []string {
	if len(label) > 90 {
		return nil
	}
	words := labelToken.FindAllString(strings.ToLower(label), mostLabelWords+1)
	if len(words) > mostLabelWords {
		return nil
	}
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "’", "'")
	}
	return words
}

// madeOf is the key of a label that is made of the words of which labels of an item are made, in whatever order: "Catalog/Item number",
// "Manufacturer's part no.", "Colour of liquid". "" for other labels.
func madeOf(section int, label string) string {
	switch label = unnumbered(label); section {
	case 1:
		return numberMade(labelTokens(label))
	case 9:
		return askedMade(label)
	case 14:
		return labels()[14][squeezeLabel(respelled(label))]
	}
	return ""
}

// transportWords are words of labels of section 14 by that of the known labels.
var transportWords = map[string]string{
	"no": "number", "nos": "number", "nr": "number", "#": "number", "numbers": "number", "pkg": "packing", "packaging": "packing", "package": "packing", "pack": "packing",
	"grp": "group", "gp": "group", "transportation": "transport",
}

// respelled is a label of section 14 in the words of the known labels: "UN Nr.", "Pkg. Grp.".
func respelled(label string) string {
	words := labelTokens(label)
	for i, w := range words {
		words[i] = orElse(transportWords[w], w)
	}
	return strings.Join(words, " ")
}

// The parts that words have in labels of numbers in section 1.
const (
	numbersProduct = 1 << iota
	numbersSheet
	numbersDocument
	saysNumber
	ofMaker
	joinsWords
)

// numberWords are the words of labels of a product's codes and of the sheet's number, with their parts; those that join them have none.
var numberWords = map[string]int{
	"part": numbersProduct, "parts": numbersProduct, "item": numbersProduct, "items": numbersProduct, "order": numbersProduct, "ordering": numbersProduct, "reorder": numbersProduct,
	"stock": numbersProduct, "catalog": numbersProduct, "catalogue": numbersProduct, "cat": numbersProduct, "article": numbersProduct, "art": numbersProduct, "material": numbersProduct,
	"product": numbersProduct, "products": numbersProduct, "prod": numbersProduct, "kit": numbersProduct, "goods": numbersProduct, "good": numbersProduct, "bulk": numbersProduct,
	"inventory": numbersProduct, "sales": numbersProduct, "commercial": numbersProduct, "sap": numbersProduct, "formula": numbersProduct, "style": numbersProduct,
	"sku": numbersProduct | saysNumber, "skus": numbersProduct | saysNumber,
	"sds": numbersSheet, "msds": numbersSheet, "sheet": numbersSheet,
	"document": numbersDocument, "doc": numbersDocument,
	"number": saysNumber, "numbers": saysNumber, "no": saysNumber, "nos": saysNumber, "nr": saysNumber, "#": saysNumber, "code": saysNumber, "codes": saysNumber, "id": saysNumber,
	"ref": saysNumber, "reference": saysNumber, "references": saysNumber,
	"manufacturer": ofMaker, "manufacturer's": ofMaker, "manufacturers": ofMaker, "mfg": ofMaker, "mfr": ofMaker, "vendor": ofMaker, "supplier": ofMaker, "supplier's": ofMaker,
	"internal": joinsWords, "finished": joinsWords, "unique": joinsWords, "associated": joinsWords, "available": joinsWords, "alternate": joinsWords, "our": joinsWords,
	"identification": joinsWords, "identifier": joinsWords, "safety": joinsWords, "data": joinsWords, "control": joinsWords, "record": joinsWords, "index": joinsWords, "file": joinsWords, "form": joinsWords,
	"of": joinsWords, "the": joinsWords, "and": joinsWords, "or": joinsWords, "s": joinsWords,
}

// numberMade is the key of a label that asks for the number of a product, its sheet or a document.
func numberMade(words []string) string {
	if slices.Equal(words, []string{"p", "n"}) {
		return "product_codes"
	}
	all := 0
	for _, w := range words {
		part, known := numberWords[w]
		if !known {
			return ""
		}
		all |= part
	}
	switch all &^ joinsWords {
	case numbersProduct | saysNumber, numbersProduct | saysNumber | ofMaker:
		return "product_codes"
	case numbersSheet | saysNumber:
		return "sds_number"
	case numbersDocument | saysNumber:
		return "control_number"
	case saysNumber, saysNumber | ofMaker:
		if slices.ContainsFunc(words, func(w string) bool { return w == "code" || w == "codes" }) && len(words) <= 3 && !slices.Contains(words, "control") {
			return "product_codes" // "Code number", "Code of product"
		}
	}
	return ""
}

// plainWords are the words of labels in section 9 that do not change what they ask for.
var plainWords = wordSet(`product products material mixture liquid physical typical typically type description characteristics characteristic character approximate approx
	estimated average nominal calculated actual general visual quality intensity nature value values of the is normal measured level supplied as concentrate undiluted neat
	finished s method used test and or cup closed open tag tcc pmcc coc cc setaflash pensky martens cleveland astm total range ranges interval brookfield in for
	if any at with to solution aqueous`)

// sameWords are words of such labels by that of the known labels.
var sameWords = map[string]string{
	"odors": "odor", "odours": "odor", "odour": "odor", "fragrance": "odor", "scent": "odor", "aroma": "odor", "smell": "odor",
	"colour": "color", "colors": "color", "colours": "color", "coloration": "color", "colouration": "color", "shade": "color", "hue": "color", "tint": "color",
	"vapour": "vapor", "vapors": "vapor", "vapours": "vapor", "vap": "vapor", "temp": "temperature", "pt": "point", "points": "point", "dens": "density", "den": "density",
	"press": "pressure", "tension": "pressure", "sp": "specific", "spec": "specific", "gr": "gravity", "grav": "gravity", "rel": "relative",
	"melt": "melting", "freeze": "freezing", "boil": "boiling", "flashing": "flash", "form": "state", "aggregation": "aggregate",
	"solidification": "freezing", "solidifying": "freezing", "crystallization": "freezing", "crystallizing": "freezing", "congealing": "freezing", "fusion": "melting",
	"distillation": "boiling", "solubilities": "solubility", "soluble": "solubility", "dissolves": "solubility", "miscible": "solubility", "miscibility": "solubility", "h2o": "water", "ies": "",
	"limits": "limit", "explosion": "explosive", "explosivity": "explosive", "viscosities": "viscosity",
	"lel": "lower explosive limit", "lfl": "lower explosive limit", "uel": "upper explosive limit", "ufl": "upper explosive limit", "exp": "explosive", "expl": "explosive", "min": "minimum", "max": "maximum",
	"kinematical": "kinematic", "coeff": "coefficient", "coef": "coefficient",
}

// wordSet is the set of the words of a text.
func wordSet(text string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(text) {
		m[w] = true
	}
	return m
}

// besideAsked matches what stands in brackets in a label, askedInBrackets what of it tells what the label asks for.
var (
	besideAsked     = pattern.MustCompile(`[(\[][^()\[\]]*[)\]]?`)
	askedInBrackets = pattern.MustCompile(`(?i)\b(?:lower|upper|[lu][ef]l|ph|air|water|h2o|log)\b`)
)

// wordsAsked are the words of a label that say what it asks for, in the forms of the known labels and in alphabetical order, without most of what
// stands in brackets.
func wordsAsked(label string) string {
	label = besideAsked.ReplaceAllStringFunc(label, func(inside string) string {
		if askedInBrackets.MatchString(inside) {
			return inside
		}
		return " "
	})
	var words []string
	for _, w := range labelTokens(label) {
		if same, known := sameWords[w]; known {
			w = same
		}
		for _, w := range strings.Fields(w) {
			if !plainWords[w] && w[0] > '9' {
				words = append(words, w)
			}
		}
	}
	if slices.Contains(words, "limit") {
		for i, w := range words {
			if strings.Contains(w, "flammab") {
				words[i] = "explosive"
			}
		}
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// furtherLabels are labels of section 9 in other words than those of the known labels.
var furtherLabels = map[string]string{
	"Freezing temperature": "melting_point", "Freezing": "melting_point", "Melting": "melting_point",
	"Boiling": "boiling_point", "Flash temperature": "flash_point",
	"Log P": "log_kow", "Kow": "log_kow", "Pow": "log_kow", "Distribution coefficient": "log_kow",
	"State": "state", "Aggregate state": "state",
	"Acidity pH": "ph", "Alkalinity pH": "ph", "Acidity alkalinity pH": "ph", "Hydrogen ion concentration pH": "ph", "pH factor": "ph", "pH direct": "ph",
	"Density air": "vapor_density", "Relative density air": "vapor_density", "Specific gravity air": "vapor_density", "Gas density air": "vapor_density", "Relative density gas air": "vapor_density",
	"Vapor specific gravity": "vapor_density", "Vapor gravity": "vapor_density",
	"Explosive limit lower air": "explosive_low", "Explosive limit upper air": "explosive_high", "Absolute density": "density", "Specific density": "density",
	"Lower explosive": "explosive_low", "Upper explosive": "explosive_high", "Minimum explosive limit": "explosive_low", "Maximum explosive limit": "explosive_high",
	"Density relative to water": "density", "Specific weight": "density", "Mass density": "density", "Volumetric mass": "density", "Relative density water": "density", "Density water": "density",
	"Specific gravity water": "density", "Specific weight water": "density",
	"Log n octanol water": "log_kow", "Log octanol water": "log_kow",
	"Lower explosive limit": "explosive_low", "Upper explosive limit": "explosive_high", "Lower limit": "explosive_low", "Upper limit": "explosive_high",
}

// askedByWords maps, for section 9, the words of known labels to their keys; those that several keys have are in none.
var askedByWords = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	put := func(label, key string) {
		if strings.IndexFunc(label, func(r rune) bool { return r >= 0x80 }) >= 0 {
			return
		}
		words := wordsAsked(label)
		if other, taken := out[words]; taken && other != key {
			key = ""
		}
		out[words] = key
	}
	for _, item := range vocabulary.Items() {
		if item.Section != 9 {
			continue
		}
		for _, label := range slices.Concat(item.Printed, item.PrintedInSection) {
			put(label, item.Key)
		}
	}
	for label, key := range furtherLabels {
		put(label, key)
	}
	delete(out, "")
	return out
})

var (
	// restOfLabel matches what goes on a label: "and odor".
	restOfLabel = pattern.MustCompile(`(?i)^(?:and|or|of|in|for|with|to|at|if) `)
	// figuresInLabel matches figures that are no condition, reference or name of a method, and a colon: a value stands in the label.
	figuresInLabel = pattern.MustCompile(`(?i):|^[^a-z]*[0-9]|[^0-9@=(,.\-/a-z] ?[0-9]+(?:[.,][0-9]+)? ?%|\b(?:than|about|approximately|is) [0-9]|[<>] ?[0-9]`)
)

// oneLook matches a label of an appearance that asks for one thing of it: "Appearance (colour)", "Appearance - odor".
var oneLook = pattern.MustCompile(`(?i)^appearance ?[(:\-–] ?(colou?r|odou?r|smell|physical state|state|form)\)?$`)

// askedMade is the key of a label of section 9 that has the words of a known one, whatever their order and whatever else is said.
func askedMade(label string) string {
	if label = fold.Printed(label); restOfLabel.MatchString(label) || figuresInLabel.MatchString(label) {
		return ""
	}
	return askedByWords()[wordsAsked(label)]
}
