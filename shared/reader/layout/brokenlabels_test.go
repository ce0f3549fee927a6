package layout

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// A label that goes on beside the second line of its value is one, whether its value ends there or not; another label is another.
func TestLabelsBesideSeveralLinesOfTheirValues(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []string
		want string
	}{
		{"a known label", []string{"Reactivity|Stable.", "Hazardous decomposition|Carbon monoxide and other", "products|toxic gases may form.", "Incompatible materials|Acids."}, "Reactivity=Stable.; Hazardous decomposition products=Carbon monoxide and other toxic gases may form.; Incompatible materials=Acids."},
		{"over three lines", []string{"Indication of immediate|Treat by symptoms.", "medical attention and special|Keep under observation.", "treatment needed|Symptoms may be delayed.", "General information|None."}, "Indication of immediate medical attention and special treatment needed=Treat by symptoms. Keep under observation. Symptoms may be delayed.; General information=None."},
		{"a known label that has to go on", []string{"Conditions for safe storage,|Store in a dry place.", "including any|Keep the container", "incompatibilities|closed.", "Precautions for safe handling|None."}, "Conditions for safe storage, including any incompatibilities=Store in a dry place. Keep the container closed.; Precautions for safe handling=None."},
		{"an open end before a capital letter", []string{"Notes For Phrases And|The text refers to the", "Statements In Full|numbers in section 3.", "Issued|Today."}, "Notes For Phrases And Statements In Full=The text refers to the numbers in section 3.; Issued=Today."},
		{"a label of its own in small letters", []string{"flash point|23 C", "boiling point|80 C", "density|0.9"}, "flash point=23 C; boiling point=80 C; density=0.9"},
		{"abbreviations", []string{"PBT|persistent", "vPvB|very persistent", "ADN|inland waterways"}, "PBT=persistent; vPvB=very persistent; ADN=inland waterways"},
	} {
		var ls []doc.Line
		for i, row := range c.rows {
			var ws []doc.Word
			for k, cell := range strings.Split(row, "|") {
				x := 40 + 220*float64(k)
				for _, f := range strings.Fields(cell) {
					ws = append(ws, doc.Word{Text: f, Page: 1, Size: 9, Conf: 1, Box: doc.Box{X0: x, Y0: 100 + 12*float64(i), X1: x + 4.6*float64(len(f)), Y1: 109 + 12*float64(i)}})
					x += 4.6*float64(len(f)) + 2.6
				}
			}
			ls = append(ls, line(ws))
		}
		var got []string
		for _, p := range linePairs(ls, stops{}, true) {
			got = append(got, fmt.Sprintf("%s=%s", p.Label, p.Value))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, s, c.want)
		}
	}
}
