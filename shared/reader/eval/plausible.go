package eval

import (
	"fmt"
	"regexp"
	"strings"

	"anzen/shared/reader/extract"
)

// keyFields are the fields whose empty and implausible values a sweep counts, with what a
// value that is none looks like: the rest of a label, a neighbouring heading, an address, a
// postal code. The expressions are for English sheets, and know nothing of the reader's rules.
var keyFields = []struct {
	name        string
	value       func(v extract.View) string
	implausible *regexp.Regexp
}{
	{"product_name", text("product_name"), regexp.MustCompile(`(?i)safety (?:data|information)|^details?$|classification|designation|identified uses|\b1\.[1-9]\.? [A-Z]|\.{4}|·|^identifier|[0-9]{2}/[0-9]{2}/[0-9]{4}|^information$|effective date|version:|.{250}`)},
	{"supplier_name", text("supplier_name"), regexp.MustCompile(`(?i)^(?:or|and|of)\b|details|emergency|telephone|headquarters|\bdate\b|^[0-9]+ .*\b(?:ave|street|road|boulevard)|safety data|^mfg|[A-Z]{2} [0-9]{5}|^numbers?$`)},
	{"supplier_phone", text("supplier_phone"), noPhone},
	{"emergency_phone", text("emergency_phone"), noPhone},
	{"revision_date", text("revision_date"), regexp.MustCompile(`^(?:0|1[0-8]|20[3-9]|2[1-9])`)},
	{"signal_word", text("signal_word"), nil},
	{"state", text("state"), nil},
	{"color", text("color"), noProperty},
	{"odor", text("odor"), noProperty},
	{"flash_point", func(v extract.View) string { return fmt.Sprint(v.Quantity("flash_point") != nil) }, nil},
	{"un_number", text("un_number"), nil},
	{"classification", func(v extract.View) string { return fmt.Sprint(len(v.Classification) > 0) }, nil},
	{"composition", func(v extract.View) string { return fmt.Sprint(len(v.Composition) > 0) }, nil},
	{"exposure_limits", func(v extract.View) string { return fmt.Sprint(len(v.ExposureLimits) > 0) }, nil},
	{"laws", func(v extract.View) string { return fmt.Sprint(len(v.Laws) > 0) }, nil},
}

var (
	noPhone    = regexp.MustCompile(`^[0-9]{5}-[0-9]{4}$|^[0-9]{12}$|^[0-9]{1,2}-[0-9]{1,2}-(?:19|20)[0-9]{2}$|^[0-9]{3}-[0-9]{6,}$`)
	noProperty = regexp.MustCompile(`(?i)^propert|no data|contd|and (?:appearance|odo)|change in condition|none known`)
)

func text(key string) func(v extract.View) string {
	return func(v extract.View) string { return orEmpty(v.Text(key)) }
}

// Plausibility counts the empty and the implausible values of the English sheets of a sweep.
type Plausibility struct {
	Sheets int
	Empty  map[string]int
	// Odd has the implausible values, as "id: value", by field.
	Odd map[string][]string
}

// Add adds a sheet; those in other languages are left out.
func (p *Plausibility) Add(id string, v extract.View) {
	if orEmpty(v.Language) != "en" {
		return
	}
	if p.Empty == nil {
		p.Empty, p.Odd = map[string]int{}, map[string][]string{}
	}
	p.Sheets++
	for _, f := range keyFields {
		switch value := f.value(v); {
		case value == "", value == "false":
			p.Empty[f.name]++
		case f.implausible != nil && f.implausible.MatchString(value):
			p.Odd[f.name] = append(p.Odd[f.name], id+": "+value)
		}
	}
}

// String is a line for each field with its empty and implausible values, then the latter.
func (p *Plausibility) String() string {
	if p.Sheets == 0 {
		return ""
	}
	var b, odd strings.Builder
	fmt.Fprintf(&b, "%-18s %8s %12s   of %d English sheets\n", "field", "empty", "implausible", p.Sheets)
	for _, f := range keyFields {
		fmt.Fprintf(&b, "%-18s %7.1f%% %12d\n", f.name, 100*float64(p.Empty[f.name])/float64(p.Sheets), len(p.Odd[f.name]))
		for _, one := range p.Odd[f.name] {
			fmt.Fprintf(&odd, "%s | %s\n", f.name, one)
		}
	}
	return b.String() + odd.String()
}
