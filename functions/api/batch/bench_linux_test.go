package batch_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"anzen/functions/api/batch"
	"anzen/shared/aws/table"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// BenchmarkTenThousandRows edits the most sheets of a file, each in four columns, every
// tenth with another product code: checked in one request, written by the job. The
// figures are those of the functions, without the DynamoDB stand-in, which is another
// process.
func BenchmarkTenThousandRows(b *testing.B) {
	f := newFirm(b)
	const rows = 10_000
	ids := make([]sds.SheetID, rows)
	for from := 0; from < rows; from += write.MaxSheets {
		var writes []write.Sheet
		for i := from; i < min(from+write.MaxSheets, rows); i++ {
			ids[i] = sds.NewID[sds.SheetID]()
			s := sds.Sheet{
				ID: ids[i], Name: fmt.Sprintf("製品 %d 特級", i), NameByPerson: true, Supplier: "みどり化学株式会社", Status: sds.StatusCompleted, Note: "棚3",
				HCodes: []string{"H225", "H319", "H336"}, CAS: []string{"67-64-1"}, CreatedAt: f.Clock.Now(), UpdatedAt: f.Clock.Now(),
			}
			writes = append(writes, write.Sheet{After: s})
		}
		if err := f.Table.WriteBatch(b.Context(), f.company.ID, writes, table.Audit{Action: "test"}, nil); err != nil {
			b.Fatal(err)
		}
	}
	f.StepTakes = time.Minute
	round := 0
	for b.Loop() {
		round++
		file := []byte("SDS ID,SDS名,製品コード,タグ,備考\n")
		for i, id := range ids {
			code := ""
			if i%10 == 0 {
				code = fmt.Sprintf("C-%d-%d", round, i)
			}
			file = fmt.Appendf(file, "%s,製品 %d 改%d,%s,重要,棚%d\n", id, i, round, code, round)
		}
		began := cpu()
		r := f.Do(b, send(&f.admin, body{"csv": string(file)}))
		checked := cpu()
		if r.Status != 202 {
			b.Fatalf("%d %s", r.Status, r.Body[:min(len(r.Body), 500)])
		}
		var out batch.PatchBody
		r.Into(b, &out)
		if j := f.RunJob(b, f.company.ID, out.JobID); j.State != job.Done || out.Changed != rows {
			b.Fatalf("%+v", j)
		}
		b.ReportMetric((checked - began).Seconds(), "check-cpu-s")
		b.ReportMetric((cpu() - checked).Seconds(), "job-cpu-s")
		b.ReportMetric(float64(len(file))/1e6, "file-MB")
	}
	b.ReportMetric(peak(), "peak-MB")
}

// cpu is the processor time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the peak memory of this process in MB.
func peak() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Maxrss) / 1024
}
