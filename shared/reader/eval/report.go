package eval

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"anzen/shared/reader/extract"
)

// Report is the outcome of an evaluation.
type Report struct {
	All      Table
	Language map[string]*Table
	Family   map[string]*Table
	// Sets has the scores by set (tune, test ...).
	Sets map[string]*Table
	// Unread lists the sheets that could not be read, with the reasons.
	Unread []string
	Slow   []float64 // milliseconds of each sheet
	// TEDS has the similarities of tables; none for sealed answers.
	TEDS TEDS
	// Calibration has the confidences of the values.
	Calibration Calibration
}

// Score compares the views of a corpus with its answers. It calls miss for every field that
// differs, except on sheets whose misses must not be looked at (Unseen).
func (c *Corpus) Score(views []extract.View, miss func(id string, m Miss)) (*Report, error) {
	byID := map[string]extract.View{}
	for _, v := range views {
		byID[v.ID] = v
	}
	r := &Report{Language: map[string]*Table{}, Family: map[string]*Table{}, Sets: map[string]*Table{}, TEDS: TEDS{}}
	for _, f := range c.Files {
		id := ID(f)
		answer, ok, err := c.Answer(id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		v := byID[id]
		if v.Error != "" {
			r.Unread = append(r.Unread, id+": "+v.Error)
		}
		counts, misses := answer.Compare(v)
		for _, j := range answer.Judge(v) {
			j.Sheet = id
			r.Calibration = append(r.Calibration, j)
		}
		r.All.Add(counts)
		if answer.tables != nil {
			r.TEDS.add(*answer.tables, v, "all", answer.language(), Set(id))
		}
		for m, key := range map[*map[string]*Table]string{&r.Language: answer.language(), &r.Family: c.Family(id), &r.Sets: Set(id)} {
			if (*m)[key] == nil {
				(*m)[key] = &Table{}
			}
			(*m)[key].Add(counts)
		}
		r.Slow = append(r.Slow, v.MS)
		if miss != nil && !Unseen(id) {
			for _, m := range misses {
				miss(id, m)
			}
		}
	}
	sort.Float64s(r.Slow)
	return r, nil
}

// byField prints one line per field, with the F1 of each group of sheets; "-" where their
// answers have no value.
func byField(title string, groups map[string]*Table) string {
	var b strings.Builder
	keys := slices.Sorted(maps.Keys(groups))
	fmt.Fprintf(&b, "%-22s", title)
	for _, k := range keys {
		fmt.Fprintf(&b, " %5s", k)
	}
	b.WriteByte('\n')
	for _, f := range fields {
		if !slices.ContainsFunc(keys, func(k string) bool { _, judged := groups[k].Field[f.name]; return judged }) {
			continue
		}
		fmt.Fprintf(&b, "%-22s", f.name)
		for _, k := range keys {
			if c := groups[k].Field[f.name]; c.Support() > 0 {
				fmt.Fprintf(&b, " %5.3f", c.F1())
			} else {
				fmt.Fprintf(&b, " %5s", "-")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Summary is the report in a line: the scores, that of the product name, and how much is right of the values of which the reader is sure.
func (r *Report) Summary() string {
	_, sure := r.Calibration.Right(0.95)
	_, likely := r.Calibration.Right(0.9)
	return fmt.Sprintf("%3d sheets  macro-F1 %.3f  micro-F1 %.3f  product name %.3f  right at 0.95 and more %.3f, at 0.9 and more %.3f",
		r.All.Sheets, r.All.Macro(), r.All.Micro().F1(), r.All.Field["product_name"].F1(), sure, likely)
}

// String prints the table by field, then the figures by language and family.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(r.All.String())
	b.WriteString("\n" + byField("F1 by language", r.Language))
	if len(r.Sets) > 1 {
		b.WriteString("\n" + byField("F1 by set", r.Sets))
	}
	if len(r.Family) > 1 {
		b.WriteString("\n" + byField("F1 by layout", r.Family))
	}
	for _, group := range []map[string]*Table{r.Language, r.Family, r.Sets} {
		keys := make([]string, 0, len(group))
		for k := range group {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		b.WriteByte('\n')
		for _, k := range keys {
			m := group[k].Micro()
			fmt.Fprintf(&b, "%-22s %3d sheets  macro-F1 %.3f  micro-F1 %.3f  P %.3f  R %.3f  micro-F1 without long lists %.3f\n",
				k, group[k].Sheets, group[k].Macro(), m.F1(), m.P(), m.R(), group[k].MicroOfShort().F1())
		}
	}
	for _, u := range r.Unread {
		fmt.Fprintln(&b, "unread", u)
	}
	for _, set := range slices.Sorted(maps.Keys(r.Sets)) {
		if of := r.Calibration.of(set); len(r.Sets) > 1 && len(of) > 0 {
			fmt.Fprintf(&b, "\nset %s\n%s", set, of)
		}
	}
	fmt.Fprintf(&b, "\nall sheets\n%s", r.Calibration)
	if len(r.TEDS) > 0 {
		b.WriteString("\n" + r.TEDS.String())
	}
	if n := len(r.Slow); n > 0 {
		fmt.Fprintf(&b, "\nms a sheet: median %.0f, p95 %.0f\n", r.Slow[n/2], r.Slow[n*95/100])
	}
	fmt.Fprintf(&b, "%d sheets, macro-F1 %.3f, micro-F1 %.3f", r.All.Sheets, r.All.Macro(), r.All.Micro().F1())
	for _, l := range []string{"ja", "en"} {
		if t := r.Language[l]; t != nil {
			fmt.Fprintf(&b, ", %s %.3f", l, t.Micro().F1())
		}
	}
	b.WriteByte('\n')
	return b.String()
}
