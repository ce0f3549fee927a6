package substances

import (
	"context"
	"fmt"
	"unicode"

	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
)

// nameAll gives substances without a name of the dictionary in a language the one that the
// company's sheets of that language print.
func nameAll(ctx context.Context, sheets Catalog, v search.Viewer, all []Substance) error {
	for _, in := range []struct {
		language int
		name     func(*Substance) *string
		japanese bool
	}{
		{sds.LanguageJapanese, func(s *Substance) *string { return &s.Ja }, true},
		{sds.LanguageEnglish, func(s *Substance) *string { return &s.En }, false},
	} {
		var nameless []string
		for i := range all {
			if *in.name(&all[i]) == "" {
				nameless = append(nameless, string(all[i].CAS))
			}
		}
		if nameless == nil {
			continue
		}
		names, err := sheets.PrintedNames(ctx, v.Company.ID, in.language, nameless, func(name string) bool { return name != "" && isJapanese(name) == in.japanese })
		if err != nil {
			return fmt.Errorf("names of %d substances: %w", len(nameless), err)
		}
		for i := range all {
			if at := in.name(&all[i]); *at == "" {
				*at = names[string(all[i].CAS)]
			}
		}
	}
	return nil
}

func isJapanese(name string) bool {
	for _, r := range name {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return true
		}
	}
	return false
}
