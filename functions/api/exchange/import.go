package exchange

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/jsonlimit"
	"anzen/shared/formats/mhlw"
	"anzen/shared/library/settle"
)

// Codes of imports.
const (
	CodeNameMissing  message.Code = "exchange.name_missing"
	CodeSectionLarge message.Code = "exchange.too_large"
)

const (
	maxDocument = 2 << 20
	envelope    = 16 << 10 // what may stand around the document
	maxRecord   = 350_000  // bytes; DynamoDB takes 400 KB
	maxTold     = 200
)

// Importing is the declaration of POST sdses/exchange.
var Importing = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/exchange", ID: "importSheetExchange", Tag: "exchange",
	Rule: rest.Need(access.SDSUpload), Summary: "Make a sheet of a document in the exchange format 1.0 of the Ministry of Health, Labour and Welfare",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem")},
	Status:  http.StatusCreated,
	Creates: true, MaxBody: maxDocument + envelope, MaxValues: rest.SheetValues,
}

// ImportInput is a document.
type ImportInput struct {
	rest.OfCompany
	Body struct {
		Departments []sds.DepartmentID `json:"department_id_list" maxItems:"100"`
		Name        string             `json:"name,omitempty" maxLength:"200" doc:"of the sheet; the product's where not given"`
		Document    json.RawMessage    `json:"document" doc:"the document, or its text as a string"`
	}
}

// ImportBody is the sheet that was made.
type ImportBody struct {
	ID          sds.SheetID `json:"id"`
	Version     int64       `json:"version" doc:"for If-Match"`
	Name        string      `json:"name"`
	NotImported []string    `json:"not_imported" nullable:"false" doc:"paths of members that a sheet has no place for, at most 200"`
	Omitted     int         `json:"not_imported_total" doc:"how many there are"`
}

// ImportOutput is the answer of an import.
type ImportOutput struct{ Body ImportBody }

// Import makes a sheet of a document. It has no PDF.
func Import(ctx context.Context, call *rest.Call, in *ImportInput) (*ImportOutput, error) {
	if err := call.MoveDepartments(ctx, nil, in.Body.Departments); err != nil {
		return nil, err
	}
	name, trouble := input.Line(in.Body.Name)
	if trouble != "" {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("name", trouble, nil)
	}
	document, err := textOf(in.Body.Document)
	if err != nil {
		return nil, err
	}
	read, err := mhlw.Import(document)
	if err != nil {
		return nil, within(err)
	}
	now := call.Now()
	s := sds.Sheet{
		ID: sds.NewID[sds.SheetID](), Name: name, NameByPerson: name != "", Status: sds.StatusCompleted, Source: sds.SourceBatch,
		Language: read.Language, LanguageCode: read.LanguageCode, Departments: in.Body.Departments, CreatedAt: now, CreatedBy: call.User, UpdatedAt: now,
	}
	judged := settle.Sheet(&s, read.Sections, nil)
	if s.Name == "" {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("document.Identification.TradeProductIdentity.TradeNameJP", CodeNameMissing, nil)
	}
	if err := checkSize(s, read.Sections); err != nil {
		return nil, err
	}
	limit := plan.Get(call.Of.Plan).MaxUploads
	full := message.New(message.PlanLimit, table.CodePlanLimit)
	if limit != nil {
		full = full.With(message.Args{"limit": *limit})
	}
	out := &ImportOutput{ImportBody{ID: s.ID, Version: 1, Name: s.Name, NotImported: read.Left[:min(len(read.Left), maxTold)], Omitted: len(read.Left)}}
	_, err = call.Table.WriteSheet(ctx, call.Company, table.SheetWrite{
		After: s, Sections: read.Sections, Judged: &judged, Audit: call.Audit("sheet.imported", string(s.ID)),
		Edit: &sds.Edit{
			ID: table.NewEditID(now), At: now, By: call.User, ByName: call.Name, Action: "registered", Changes: []sds.Change{},
			Comment: message.Text(call.Lang, "exchange.comment", message.Args{"count": len(read.Left)}),
		},
		With: func(x *table.Tx) {
			x.CountUpTo(table.UsageKey(call.Company), table.UsageUploads, 1, limit, full)
			call.Remember(x, out.Body)
		},
	})
	return out, err
}

// textOf is the document's JSON: as it was sent, or out of the string in which it was sent.
func textOf(raw json.RawMessage) ([]byte, error) {
	document := []byte(raw)
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && trimmed[0] == '"' {
		var inside string
		if err := json.Unmarshal(trimmed, &inside); err != nil {
			return nil, message.New(message.Invalid, message.CodeMalformed).Because(err)
		}
		document = bytes.TrimPrefix([]byte(inside), []byte("\ufeff"))
		// Inside of a text, no limit of the request has seen it.
		if json.Valid(document) {
			if err := jsonlimit.Check(document, jsonlimit.Limits{Depth: rest.MaxDepth, Values: rest.SheetValues}); err != nil {
				return nil, err
			}
		}
	}
	if len(document) > maxDocument {
		return nil, message.New(message.TooLarge, message.CodeTooLarge)
	}
	return document, nil
}

// within puts the paths of a document's errors below the member of the request.
func within(err error) error {
	var e *message.Error
	if !errors.As(err, &e) {
		return err
	}
	told := *e
	told.Fields = nil
	for _, f := range e.Fields {
		told.Fields = append(told.Fields, message.Field{Path: "document." + f.Path, Code: f.Code, Args: f.Args})
	}
	return &told
}

// checkSize refuses what no record could hold.
func checkSize(head sds.Sheet, sections []sds.Section) error {
	encoded, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("encode the sheet: %w", err)
	}
	large := message.New(message.Invalid, message.CodeInvalid)
	if len(encoded) > maxRecord {
		return large.On("document", CodeSectionLarge, nil)
	}
	for _, s := range sections {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if err := errors.Join(json.NewEncoder(w).Encode(s), w.Close()); err != nil {
			return fmt.Errorf("encode section %d: %w", s.Number, err)
		}
		if packed.Len() > maxRecord {
			return large.On("document."+mhlw.Member(s.Number), CodeSectionLarge, nil)
		}
	}
	return nil
}
