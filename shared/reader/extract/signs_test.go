package extract_test

import (
	"strings"
	"testing"
)

// A value that the sheet prints again in its header has a sign of its own, and so one that begins as the end of a phrase.
func TestSignsOfAValue(t *testing.T) {
	d := sheet("en", section(1, lines("Product name: Brightol Cleaner", "Supplier: works of Brightol Ltd.")))
	d.Headers = lines("Brightol Cleaner page 1")
	r := read(d)
	if got := strings.Join(r.Get("product_name").Signs, ", "); got != "text printed again, text in the titles, text of a short sheet" {
		t.Errorf("name: %s", got)
	}
	if got := strings.Join(r.Get("supplier_name").Signs, ", "); !strings.Contains(got, "text begins small") {
		t.Errorf("supplier: %s", got)
	}
}
