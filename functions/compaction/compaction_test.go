package compaction

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// objects are the objects of a bucket, by path.
type objects map[string][]byte

func (o objects) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch data, ok := o[r.URL.Path]; {
	case r.Method == http.MethodPut:
		o[r.URL.Path], _ = io.ReadAll(r.Body)
	case !ok:
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `<Error><Code>NoSuchKey</Code></Error>`)
	default:
		_, _ = w.Write(data)
	}
}

func bucket(t *testing.T) (*files.Bucket, objects) {
	t.Helper()
	o := objects{}
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	return files.New(s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}), "catalog"), o
}

// machineFake takes executions.
type machineFake struct {
	inputs []string
	fails  error
}

func (m *machineFake) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if m.fails != nil {
		return nil, m.fails
	}
	m.inputs = append(m.inputs, *in.Input)
	return &sfn.StartExecutionOutput{}, nil
}

func (m *machineFake) take(t *testing.T) (all []Batch) {
	t.Helper()
	for _, text := range m.inputs {
		var b Batch
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	m.inputs = nil
	return all
}

// An execution of which a snapshot was not made fails, which raises the alarm.
func TestOutcome(t *testing.T) {
	for _, failed := range []bool{false, true} {
		out, err := outcome(t.Context(), Batch{Ended: []Item{{Company: "a"}, {Company: "b", Failed: failed}}})
		if err != nil || out.Broken != failed {
			t.Errorf("%+v %v", out, err)
		}
	}
}

// Every company that asks is handed over once, 500 at a time and the longest waiting first; what is not made within an hour is begun
// again, and nothing is lost where the machine cannot be started.
func TestManyCompaniesAsk(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	engine := tabletest.Start(t)
	tab := table.New(engine.Client, engine.Name, clock.Now)
	machine := &machineFake{fails: errors.New("throttled")}
	c := &compactor{table: tab, machine: workflow.New(machine, "compaction"), now: clock.Now, log: slog.New(slog.DiscardHandler)}
	const companies = 1100
	begun := map[sds.CompanyID]int{}
	first := sds.NewID[sds.CompanyID]()
	for i := range companies {
		id := sds.NewID[sds.CompanyID]()
		if i == 0 {
			id = first
		}
		begun[id] = 0
		if err := tab.RequestSnapshot(ctx, id); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Millisecond)
	}
	if err := c.start(ctx); err == nil {
		t.Error("a machine that cannot be started goes unnoticed")
	}
	machine.fails = nil
	minute := func(want int) {
		t.Helper()
		clock.Advance(time.Minute)
		if err := c.start(ctx); err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, batch := range machine.take(t) {
			got += len(batch.Companies)
			for _, item := range batch.Companies {
				begun[item.Company]++
			}
		}
		if got != want {
			t.Errorf("%d companies are begun, want %d", got, want)
		}
	}
	minute(500)
	if begun[first] != 1 {
		t.Error("who has waited longest waits on")
	}
	minute(500)
	minute(100)
	minute(0)
	for id, n := range begun {
		if n != 1 {
			t.Fatalf("%s was begun %d times", id, n)
		}
	}
	// It asks again while its snapshot is made: it is not made twice at a time.
	if err := tab.RequestSnapshot(ctx, first); err != nil {
		t.Fatal(err)
	}
	minute(0)
	if err := tab.SnapshotMade(ctx, first, clock.Now().Add(-2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	minute(1)
	clock.Advance(time.Hour)
	minute(500)
}

func TestSnapshotsAreMadeForThoseWhoAsk(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	engine := tabletest.Start(t)
	tab := table.New(engine.Client, engine.Name, clock.Now)
	b, kept := bucket(t)
	machine := &machineFake{}
	c := &compactor{table: tab, machine: workflow.New(machine, "compaction"), snapshots: snapshots.Store{Requests: tab, Objects: b}, now: clock.Now, log: slog.New(slog.DiscardHandler)}

	large, small := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	fill(t, tab, large, 150)
	fill(t, tab, small, 30)
	count := func(company sds.CompanyID) int {
		t.Helper()
		page, err := catalog.New(tab, clock.Now, catalog.WithSnapshots(c.snapshots)).Search(ctx, company, catalog.Query{})
		if err != nil {
			t.Fatal(err)
		}
		return page.Total
	}
	run := func() {
		t.Helper()
		clock.Advance(time.Minute)
		if err := c.start(ctx); err != nil {
			t.Fatal(err)
		}
		for _, batch := range machine.take(t) {
			for _, item := range batch.Companies {
				if _, err := c.company(ctx, item); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	run()
	if len(kept) != 0 {
		t.Errorf("%d snapshots before the first request", len(kept))
	}
	if count(large) != 150 || count(small) != 30 {
		t.Errorf("%d and %d sheets without snapshots", count(large), count(small))
	}
	run()
	path := "/catalog/" + snapshots.Of(large) + "." + catalog.Format()
	if len(kept) != 1 || kept[path] == nil {
		t.Fatalf("%d snapshots; want the large company's alone", len(kept))
	}
	if pending, err := tab.SnapshotRequests(ctx, 10); err != nil || len(pending) != 0 {
		t.Errorf("still requested: %v, %v", pending, err)
	}
	if got := count(large); got != 150 {
		t.Errorf("%d sheets from the snapshot", got)
	}
	// A damaged one is requested again.
	kept[path] = []byte("not a snapshot")
	if got := count(large); got != 150 {
		t.Errorf("%d sheets from a damaged snapshot", got)
	}
	run()
	if len(kept[path]) < 1000 {
		t.Errorf("the damaged snapshot is still there: %q", kept[path])
	}
}

func fill(t *testing.T, tab *table.Table, c sds.CompanyID, n int) {
	t.Helper()
	of := sample.New(1, n)
	var many []write.Sheet
	for i := range n {
		s := of.Sheet(i, 1)
		s.DeletedAt = nil
		many = append(many, write.Sheet{After: s})
		if len(many) == write.MaxSheets || i == n-1 {
			if err := tab.WriteSheets(t.Context(), c, many, table.Audit{Action: "test.made"}); err != nil {
				t.Fatal(err)
			}
			many = nil
		}
	}
}
