package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/batch"
	"anzen/shared/formats/csvfile"
	"anzen/shared/library/bulk"
)

// maxErrors is the most problems in an answer.
const maxErrors = 200

// PatchRoute is the declaration of PATCH sdses/batch_patch.
var PatchRoute = rest.Route{
	Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", ID: "patchSheets", Tag: "batch",
	Rule: rest.Need(access.SDSEdit), Summary: "Edit many sheets by a CSV file: all rows take effect, or none",
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"), grant.Sheets("GetObject", "GetObjectVersion", "DeleteObject"), grant.SheetsList(),
		grant.Work("PutObject"), grant.StartJob(job.Patch),
	},
	Creates: true, Makes: "/companies/{id}/jobs/{made}", Memory: 1024, Timeout: rest.MaxTimeout, MaxBody: csvfile.MaxBytes*4/3 + 64<<10,
}

// PatchInput is the file, in one of three forms.
type PatchInput struct {
	rest.OfCompany
	Body struct {
		UploadID sds.UploadID `json:"upload_id,omitempty" maxLength:"40" doc:"a file uploaded by createBatchUpload"`
		CSV      string       `json:"csv,omitempty" doc:"the file's text"`
		File     []byte       `json:"file,omitempty" doc:"the file's bytes in base64: UTF-8 or Shift_JIS"`
		DryRun   bool         `json:"dry_run,omitempty" doc:"only check, and count what would change"`
	}
}

// RowProblem is an error of a row.
type RowProblem struct {
	Row    int    `json:"row" doc:"as the spreadsheet numbers it; the heading is row 1"`
	Column string `json:"column" doc:"the column's heading"`
	Field  string `json:"field" enum:"id,name,product_codes,departments,tags,assignees,note,supplier_confirmed_at,assessed_at"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// ColumnCount is how many sheets change in a column.
type ColumnCount struct {
	Field  string `json:"field"`
	Column string `json:"column"`
	Count  int    `json:"count"`
}

// PatchBody is the summary of the changes.
type PatchBody struct {
	Rows       int           `json:"rows" doc:"of the file, without its heading"`
	Changed    int           `json:"changed" doc:"sheets that change"`
	Columns    []ColumnCount `json:"columns" nullable:"false"`
	Ignored    []string      `json:"ignored_columns" nullable:"false" doc:"columns of the export that cannot be edited"`
	Errors     []RowProblem  `json:"errors" nullable:"false" doc:"of a dry run: at most 200"`
	ErrorTotal int           `json:"error_total"`
	JobID      job.ID        `json:"job_id,omitempty" doc:"the job that makes the changes, where they are more than fit in one step"`
}

// PatchOutput is the answer: 200, or 202 where a job makes the changes.
type PatchOutput struct {
	Status int
	Body   PatchBody
}

// tries is the most attempts where a sheet has been changed concurrently.
const tries = 5

// Patch checks a file and makes its changes.
func Patch(ctx context.Context, call *rest.Call, in *PatchInput) (*PatchOutput, error) {
	data, key, err := source(ctx, call, in)
	if err != nil {
		return nil, err
	}
	f, err := batch.Parse(data)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		out, err := patchOnce(ctx, call, f, in.Body.DryRun)
		if errors.Is(err, table.ErrStale) && try < tries {
			continue
		}
		if err == nil && key != "" && !in.Body.DryRun {
			if err := call.Files.Delete(ctx, key); err != nil {
				call.Log.WarnContext(ctx, "uploaded file left", "cause", err.Error())
			}
		}
		return out, err
	}
}

func patchOnce(ctx context.Context, call *rest.Call, f batch.File, dry bool) (*PatchOutput, error) {
	k, err := checker(ctx, call, f)
	if err != nil {
		return nil, err
	}
	plan, problems := k.Check(f)
	out := &PatchOutput{http.StatusOK, body(call, f, plan, problems, k.Total())}
	switch {
	case dry:
		return out, nil
	case len(problems) > 0:
		return nil, refusal(call, problems, k.Total())
	case len(plan.Changes) == 0:
		return nil, message.New(message.Invalid, batch.CodeNoChanges)
	case bulk.Fit(plan, k.Sheets):
		err := direct(ctx, call, k, plan, out.Body)
		if !errors.Is(err, bulk.ErrTooMuch) {
			return out, err
		}
	}
	return out, start(ctx, call, plan, func(id job.ID) any {
		out.Status, out.Body.JobID = http.StatusAccepted, id
		return out.Body
	})
}

// checker reads the data against which a file is checked.
func checker(ctx context.Context, call *rest.Call, f batch.File) (*batch.Checker, error) {
	names, err := bulk.NamesOf(ctx, call.Table, call.CompanyID)
	if err != nil {
		return nil, err
	}
	named := map[sds.SheetID]bool{}
	for _, l := range f.Lines {
		if sds.ValidID(string(l.Sheet)) {
			named[l.Sheet] = true
		}
	}
	records, err := call.Table.AllSheetRecords(ctx, call.CompanyID, slices.Sorted(maps.Keys(named)))
	if err != nil {
		return nil, err
	}
	owners, err := call.Table.CodeOwners(ctx, call.CompanyID, batch.NewCodes(f, records))
	if err != nil {
		return nil, err
	}
	return &batch.Checker{Caller: call.Principal, Now: call.Now(), Sheets: records, Names: names, Owners: owners}, nil
}

func body(call *rest.Call, f batch.File, plan batch.Plan, problems []batch.Problem, total int) PatchBody {
	b := PatchBody{Rows: len(f.Lines), Changed: len(plan.Changes), Columns: []ColumnCount{}, Ignored: f.Ignored, Errors: []RowProblem{}, ErrorTotal: total}
	count := plan.Count()
	for _, c := range batch.Columns {
		if count[c] > 0 {
			b.Columns = append(b.Columns, ColumnCount{string(c), c.Label(call.Lang), count[c]})
		}
	}
	for _, p := range problems[:min(len(problems), maxErrors)] {
		b.Errors = append(b.Errors, RowProblem{p.Row, p.Column.Label(call.Lang), string(p.Column), string(p.Code), p.Text(call.Lang)})
	}
	return b
}

// refusal is the error with the problems of rows, each with its row and column as path.
func refusal(call *rest.Call, problems []batch.Problem, total int) error {
	err := message.New(message.Invalid, batch.CodeRowsInvalid).With(message.Args{"count": total})
	for _, p := range problems[:min(len(problems), message.MaxFields)] {
		err = err.On("rows["+strconv.Itoa(p.Row)+"]."+string(p.Column), p.Code, p.Args(call.Lang))
	}
	err.Omitted = max(total-message.MaxFields, 0)
	return err
}

// applier writes changes at once.
func applier(call *rest.Call, names batch.Names, action string) *bulk.Applier {
	return &bulk.Applier{
		Store: call.Table, Caller: call.Principal, Names: names, Now: call.Now, Audit: call.Audit(action, ""),
		ID: func(batch.Change, int) sds.EditID { return sds.NewEditID(call.Now()) },
	}
}

// direct makes the changes in one transaction.
func direct(ctx context.Context, call *rest.Call, k *batch.Checker, plan batch.Plan, answer PatchBody) error {
	_, err := applier(call, k.Names, "sheets.edited_by_csv").Part(ctx, plan.Ops(), 0, call.Answer(answer))
	var p *batch.Problem
	if errors.As(err, &p) {
		return refusal(call, []batch.Problem{*p}, 1)
	}
	return err
}

// start starts a job that makes the changes; answer is the answer with the job's id.
func start(ctx context.Context, call *rest.Call, plan batch.Plan, answer func(job.ID) any) error {
	encoded, err := json.Marshal(plan)
	if err != nil {
		return fmt.Errorf("encode the plan: %w", err)
	}
	id := table.NewJobID(call.Now())
	if err := call.Results.Write(ctx, execution.PlanKey(job.Job{ID: id, Company: call.CompanyID}), "application/json", encoded); err != nil {
		return err
	}
	_, err = call.StartJob(ctx, rest.NewJob{
		Kind: job.Patch, ID: id, Params: execution.Patch{Address: call.Address}, Total: len(plan.Ops()), Answer: answer(id), AnswerStatus: http.StatusAccepted,
	})
	return err
}
