package library_test

import (
	"encoding/json"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
	"anzen/shared/library/exchange"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

// taken is what a way in makes of a text: as it is stored, or the code of its error.
type taken struct {
	stored string
	code   message.Code
}

// way enters a text into a company.
type way func(t *testing.T, text string) taken

// firstOf is the code of an error's first field.
func firstOf(err error) message.Code {
	e, is := err.(*message.Error) //nolint:errorlint // use cases return them unwrapped
	if !is {
		return "an error without a code"
	}
	if len(e.Fields) > 0 {
		return e.Fields[0].Code
	}
	return e.Code
}

// edited is the way of the API's PUT.
func edited(change func(text string) sheets.Changes, stored func(s *librarytest.Store) string) way {
	return func(t *testing.T, text string) taken {
		s := librarytest.New()
		s.Add("s", nil)
		in := change(text)
		in.Sheet, in.Read = "s", 1
		if _, err := sheets.Edit(t.Context(), s, librarytest.Actor(access.Admin), in); err != nil {
			return taken{code: firstOf(err)}
		}
		return taken{stored: stored(s)}
	}
}

func nameOf(s *librarytest.Store) string {
	for _, sheet := range s.Sheets {
		return sheet.Name
	}
	return ""
}

func codeOf(s *librarytest.Store) string {
	for _, sheet := range s.Sheets {
		return strings.Join(sheet.ProductCodes, "|")
	}
	return ""
}

func field(key string, v sds.Value) sheets.Changes {
	return sheets.Changes{Fields: []sds.FieldEdit{{Section: 1, ID: key, Action: sds.ActionEdit, Value: &v}}}
}

func imported(member string, stored func(*librarytest.Store) string) way {
	return func(t *testing.T, text string) taken {
		s := librarytest.New()
		product := map[string]any{"TradeNameJP": "エタノール"}
		if member == "ProductNoUser" {
			product[member] = []string{text}
		} else {
			product[member] = text
		}
		body, err := json.Marshal(map[string]any{"Identification": map[string]any{"TradeProductIdentity": product}})
		if err != nil {
			t.Fatal(err)
		}
		s.Teams = map[sds.DepartmentID]string{"d": "品質保証部"}
		in := exchange.Document{Departments: []sds.DepartmentID{"d"}, Body: body, Lang: "ja"}
		if err := exchange.Import(t.Context(), s, librarytest.Actor(access.Admin), in, func(exchange.Imported) *write.Answer { return nil }); err != nil {
			return taken{code: firstOf(err)}
		}
		return taken{stored: stored(s)}
	}
}

func without(ways map[string]way, name string) map[string]way {
	rest := maps.Clone(ways)
	delete(rest, name)
	return rest
}

func registered(t *testing.T, text string) taken {
	s := librarytest.New()
	s.Uploads["u"] = sds.Upload{ID: "u", Version: 1, Company: librarytest.Company, By: "me", Key: "u.pdf", Name: "u.pdf", SHA256: "x"}
	s.Objects["u.pdf"] = sds.Object{Size: 9, Version: "1", SHA256: "x"}
	r := sheets.Registrar{Store: s, Files: s, Known: s.Catalog(), Analyses: s, Log: slog.New(slog.DiscardHandler)}
	in := sheets.NewSheets{Sheets: []sheets.NewSheet{{Upload: "u", Name: text}}}
	if err := r.Register(t.Context(), librarytest.Actor(access.Admin), in, func([]sds.Sheet) *write.Answer { return nil }); err != nil {
		return taken{code: firstOf(err)}
	}
	return taken{stored: nameOf(s)}
}

func fromFile(column batch.Column, stored func(batch.Change) string) way {
	return func(_ *testing.T, text string) taken {
		k := batch.Checker{Caller: batch.Caller{Role: access.Admin}, Now: time.Now(), Sheets: map[sds.SheetID]sds.Sheet{"s": {ID: "s", Name: "前", Status: sds.StatusCompleted}}}
		plan, problems := k.Check(batch.File{Columns: []batch.Column{column}, Lines: []batch.Line{{Row: 2, Sheet: "s", Cells: map[batch.Column]string{column: text}}}})
		if len(problems) > 0 {
			return taken{code: problems[0].Code}
		}
		if len(plan.Changes) == 0 {
			return taken{}
		}
		return taken{stored: stored(plan.Changes[0])}
	}
}

// The rules of names and product codes hold in every way in: what is refused by one is
// refused by all, and what is not seen is stored by none.
func TestRulesHoldInEveryWayIn(t *testing.T) {
	names := map[string]way{
		"API, name": edited(func(text string) sheets.Changes { return sheets.Changes{Name: &text} }, nameOf),
		"API, product name": edited(func(text string) sheets.Changes {
			return field("product_name", sds.Value{Kind: sds.KindText, Text: text})
		}, nameOf),
		"registration": registered,
		"import":       imported("TradeNameJP", nameOf),
		"CSV":          fromFile(batch.Name, func(c batch.Change) string { return *c.Name }),
	}
	codes := map[string]way{
		"API": edited(func(text string) sheets.Changes {
			return field("product_codes", sds.Value{Kind: sds.KindList, List: []string{text}})
		}, codeOf),
		"import": imported("ProductNoUser", codeOf),
		"CSV":    fromFile(batch.Codes, func(c batch.Change) string { return strings.Join(*c.Codes, "|") }),
	}
	for _, tt := range []struct {
		what   string
		ways   map[string]way
		text   string
		stored string // empty: refused
	}{
		{"a line break in a name", names, "アセ\nトン", ""},
		{"a control character in a name", without(names, "import"), "アセ\x07トン", ""},
		{"a control character in a document", map[string]way{"import": names["import"]}, "アセ\x07トン", "アセトン"},
		{"a zero-width space in a name", names, "アセ\u200bトン", "アセトン"},
		{"a no-break space in a name", names, "アセトン\u00a0一級", "アセトン 一級"},
		{"a byte order mark and blanks around a name", names, "\ufeff アセトン　", "アセトン"},
		{"a comma in a name", names, "1,2-ジクロロエタン", "1,2-ジクロロエタン"},
		{"a line break in a product code", map[string]way{"API": codes["API"], "import": codes["import"]}, "A\n1", ""},
		{"a comma in a product code", map[string]way{"API": codes["API"], "import": codes["import"]}, "A,1", ""},
		{"a wide comma in a product code", map[string]way{"API": codes["API"], "import": codes["import"]}, "A，1", ""},
		{"commas separate product codes in a file", map[string]way{"CSV": codes["CSV"]}, "A,1", "A|1"},
		{"a long product code", codes, strings.Repeat("長", input.MaxProductCode+1), ""},
		{"the longest product code", codes, strings.Repeat("長", input.MaxProductCode), strings.Repeat("長", input.MaxProductCode)},
		{"a zero-width space in a product code", codes, "A\u200b1", "A1"},
		{"a no-break space in a product code", codes, "A\u00a01", "A 1"},
	} {
		for name, enter := range tt.ways {
			got := enter(t, tt.text)
			if got.stored != tt.stored || (got.code == "") != (tt.stored != "") {
				t.Errorf("%s, %s: stored as %q, %s; want %q", tt.what, name, got.stored, got.code, tt.stored)
			}
		}
	}
	long := strings.Repeat("名", input.MaxSheetName+1)
	for _, name := range []string{"API, name", "registration", "CSV"} {
		if got := names[name](t, long); got.code == "" {
			t.Errorf("a long name, %s: stored", name)
		}
	}
}

// Names of tags, departments and people are cleaned before they are checked and stored, and
// contain neither commas nor line breaks.
func TestRulesOfOtherNames(t *testing.T) {
	rules := map[string]func(string) company.Trouble{
		"tag": company.TagName, "department": company.OrganisationName, "company": company.Name,
		"person": func(s string) company.Trouble { return company.PersonName(s, true) },
	}
	for what, rule := range rules {
		for text, ok := range map[string]bool{"品質\u200b保証": true, "品質\u00a0保証": true, "品質\n保証": false, "品質,保証": false, "品質，保証": false, "\u200b": false, "\u00a0": false} {
			if trouble := rule(text); (trouble == "") != ok {
				t.Errorf("%s %q: %q", what, text, trouble)
			}
		}
	}
	for text, want := range map[string]string{"品質\u200b保証": "品質保証", "品質\u00a0保証": "品質 保証", "\u200b": ""} {
		if got := company.Clean(text); got != want {
			t.Errorf("%q is stored as %q, want %q", text, got, want)
		}
	}
}
