package reader_test

import (
	"strconv"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
)

// set prints a page of rows "y|x@cell|x@cell", with letters of 10 points or of the size before a cell as "x^6@cell".
func set(rows ...string) doc.Page {
	p := doc.Page{Number: 1, Width: 595, Height: 842}
	for _, row := range rows {
		at, cells, _ := strings.Cut(row, "|")
		y := number(at)
		for _, cell := range strings.Split(cells, "|") {
			place, text, _ := strings.Cut(cell, "@")
			x, size := place, 10.0
			if left, given, ok := strings.Cut(place, "^"); ok {
				x, size = left, number(given)
			}
			p.Words = append(p.Words, wordsAt(number(x), y, size, text)...)
		}
	}
	return p
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return v
}

func wordsAt(x, y, size float64, text string) (out []doc.Word) {
	for _, f := range strings.Split(text, " ") {
		w := doc.Word{Text: f, Page: 1, Size: size, Conf: 1, Ink: 0xff000000, Box: doc.Box{X0: x, Y0: y, X1: x, Y1: y + size}}
		for range f {
			w.X1 += size / 2
			w.Ends = append(w.Ends, float32(w.X1))
		}
		out = append(out, w)
		x = w.X1 + 0.3*size
	}
	return out
}

// edges adds the rules of a table to a page.
func edges(p doc.Page, xs, ys []float64) doc.Page {
	for _, y := range ys {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: xs[0], Y0: y, X1: xs[len(xs)-1], Y1: y + 0.5}})
	}
	for _, x := range xs {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: ys[0], X1: x + 0.5, Y1: ys[len(ys)-1]}})
	}
	return p
}

// furtherSections are rows of the sections after the first one.
func furtherSections() (rows []string) {
	for i, title := range []string{
		"2. Hazards identification", "3. Composition/information on ingredients", "4. First aid measures", "5. Fire-fighting measures", "7. Handling and storage",
		"9. Physical and chemical properties", "10. Stability and reactivity", "11. Toxicological information", "15. Regulatory information", "16. Other information",
	} {
		rows = append(rows, strconv.Itoa(200+30*i)+"|50@"+title, strconv.Itoa(214+30*i)+"|50@No data available.")
	}
	return rows
}

// nameRead is the name of the product that is read on a page with rows of section 1, in a table with edges if there are any.
func nameRead(rows []string, xs, ys []float64) string {
	p := set(append(rows, furtherSections()...)...)
	if xs != nil {
		p = edges(p, xs, ys)
	}
	r := extract.Sheet(layout.Build([]doc.Page{p}, doc.Info{}))
	return r.Text("product_name")
}

// A name that is broken over the lines of its column is read whole, and without what stands in other columns.
func TestNamesInNarrowColumns(t *testing.T) {
	four, two := []float64{46, 130, 240, 330, 560}, []float64{46, 200, 312}
	code := "134|50@Product code:|134@BH-200|244@Version:|334@2"
	for _, c := range []struct {
		name   string
		rows   []string
		xs, ys []float64
		want   string
	}{
		{"three lines, the label beside the middle one", []string{"80|134@Brightol Heavy", "94|50@Product name:|134@Duty Cleaner|244@Revision date:|334@2020-01-05", "108|134@Concentrate", code}, nil, nil, "Brightol Heavy Duty Cleaner Concentrate"},
		{"the same beside ratings", []string{"80|134@Brightol Heavy|244@Health|334@3", "94|50@Product name:|134@Duty Cleaner|244@Flammability|334@0", "108|134@Concentrate|244@Reactivity|334@1", code}, nil, nil, "Brightol Heavy Duty Cleaner Concentrate"},
		{"the same in cells", []string{"80|134@Brightol Heavy|244@Health|334@3", "94|50@Product name:|134@Duty Cleaner|244@Flammability|334@0", "108|134@Concentrate|244@Reactivity|334@1", code}, four, []float64{78, 126, 160}, "Brightol Heavy Duty Cleaner Concentrate"},
		{"lines of the item above", []string{"66|50@Supplier:|134@Brightol Works", "80|134@Mill Road", "94|50@Product name:|134@Duty Cleaner|244@Revision date:|334@2020-01-05", "108|50@Use:|134@Cleaning"}, nil, nil, "Duty Cleaner"},
		{"labels one below the other", []string{"82|50@Product name|200@Brightol Heavy Duty", "96|50@Product code|200@BH-200", "110|50@Synonyms|200@Cleaner"}, nil, nil, "Brightol Heavy Duty"},
		{"a row of cells goes on", []string{"82|50@Product name|204@Brightol Heavy Duty", "100|204@Cleaner", "118|50@Product code|204@BH-200"}, two, []float64{78, 96, 114, 132}, "Brightol Heavy Duty Cleaner"},
		{"a row of cells goes on beside a remark", []string{"82|50@Product name|204@Brightol Heavy Duty", "100|50@(as on label)|204@Cleaner", "118|50@Product code|204@BH-200"}, two, []float64{78, 96, 114, 132}, "Brightol Heavy Duty Cleaner"},
		{"a row of cells with room", []string{"82|50@Product name|204@Brightol", "100|204@Cleaner", "118|50@Product code|204@BH-200"}, two, []float64{78, 96, 114, 132}, "Brightol"},
		{"below its label in a cell", []string{"80|50@Product name|164@Manufacturer|404@Date", "92|50@Brightol Heavy Duty|164@Brightol Works Ltd|404@2020-01-05", "104|50@Cleaner|164@12 Mill Road", "124|50@Product code|164@Telephone|404@Version", "136|50@BH-200|164@555-201-3000|404@2"}, []float64{46, 160, 400, 560}, []float64{78, 118, 150}, "Brightol Heavy Duty Cleaner"},
		{"below its heading", []string{"82|50@Product identifier", "96|50@Brightol Heavy Duty Cleaner for Floors, Walls and Ceilings of Kitchens and", "110|50@Bathrooms in Houses", "124|50@Other means of identification", "138|50@12345"}, nil, nil, "Brightol Heavy Duty Cleaner for Floors, Walls and Ceilings of Kitchens and Bathrooms in Houses"},
		{"the maker beside it", []string{"82|50@Product name:|150@Brightol Heavy|350@Brightol Works Ltd", "96|150@Duty Cleaner|350@12 Mill Road", "110|50@Product code:|150@BH-200|350@Springfield, IL 62701"}, nil, nil, "Brightol Heavy Duty Cleaner"},
		{"the maker left of it", []string{"82|50@Brightol Works Ltd|300@Product name:|400@Brightol Heavy Duty", "96|50@12 Mill Road|400@Cleaner", "110|50@Springfield, IL 62701|300@Use:|400@Cleaning"}, nil, nil, "Brightol Heavy Duty Cleaner"},
		{"another label below", []string{"82|50@Brightol Works Ltd|300@Product name:|400@Brightol Heavy Duty", "96|50@12 Mill Road|300@Use:|400@Cleaner"}, nil, nil, "Brightol Heavy Duty"},
		{"a use below the name", []string{"82|50@Product name:|200@Brightol", "96|200@Strong acidic cleaner", "110|50@Recommended use:|200@Acidic cleaner", "124|50@Uses advised against:|200@All uses other than those identified here"}, nil, nil, "Brightol"},
	} {
		rows := append([]string{"30|50@Safety Data Sheet", "50|50@1. Identification"}, c.rows...)
		if got := nameRead(append(rows, "170|50@Supplier:|200@Brightol Works Ltd"), c.xs, c.ys); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// The letters of a trade mark's sign are no part of a name where they are smaller than its words.
func TestNamesWithRaisedSigns(t *testing.T) {
	for _, sign := range []string{"TM", "R", "SM", "MC"} {
		for size, want := range map[string]string{"5": "Brightol Heavy Duty", "7": "Brightol Heavy Duty", "10": "Brightol " + sign + " Heavy Duty"} {
			rows := []string{"30|50@Safety Data Sheet", "60|50@1. Identification", "82|50@Product name:|150@Brightol|190^" + size + "@" + sign + "|205@Heavy Duty", "96|50@Product code: BH-200"}
			if got := nameRead(rows, nil, nil); got != want {
				t.Errorf("%s of %s points: got %q, want %q", sign, size, got, want)
			}
		}
	}
}

// The words of a letterhead that begin the name of the company are no product, however large; what is printed next in size is.
func TestNamesBesideLetterheads(t *testing.T) {
	for want, head := range map[string][]string{
		"Shinol Floor Wax":      {"20|50^22@BRIGHTOL|300^16@Shinol Floor Wax", "60|50@Safety Data Sheet"},
		"Shinol Wall Wax":       {"20|50^22@Brightol Works", "50|50^16@Shinol Wall Wax|350@Safety Data Sheet"},
		"Shinol Ceiling Wax":    {"20|50^14@SDS: Shinol Ceiling Wax"},
		"Brightlight Floor Wax": {"20|50^22@Brightlight Floor Wax", "50|50@Safety Data Sheet"},
	} {
		rows := append(head, "86|50@1. Identification", "100|50@Manufacturer: Brightol Works Ltd", "114|50@12 Mill Road, Springfield, IL 62701", "128|50@Telephone: 555-201-3000")
		if got := nameRead(rows, nil, nil); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
