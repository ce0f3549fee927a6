package layout

import (
	"maps"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// stackedCell is a cell with lines at heights; an empty text is no line.
func stackedCell(x float64, texts ...string) doc.Cell {
	var c doc.Cell
	for i, text := range texts {
		if y := float64(100 + 12*i); text != "" {
			c.Lines = append(c.Lines, doc.Line{Text: text, Page: 1, Box: doc.Box{X0: x, Y0: y, X1: x + 90, Y1: y + 10}})
		}
	}
	return c
}

// Labels stacked in one ruled cell belong to the values on their heights in the next one; a label that
// goes on over the lines of its value does not.
func TestLabelsStackedInOneCell(t *testing.T) {
	got := rowPairs([][]doc.Cell{{
		stackedCell(50, "Appearance:", "Color", "Odor", "Flash point"),
		stackedCell(200, "", ": White", ": Characteristic", ": 58 °C"),
	}})
	want := []doc.Pair{{Label: "Color", Value: "White"}, {Label: "Odor", Value: "Characteristic"}, {Label: "Flash point", Value: "58 °C"}}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got[i].Label != want[i].Label || got[i].Value != want[i].Value {
			t.Errorf("got %q: %q, want %q: %q", got[i].Label, got[i].Value, want[i].Label, want[i].Value)
		}
	}
	if got = rowPairs([][]doc.Cell{{stackedCell(50, "Initial boiling point", "and boiling range"), stackedCell(200, "95 °C", "to 212 °C")}}); len(got) == 0 || got[0].Value != "95 °C to 212 °C" {
		t.Errorf("got %+v", got)
	}
}

// A row with each value beside its label is none of labels over values.
func TestValuesBesideTheirLabels(t *testing.T) {
	words := func(y float64, texts ...string) doc.Line {
		var ws []doc.Word
		for i, text := range texts {
			x := float64(50 + 120*i)
			ws = append(ws, doc.Word{Text: text, Page: 1, Size: 10, Conf: 1, Box: doc.Box{X0: x, Y0: y, X1: x + 50, Y1: y + 10}})
		}
		return line(ws)
	}
	got := map[string]string{}
	for _, p := range linePairs([]doc.Line{words(100, "Color", "Green", "Odor", "None"), words(112, "Property", "Values", "Remarks")}, nil, true) {
		got[p.Label] = p.Value
	}
	if want := map[string]string{"Color": "Green", "Odor": "None", "Property": "Values Remarks"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Tables without rules at their left and right sides have their outer columns all the same.
func TestTablesWithOpenSides(t *testing.T) {
	p := page(1, "9. Physical and chemical properties", "Odour|Characteristic|Vapour density|Heavier than air", "pH|7.2|Relative density|1.0", "Colour|Clear|Solubility|Soluble", "10. Stability")
	for i := range 4 {
		y := 74 + 16*float64(i)
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: 45, Y0: y, X1: 590, Y1: y}})
	}
	for _, x := range []float64{195, 345, 495} {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: 74, X1: x, Y1: 122}})
	}
	got := map[string]string{}
	for _, x := range Build([]doc.Page{p}, doc.Info{}).Section(9).Pairs {
		got[x.Label] = x.Value
	}
	want := map[string]string{
		"Odour": "Characteristic", "Vapour density": "Heavier than air", "pH": "7.2", "Relative density": "1.0", "Colour": "Clear", "Solubility": "Soluble",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A dash before a figure is a minus where it stands with the figure, unless dashes part labels and values all over; a label is the longest
// known one.
func TestMinusAndLongestLabel(t *testing.T) {
	for _, tt := range []struct {
		rows []string
		want map[string]string
	}{
		{[]string{"Boiling point|- 42 °C", "Odor|Mild"}, map[string]string{"Boiling point": "-42 °C", "Odor": "Mild"}},
		{[]string{"Flash point|: - 35 °C", "Odor|: Mild"}, map[string]string{"Flash point": "-35 °C", "Odor": "Mild"}},
		{[]string{"Boiling point|- 42 °C", "Odor|- Mild"}, map[string]string{"Boiling point": "42 °C", "Odor": "Mild"}},
		{[]string{"Solubility in water Not available"}, map[string]string{"Solubility in water": "Not available"}},
		{[]string{"Fax (905) 555-0100"}, map[string]string{"Fax": "(905) 555-0100"}},
	} {
		got := map[string]string{}
		var ls []doc.Line
		for i, row := range tt.rows {
			var ws []doc.Word
			for c, cell := range strings.Split(row, "|") {
				ws = append(ws, words(1, 50+150*float64(c), 100+12*float64(i), cell)...)
			}
			ls = append(ls, line(ws))
		}
		for _, p := range linePairs(ls, nil, true) {
			got[p.Label] = p.Value
		}
		if !maps.Equal(got, tt.want) {
			t.Errorf("%q: got %v, want %v", tt.rows, got, tt.want)
		}
	}
}
