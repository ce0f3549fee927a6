// Package librarytest holds a company's records in memory, for tests of use cases at their
// own interfaces. It meets the contract of package write: a write of a stale version is
// refused as a whole, product codes are guarded, plans have limits, and an answer is stored
// with its write.
package librarytest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
	"anzen/shared/library/sheets"
	"anzen/shared/text"
)

// Company is the only company.
const Company sds.CompanyID = "c"

// Now is the time of everything.
var Now = time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)

// Actor is a user of the company with a role and departments.
func Actor(role access.Role, departments ...sds.DepartmentID) sheets.Actor {
	return sheets.Actor{
		Principal: access.Principal{CompanyID: Company, User: "me", Name: "山田 花子", Role: role, Departments: departments},
		Settings:  company.Company{ID: Company, Plan: 100, ExpirationYears: 5}, Now: Now,
	}
}

// Store holds the company's records. Tests fill and inspect it.
type Store struct {
	Sheets        map[sds.SheetID]sds.Sheet
	Content       map[sds.SheetID][]sds.Section
	Findings      map[sds.SheetID]sds.CheckResult
	History       map[sds.SheetID][]sds.Edit
	Attached      map[sds.SheetID][]sds.Attachment
	Uploads       map[sds.UploadID]sds.Upload
	Objects       map[string]sds.Object
	Scans         map[string]sds.Scan // by key?version
	Teams         map[sds.DepartmentID]string
	TagNames      map[sds.TagID]string
	People        map[sds.UserID]company.User
	Audits        []write.Audit
	Answers       []write.Answer
	Promised      map[sds.SheetID]bool // analyses
	Started       []sds.SheetID
	Checks        catalog.Checks // of the catalog; nil: none
	BeforeWriting func()         // is called before each write, to write concurrently
	Writes        int            // that succeeded

	mu sync.Mutex
}

// New is a company without anything.
func New() *Store {
	return &Store{
		Sheets: map[sds.SheetID]sds.Sheet{}, Content: map[sds.SheetID][]sds.Section{}, Findings: map[sds.SheetID]sds.CheckResult{}, History: map[sds.SheetID][]sds.Edit{},
		Attached: map[sds.SheetID][]sds.Attachment{}, Uploads: map[sds.UploadID]sds.Upload{}, Objects: map[string]sds.Object{}, Teams: map[sds.DepartmentID]string{},
		TagNames: map[sds.TagID]string{}, People: map[sds.UserID]company.User{}, Promised: map[sds.SheetID]bool{},
	}
}

// Add adds a completed sheet as modified by change, which may be nil.
func (s *Store) Add(id sds.SheetID, change func(*sds.Sheet)) sds.Sheet {
	sheet := sds.Sheet{ID: id, Version: 1, Name: "アセトン", Status: sds.StatusCompleted, Attempt: 1, CreatedAt: Now, UpdatedAt: Now}
	if change != nil {
		change(&sheet)
	}
	s.Sheets[id] = sheet
	return sheet
}

// Touch changes a sheet as a concurrent write does.
func (s *Store) Touch(id sds.SheetID, change func(*sds.Sheet)) {
	sheet := s.Sheets[id]
	sheet.Version++
	change(&sheet)
	s.Sheets[id] = sheet
}

func one[K comparable, V any](all map[K]V, key K) (V, error) {
	v, is := all[key]
	if !is {
		return v, write.ErrNotFound
	}
	return v, nil
}

// Sheet reads the record of a sheet that is not removed.
func (s *Store) Sheet(_ context.Context, _ sds.CompanyID, id sds.SheetID) (sds.Sheet, error) {
	sheet, err := one(s.Sheets, id)
	if sheet.DeletedAt != nil {
		err = write.ErrNotFound
	}
	return sheet, err
}

// Versions reads the versions of a sheet, the newest first.
func (s *Store) Versions(_ context.Context, _ sds.CompanyID, sheet sds.Sheet) ([]sds.Sheet, error) {
	all := []sds.Sheet{sheet}
	for at := sheet; at.Newer != ""; {
		at = s.Sheets[at.Newer]
		all = slices.Insert(all, 0, at)
	}
	for at := sheet; at.Older != ""; {
		at = s.Sheets[at.Older]
		all = append(all, at)
	}
	return all, nil
}

// CodeOwners are the sheets that guard product codes, given folded.
func (s *Store) CodeOwners(_ context.Context, _ sds.CompanyID, codes []string) (map[string]sds.SheetID, error) {
	owners := map[string]sds.SheetID{}
	for id, sheet := range s.Sheets {
		for _, code := range sheet.GuardedCodes {
			if key := text.Fold(code); slices.Contains(codes, key) {
				owners[key] = id
			}
		}
	}
	return owners, nil
}

// VersionRecords reads the records of sheets.
func (s *Store) VersionRecords(_ context.Context, _ sds.CompanyID, ids []sds.SheetID) (found []sds.Sheet, err error) {
	for _, id := range ids {
		if sheet, is := s.Sheets[id]; is {
			found = append(found, sheet)
		}
	}
	return found, nil
}

// AllSheetRecords reads the records of sheets by their ids.
func (s *Store) AllSheetRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) (map[sds.SheetID]sds.Sheet, error) {
	found, err := s.VersionRecords(ctx, c, ids)
	all := map[sds.SheetID]sds.Sheet{}
	for _, sheet := range found {
		all[sheet.ID] = sheet
	}
	return all, err
}

// Sections reads a sheet's sections.
func (s *Store) Sections(_ context.Context, _ sds.CompanyID, id sds.SheetID) ([]sds.Section, error) {
	return copied(s.Content[id])
}

// copied is a deep copy: a reader's changes to it do not reach the store.
func copied(sections []sds.Section) (own []sds.Section, err error) {
	encoded, err := json.Marshal(sections)
	if err != nil {
		return nil, err
	}
	return own, json.Unmarshal(encoded, &own)
}

// CheckResult reads a sheet's check result.
func (s *Store) CheckResult(_ context.Context, _ sds.CompanyID, id sds.SheetID) (sds.CheckResult, error) {
	return s.Findings[id], nil
}

// EditsAt reads entries of histories, nil where there is none.
func (s *Store) EditsAt(_ context.Context, _ sds.CompanyID, at []write.EditAt) ([]*sds.Edit, error) {
	found := make([]*sds.Edit, len(at))
	for i, a := range at {
		if k := slices.IndexFunc(s.History[a.Sheet], func(e sds.Edit) bool { return e.ID == a.Edit }); k >= 0 {
			found[i] = &s.History[a.Sheet][k]
		}
	}
	return found, nil
}

// Upload reads an upload.
func (s *Store) Upload(_ context.Context, id sds.UploadID) (sds.Upload, bool, error) {
	u, is := s.Uploads[id]
	return u, is, nil
}

// ScanOf reads the result of the malware scan of an object; sds.ScanWaiting where there is none.
func (s *Store) ScanOf(_ context.Context, _ sds.CompanyID, key, version string) (sds.Scan, error) {
	if found, is := s.Scans[key+"?"+version]; is {
		return found, nil
	}
	return sds.ScanWaiting, nil
}

// Stat reads an object's metadata.
func (s *Store) Stat(_ context.Context, key string) (sds.Object, bool, error) {
	o, is := s.Objects[key]
	return o, is, nil
}

// Start records that an analysis was started.
func (s *Store) Start(_ context.Context, _ sds.CompanyID, sheet sds.Sheet) error {
	s.Started = append(s.Started, sheet.ID)
	return nil
}

// Department reads a department.
func (s *Store) Department(_ context.Context, _ sds.CompanyID, id sds.DepartmentID) (company.Department, error) {
	name, err := one(s.Teams, id)
	return company.Department{ID: id, Name: name}, err
}

// Departments reads all departments.
func (s *Store) Departments(context.Context, sds.CompanyID) (all []company.Department, err error) {
	for _, id := range slices.Sorted(maps.Keys(s.Teams)) {
		all = append(all, company.Department{ID: id, Name: s.Teams[id]})
	}
	return all, nil
}

// Tag reads a tag.
func (s *Store) Tag(_ context.Context, _ sds.CompanyID, id sds.TagID) (company.Tag, error) {
	name, err := one(s.TagNames, id)
	return company.Tag{ID: id, Name: name}, err
}

// User reads a user.
func (s *Store) User(_ context.Context, _ sds.CompanyID, id sds.UserID) (company.User, error) {
	return one(s.People, id)
}

// Attachments reads the attachments of a sheet.
func (s *Store) Attachments(_ context.Context, _ sds.CompanyID, id sds.SheetID) ([]sds.Attachment, error) {
	return slices.Clone(s.Attached[id]), nil
}

// WriteSheet writes a change of a sheet.
func (s *Store) WriteSheet(_ context.Context, _ sds.CompanyID, w write.Sheet) (sds.Sheet, error) {
	limit := w.Limit
	if !w.Counts {
		limit = nil
	}
	err := s.all([]write.Sheet{w}, limit, w.Audit, w.Answer)
	if err != nil {
		return sds.Sheet{}, err
	}
	return s.Sheets[w.After.ID], nil
}

// WriteSheets writes changes of sheets together.
func (s *Store) WriteSheets(_ context.Context, _ sds.CompanyID, writes []write.Sheet, a write.Audit) error {
	return s.all(writes, nil, a, nil)
}

// WriteBatch writes changes of sheets together, with an answer.
func (s *Store) WriteBatch(_ context.Context, _ sds.CompanyID, writes []write.Sheet, a write.Audit, answer *write.Answer) error {
	return s.all(writes, nil, a, answer)
}

// Register writes new sheets of uploads, without those that were registered before.
func (s *Store) Register(_ context.Context, _ sds.CompanyID, rs []write.Registration, limit *int, a write.Audit, answer *write.Answer) error {
	var writes []write.Sheet
	for _, r := range rs {
		if r.Upload.Sheet == "" {
			writes = append(writes, write.Sheet{After: r.Sheet, Edit: &r.Edit, Analysis: write.AnalysisPromised, Upload: &r.Upload, Counts: true})
		}
	}
	return s.all(writes, limit, a, answer)
}

// Revise writes newer versions of sheets with the older ones.
func (s *Store) Revise(_ context.Context, _ sds.CompanyID, rs []write.Revision, limit *int, a write.Audit, answer *write.Answer) error {
	var writes []write.Sheet
	for _, r := range rs {
		if r.Upload.Sheet != "" {
			continue
		}
		older := r.Older
		older.Newer = r.Sheet.ID
		writes = append(writes,
			write.Sheet{Before: &r.Older, After: older, Edit: &r.OldEdit},
			write.Sheet{After: r.Sheet, Sections: r.Sections, Edit: &r.Edit, Analysis: write.AnalysisPromised, Upload: &r.Upload, Counts: true})
	}
	return s.all(writes, limit, a, answer)
}

// RemoveSheets removes sheets together.
func (s *Store) RemoveSheets(_ context.Context, _ sds.CompanyID, sheets []sds.Sheet, by write.Removal) error {
	var writes []write.Sheet
	for _, before := range sheets {
		after := before
		after.DeletedAt, after.DeletedIn = &by.At, by.In
		writes = append(writes, write.Sheet{Before: &before, After: after})
	}
	return s.all(writes, nil, by.Audit, nil)
}

// RemoveVersion removes a sheet that has other versions.
func (s *Store) RemoveVersion(ctx context.Context, c sds.CompanyID, sheet sds.Sheet, by write.Removal) error {
	return s.RemoveSheets(ctx, c, []sds.Sheet{sheet}, by)
}

// all writes everything, or nothing.
func (s *Store) all(writes []write.Sheet, limit *int, a write.Audit, answer *write.Answer) error {
	if s.BeforeWriting != nil {
		s.BeforeWriting()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	count := len(s.Sheets)
	for _, w := range writes {
		if w.Counts {
			count++
		}
		if w.Before != nil && s.Sheets[w.After.ID].Version != w.Before.Version {
			return write.ErrStale
		}
		if w.Upload != nil && s.Uploads[w.Upload.ID].Version != w.Upload.Version {
			return write.ErrStale
		}
		for id, other := range s.Sheets {
			for _, code := range w.After.GuardedCodes {
				same := func(guarded string) bool { return batch.FoldCode(guarded) == batch.FoldCode(code) }
				frees := slices.ContainsFunc(writes, func(w write.Sheet) bool { return w.After.ID == id && !slices.ContainsFunc(w.After.GuardedCodes, same) })
				if id != w.After.ID && !frees && slices.ContainsFunc(other.GuardedCodes, same) {
					return message.New(message.Conflict, write.CodeProductCodeExists).With(message.Args{"code": batch.FoldCode(code)})
				}
			}
		}
	}
	if limit != nil && count > *limit {
		return message.New(message.PlanLimit, write.CodePlanLimit).With(message.Args{"limit": *limit})
	}
	for _, w := range writes {
		s.write(w)
	}
	s.Writes++
	s.Audits = append(s.Audits, a)
	if answer != nil {
		s.Answers = append(s.Answers, *answer)
	}
	return nil
}

func (s *Store) write(w write.Sheet) {
	id := w.After.ID
	if w.Before != nil {
		w.After.Version = w.Before.Version
	} else {
		w.After.Version = 0
	}
	w.After.Version++
	s.Sheets[id] = w.After
	for _, section := range w.Sections {
		s.Content[id] = slices.DeleteFunc(slices.Clone(s.Content[id]), func(old sds.Section) bool { return old.Number == section.Number })
		s.Content[id] = append(s.Content[id], section)
	}
	slices.SortFunc(s.Content[id], func(a, b sds.Section) int { return cmp.Compare(a.Number, b.Number) })
	if w.CheckResult != nil {
		s.Findings[id] = *w.CheckResult
	}
	if w.Edit != nil {
		s.History[id] = append(s.History[id], *w.Edit)
	}
	if w.Upload != nil {
		u := *w.Upload
		u.Version, u.Sheet = u.Version+1, id
		s.Uploads[u.ID] = u
	}
	for _, a := range w.Attached {
		i := slices.IndexFunc(s.Attached[id], func(old sds.Attachment) bool { return old.ID == a.ID })
		a.Waiting = false
		s.Attached[id][i] = a
	}
	switch w.Analysis {
	case write.AnalysisPromised:
		s.Promised[id] = true
	case write.AnalysisEnded:
		delete(s.Promised, id)
	}
}
