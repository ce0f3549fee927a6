// Package sdses is the API of safety data sheets: upload, registration, lists,
// one sheet with its sources, edits, history and another analysis.
//
// A user with SDS_READ only may view a sheet and its PDF; files need SDS_DOWNLOAD. The PDF
// has to reach the browser for display, and a browser can keep it; but the API gives a
// viewer nothing that is meant to be saved: the link to the PDF is valid for a minute, is
// signed for display (inline) and has no file name, and a link for saving is refused.
// Attachments can only be saved, so their links need SDS_DOWNLOAD; their names are in the
// sheet for every user.
package sdses

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/edition"
	"anzen/shared/judgement/findings"
	"anzen/shared/library/settle"
)

// SheetRow is a sheet in lists.
type SheetRow struct {
	ID                  sds.SheetID        `json:"id"`
	Version             int64              `json:"version" doc:"for If-Match"`
	Name                string             `json:"name"`
	ProductName         string             `json:"product_name"`
	ProductCodes        []string           `json:"product_code_list"`
	Supplier            string             `json:"supplier"`
	Manufacturer        string             `json:"manufacturer,omitempty" doc:"empty where the sheet names only a supplier"`
	Status              int                `json:"status" doc:"processing status id"`
	StatusGroup         sds.StatusGroup    `json:"status_group" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	Reason              *Reason            `json:"reason,omitempty" doc:"why the analysis was not possible"`
	RevisionStatus      sds.RevisionStatus `json:"revision_status" enum:",OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	LanguageID          int                `json:"language_id" doc:"44 Japanese, 16 English, 999 other, 0 not known yet"`
	SourceType          int                `json:"source_type" enum:"0,1" doc:"0 batch, 1 user"`
	CompositionType     int                `json:"composition_type" enum:"0,100,101,102" doc:"0 none, 100 substance, 101 mixture, 102 UVCB"`
	Departments         []sds.DepartmentID `json:"department_id_list"`
	Assignees           []sds.UserID       `json:"assignee_id_list"`
	Tags                []sds.TagID        `json:"tag_id_list"`
	Note                string             `json:"note"`
	IssuedOn            string             `json:"issued_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	RevisedOn           string             `json:"revised_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	SupplierConfirmedOn string             `json:"supplier_confirmed_at" doc:"YYYY-MM-DD or empty"`
	AssessedOn          string             `json:"assessed_at" doc:"YYYY-MM-DD or empty"`
	CreatedAt           time.Time          `json:"created_at"`
	UpdatedAt           time.Time          `json:"updated_at"`
	File                sds.File           `json:"file"`
	SignalWord          string             `json:"signal_word"`
	Pictograms          []string           `json:"pictograms"`
	HCodes              []string           `json:"h_codes"`
	CAS                 []string           `json:"cas_numbers"`
	UNNumber            string             `json:"un_number"`
	AttachmentCount     int                `json:"attachment_count"`
	Newer               sds.SheetID        `json:"newer_id,omitempty" doc:"the sheet that replaces it"`
	Older               sds.SheetID        `json:"older_id,omitempty" doc:"the sheet that it replaces"`
	Unreviewed          int                `json:"unreviewed_count" doc:"uncertain values that have not been reviewed"`
	FindingCount        int                `json:"finding_count"`
	Matches             []Match            `json:"matches,omitempty" doc:"in lists: the first place of each word of text"`
	MayEdit             bool               `json:"may_edit" doc:"the caller may edit this sheet"`
	MayRequest          bool               `json:"may_request" doc:"the caller may request another analysis"`
}

// Reason is why a sheet could not be analyzed, and what to do about it.
type Reason struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func row(call *rest.Call, s *sds.Sheet) SheetRow {
	r := SheetRow{
		ID: s.ID, Version: s.Version, Name: s.Name, ProductName: s.ProductName, ProductCodes: s.ProductCodes, Supplier: s.Supplier, Manufacturer: s.Manufacturer,
		Status: int(s.Status), StatusGroup: s.Status.Group(), RevisionStatus: s.RevisionStatusOn(sds.Day(call.Now()), call.Company.ExpirationYears),
		LanguageID: s.Language, SourceType: int(s.Source), CompositionType: int(s.Composition), Departments: s.Departments, Assignees: s.Assignees, Tags: s.Tags, Note: s.Note,
		IssuedOn: s.IssuedOn, RevisedOn: s.RevisedOn, SupplierConfirmedOn: s.SupplierConfirmedOn, AssessedOn: s.AssessedOn,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, File: s.File, SignalWord: s.SignalWord, Pictograms: s.Pictograms,
		AttachmentCount: s.AttachmentCount, Newer: s.Newer, Older: s.Older,
		HCodes: s.HCodes, CAS: s.CAS, UNNumber: s.UNNumber, Unreviewed: s.Unreviewed, FindingCount: settle.Count(s, call.Now(), call.Company.ExpirationYears),
		MayEdit: call.MayEdit(*s) && s.Status.Editable(), MayRequest: call.MayRequest(*s) && s.Status.Editable() && s.File.Name != "" && !fileClosed(s),
	}
	if len(r.File.SHA256) < hex.EncodedLen(sha256.Size) {
		r.File.SHA256 = "" // lists have its beginning only
	}
	r.Reason = reason(call, s)
	return r
}

// reason is why a sheet could not be analyzed, in the caller's language; nil if it could.
func reason(call *rest.Call, s *sds.Sheet) *Reason {
	if s.Reason == "" {
		return nil
	}
	args := message.Args{}
	for k, v := range s.ReasonDetail {
		args[k] = v
	}
	return &Reason{s.Reason, message.Text(call.Lang, message.Code(s.Reason), args)}
}

// FindingView is a finding with its text in the caller's language.
type FindingView struct {
	sds.Finding
	Detail string `json:"detail"`
}

// WholeSheet is a sheet with all its parts.
type WholeSheet struct {
	SheetRow
	Sections    []sds.Section `json:"sections"`
	Findings    []FindingView `json:"findings"`
	Versions    []Version     `json:"versions" doc:"the newest first, this sheet among them"`
	Attachments []Attachment  `json:"attachments" doc:"in the order of their registration"`
	Answers     *Answers      `json:"answers,omitempty" doc:"a user's answers to the analysis"`
	Edition     *EditionView  `json:"edition,omitempty" doc:"of JIS Z 7252 and Z 7253; of Japanese sheets"`
}

// EditionView is the edition of the standards that a sheet follows, with its reason.
type EditionView struct {
	Edition edition.Edition `json:"edition" enum:",2014,2019,2025" doc:"2014: that one or an older one; empty: not known"`
	Basis   edition.Basis   `json:"basis" enum:"stated,category,wording,date,not_stated" doc:"stated: the sheet names it; else it is inferred"`
	Section int             `json:"section,omitempty" doc:"where the reason is printed"`
	Field   string          `json:"field,omitempty" doc:"the field's id"`
	Text    string          `json:"text,omitempty" doc:"what is printed there"`
}

func editionOf(record *sds.Sheet, sections []sds.Section) *EditionView {
	if record.Language != sds.LanguageJapanese || len(sections) == 0 {
		return nil
	}
	f := edition.Of(record, sections)
	return &EditionView{f.Edition, f.Basis, f.Section, f.Field, f.Text}
}

// Version is a sheet of a chain in which each replaces the previous one.
type Version struct {
	ID             sds.SheetID        `json:"id"`
	Name           string             `json:"name"`
	FileName       string             `json:"file_name"`
	RevisedOn      string             `json:"revised_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	CreatedAt      time.Time          `json:"created_at"`
	Status         int                `json:"status" doc:"processing status id"`
	StatusGroup    sds.StatusGroup    `json:"status_group" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	RevisionStatus sds.RevisionStatus `json:"revision_status" enum:",OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
}

func versionsOf(call *rest.Call, sheets []sds.Sheet) []Version {
	versions := make([]Version, len(sheets))
	for i, s := range sheets {
		versions[i] = Version{
			s.ID, s.Name, s.File.Name, s.RevisedOn, s.CreatedAt, int(s.Status), s.Status.Group(), s.RevisionStatusOn(sds.Day(call.Now()), call.Company.ExpirationYears),
		}
	}
	return versions
}

// Answers are a user's statements about the file for the analysis.
type Answers struct {
	LanguageID int `json:"language_id,omitempty" enum:"16,44" doc:"16 English, 44 Japanese; absent: as read"`
	FirstPage  int `json:"first_page,omitempty" minimum:"1" maximum:"10000" doc:"of the sheet's pages"`
	LastPage   int `json:"last_page,omitempty" minimum:"1" maximum:"10000"`
}

func answersOf(a *sds.Answers) *Answers {
	if a == nil {
		return nil
	}
	return &Answers{a.Language, a.FirstPage, a.LastPage}
}

func details(call *rest.Call, found []sds.Finding) []FindingView {
	views := make([]FindingView, len(found))
	for i, f := range found {
		views[i] = FindingView{f, findings.Finding{ID: f.ID, Args: f.Args}.Message(call.Lang)}
	}
	return views
}
