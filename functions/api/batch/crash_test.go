package batch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"anzen/functions/api/apitest"
	"anzen/functions/api/batch"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/patch"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// crashing is a client of the table that fails at the nth write: before it is made, or
// after it.
type crashing struct {
	table.API
	at    int
	after bool
	seen  int
}

var errCrash = errors.New("the function is gone")

func (c *crashing) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	c.seen++
	if c.seen < c.at {
		return c.API.TransactWriteItems(ctx, in, o...)
	}
	if c.seen == c.at && c.after {
		if _, err := c.API.TransactWriteItems(ctx, in, o...); err != nil {
			return nil, err
		}
	}
	return nil, errCrash
}

// kind is the job with two sheets in a transaction, so that few sheets make many.
func kind() runner.Kind {
	k := patch.Kind
	k.New = func(*runner.Services) runner.Runner { return &patch.Runner{Most: 2} }
	return k
}

// drive runs the job to its end like its state machine: a failed step is called again.
func (f *firm) drive(t *testing.T, in execution.Input, at int, after bool) (crashed bool, j job.Job) {
	t.Helper()
	broken := &crashing{API: f.Engine.Client, at: at, after: after}
	function := f.JobFunctionOver(kind(), broken)
	for range 200 {
		payload, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		out, err := invoke(t, function, payload)
		if err != nil {
			if !errors.Is(err, errCrash) && broken.seen < at {
				t.Fatal(err)
			}
			crashed = true
			function = f.JobFunctionOver(kind(), f.Engine.Client)
			continue
		}
		if in = out; !in.More {
			return crashed, f.Job(t, in.Company, in.Job)
		}
	}
	t.Fatal("the job does not end")
	return
}

func invoke(t *testing.T, function lambda.Handler, payload []byte) (out execution.Input, err error) {
	t.Helper()
	body, err := function.Invoke(t.Context(), payload)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(body, &out)
}

// state is the visible state of the sheets, without times and versions.
func (f *firm) state(t *testing.T, ids []sds.SheetID) map[sds.SheetID]sds.Sheet {
	t.Helper()
	found := map[sds.SheetID]sds.Sheet{}
	for _, id := range ids {
		s := f.reread(t, id)
		s.Version, s.UpdatedAt = 0, s.CreatedAt
		found[id] = s
	}
	return found
}

// owners are the sheets of the product codes.
func (f *firm) owners(t *testing.T, codes ...string) map[string]sds.SheetID {
	t.Helper()
	found, err := f.Table.CodeOwners(t.Context(), f.company.ID, codes)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// start makes seven sheets and the job of a file in which three exchange their product
// codes in a cycle and a fourth gets a new one. The rows are few; the moved codes make
// the plan a job.
func (f *firm) start(t *testing.T) ([]sds.SheetID, execution.Input) {
	t.Helper()
	var ids []sds.SheetID
	for i := range 7 {
		ids = append(ids, f.sheet(t, fmt.Sprintf("製品%d", i), fmt.Sprintf("p-%d", i)).ID)
	}
	rows := []string{"SDS ID,SDS名,製品コード,部署"}
	for i, id := range ids {
		code := []string{"p-1", "p-2", "p-0", "new", "p-4", "p-5", "p-6"}[i]
		rows = append(rows, fmt.Sprintf("%s,新%d,%s,研究", id, i, code))
	}
	r := f.Do(t, patchRequest(f, csv(rows...)))
	if r.Status != 202 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	var out batch.PatchBody
	r.Into(t, &out)
	return ids, f.JobInput(t, f.company.ID, out.JobID)
}

func patchRequest(f *firm, file string) apitest.Request {
	return send(&f.admin, body{"csv": file})
}

// Wherever the job is interrupted, it has the same result, and writes nothing twice.
func TestACrashAnywhereEndsTheSame(t *testing.T) {
	f := newFirm(t)
	crashes := 0
	for _, after := range []bool{false, true} {
		for at := 1; ; at++ {
			ids, in := f.start(t)
			crashed, j := f.drive(t, in, at, after)
			if j.State != job.Done {
				t.Fatalf("crash at %d, after %v: %+v", at, after, j)
			}
			wantOwners := map[string]sds.SheetID{"p-0": ids[2], "p-1": ids[0], "p-2": ids[1], "new": ids[3], "p-4": ids[4], "p-5": ids[5], "p-6": ids[6]}
			if diff := cmp.Diff(wantOwners, f.owners(t, "p-0", "p-1", "p-2", "p-3", "new", "p-4", "p-5", "p-6")); diff != "" {
				t.Fatalf("crash at %d, after %v: %s", at, after, diff)
			}
			for i, id := range ids {
				s := f.reread(t, id)
				edits, err := f.Table.Edits(t.Context(), f.company.ID, id)
				writes := 1
				if i < 3 {
					writes = 2
				}
				if err != nil || s.Name != fmt.Sprintf("新%d", i) || !slices.Equal(s.Departments, []sds.DepartmentID{f.research}) || len(edits) != writes || s.Version != int64(1+writes) {
					t.Fatalf("crash at %d, after %v: row %d: %+v, %d entries, %v", at, after, i, s, len(edits), err)
				}
			}
			f.clear(t, ids)
			if !crashed {
				break
			}
			crashes++
		}
	}
	t.Logf("%d crashes", crashes)
	if crashes < 10 {
		t.Errorf("%d crashes", crashes)
	}
}

// A job that the sweep continues as another attempt keeps its history entries: it writes
// nothing twice, and a rollback includes the writes of the earlier attempt.
func TestAContinuedJob(t *testing.T) {
	f := newFirm(t)
	carryOn := func(in execution.Input, change func(*job.Job)) execution.Input {
		t.Helper()
		j := f.Job(t, in.Company, in.Job)
		change(&j)
		x := f.Table.Begin(in.Company).Audit(table.Audit{Action: "test"})
		j = x.ContinueJob(j)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		return execution.Of(j)
	}
	// interrupted runs a job until it has written its first part, without the checkpoint of it.
	interrupted := func() ([]sds.SheetID, execution.Input) {
		t.Helper()
		ids, in := f.start(t)
		for at := 1; f.reread(t, ids[0]).Name == "製品0"; at++ {
			payload, _ := json.Marshal(in)
			if _, err := invoke(t, f.JobFunctionOver(kind(), &crashing{API: f.Engine.Client, at: at, after: true}), payload); !errors.Is(err, errCrash) {
				t.Fatalf("write %d: %v", at, err)
			}
		}
		return ids, in
	}
	t.Run("forward", func(t *testing.T) {
		ids, in := interrupted()
		_, j := f.drive(t, carryOn(in, func(*job.Job) {}), 1000, false)
		if j.State != job.Done || j.Attempt != 2 {
			t.Fatalf("%+v", j)
		}
		for i, id := range ids {
			writes := 1
			if i < 3 {
				writes = 2
			}
			edits, err := f.Table.Edits(t.Context(), f.company.ID, id)
			if err != nil || len(edits) != writes || f.reread(t, id).Name != fmt.Sprintf("新%d", i) {
				t.Errorf("row %d: %d entries, want %d: %v", i, len(edits), writes, err)
			}
		}
		f.clear(t, ids)
	})
	t.Run("rollback", func(t *testing.T) {
		ids, in := interrupted()
		_, j := f.drive(t, carryOn(in, func(j *job.Job) { j.Stop = true }), 1000, false)
		if j.State != job.Cancelled {
			t.Fatalf("%+v", j)
		}
		for i, id := range ids {
			if s := f.reread(t, id); s.Name != fmt.Sprintf("製品%d", i) || !slices.Equal(s.GuardedCodes, []string{fmt.Sprintf("p-%d", i)}) {
				t.Errorf("row %d is not rolled back: %s %v", i, s.Name, s.GuardedCodes)
			}
		}
	})
}

// clear releases the product codes for the next round.
func (f *firm) clear(t *testing.T, ids []sds.SheetID) {
	t.Helper()
	for _, id := range ids {
		before := f.reread(t, id)
		after := before
		after.GuardedCodes, after.ProductCodes = nil, nil
		if _, err := f.Table.WriteSheet(t.Context(), f.company.ID, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test"}}); err != nil {
			t.Fatal(err)
		}
	}
}

// Where a row can no longer be applied, or the job is cancelled, everything is rolled
// back, wherever the job is also interrupted.
func TestACrashAnywhereTakesBackTheSame(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, f *firm, ids []sds.SheetID, in execution.Input)
		state job.State
		code  string
	}{
		{"the last row is in analysis", func(t *testing.T, f *firm, ids []sds.SheetID, _ execution.Input) {
			before := f.reread(t, ids[6])
			after := before
			after.Status = sds.StatusAssort
			if _, err := f.Table.WriteSheet(t.Context(), f.company.ID, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test"}}); err != nil {
				t.Fatal(err)
			}
		}, job.Failed, "batch.not_editable"},
		{"a code of the second pass is taken", func(t *testing.T, f *firm, _ []sds.SheetID, in execution.Input) {
			// The first pass is over: p-0, p-1 and p-2 are free.
			function := f.JobFunctionOver(kind(), f.Engine.Client)
			for range 4 {
				payload, _ := json.Marshal(in)
				if _, err := invoke(t, function, payload); err != nil {
					t.Fatal(err)
				}
			}
			f.sheet(t, "横取り", "p-1")
		}, job.Failed, "batch.product_code_taken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFirm(t)
			crashes := 0
			for _, after := range []bool{false, true} {
				for at := 1; ; at++ {
					ids, in := f.start(t)
					was := f.state(t, ids)
					test.spoil(t, f, ids, in)
					crashed, j := f.drive(t, in, at, after)
					if j.State != test.state || j.Trouble == nil || string(j.Trouble.Code) != test.code || len(j.Notes) == 0 || len(j.Checkpoint) > 0 {
						t.Fatalf("crash at %d, after %v: %+v %+v", at, after, j, j.Trouble)
					}
					now := f.state(t, ids)
					for _, id := range ids {
						a, b := was[id], now[id]
						if test.code == "batch.product_code_taken" && slices.Contains(a.GuardedCodes, "p-1") {
							a.GuardedCodes, a.ProductCodes, b.GuardedCodes, b.ProductCodes, b.DeletedItems = nil, nil, nil, nil, 0 // another sheet has it now
						}
						if test.code == "batch.not_editable" && id == ids[6] {
							a.Status = sds.StatusAssort
						}
						if diff := cmp.Diff(a, b, cmpopts.EquateEmpty()); diff != "" {
							t.Fatalf("crash at %d, after %v: %s", at, after, diff)
						}
					}
					f.clear(t, ids)
					f.free(t)
					if !crashed {
						break
					}
					crashes++
				}
			}
			t.Logf("%d crashes", crashes)
			if crashes < 10 {
				t.Errorf("%d crashes", crashes)
			}
		})
	}
}

// free releases the product code that the conflicting sheet has taken.
func (f *firm) free(t *testing.T) {
	t.Helper()
	if owner, ok := f.owners(t, "p-1")["p-1"]; ok {
		f.clear(t, []sds.SheetID{owner})
	}
}

// Concurrent changes by others stay, both forward and in a rollback.
func TestOthersChangesStay(t *testing.T) {
	f := newFirm(t)
	ids, in := f.start(t)
	function := f.JobFunctionOver(kind(), f.Engine.Client)
	step := func() {
		payload, _ := json.Marshal(in)
		if _, err := invoke(t, function, payload); err != nil {
			t.Fatal(err)
		}
	}
	write := func(id sds.SheetID, change func(*sds.Sheet)) {
		before := f.reread(t, id)
		after := before
		change(&after)
		if _, err := f.Table.WriteSheet(t.Context(), f.company.ID, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test"}}); err != nil {
			t.Fatal(err)
		}
	}
	write(ids[5], func(s *sds.Sheet) { s.Note = "まだ書かれていない行" })
	step()
	write(ids[0], func(s *sds.Sheet) { s.Name, s.Note = "手で直した名前", "手で書いた備考" })
	j := f.Job(t, in.Company, in.Job)
	j.Stop = true
	x := f.Table.Begin(in.Company).Audit(table.Audit{Action: "test"})
	x.WriteJob(j)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	step()
	j = f.Job(t, in.Company, in.Job)
	zero, one, five := f.reread(t, ids[0]), f.reread(t, ids[1]), f.reread(t, ids[5])
	if j.State != job.Cancelled || zero.Name != "手で直した名前" || zero.Note != "手で書いた備考" || len(zero.Departments) != 0 || one.Name != "製品1" || five.Note != "まだ書かれていない行" || five.Name != "製品5" {
		t.Errorf("%s\n%+v\n%+v\n%+v", j.State, zero, one, five)
	}
	if diff := cmp.Diff(map[string]sds.SheetID{"p-0": ids[0], "p-1": ids[1], "p-2": ids[2]}, f.owners(t, "p-0", "p-1", "p-2", "new")); diff != "" {
		t.Error(diff)
	}
}

// A demotion takes effect at once, and rolls back the previous writes.
func TestLostRightsTakeBack(t *testing.T) {
	f := newFirm(t)
	ids, in := f.start(t)
	function := f.JobFunctionOver(kind(), f.Engine.Client)
	for i := range 2 {
		payload, _ := json.Marshal(in)
		if _, err := invoke(t, function, payload); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			f.Remove(t, f.admin)
		}
	}
	if j := f.Job(t, in.Company, in.Job); j.State != job.Failed || j.Trouble.Code != runner.CodeNoRights || f.reread(t, ids[0]).Name != "製品0" {
		t.Errorf("%+v, %+v", j, f.reread(t, ids[0]))
	}
}
