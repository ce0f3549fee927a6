package gazette

import (
	"regexp"
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	cscl, isha := regexp.MustCompile(`^[1-9][0-9]?-[0-9]{1,4}$`), regexp.MustCompile(`^[0-9]-\([0-9]+\)-[0-9]+$`)
	for cas, n := range all() {
		if !cas.Valid() || len(n.CSCL)+len(n.ISHA) == 0 || slices.ContainsFunc(n.ISHA, func(s string) bool { return !isha.MatchString(s) }) || slices.ContainsFunc(n.CSCL, func(s string) bool { return !cscl.MatchString(s) }) {
			t.Errorf("%s: %+v", cas, n)
		}
	}
	if len(all()) < 1400 {
		t.Errorf("%d substances", len(all()))
	}
	if got := Of("75-15-0"); !slices.Equal(got.CSCL, []string{"1-172"}) {
		t.Errorf("carbon disulphide: %+v", got)
	}
	if got := Of("7732-18-5"); got.CSCL != nil || got.ISHA != nil {
		t.Errorf("water: %+v", got)
	}
}
