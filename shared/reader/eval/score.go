// Package eval measures the reader: it compares gold views (what was read) with gold answers (what a careful
// person finds), field by field, as strictly as the corpus's guide says.
package eval

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/reader/extract"
)

// Count of right, false and missed items.
type Count struct{ TP, FP, FN int }

func (c *Count) add(o Count) { c.TP += o.TP; c.FP += o.FP; c.FN += o.FN }

// Support is the number of items that the gold answers hold.
func (c Count) Support() int { return c.TP + c.FN }

// P, R and F1 are precision, recall and their harmonic mean; 0 where nothing was to be found.
func (c Count) P() float64 { return ratio(c.TP, c.TP+c.FP) }

// R is recall.
func (c Count) R() float64 { return ratio(c.TP, c.TP+c.FN) }

// F1 is the harmonic mean of precision and recall.
func (c Count) F1() float64 { return ratio(2*c.TP, 2*c.TP+c.FP+c.FN) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// field is one line of the table: how its items are taken from a view.
type field struct {
	name  string
	items func(v extract.View) []string
}

// Fields lists the names of all fields in the order of the table.
func Fields() []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

var fields = []field{
	{"language", scalar(func(v extract.View) *string { return v.Language })},
	{"product_name", scalar(func(v extract.View) *string { return v.ProductName })},
	{"sds_number", scalar(func(v extract.View) *string { return v.SDSNumber })},
	{"issue_date", scalar(func(v extract.View) *string { return v.IssueDate })},
	{"revision_date", scalar(func(v extract.View) *string { return v.RevisionDate })},
	{"supplier_name", scalar(func(v extract.View) *string { return v.SupplierName })},
	{"supplier_phone", phone(func(v extract.View) *string { return v.SupplierPhone })},
	{"emergency_phone", phone(func(v extract.View) *string { return v.EmergencyPhone })},
	{"signal_word", scalar(func(v extract.View) *string { return v.SignalWord })},
	{"hazard_statement_count", func(v extract.View) []string {
		if v.HazardStatementCount == nil {
			return nil
		}
		return []string{strconv.Itoa(*v.HazardStatementCount)}
	}},
	{"composition_type", scalar(func(v extract.View) *string { return v.CompositionType })},
	{"state", scalar(func(v extract.View) *string { return v.State })},
	{"color", scalar(func(v extract.View) *string { return v.Color })},
	{"odor", scalar(func(v extract.View) *string { return v.Odor })},
	{"solubility_water", scalar(func(v extract.View) *string { return v.SolubilityWater })},
	{"un_number", scalar(func(v extract.View) *string { return v.UNNumber })},
	{"shipping_name", scalar(func(v extract.View) *string { return v.ShippingName })},
	{"transport_class", scalar(func(v extract.View) *string { return v.TransportClass })},
	{"packing_group", scalar(func(v extract.View) *string { return v.PackingGroup })},
	{"marine_pollutant", func(v extract.View) []string {
		if v.MarinePollutant == nil {
			return nil
		}
		return []string{strconv.FormatBool(*v.MarinePollutant)}
	}},
	{"ph", quantity(func(v extract.View) *extract.ViewQuantity { return v.PH })},
	{"melting_point", quantity(func(v extract.View) *extract.ViewQuantity { return v.MeltingPoint })},
	{"boiling_point", quantity(func(v extract.View) *extract.ViewQuantity { return v.BoilingPoint })},
	{"flash_point", quantity(func(v extract.View) *extract.ViewQuantity { return v.FlashPoint })},
	{"auto_ignition", quantity(func(v extract.View) *extract.ViewQuantity { return v.AutoIgnition })},
	{"explosive_low", quantity(func(v extract.View) *extract.ViewQuantity { return v.ExplosiveLow })},
	{"explosive_high", quantity(func(v extract.View) *extract.ViewQuantity { return v.ExplosiveHigh })},
	{"vapor_pressure", quantity(func(v extract.View) *extract.ViewQuantity { return v.VaporPressure })},
	{"density", quantity(func(v extract.View) *extract.ViewQuantity { return v.Density })},
	{"relative_density", quantity(func(v extract.View) *extract.ViewQuantity { return v.RelativeDensity })},
	{"vapor_density", quantity(func(v extract.View) *extract.ViewQuantity { return v.VaporDensity })},
	{"viscosity_kinematic", quantity(func(v extract.View) *extract.ViewQuantity { return v.ViscosityKinematic })},
	{"viscosity_dynamic", quantity(func(v extract.View) *extract.ViewQuantity { return v.ViscosityDynamic })},
	{"log_kow", quantity(func(v extract.View) *extract.ViewQuantity { return v.LogKow })},
	{"product_codes", list(func(v extract.View) []string { return v.ProductCodes })},
	{"classification", func(v extract.View) []string {
		var out []string
		for _, c := range v.Classification {
			out = append(out, c.Class+"/"+strings.ToUpper(c.Category))
		}
		return out
	}},
	{"h_codes", list(func(v extract.View) []string { return v.HCodes })},
	{"p_codes", list(func(v extract.View) []string { return v.PCodes })},
	{"pictograms", list(func(v extract.View) []string { return v.Pictograms })},
	{"subsidiary_risks", list(func(v extract.View) []string { return v.SubsidiaryRisks })},
	{"composition.cas", func(v extract.View) []string {
		var out []string
		for _, p := range v.Composition {
			out = append(out, p.CAS...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}},
	{"composition.name", func(v extract.View) []string {
		var out []string
		for _, p := range v.Composition {
			if p.Name != nil && *p.Name != "" {
				out = append(out, Fold(*p.Name))
			}
		}
		return out
	}},
	{"composition.row", func(v extract.View) []string {
		var out []string
		for _, p := range v.Composition {
			who := Fold(orEmpty(p.Name))
			if len(p.CAS) > 0 {
				cas := slices.Clone(p.CAS)
				slices.Sort(cas)
				who = strings.Join(cas, "+")
			}
			q := p.ViewQuantity
			q.Unit = nil
			out = append(out, who+" "+ends(q))
		}
		return out
	}},
	{"exposure_limits", func(v extract.View) []string {
		var out []string
		for _, l := range v.ExposureLimits {
			out = append(out, Fold(orEmpty(l.Authority))+" "+orNull(l.Kind)+" "+end(l.Value)+" "+unit(l.Unit))
		}
		return out
	}},
	{"laws", list(func(v extract.View) []string { return v.Laws })},
}

func scalar(get func(extract.View) *string) func(extract.View) []string {
	return func(v extract.View) []string {
		if p := get(v); p != nil && *p != "" {
			return []string{Fold(*p)}
		}
		return nil
	}
}

func phone(get func(extract.View) *string) func(extract.View) []string {
	return func(v extract.View) []string {
		p := get(v)
		if p == nil || *p == "" {
			return nil
		}
		return []string{strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r == '+' {
				return r
			}
			return -1
		}, norm.NFKC.String(*p))}
	}
}

func list(get func(extract.View) []string) func(extract.View) []string {
	return func(v extract.View) []string {
		var out []string
		for _, x := range get(v) {
			out = append(out, Fold(x))
		}
		return out
	}
}

func quantity(get func(extract.View) *extract.ViewQuantity) func(extract.View) []string {
	return func(v extract.View) []string {
		q := get(v)
		if q == nil || q.Low == nil && q.High == nil {
			return nil
		}
		return []string{ends(*q) + " " + unit(q.Unit)}
	}
}

func ends(q extract.ViewQuantity) string {
	return orNull(q.LowOp) + " " + end(q.Low) + " " + orNull(q.HighOp) + " " + end(q.High)
}

func end(x *float64) string {
	if x == nil {
		return "null"
	}
	return strconv.FormatFloat(math.Round(*x*1e6)/1e6, 'f', -1, 64)
}

func orNull(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Fold brings a text to the form in which scalars are compared.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("®™·・,.、。:：()（）", r) {
			return -1
		}
		return r
	}, norm.NFKC.String(strings.ToLower(norm.NFKC.String(s))))
}

func unit(u *string) string {
	if u == nil {
		return "null"
	}
	s := strings.ToLower(norm.NFKC.String(*u))
	return strings.NewReplacer("°", "", "℃", "c", " ", "", "³", "3", "²", "2", "^", "").Replace(
		strings.NewReplacer("vol%", "%", "wt%", "%").Replace(strings.ReplaceAll(s, " ", "")))
}

// Table holds the counts of a set of sheets.
type Table struct {
	Sheets int
	Field  map[string]Count
}

// Miss is a field in which a sheet's view differs from its answer.
type Miss struct {
	Field     string
	Want, Got []string
}

// Compare one view with its answer; the counts by field and the differences.
func Compare(gold, view extract.View) (map[string]Count, []Miss) {
	counts := map[string]Count{}
	var misses []Miss
	for _, f := range fields {
		want, got := tally(f.items(gold)), tally(f.items(view))
		var c Count
		m := Miss{Field: f.name}
		for item, n := range want {
			hit := min(n, got[item])
			c.TP += hit
			c.FN += n - hit
			for range n - hit {
				m.Want = append(m.Want, item)
			}
		}
		for item, n := range got {
			over := n - min(n, want[item])
			c.FP += over
			for range over {
				m.Got = append(m.Got, item)
			}
		}
		counts[f.name] = c
		if len(m.Want)+len(m.Got) > 0 {
			sort.Strings(m.Want)
			sort.Strings(m.Got)
			misses = append(misses, m)
		}
	}
	return counts, misses
}

func tally(items []string) map[string]int {
	m := map[string]int{}
	for _, i := range items {
		m[i]++
	}
	return m
}

// Add the counts of one sheet.
func (t *Table) Add(counts map[string]Count) {
	if t.Field == nil {
		t.Field = map[string]Count{}
	}
	t.Sheets++
	for name, c := range counts {
		sum := t.Field[name]
		sum.add(c)
		t.Field[name] = sum
	}
}

// Micro takes all items together.
func (t *Table) Micro() Count {
	var sum Count
	for _, c := range t.Field {
		sum.add(c)
	}
	return sum
}

// Macro is the mean of the F1 of all fields that the answers hold.
func (t *Table) Macro() float64 {
	sum, n := 0.0, 0
	for _, c := range t.Field {
		if c.Support() > 0 {
			sum += c.F1()
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// String prints a line a field.
func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %5s %5s %5s %6s %6s %6s\n", "field", "tp", "fp", "fn", "P", "R", "F1")
	row := func(name string, c Count) {
		fmt.Fprintf(&b, "%-22s %5d %5d %5d %6.3f %6.3f %6.3f\n", name, c.TP, c.FP, c.FN, c.P(), c.R(), c.F1())
	}
	for _, f := range fields {
		if c := t.Field[f.name]; c != (Count{}) {
			row(f.name, c)
		}
	}
	row("ALL", t.Micro())
	return b.String()
}
