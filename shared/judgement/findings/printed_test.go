package findings_test

import (
	"slices"
	"testing"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader/doc"
)

func TestPrintedOf(t *testing.T) {
	section := func(number int, lines ...string) doc.Section {
		s := doc.Section{Number: number, First: 1, Last: 1}
		for _, l := range lines {
			s.Lines = append(s.Lines, doc.Line{Text: l})
		}
		return s
	}
	got := findings.PrintedOf(&doc.Document{
		Pages: []doc.Page{{Number: 1, OCR: true, Images: []doc.Image{{}}}, {Number: 2, Images: []doc.Image{{}}}},
		Sections: []doc.Section{
			section(0, "製品安全データシート"), section(1, "製品名 シンナー"), section(3), section(2, "眼刺激性　区分外", "【安全対策】"), section(15, "化審法 第２種監視化学物質"),
		},
		Sheets: []doc.Range{{First: 1, Last: 2}},
	})
	if want := []int{1, 3, 2, 15}; !slices.Equal(got.Order, want) {
		t.Errorf("order %v, want %v", got.Order, want)
	}
	if !slices.Equal(got.Empty, []int{3}) || got.Pictures != 1 || !got.Recognised || got.Sheets != 1 {
		t.Errorf("printed %+v", got)
	}
	for key, want := range map[string]string{"old_category": "区分外", "old_law": "第2種監視化学物質", "old_title": "製品安全データシート", "precautions": "安全対策", "r_phrases": ""} {
		if got.Wordings[key] != want {
			t.Errorf("wording %s is %q, want %q", key, got.Wordings[key], want)
		}
	}
}
