// Package demo fills the local stack with a demo company: users of every role,
// departments, tags, checklists, and sample sheets that have gone through the usual
// pipeline.
package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Target is the stack to fill.
type Target struct {
	Root    string // the project's folder
	Table   *table.Table
	Sheets  *files.Bucket
	Users   *idp.Pool
	Machine *workflow.Machine
	Now     func() time.Time
}

// Account is a person who can sign in.
type Account struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Role     string `json:"role"`
}

// Password is the password of all demo accounts.
const Password = "Kumo-Tegami-58"

// id is a fixed identifier, so that filling the stack twice creates everything once.
func id[T ~string](name string) T {
	return T(uuid.NewSHA1(uuid.NameSpaceURL, []byte("anzen:demo:"+name)).String())
}

// Company is the demo company.
var Company = id[sds.CompanyID]("company")

var departments = []string{"研究開発部", "製造部", "品質保証部"}

var tags = []string{"新規採用", "洗浄工程", "要注意物質"}

var people = []struct {
	name, first, last, position, locale string
	role                                access.Role
	departments                         []int
}{
	{"admin", "真由美", "佐藤", "環境安全室長", company.LocaleJapanese, access.Admin, nil},
	{"editor", "健太", "鈴木", "主任研究員", company.LocaleJapanese, access.Editor, []int{0}},
	{"downloader", "Emily", "Carter", "Purchasing", company.LocaleEnglish, access.DownloadableViewer, []int{2}},
	{"viewer", "大輔", "田中", "製造担当", company.LocaleJapanese, access.Viewer, []int{1}},
}

// samples are the sheets, each with its folder, departments and tags.
var samples = []struct {
	folder, file     string
	departments, tag []int
}{
	{own, "en-105", []int{1}, nil},
	{ours, "js-016", []int{0, 1}, nil},
	{own, "en-104", []int{2}, []int{1}},
	{own, "js-020", []int{0}, nil},
	{own, "js-009", []int{1}, []int{2}},
	{own, "en-103", []int{0}, []int{2}},
	{ours, "js-015", []int{2}, nil},
	{own, "en-102", []int{1}, []int{1}},
	{ours, "js-006", []int{0}, []int{0}},
	{own, "js-019", nil, nil},
	{own, "en-101", []int{0, 2}, []int{1}},
	{ours, "js-005", []int{1}, []int{0, 2}},
}

const (
	own  = "infra/local/demo/samples"
	ours = "shared/reader/testdata"
)

// Seed creates the demo company if it is missing, and returns its accounts. It returns
// when all samples have been analyzed.
func Seed(ctx context.Context, t Target) ([]Account, error) {
	accounts := make([]Account, len(people))
	for i, p := range people {
		accounts[i] = Account{p.name + "@demo.example", Password, p.role.Name()}
	}
	if err := t.company(ctx); err != nil {
		return nil, fmt.Errorf("demo company: %w", err)
	}
	for i := range samples {
		if err := t.sheet(ctx, i); err != nil {
			return nil, fmt.Errorf("sample %s: %w", samples[i].file, err)
		}
	}
	return accounts, t.wait(ctx)
}

func (t Target) company(ctx context.Context) error {
	_, err := t.Table.Company(ctx, Company)
	if err == nil {
		return t.passwords(ctx)
	}
	if !errors.Is(err, table.ErrNotFound) {
		return err
	}
	now := t.Now()
	for i, p := range people {
		if err := t.Users.SetPassword(ctx, p.name+"@demo.example", Password, Company, id[sds.UserID](p.name)); err != nil {
			return fmt.Errorf("account %d: %w", i, err)
		}
	}
	// The company's record comes last: as long as it is missing, an interrupted start is completed.
	if err := t.checklists(ctx); err != nil {
		return err
	}
	x := t.Table.Begin(Company).Audit(table.Audit{Action: "demo.created", Target: string(Company)})
	x.CreateCompany(company.Company{
		ID: Company, Name: "みらい化学工業株式会社", Phone: "03-0000-0100", Active: true, Plan: 1000,
		Features: plan.Features,
		// Whoever tries the demo signs in by a password alone, however old it is.
		FactorRule:      company.FactorOptional,
		ExpirationYears: company.DefaultExpirationYears, CopyFields: company.CopyFields, AttachmentsLimit: plan.Get(1000).AttachmentsPerSheet,
		CreatedAt: now, UpdatedAt: now,
	})
	for _, name := range departments {
		x.CreateDepartment(company.Department{ID: id[sds.DepartmentID](name), Name: name, CreatedAt: now, UpdatedAt: now})
	}
	for _, name := range tags {
		x.CreateTag(company.Tag{ID: id[sds.TagID](name), Name: name, CreatedAt: now, UpdatedAt: now})
	}
	for _, p := range people {
		x.CreateUser(company.User{
			ID: id[sds.UserID](p.name), Company: Company, Email: p.name + "@demo.example", FirstName: p.first, LastName: p.last, Position: p.position,
			Role: p.role, Departments: choose[sds.DepartmentID](departments, p.departments), Active: true, Locale: p.locale, CreatedAt: now, UpdatedAt: now,
		})
	}
	return x.Commit(ctx)
}

// passwords sets the printed password of the accounts that are left of an earlier start,
// which may have had another.
func (t Target) passwords(ctx context.Context) error {
	users, err := t.Table.Users(ctx, Company)
	if err != nil {
		return err
	}
	for _, p := range people {
		if !slices.ContainsFunc(users, func(u company.User) bool { return u.ID == id[sds.UserID](p.name) }) {
			continue
		}
		if err := t.Users.SetPassword(ctx, p.name+"@demo.example", Password, Company, id[sds.UserID](p.name)); err != nil {
			return err
		}
	}
	return nil
}

func choose[T ~string](names []string, which []int) (ids []T) {
	for _, i := range which {
		ids = append(ids, id[T](names[i]))
	}
	return ids
}

// sheet registers a sample as an upload of the editor would be, and starts its
// analysis.
func (t Target) sheet(ctx context.Context, i int) error {
	sample := samples[i]
	s := sds.Sheet{
		ID: id[sds.SheetID]("sheet:" + sample.file), UploadID: id[sds.UploadID]("upload:" + sample.file), Status: sds.StatusUploading, Source: sds.SourceUser, Attempt: 1,
		Name: sample.file, Departments: choose[sds.DepartmentID](departments, sample.departments), Tags: choose[sds.TagID](tags, sample.tag),
		CreatedAt: t.Now().AddDate(0, 0, (i-len(samples))*4), CreatedBy: id[sds.UserID]("editor"),
	}
	s.UpdatedAt = s.CreatedAt
	had, err := t.Table.Sheet(ctx, Company, s.ID)
	switch {
	case err == nil && !had.Status.InProgress():
		return nil
	case err != nil && !errors.Is(err, table.ErrNotFound):
		return err
	case err != nil:
		body, err := os.ReadFile(filepath.Join(t.Root, filepath.FromSlash(sample.folder), sample.file+".pdf")) //nolint:gosec // our own samples
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		s.File = sds.File{Key: "uploads/" + string(s.UploadID) + ".pdf", Name: sample.file + ".pdf", Size: int64(len(body))}
		if err := t.Sheets.Write(ctx, s.File.Key, "application/pdf", body); err != nil {
			return err
		}
		info, _, err := t.Sheets.Stat(ctx, s.File.Key)
		if err != nil {
			return err
		}
		s.File.Version = info.Version
		if err := t.register(ctx, s); err != nil {
			return err
		}
	}
	_, err = t.Machine.Start(ctx, execution.Name(s), execution.Of(Company, s))
	return err
}

func (t Target) register(ctx context.Context, s sds.Sheet) error {
	u := sds.Upload{ID: s.UploadID, Company: Company, By: s.CreatedBy, Key: s.File.Key, Name: s.File.Name, Size: s.File.Size, CreatedAt: s.CreatedAt}
	if _, there, err := t.Table.Upload(ctx, u.ID); err != nil || !there {
		allowed := table.Audit{By: s.CreatedBy, Action: "upload.allowed", Target: string(u.ID), At: s.CreatedAt}
		if err := errors.Join(err, t.Table.CreateUploads(ctx, Company, []sds.Upload{u}, allowed)); err != nil {
			return err
		}
	}
	u.Version = 1
	edit := sds.Edit{ID: sds.NewEditID(s.CreatedAt), At: s.CreatedAt, By: s.CreatedBy, ByName: "鈴木 健太", Action: "registered", Changes: []sds.Change{}}
	audit := table.Audit{By: s.CreatedBy, Action: "sheet.registered", Target: string(s.ID), At: s.CreatedAt}
	return t.Table.Register(ctx, Company, []write.Registration{{Upload: u, Sheet: s, Edit: edit}}, nil, audit, nil)
}

// wait returns when no sample is left in the pipeline.
func (t Target) wait(ctx context.Context) error {
	tick := time.NewTicker(30 * time.Millisecond)
	defer tick.Stop()
	for i := 0; i < len(samples); {
		s, err := t.Table.Sheet(ctx, Company, id[sds.SheetID]("sheet:"+samples[i].file))
		if err != nil {
			return err
		}
		if !s.Status.InProgress() {
			i++
			continue
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("the samples were not analyzed in time: %w", ctx.Err())
		}
	}
	return nil
}
