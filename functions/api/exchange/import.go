package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/jsonlimit"
	"anzen/shared/library/exchange"
)

const (
	maxDocument = 2 << 20
	envelope    = 16 << 10 // of the body around the document
	maxErrors   = 200
)

// ImportRoute is the declaration of POST sdses/exchange.
var ImportRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/exchange", ID: "importSheetExchange", Tag: "exchange",
	Rule: rest.Need(access.SDSUpload), Summary: "Make a sheet of a document in the exchange format 1.0 of the Ministry of Health, Labour and Welfare",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem")},
	Status:  http.StatusCreated,
	Creates: true, Makes: "/companies/{id}/sdses/{made}", MaxBody: maxDocument + envelope, MaxValues: rest.SheetValues,
}

// ImportInput is a document.
type ImportInput struct {
	rest.OfCompany
	Body struct {
		Departments []sds.DepartmentID `json:"department_id_list" maxItems:"100"`
		Name        string             `json:"name,omitempty" maxLength:"200" doc:"of the sheet; default: the product's"`
		Document    json.RawMessage    `json:"document" doc:"the document, or its text as a string"`
	}
}

// ImportBody is the sheet that was made.
type ImportBody struct {
	ID          sds.SheetID `json:"id"`
	Version     int64       `json:"version" doc:"for If-Match"`
	Name        string      `json:"name"`
	NotImported []string    `json:"not_imported" nullable:"false" doc:"paths of members that a sheet cannot represent, at most 200"`
	Omitted     int         `json:"not_imported_total" doc:"number of all such members"`
}

// ImportOutput is the answer of an import.
type ImportOutput struct{ Body ImportBody }

// Import makes a sheet of a document. It has no PDF.
func Import(ctx context.Context, call *rest.Call, in *ImportInput) (*ImportOutput, error) {
	document, err := textOf(in.Body.Document)
	if err != nil {
		return nil, err
	}
	out := &ImportOutput{}
	err = exchange.Import(ctx, call.Table, call.Actor(), exchange.Document{
		Departments: in.Body.Departments, Name: in.Body.Name, Body: document, Lang: call.Lang,
	}, func(made exchange.Imported) *write.Answer {
		out.Body = ImportBody{
			ID: made.Sheet.ID, Version: made.Sheet.Version, Name: made.Sheet.Name,
			NotImported: made.Left[:min(len(made.Left), maxErrors)], Omitted: len(made.Left),
		}
		return call.Answer(out.Body)
	})
	return out, err
}

// textOf is the document's JSON: the value itself, or the contents of a string.
func textOf(raw json.RawMessage) ([]byte, error) {
	document := []byte(raw)
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && trimmed[0] == '"' {
		var inside string
		if err := json.Unmarshal(trimmed, &inside); err != nil {
			return nil, message.New(message.Invalid, message.CodeMalformed).Because(err)
		}
		document = bytes.TrimPrefix([]byte(inside), []byte("\ufeff"))
		// The request's limits have not been checked inside a string.
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
