package sds_test

import (
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/text/texttest"
)

func TestSpelling(t *testing.T) {
	for _, d := range sds.Definitions {
		texts := []string{d.Name.En, d.Heading.En}
		for _, choice := range d.Choices {
			name, _ := sds.ChoiceName(d.Key, choice)
			texts = append(texts, name.En)
		}
		for _, text := range texts {
			if words := texttest.British(text); len(words) > 0 {
				t.Errorf("%s: %q", d.Key, words)
			}
		}
	}
}
