package system_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	s3types "github.com/aws/aws-sdk-go-v2/service/s3/types"

	"anzen/infra/blueprint"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
)

// drill restores table and buckets into new ones beside them.
type drill struct {
	table   *dynamodb.Client
	objects *s3.Client
	suffix  string
}

// items are all items of a table by their keys.
func (d drill) items(t *testing.T, name string) map[string]map[string]types.AttributeValue {
	t.Helper()
	all := map[string]map[string]types.AttributeValue{}
	pages := dynamodb.NewScanPaginator(d.table, &dynamodb.ScanInput{TableName: &name, ConsistentRead: aws.Bool(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			all[text(item[table.PartitionAttribute])+" | "+text(item[table.SortAttribute])] = item
		}
	}
	return all
}

func text(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return ""
}

// bucket copies the versions that were current at a time into a new bucket, and returns how many there were.
func (d drill) bucket(t *testing.T, from, to string, at time.Time) int {
	t.Helper()
	if _, err := d.objects.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &to}); err != nil {
		t.Fatal(err)
	}
	current := map[string]s3types.ObjectVersion{}
	gone := map[string]time.Time{}
	pages := s3.NewListObjectVersionsPaginator(d.objects, &s3.ListObjectVersionsInput{Bucket: &from})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range page.Versions {
			if known, ok := current[*v.Key]; !v.LastModified.After(at) && (!ok || v.LastModified.After(*known.LastModified)) {
				current[*v.Key] = v
			}
		}
		for _, m := range page.DeleteMarkers {
			if !m.LastModified.After(at) && m.LastModified.After(gone[*m.Key]) {
				gone[*m.Key] = *m.LastModified
			}
		}
	}
	maps.DeleteFunc(current, func(key string, v s3types.ObjectVersion) bool { return gone[key].After(*v.LastModified) })
	for key, v := range current {
		object, err := d.objects.GetObject(t.Context(), &s3.GetObjectInput{Bucket: &from, Key: &key, VersionId: v.VersionId})
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(object.Body)
		if err = errors.Join(err, object.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := d.objects.PutObject(t.Context(), &s3.PutObjectInput{Bucket: &to, Key: &key, Body: bytes.NewReader(body), ContentType: object.ContentType}); err != nil {
			t.Fatal(err)
		}
	}
	return len(current)
}

// While people edit and upload, table and buckets are restored into new ones. Compared record by record: what was
// acknowledged before is there, nothing is half there, every file of a sheet is the file, and the product's search reads it all.
// `make restore-drill` prints the times.
func TestRestoreDrill(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	cfg := shared.Config()
	d := drill{dynamodb.NewFromConfig(cfg), s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = true }), fmt.Sprintf("-restored-%d", time.Now().Unix())}
	source := shared.Names().Table
	target := source + d.suffix
	var edits []*editing
	for i := range 4 {
		id := b.upload(t, file{fmt.Sprintf("drill-%d.pdf", i), sheetPDF(fmt.Sprintf("Drill %d", i), 1)})[0]
		edits = append(edits, &editing{id: id, version: b.completed(t, id).Version})
	}

	stop := make(chan struct{})
	var writers sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[string]int64{}
	for _, e := range edits {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := e.once(b); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				acknowledged[e.id] = e.version
				mu.Unlock()
			}
		})
	}
	writers.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				b.upload(t, file{fmt.Sprintf("during-%d.pdf", n), sheetPDF(fmt.Sprintf("During %d", n), 1)})
			}
		}
	})
	eventually(t, 20*time.Second, "everyone writes", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(acknowledged) == len(edits)
	})

	mu.Lock()
	before := maps.Clone(acknowledged)
	mu.Unlock()
	began := time.Now()
	if _, err := d.table.RestoreTableToPointInTime(t.Context(), &dynamodb.RestoreTableToPointInTimeInput{
		SourceTableName: &source, TargetTableName: &target, UseLatestRestorableTime: aws.Bool(true),
	}); err != nil {
		t.Fatal(err)
	}
	if err := dynamodb.NewTableExistsWaiter(d.table).Wait(t.Context(), &dynamodb.DescribeTableInput{TableName: &target}, time.Minute); err != nil {
		t.Fatal(err)
	}
	tableTook := time.Since(began)
	restored := d.items(t, target)
	moment := time.Now() // files are there before the records that name them
	objects := 0
	for _, each := range blueprint.New().Buckets {
		if each.Versioned {
			objects += d.bucket(t, shared.Names().Bucket(each.Name), shared.Names().Bucket(each.Name)+d.suffix, moment)
		}
	}
	took := time.Since(began)
	close(stop)
	writers.Wait()

	after := d.items(t, source)
	equal, later := d.compare(t, restored, after, before)
	files := d.files(t, restored)
	d.search(t, target, restored)
	t.Logf("restored in %s: %d records in %s, %d objects; %d records are the same, %d were written later, %d files of sheets are whole",
		took.Round(time.Millisecond), len(restored), tableTook.Round(time.Millisecond), objects, equal, later, files)
}

// compare checks the restored records with those of the table, which has been written on.
func (d drill) compare(t *testing.T, restored, after map[string]map[string]types.AttributeValue, acknowledged map[string]int64) (equal, later int) {
	t.Helper()
	newest := map[string]string{} // versions in the change log by sheet
	for key, item := range restored {
		switch now, there := after[key]; {
		case there && reflect.DeepEqual(item, now):
			equal++
		default:
			later++
		}
		if strings.Contains(key, "#LOG | ") {
			sheet, _ := item["Sheet"].(*types.AttributeValueMemberM)
			if sheet == nil {
				continue
			}
			id, version := text(sheet.Value["ID"]), text(sheet.Value["Version"])
			if len(version) > len(newest[id]) || len(version) == len(newest[id]) && version > newest[id] {
				newest[id] = version
			}
		}
	}
	for id, version := range acknowledged {
		item := restored["C#"+string(midori)+"#S | "+id]
		var got int64
		_, _ = fmt.Sscan(text(item["Version"]), &got)
		if got < version {
			t.Errorf("sheet %s: version %d was acknowledged, %d is restored", id, version, got)
		}
		// The record and its entry in the log are of one transaction: both are there, or none.
		if newest[id] != text(item["Version"]) {
			t.Errorf("sheet %s is restored at version %s, its log at %s", id, text(item["Version"]), newest[id])
		}
	}
	if equal == 0 {
		t.Error("no record is the same")
	}
	return equal, later
}

// files checks that the restored buckets have the file of every restored sheet, as it was.
func (d drill) files(t *testing.T, restored map[string]map[string]types.AttributeValue) (n int) {
	t.Helper()
	from, to := shared.Names().Bucket("sheets"), shared.Names().Bucket("sheets")+d.suffix
	for key, item := range restored {
		of, _ := item["File"].(*types.AttributeValueMemberM)
		if of == nil || !strings.Contains(key, "#S | ") || text(of.Value["Version"]) == "" {
			continue
		}
		name, version := text(of.Value["Key"]), text(of.Value["Version"])
		was, err := d.objects.HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: &from, Key: &name, VersionId: &version})
		if err != nil {
			continue // erased since, with its sheet
		}
		is, err := d.objects.HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: &to, Key: &name})
		if err != nil || *is.ETag != *was.ETag || *is.ContentLength != *was.ContentLength {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n++
	}
	return n
}

// search has the product's catalog read the restored table.
func (d drill) search(t *testing.T, target string, restored map[string]map[string]types.AttributeValue) {
	t.Helper()
	want := 0
	for key, item := range restored {
		_, removed := item["DeletedAt"].(*types.AttributeValueMemberS)
		if strings.HasPrefix(key, "C#"+string(midori)+"#S | ") && !removed {
			want++
		}
	}
	c := catalog.New(table.New(d.table, target, time.Now), time.Now)
	page, err := c.Search(context.WithoutCancel(t.Context()), midori, catalog.Query{})
	if err != nil || page.Total != want {
		t.Errorf("the search finds %d of %d sheets: %v", page.Total, want, err)
	}
}
