package sds_test

import (
	"testing"

	"anzen/shared/domain/sds"
)

func TestNoFlashPoint(t *testing.T) {
	for _, tt := range []struct {
		section     int
		title, body string
		want        bool
	}{
		{9, "引火点", "引火せず", true},
		{9, "引火点", "なし", true},
		{9, "引火点(℃)", "引火点なし（不燃性）", true},
		{9, "燃焼性(固体・気体)", "不燃性", true},
		{9, "Flash point", "Not flammable", true},
		{9, "Flammability", "Non-combustible liquid", true},
		{9, "引火点", "データなし", false},
		{9, "引火点", "該当しない", false},
		{9, "燃焼性", "情報なし", false},
		{9, "燃焼性", "可燃性", false},
		{9, "臭い", "なし", false},
		{5, "引火点", "引火せず", false},
	} {
		var record sds.Sheet
		record.Derive([]sds.Section{{Number: tt.section, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{ID: "a", Fields: []sds.Field{
			{ID: "text/a/title", Key: "title", Value: sds.Value{Text: tt.title}}, {ID: "text/a/body", Key: "body", Value: sds.Value{Text: tt.body}},
		}}}}}}})
		if record.NoFlashPoint != tt.want {
			t.Errorf("section %d, %s: %s: %v", tt.section, tt.title, tt.body, record.NoFlashPoint)
		}
	}
}
