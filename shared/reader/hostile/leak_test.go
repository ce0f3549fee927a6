package hostile_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/hostile"
	"anzen/shared/reader/pdf"
)

// TestManyReadsLeaveNothingBehind reads good and bad files, some of them cancelled, some
// timing out.
func TestManyReadsLeaveNothingBehind(t *testing.T) {
	reads := 150
	if testing.Short() {
		reads = 60
	}
	t.Setenv("TMPDIR", t.TempDir())
	sheets, donors := own(t)
	before := hostile.Held()
	patient := pdf.NewPool(pdf.Config{Timeout: limit})
	hasty := pdf.NewPool(pdf.Config{Timeout: time.Nanosecond})
	r := &reader.Reader{PDF: patient}
	ends := map[string]int{}
	var settled hostile.Things // after the first third
	for i := range reads {
		good := sheets[i%len(sheets)].Body
		var reason string
		var err error
		switch i % 10 {
		case 0, 1, 2, 3:
			reason, err = hostile.Read(t.Context(), r, good)
		case 4, 5:
			b, _ := hostile.Mutate(uint64(i), good, donors)
			reason, err = hostile.Read(t.Context(), r, b)
		case 6:
			reason, err = hostile.Read(t.Context(), r, good[:len(good)/2])
		case 7:
			reason, err = hostile.Read(t.Context(), r, []byte("<html>"))
		case 8:
			if i%50 != 8 {
				reason, err = hostile.Read(t.Context(), r, nil)
				break
			}
			// Cancelled: its worker is killed.
			ctx, cancel := context.WithCancel(t.Context())
			stop := time.AfterFunc(time.Millisecond, cancel)
			_, err = hostile.Read(ctx, r, good)
			stop.Stop()
			cancel()
			if reason = "given up"; err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("read %d: %v", i, err)
			}
			err = nil
		case 9:
			if i%50 != 9 {
				reason, err = hostile.Read(t.Context(), r, good)
				break
			}
			reason, err = hostile.Read(t.Context(), &reader.Reader{PDF: hasty}, good)
			if reason != "timeout" {
				t.Errorf("read %d: %s, %v", i, reason, err)
			}
		}
		if reason == "error" {
			t.Errorf("read %d: %v", i, err)
		}
		ends[reason]++
		if i == reads/3 {
			settled = hostile.Leaked(before)
		}
	}
	if more := hostile.Leaked(add(before, settled)); more != (hostile.Things{}) {
		t.Errorf("%d reads hold %s more than a third of them", reads, more)
	}
	stats := patient.Stats()
	if stats.RSS > hostile.Memory {
		t.Errorf("the worker took %d MiB", stats.RSS>>20)
	}
	patient.Close()
	hasty.Close()
	if left := hostile.Leaked(before); left != (hostile.Things{}) {
		t.Errorf("left behind: %s", left)
	}
	t.Logf("%v, %+v, %+v", ends, stats, hasty.Stats())
	for _, want := range []string{"read", "broken", "not_pdf", "empty", "timeout", "given up"} {
		if ends[want] == 0 {
			t.Errorf("none ended as %q", want)
		}
	}
}

func add(a, b hostile.Things) hostile.Things {
	return hostile.Things{Goroutines: a.Goroutines + b.Goroutines, Children: a.Children + b.Children, Files: a.Files + b.Files, Temporary: a.Temporary + b.Temporary}
}
