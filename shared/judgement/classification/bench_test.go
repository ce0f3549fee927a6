package classification

import "testing"

// A sheet is judged in well under a millisecond: finding its substances, all classes, and
// the comparison.
func BenchmarkSheet(b *testing.B) {
	all := []string{"108-88-3", "1330-20-7", "67-56-1", "141-78-6", "111-76-2", "108-10-1", "100-41-4", "1314-13-2", "822-06-0", "2682-20-4"}
	rows := rowsOf(all)
	s := Subject{State: "liquid"}
	s.takeIngredients(rows)
	Mixture(&s) // loads the tables
	b.ReportAllocs()
	for b.Loop() {
		s := Subject{State: "liquid"}
		s.takeIngredients(rows)
		Mixture(&s)
	}
}
