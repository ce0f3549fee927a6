package compaction

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
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

func TestSnapshotsAreMadeForThoseWhoAsk(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	engine := tabletest.Start(t)
	tab := table.New(engine.Client, engine.Name, clock.Now)
	b, kept := bucket(t)
	c := &compactor{table: tab, snapshots: snapshots.Store{Requests: tab, Objects: b}, now: clock.Now, log: slog.New(slog.DiscardHandler)}

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
		if err := c.run(ctx); err != nil {
			t.Fatal(err)
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
	path := "/catalog/" + "catalogs/" + string(large)
	if len(kept) != 1 || kept[path] == nil {
		t.Fatalf("%d snapshots; want the large company's alone", len(kept))
	}
	if pending, err := tab.SnapshotRequests(ctx); err != nil || len(pending) != 0 {
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
