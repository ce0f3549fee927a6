package hostile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/hostile"
	"anzen/shared/reader/pdf"
)

func TestMain(m *testing.M) {
	pdf.RunAsWorker()
	os.Exit(m.Run())
}

var module = filepath.Join("..", "..", "..")

func own(t testing.TB) ([]hostile.Sheet, [][]byte) {
	t.Helper()
	sheets, donors, err := hostile.Sheets(module)
	if err != nil {
		t.Fatal(err)
	}
	return sheets, donors
}

func TestASeedDamagesAlwaysAlike(t *testing.T) {
	sheets, donors := own(t)
	same := 0
	for seed := range uint64(100) {
		s := sheets[seed%uint64(len(sheets))]
		whole := bytes.Clone(s.Body)
		a, how := hostile.Mutate(seed, s.Body, donors)
		b, again := hostile.Mutate(seed, s.Body, donors)
		if !bytes.Equal(a, b) || how != again || how == "" {
			t.Errorf("seed %d: %s, then %s", seed, how, again)
		}
		if !bytes.Equal(whole, s.Body) {
			t.Fatalf("seed %d (%s) damages the original", seed, how)
		}
		if bytes.Equal(a, whole) {
			same++
		}
	}
	if same > 5 {
		t.Errorf("%d of 100 are not damaged", same)
	}
}

// limit for one file, far above the usual time, since machines may be loaded.
const limit = 30 * time.Second

// run reads damaged files, and checks that all end as required and leave nothing behind.
func run(t *testing.T, first, count uint64) *hostile.Report {
	t.Helper()
	sheets, donors := own(t)
	before := hostile.Held()
	pool := pdf.NewPool(pdf.Config{Workers: 2, Timeout: limit})
	r := hostile.Run(t.Context(), hostile.Config{
		Reader: &reader.Reader{PDF: pool}, Sheets: sheets, Donors: donors, First: first, Count: count, Parallel: 2, Limit: 2 * limit,
		Size:  func() int64 { return pool.Stats().RSS },
		Fault: func(f hostile.Fault) { t.Error(f) },
	})
	stats := pool.Stats()
	pool.Close()
	if left := hostile.Leaked(before); left != (hostile.Things{}) {
		t.Errorf("left behind: %s", left)
	}
	t.Logf("%s%+v", r, stats)
	return r
}

func TestAWorkerThatGrowsTooLargeIsAFaultOnce(t *testing.T) {
	sheets, donors := own(t)
	pool := pdf.NewPool(pdf.Config{Timeout: limit})
	t.Cleanup(pool.Close)
	sizes := []int64{1 << 20, hostile.Memory + 1, hostile.Memory + 2, hostile.Memory + 2}
	read := -1
	r := hostile.Run(t.Context(), hostile.Config{
		Reader: &reader.Reader{PDF: pool}, Sheets: sheets, Donors: donors, First: 7, Count: uint64(len(sizes)), Limit: 2 * limit,
		Size: func() int64 { read++; return sizes[read] },
	})
	if len(r.Faults) != 1 || r.Faults[0].Seed != 8 || r.LargestFile.Seed != 9 || r.Largest != hostile.Memory+2 {
		t.Errorf("%+v", r)
	}
}

// Seeds that once found a fault.
var found = []uint64{
	2229, // labels that overlap at two colons in a row
	6012, // a page's content two hundred times over
}

func TestSeedsThatFoundSomething(t *testing.T) {
	for _, seed := range found {
		run(t, seed, 1)
	}
}

func TestDamagedSheetsEndInAResultOrAReason(t *testing.T) {
	r := run(t, 1, 60)
	sum := 0
	for _, n := range r.Ends {
		sum += n
	}
	if sum != 60 || r.Ends["read"] == 0 || len(r.Ends) < 3 {
		t.Errorf("ends %v", r.Ends)
	}
}
