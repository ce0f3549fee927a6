package export

import "testing"

func TestNumbersOfAllIngredients(t *testing.T) {
	_, rows := table(t, Sheets, "ja", "composition.cas", "composition.cscl_number", "composition.isha_number", "composition.prtr_number")
	want := []string{"67-64-1\n", "2-542\n", "", "80,581\n"}
	for i, c := range rows[0] {
		if c.String() != want[i] {
			t.Errorf("column %d: %q, want %q", i, c.String(), want[i])
		}
	}
}
