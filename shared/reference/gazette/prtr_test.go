package gazette

import (
	"slices"
	"testing"
)

func TestControlNumbers(t *testing.T) {
	c := controlsIn("# as of: 2023-04-01\ncas\tnumber\n108-88-3\t300\n95-47-6\t80;581\n")
	if !c.Loaded() || c.AsOf != "2023-04-01" || !slices.Equal(c.Of("95-47-6"), []string{"80", "581"}) || c.Of("7732-18-5") != nil {
		t.Errorf("%+v", c)
	}
	if c := controlsIn("# as of:\ncas\tnumber\n"); c.Loaded() || c.AsOf != "" || c.Of("108-88-3") != nil {
		t.Errorf("an empty table is loaded: %+v", c)
	}
	for cas, numbers := range PRTR().byCAS {
		if !cas.Valid() || len(numbers) == 0 {
			t.Errorf("%s: %v", cas, numbers)
		}
	}
}
