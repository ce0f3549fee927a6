package lawcheck

import (
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
)

// Of a special flammable by its ignition temperature alone, the reason states that temperature.
func TestSpecialFlammableByIgnition(t *testing.T) {
	s := substance("物質", "109-66-0", 0)
	s.FlashPoint, s.AutoIgnition = nil, celsius(90)
	for _, p := range propertiesOf(propertySet(t), &s) {
		if p.Key() != fireSpecial {
			continue
		}
		if p.Verdict != verdict.Applies {
			t.Fatalf("%+v", p)
		}
		for _, locale := range []string{"ja", "en"} {
			if text := p.Explain(locale); !strings.Contains(text, " 90 ") {
				t.Errorf("%s", text)
			}
		}
		return
	}
	t.Fatal("no proof")
}
