package exchange_test

import (
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/exchange"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

const ethanol = `{"Identification": {"TradeProductIdentity": {"TradeNameJP": "エタノール"}}, "Unheard": {"of": 1}}`

func imported(t *testing.T, s *librarytest.Store, by sheets.Actor, in exchange.Document) error {
	s.Teams = map[sds.DepartmentID]string{"d": "品質保証部"}
	return exchange.Import(t.Context(), s, by, in, func(i exchange.Imported) *write.Answer {
		return &write.Answer{Key: "k", Body: []byte(i.Sheet.ID)}
	})
}

// A document becomes a completed sheet without a PDF, in one write with its answer and a
// history entry with the number of members that were not imported.
func TestImport(t *testing.T) {
	s := librarytest.New()
	if err := imported(t, s, librarytest.Actor(access.Editor, "d"), exchange.Document{Departments: []sds.DepartmentID{"d", "d"}, Body: []byte(ethanol), Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	if len(s.Sheets) != 1 || s.Writes != 1 || len(s.Answers) != 1 {
		t.Fatalf("%d sheets, %d writes, %d answers", len(s.Sheets), s.Writes, len(s.Answers))
	}
	got := s.Sheets[sds.SheetID(s.Answers[0].Body)]
	if got.Name != "エタノール" || got.NameByPerson || got.Status != sds.StatusCompleted || got.File.Key != "" || len(got.Departments) != 1 || got.Source != sds.SourceBatch || len(s.Content[got.ID]) == 0 {
		t.Errorf("%+v", got)
	}
	if history := s.History[got.ID]; len(history) != 1 || history[0].Action != "registered" || !strings.Contains(history[0].Comment, "1") {
		t.Errorf("history %+v", s.History[got.ID])
	}
}

// An invalid document is refused with the path of the invalid member, and nothing is written.
func TestImportRefuses(t *testing.T) {
	mine := []sds.DepartmentID{"d"}
	for name, tt := range map[string]struct {
		in    exchange.Document
		code  message.Code
		field string
		is    message.Code
	}{
		"no name":                    {exchange.Document{Departments: mine, Body: []byte(`{"Identification": {}}`)}, message.CodeInvalid, "document.Identification.TradeProductIdentity.TradeNameJP", exchange.CodeNameMissing},
		"a number":                   {exchange.Document{Departments: mine, Body: []byte(`{"Identification": {"TradeProductIdentity": {"TradeNameJP": 5}}}`)}, message.CodeInvalid, "document.Identification.TradeProductIdentity.TradeNameJP", "exchange.text_expected"},
		"a name of controls":         {exchange.Document{Departments: mine, Name: "a\x00", Body: []byte(ethanol)}, message.CodeInvalid, "name", ""},
		"a supplier in two lines":    {exchange.Document{Departments: mine, Body: []byte(`{"Identification": {"TradeProductIdentity": {"TradeNameJP": "a"}, "SupplierInformation": {"CompanyName": "a\nb"}}}`)}, message.CodeInvalid, "document.Identification.SupplierInformation.CompanyName", "text.control"},
		"an ingredient in two lines": {exchange.Document{Departments: mine, Body: []byte(`{"Identification": {"TradeProductIdentity": {"TradeNameJP": "a"}}, "Composition": {"CompositionAndConcentration": [{"SubstanceIdentifiers": {"SubstanceNames": {"GenericName": "a\nb"}}}]}}`)}, message.CodeInvalid, "document.Composition", "text.control"},
		"a code with a comma":        {exchange.Document{Departments: mine, Body: []byte(`{"Identification": {"TradeProductIdentity": {"TradeNameJP": "a", "ProductNoUser": ["A-1", "B,2"]}}}`)}, message.CodeInvalid, "document.Identification.TradeProductIdentity.ProductNoUser[1]", "input.forbidden_characters"},
		"no department":              {exchange.Document{Body: []byte(ethanol)}, message.CodeInvalid, "department_id_list", sheets.CodeDepartmentRequired},
		"no JSON":                    {exchange.Document{Departments: mine, Body: []byte("{")}, "exchange.not_json", "", ""},
	} {
		s := librarytest.New()
		err := imported(t, s, librarytest.Actor(access.Editor, "d"), tt.in)
		code, fields := librarytest.Code(t, err)
		is, named := fields[tt.field]
		if code != tt.code || named != (tt.field != "") || tt.is != "" && is != tt.is || s.Writes != 0 {
			t.Errorf("%s: %v %v, %d writes", name, err, fields, s.Writes)
		}
	}
}

// An import counts as a sheet of the plan.
func TestImportHoldsThePlansLimit(t *testing.T) {
	s := librarytest.New()
	for n := range 100 {
		s.Add(sds.SheetID(strconv.Itoa(n)), nil)
	}
	err := imported(t, s, librarytest.Actor(access.Admin), exchange.Document{Body: []byte(ethanol)})
	if code, _ := librarytest.Code(t, err); code != write.CodePlanLimit || len(s.Sheets) != 100 || len(s.Answers) != 0 {
		t.Errorf("%v: %d sheets", err, len(s.Sheets))
	}
}
