package jobs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"golang.org/x/sync/errgroup"

	"anzen/functions/jobs/createsimple"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/export"
	"anzen/functions/jobs/runner"
	"anzen/functions/jobs/zip"
	"anzen/shared/aws/files"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	tables "anzen/shared/formats/export"
)

// store is a bucket that keeps objects on disk, returns PDFs of the size in their keys
// ("pdf/10485760/7"), and discards parts of objects, so that the function's memory is
// measured and not the bucket's.
type store struct{ folder string }

func (s store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, path := r.URL.Query(), filepath.Join(s.folder, strings.ReplaceAll(r.URL.Path, "/", "_"))
	switch {
	case q.Has("uploads"):
		_, _ = io.WriteString(w, "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>")
	case q.Has("uploadId") && r.Method == http.MethodPost:
		_, _ = io.WriteString(w, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
	case q.Has("uploadId"):
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("ETag", `"1"`)
	case strings.HasPrefix(r.URL.Path, "/sheets/pdf/"):
		size, _ := strconv.Atoi(strings.Split(r.URL.Path, "/")[3])
		w.Header().Set("Content-Length", strconv.Itoa(size))
		for ; size > 0; size -= min(size, len(page)) {
			_, _ = w.Write(page[:min(size, len(page))])
		}
	case r.Method == http.MethodPut:
		f, err := os.Create(path) //nolint:gosec // below the test's folder
		if err == nil {
			_, err = io.Copy(f, r.Body)
			err = firstOf(err, f.Close())
		}
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	case r.Method == http.MethodDelete:
		_ = os.Remove(path)
		w.WriteHeader(http.StatusNoContent)
	default:
		http.ServeFile(w, r, path)
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

var page = bytes.Repeat([]byte("%PDF-1.7 "), 10_000)

type nobody struct{}

func (nobody) SendEmail(context.Context, *sesv2.SendEmailInput, ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	return &sesv2.SendEmailOutput{}, nil
}

// measured is a company with measured jobs.
type measured struct {
	table   *table.Table
	bucket  *s3.Client
	company company.Company
	user    company.User
}

func measure(b *testing.B) *measured {
	server := httptest.NewServer(store{b.TempDir()})
	b.Cleanup(server.Close)
	m := &measured{table: tabletest.New(b, time.Now), bucket: s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	})}
	m.company = company.Company{ID: sds.NewID[sds.CompanyID](), Active: true, ExpirationYears: 5, Features: []plan.Feature{plan.FeatureBulkDownload}}
	m.user = company.User{ID: sds.NewID[sds.UserID](), Company: m.company.ID, Email: "a@b.example", Role: access.Admin, Active: true}
	if err := m.table.Begin(m.company.ID).Audit(table.Audit{}).CreateCompany(m.company).CreateUser(m.user).Commit(b.Context()); err != nil {
		b.Fatal(err)
	}
	return m
}

// fill makes sheets with a section of ten values, and PDFs of a size.
func (m *measured) fill(b *testing.B, n, size int) {
	group, ctx := errgroup.WithContext(b.Context())
	group.SetLimit(8)
	for i := range n {
		group.Go(func() error {
			section := sds.Section{Number: 9}
			for k, key := range []string{"ph", "melting_point", "boiling_point", "flash_point", "auto_ignition", "vapor_pressure", "density", "vapor_density", "log_kow", "relative_density"} {
				v := float64(i*k) / 7
				section.Fields = append(section.Fields, sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &v, LowOp: "=", High: &v, HighOp: "=", Unit: "C"}}})
			}
			_, err := m.table.WriteSheet(ctx, m.company.ID, write.Sheet{After: sds.Sheet{
				ID: sds.NewID[sds.SheetID](), Name: fmt.Sprintf("工業用アセトン %d", i), ProductName: "アセトン", ProductCodes: []string{fmt.Sprintf("AC-%06d", i)}, Supplier: "株式会社みどり化学", Status: sds.StatusCompleted,
				RevisedOn: "2024-05-01", Note: "第二倉庫で保管", HCodes: []string{"H225", "H319", "H336"}, CAS: []string{"67-64-1"}, SignalWord: "danger", UNNumber: "1090", Pictograms: []string{"GHS02", "GHS07"},
				File: sds.File{Key: fmt.Sprintf("pdf/%d/%d", size, i), Version: "1", Name: "安全データシート.pdf", Size: int64(size)}, CreatedAt: time.Now(), UpdatedAt: time.Now(),
			}, Sections: []sds.Section{section}, Audit: table.Audit{Action: "test.made"}})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
}

func (m *measured) run(b *testing.B, kind runner.Kind, params any, with func(*table.Tx, job.ID)) job.Job {
	encoded, err := json.Marshal(params)
	if err != nil {
		b.Fatal(err)
	}
	x := m.table.Begin(m.company.ID).Audit(table.Audit{})
	j := x.StartJob(job.Job{ID: table.NewJobID(time.Now()), By: m.user.ID, Kind: kind.Name, Lang: "ja", Params: encoded})
	if with != nil {
		with(x, j.ID)
	}
	if err := x.Commit(b.Context()); err != nil {
		b.Fatal(err)
	}
	f := runner.New(kind, &runner.Services{
		Table: m.table, Catalog: catalog.New(m.table, time.Now), Sheets: files.New(m.bucket, "sheets"), Files: files.New(m.bucket, "work"),
		Mail: mailer.New(nobody{}, "no-reply@anzen.example"), Now: time.Now, StepTakes: runner.StepTakes, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	for in := execution.Of(j); ; {
		payload, _ := json.Marshal(in)
		body, err := f.Invoke(b.Context(), payload)
		if err != nil {
			b.Fatal(err)
		}
		if err := json.Unmarshal(body, &in); err != nil {
			b.Fatal(err)
		}
		if !in.More {
			break
		}
	}
	j, err = m.table.Job(b.Context(), m.company.ID, j.ID)
	if err != nil || j.State != job.Done || j.Done != j.Total {
		b.Fatalf("%+v %v", j, err)
	}
	return j
}

// figures reports the peak of resident memory and the processor time of f.
func figures(b *testing.B, f func() job.Job) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600); err != nil { // resets the peak
		b.Fatal(err)
	}
	before := processor(b)
	j := f()
	b.ReportMetric(float64(processor(b)-before)/1e9, "cpu-s")
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	b.ReportMetric(kilobytes/1024, "peak-MB")
	b.ReportMetric(float64(j.Result.Size)/(1<<20), "file-MB")
	b.ReportMetric(0, "ns/op")
}

func processor(b *testing.B) int64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return use.Utime.Nano() + use.Stime.Nano()
}

// The bucket is in the same process, so its processor time counts too.
func BenchmarkZIP(b *testing.B) {
	for _, s := range []struct{ files, size int }{{3000, 200 << 10}, {300, 10 << 20}} {
		b.Run(fmt.Sprintf("%dx%dKB", s.files, s.size>>10), func(b *testing.B) {
			m := measure(b)
			m.fill(b, s.files, s.size)
			for n := range b.N {
				month := strconv.Itoa(n)
				figures(b, func() job.Job {
					return m.run(b, zip.Kind, execution.ZIP{Lang: "ja", Month: month, Slot: 1}, func(x *table.Tx, id job.ID) { x.TakeSlot(table.Slot{Month: month, Number: 1}, id) })
				})
			}
		})
	}
}

// The cost of a thousand workbooks of one ingredient and ten properties each.
func BenchmarkCreateSimple(b *testing.B) {
	m := measure(b)
	m.fill(b, 1000, 1)
	for range b.N {
		figures(b, func() job.Job {
			return m.run(b, createsimple.Kind, execution.CreateSimple{Version: 3, Lang: "ja"}, nil)
		})
	}
}

func BenchmarkTable(b *testing.B) {
	const sheets = 50_000
	m := measure(b)
	m.fill(b, sheets, 1)
	var wide []string
	operation, _ := tables.OperationOf(tables.Sheets)
	for _, c := range operation.Columns {
		if len(c.Sections) == 0 || c.Part == "9" {
			wide = append(wide, c.ID)
		}
	}
	for _, t := range []struct {
		name   string
		params execution.Export
	}{
		{"csv", execution.Export{Format: tables.CSV, Encoding: string(tables.UTF8)}},
		{"shift_jis", execution.Export{Format: tables.CSV, Encoding: string(tables.ShiftJIS)}},
		{"xlsx", execution.Export{Format: tables.XLSX}},
		{"xlsx-wide", execution.Export{Format: tables.XLSX, Columns: wide}},
	} {
		b.Run(t.name, func(b *testing.B) {
			t.params.Operation, t.params.Lang = tables.Sheets, "ja"
			for range b.N {
				figures(b, func() job.Job { return m.run(b, export.Kind, t.params, nil) })
			}
		})
	}
}
