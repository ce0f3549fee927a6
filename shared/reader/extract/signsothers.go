package extract

import (
	"strings"

	"anzen/shared/text/fold"
)

// others is what the values of a sheet say of one another.
type others struct {
	out *Result
	// parts and limits are the rows of both tables.
	parts, limits []map[string]*Value
	// names are the ingredients, text the letters and figures of all that the sheet prints.
	names map[string]bool
	text  string
	// fits reports shares that make up the whole, gaps some ingredients without a share.
	fits, gaps bool
	// figures counts the limits by their figures, kinds by all but their figures.
	figures, kinds map[string]int
}

func (s *sheet) others() *others {
	o := &others{out: &s.out, parts: s.out.Rows("composition"), limits: s.out.Rows("exposure_limits"), names: map[string]bool{}, figures: map[string]int{}, kinds: map[string]int{}}
	low, high, shares := 0.0, 0.0, 0
	for _, row := range o.parts {
		if name := row["name"]; name != nil {
			o.names[fold.Caseless(name.Text)] = true
		}
		share := row["concentration"]
		if share == nil {
			continue
		}
		shares++
		low += share.Quantity.Low // 0 where there is none
		if share.Quantity.HighOp == "" {
			high += 100
		}
		high += share.Quantity.High
	}
	o.fits = shares > 1 && low <= 100.5 && high >= 99.5
	o.gaps = shares > 0 && shares < len(o.parts)
	for _, row := range o.limits {
		if value := row["value"]; value != nil {
			o.figures[value.Quantity.String()]++
			o.kinds[kindOfLimit(row, value.Quantity.Unit)]++
		}
	}
	if len(o.parts) > 0 {
		var text strings.Builder
		for _, l := range s.d.Lines {
			text.WriteString(lettersOf(l.Text))
		}
		o.text = text.String()
	}
	return o
}

// kindOfLimit is a limit without its figures, in a unit.
func kindOfLimit(row map[string]*Value, unit string) string {
	return strings.Join([]string{textOf(row["substance"]), textOf(row["authority"]), textOf(row["kind"]), unit}, "\n")
}

// textOf is the text of a value, empty without one.
func textOf(v *Value) string {
	if v == nil {
		return ""
	}
	return v.Text
}

// twin reports whether the other date, or the other telephone number, is the same.
func (o *others) twin(v *Value) bool {
	other := map[string]string{"issue_date": "revision_date", "revision_date": "issue_date", "supplier_phone": "emergency_phone", "emergency_phone": "supplier_phone"}[v.Key]
	return other != "" && o.out.Text(other) == v.Text
}

// statements holds the number of hazard statements against the codes and the classes.
func (o *others) statements(m marks) {
	n, codes, classes := int(m.v.Quantity.Low), len(o.out.List("h_codes")), len(o.out.Rows("classification"))
	m.own("as the codes", codes > 0 && codes == n)
	m.own("unlike the codes", codes > 0 && codes != n)
	m.own("none", n == 0)
	m.own("none beside classes", n == 0 && classes > 0)
	m.own("without classes", codes == 0 && n > 0 && classes == 0)
	m.own("more than classes", codes == 0 && classes > 0 && n > classes+1)
	m.own("fewer than classes", codes == 0 && n > 0 && n+1 < classes)
}

// searched is the number of ingredients whose names are looked for in the sheet: more are in no real one.
const searched = 200

// ingredient holds a cell of the composition against its row and the others.
func (o *others) ingredient(m marks) {
	row := o.parts[m.v.Row]
	m.own("without a CAS number", row["cas"] == nil)
	m.own("without a share", row["concentration"] == nil)
	m.own("beside rows without a share", o.gaps)
	m.own("of fitting shares", o.fits)
	m.own("alone", len(o.parts) == 1)
	m.own("of many rows", len(o.parts) > 10)
	if m.v.Key != "composition.name" {
		return
	}
	m.own("with figures", strings.ContainsAny(m.v.Text, "0123456789"))
	m.own("with brackets", strings.ContainsAny(m.v.Text, "(["))
	if name := plainText(m.v.Text); name != "" && m.v.Row < searched {
		_, behind, _ := strings.Cut(o.text, name)
		m.own("printed again", strings.Contains(behind, name))
	}
}

// limit holds an exposure limit against its row and the others.
func (o *others) limit(m marks) {
	row := o.limits[m.v.Row]
	m.own("without an authority", row["authority"] == nil)
	m.own("without a kind", row["kind"] == nil)
	m.own("without a substance", row["substance"] == nil)
	m.own("of an ingredient", o.names[fold.Caseless(textOf(row["substance"]))])
	m.own("of few rows", len(o.limits) < 5)
	m.own("of many rows", len(o.limits) > 20)
	m.own("stated again", o.figures[m.v.Quantity.String()] > 1)
	raw := fold.Caseless(m.v.Raw)
	within := func(column string) bool {
		return row[column] != nil && strings.Contains(raw, fold.Caseless(row[column].Text))
	}
	m.own("with its authority", within("authority"))
	m.own("with its kind", within("kind"))
	other := map[string]string{"ppm": "mg/m3", "mg/m3": "ppm"}[m.v.Quantity.Unit]
	m.own("in both units", other != "" && o.kinds[kindOfLimit(row, other)] > 0)
	m.own("several of a kind", o.kinds[kindOfLimit(row, m.v.Quantity.Unit)] > 1)
}
