// Package exchange imports documents in the exchange format of the Ministry of Health,
// Labour and Welfare as sheets. Such a sheet has no PDF.
package exchange

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/mhlw"
	"anzen/shared/judgement/numbers"
	"anzen/shared/library/settle"
	"anzen/shared/library/sheets"
)

// Codes of imports.
const (
	CodeNameMissing  message.Code = "exchange.name_missing"
	CodeSectionLarge message.Code = "exchange.too_large"
)

// maxRecord is the largest size of a record in bytes; DynamoDB's limit is 400 KB.
const maxRecord = 350_000

// Document is a document to import.
type Document struct {
	Departments []sds.DepartmentID
	Name        string // of the sheet; the product's where it is empty
	Body        []byte
	Lang        string // of the entry in the history
}

// Imported is the new sheet, with the paths of the document's members that were not imported.
type Imported struct {
	Sheet sds.Sheet
	Left  []string
}

// Store is what an import reads and writes.
type Store interface {
	sheets.Departments
	WriteSheet(ctx context.Context, c sds.CompanyID, w write.Sheet) (sds.Sheet, error)
}

// Numbers finds the numbers of ingredients on a day.
func Numbers(day time.Time) mhlw.Known {
	return func(name string, cas []string) sds.LawNumbers {
		return numbers.Of(name, cas, day.Format(time.DateOnly))
	}
}

var errInvalid = message.New(message.Invalid, message.CodeInvalid)

// Import creates a sheet from a document. The answer is stored in the same write.
func Import(ctx context.Context, store Store, by sheets.Actor, in Document, answer func(Imported) *write.Answer) error {
	in.Departments = sheets.Unique(in.Departments)
	if err := sheets.MoveDepartments(ctx, store, by.Principal, nil, in.Departments); err != nil {
		return err
	}
	var wrong input.FieldErrors
	wrong.SheetName("name", &in.Name)
	if err := wrong.Err(); err != nil {
		return err
	}
	name := in.Name
	read, err := mhlw.Import(in.Body, Numbers(sds.Day(by.Now)))
	if err == nil {
		err = checkTexts(read.Sections)
	}
	if err != nil {
		return within(err)
	}
	s := sds.Sheet{
		ID: sds.NewID[sds.SheetID](), Version: 1, Name: name, NameByPerson: name != "", Status: sds.StatusCompleted, Source: sds.SourceBatch,
		Language: read.Language, LanguageCode: read.LanguageCode, Departments: in.Departments, CreatedAt: by.Now, CreatedBy: by.User, UpdatedAt: by.Now,
	}
	result := settle.Sheet(&s, read.Sections, nil)
	if s.Name == "" {
		return errInvalid.On("document.Identification.TradeProductIdentity.TradeNameJP", CodeNameMissing, nil)
	}
	if err := checkSize(s, read.Sections); err != nil {
		return err
	}
	edit := by.Entry("registered")
	edit.Comment = message.Text(in.Lang, "exchange.comment", message.Args{"count": len(read.Left)})
	_, err = store.WriteSheet(ctx, by.CompanyID, write.Sheet{
		After: s, Sections: read.Sections, CheckResult: &result, Edit: edit, Audit: by.Audit("sheet.imported", string(s.ID)),
		Counts: true, Limit: plan.Get(by.Settings.Plan).MaxUploads, Answer: answer(Imported{s, read.Left}),
	})
	return err
}

// checkTexts holds a document's texts to the rules of those that users enter.
func checkTexts(sections []sds.Section) error {
	var wrong input.FieldErrors
	for i := range sections {
		number := sections[i].Number
		sections[i].Each(func(group string, f *sds.Field) {
			if group == "" && f.Key == "product_codes" {
				wrong.ProductCodes(memberOf(number, group, f.Key), f.Value.List, func(i int) string { return fmt.Sprintf("%s[%d]", memberOf(number, group, f.Key), i) })
				return
			}
			sheets.CleanValue(&wrong, memberOf(number, group, f.Key), f.Key, &f.Value)
		})
	}
	return wrong.Err()
}

// memberOf is the path of a field's member; of its section where it has none of its own.
func memberOf(section int, group, key string) string {
	if section == 1 && key == "product_name" {
		return "Identification.TradeProductIdentity.TradeNameJP"
	}
	if d, ok := sds.DefinitionOf(section, group, key); ok && d.Member != "" {
		return d.Member
	}
	return mhlw.Member(section)
}

// within prefixes the paths of a document's errors with its input member.
func within(err error) error {
	var e *message.Error
	if !errors.As(err, &e) {
		return err
	}
	inside := *e
	inside.Fields = nil
	for _, f := range e.Fields {
		inside.Fields = append(inside.Fields, message.Field{Path: "document." + f.Path, Code: f.Code, Args: f.Args})
	}
	return &inside
}

// checkSize refuses a sheet whose records would be too large.
func checkSize(s sds.Sheet, sections []sds.Section) error {
	encoded, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode the sheet: %w", err)
	}
	if len(encoded) > maxRecord {
		return errInvalid.On("document", CodeSectionLarge, nil)
	}
	for _, s := range sections {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if err := errors.Join(json.NewEncoder(w).Encode(s), w.Close()); err != nil {
			return fmt.Errorf("encode section %d: %w", s.Number, err)
		}
		if packed.Len() > maxRecord {
			return errInvalid.On("document."+mhlw.Member(s.Number), CodeSectionLarge, nil)
		}
	}
	return nil
}
