package mhlw

import (
	"slices"
	"testing"

	"anzen/shared/domain/sds"
)

// listedStandards are the editions in the head of a document.
func listedStandards(t *testing.T, sections []sds.Section) (all []string) {
	t.Helper()
	document, err := Export(sds.LanguageJapanese, sections)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := look(tree(document), mustPath(jisVersion)).([]any)
	for _, entry := range list {
		all = append(all, entry.(string))
	}
	return all
}

func TestEditionsThatASheetNamesAreInTheHead(t *testing.T) {
	body := func(text string, state sds.FieldState) []sds.Section {
		return []sds.Section{{Number: 16, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{Fields: []sds.Field{
			{ID: "f", Key: "body", State: state, Value: sds.Value{Kind: sds.KindText, Text: text}},
		}}}}}}}
	}
	for text, want := range map[string][]string{
		"JIS Z 7252:2019、JIS Z 7253:2019に準拠":       {"JIS Z 7252:2019", "JIS Z 7253:2019"},
		"ＪＩＳ Ｚ ７２５３（２０２５）":                         {"JIS Z 7253:2025"},
		"JIS Z7253-2012から2025年に改訂: JIS Z7253:2025": {"JIS Z 7253:2025"},
		"JIS Z 7253":      nil,
		"JIS K 7253:2019": nil,
	} {
		if got := listedStandards(t, body(text, sds.StateMachine)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := listedStandards(t, body("JIS Z 7253:2019", sds.StateDeleted)); got != nil {
		t.Errorf("a deleted text names %v", got)
	}
}

func TestEditionsInTheHeadAreKept(t *testing.T) {
	const other = `,"OtherInformation":{"FullText":"本SDSはJIS Z 7253:2019に従う。"}`
	for _, tt := range []struct {
		list, rest string
		body       string // of the block that is added
		left       []string
		head       []string // of the document that the sheet is written as
	}{
		{`["JIS Z 7253:2019"]`, "", "JIS Z 7253:2019", nil, []string{"JIS Z 7253:2019"}},
		{`["JIS Z 7252:2025","Z 7253-2025"]`, "", "JIS Z 7252:2025\nJIS Z 7253:2025", nil, []string{"JIS Z 7252:2025", "JIS Z 7253:2025"}},
		{`["2025"]`, "", "JIS Z 7253:2025", nil, []string{"JIS Z 7253:2025"}},
		{`["JIS Z 7253:2019","JIS Z 7253:2019"]`, other, "", nil, []string{"JIS Z 7253:2019"}},
		{`["ISO 11014"]`, "", "", []string{jisVersion + "[0]"}, nil},
		{`[]`, "", "", nil, nil},
	} {
		in, err := Import([]byte(`{"Datasheet":{"JISVersionNo":` + tt.list + `},"Identification":{"TradeProductIdentity":{"TradeNameJP":"水"}}` + tt.rest + `}`))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a second time nothing is added
			var body string
			for _, s := range in.Sections {
				if g := s.Group(sds.GroupText); s.Number == 16 && g != nil {
					for _, row := range g.Rows {
						if f := stated(row.Fields, "title"); f != nil && f.Value.Text == standardsTitle(sds.LanguageJapanese) {
							body += stated(row.Fields, "body").Value.Text
						}
					}
				}
			}
			if body != tt.body {
				t.Errorf("%s: the block says %q, want %q", tt.list, body, tt.body)
			}
			if got := listedStandards(t, in.Sections); !slices.Equal(got, tt.head) {
				t.Errorf("%s: written as %v, want %v", tt.list, got, tt.head)
			}
			if !slices.Equal(in.Left, tt.left) {
				t.Errorf("%s: left %v, want %v", tt.list, in.Left, tt.left)
			}
			document, err := Export(in.Language, in.Sections)
			if err == nil {
				in, err = Import(document)
			}
			if err != nil {
				t.Fatal(err)
			}
			tt.left = nil
		}
	}
}

func TestAListOfEditionsThatIsNoneIsTold(t *testing.T) {
	if _, err := Import([]byte(`{"Datasheet":{"JISVersionNo":"JIS Z 7253:2019"}}`)); err == nil {
		t.Error("a text instead of a list is taken")
	}
}
