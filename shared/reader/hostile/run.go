package hostile

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader"
	"anzen/shared/reader/extract"
)

// Memory is the limit for a worker, in bytes.
const Memory = 300 << 20

// Sheet is a good PDF.
type Sheet struct {
	Name string
	Body []byte
}

// Config of a run.
type Config struct {
	Reader *reader.Reader
	// Sheets to damage; a seed damages the sheet of its number, modulo theirs. Donors are
	// those from which splices are taken.
	Sheets []Sheet
	Donors [][]byte
	// First seed, and number of seeds.
	First, Count uint64
	// Parallel is the number of files read at the same time.
	Parallel int
	// Limit is the time for one file, including the wait for a worker.
	Limit time.Duration
	// Size is the largest resident size of a worker so far, in bytes. A file after which it is
	// larger than Memory for the first time is at fault. It may be nil.
	Size func() int64
	// Fault is called with each fault, Progress with the number of files done, Keep with
	// the faulty files. Each may be nil.
	Fault    func(Fault)
	Progress func(done uint64)
	Keep     func(name string, body []byte) error
}

// Fault is a damaged file that did not end as required.
type Fault struct {
	Sheet string
	Seed  uint64
	How   string // the damage
	What  string // went wrong
}

func (f Fault) String() string {
	return fmt.Sprintf("%s seed %d (%s): %s", f.Sheet, f.Seed, f.How, f.What)
}

// Report of a run.
type Report struct {
	// Ends counts the files by their endings; "read" and "not_sds" are those that could be
	// read.
	Ends   map[string]int
	Faults []Fault
	// Slowest is the longest time.
	Slowest     time.Duration
	SlowestFile Fault
	// Largest is the size of a worker after LargestFile, one of those read at that time.
	Largest     int64
	LargestFile Fault
	times       []time.Duration
}

// Run reads damaged files. It returns when all are done or the context ends.
func Run(ctx context.Context, c Config) *Report {
	r := &Report{Ends: map[string]int{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	seeds := make(chan uint64)
	for range max(c.Parallel, 1) {
		wg.Go(func() {
			for seed := range seeds {
				f, reason, took := c.one(ctx, seed)
				mu.Lock()
				if c.Size != nil {
					r.grown(&f, c.Size())
				}
				if r.add(f, reason, took, c.Limit) {
					c.report(r.Faults[len(r.Faults)-1])
				}
				done := uint64(len(r.times))
				mu.Unlock()
				if c.Progress != nil {
					c.Progress(done)
				}
			}
		})
	}
	for n := range c.Count {
		if ctx.Err() != nil {
			break
		}
		seeds <- c.First + n
	}
	close(seeds)
	wg.Wait()
	return r
}

// grown records the size of the workers after a file.
func (r *Report) grown(f *Fault, size int64) {
	if size <= r.Largest {
		return
	}
	if f.What == "" && size > Memory && r.Largest <= Memory {
		f.What = fmt.Sprintf("a worker took %d MiB", size>>20)
	}
	r.Largest, r.LargestFile = size, *f
	r.LargestFile.What = fmt.Sprintf("%d MiB", size>>20)
}

// add records the ending of a file, and reports whether that is a fault.
func (r *Report) add(f Fault, reason string, took, limit time.Duration) bool {
	r.Ends[reason]++
	r.times = append(r.times, took)
	if took > r.Slowest {
		r.Slowest, r.SlowestFile = took, f
		r.SlowestFile.What = took.Round(time.Millisecond).String()
	}
	if f.What == "" && took > limit {
		f.What = "took " + took.Round(time.Millisecond).String()
	}
	if f.What != "" {
		r.Faults = append(r.Faults, f)
	}
	return f.What != ""
}

func (c Config) report(f Fault) {
	if c.Fault != nil {
		c.Fault(f)
	}
	if c.Keep == nil {
		return
	}
	b, _ := Mutate(f.Seed, c.sheet(f.Seed).Body, c.Donors)
	if err := c.Keep(fmt.Sprintf("%d-%s", f.Seed, f.Sheet), b); err != nil && c.Fault != nil {
		c.Fault(Fault{f.Sheet, f.Seed, f.How, "cannot be kept: " + err.Error()})
	}
}

func (c Config) sheet(seed uint64) Sheet { return c.Sheets[seed%uint64(len(c.Sheets))] }

// one damages, reads and checks one file, as the product does.
func (c Config) one(ctx context.Context, seed uint64) (f Fault, reason string, took time.Duration) {
	s := c.sheet(seed)
	b, how := Mutate(seed, s.Body, c.Donors)
	f = Fault{Sheet: s.Name, Seed: seed, How: how}
	began := time.Now()
	defer func() {
		took = time.Since(began)
		if x := recover(); x != nil {
			reason, f.What = "panic", fmt.Sprintf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	reason, err := Read(ctx, c.Reader, b)
	var fault *reader.Fault
	switch {
	case errors.As(err, &fault):
		f.What = fmt.Sprintf("panic: %v\n%s", fault.Panic, fault.Stack)
	case err != nil && slices.Contains([]string{"", "error", "crash", "out_of_memory"}, reason) && ctx.Err() == nil:
		f.What = fmt.Sprintf("no reason that lies in the file: %v", err)
	}
	return f, reason, 0
}

// Read reads a file, extracts its values and checks them; it returns the reader's reason,
// "not_sds" or "read".
func Read(ctx context.Context, r *reader.Reader, b []byte) (string, error) {
	d, err := r.Read(ctx, b)
	if err != nil {
		return reader.Reason(err), err
	}
	result := extract.Sheet(d)
	result.GoldView()
	findings.Sheet(findings.Input{Result: &result, Sections: d.Numbers(), Printed: findings.PrintedOf(d), Now: time.Now()})
	if !d.IsSheet {
		return "not_sds", nil
	}
	return "read", nil
}

// String is the report for display.
func (r *Report) String() string {
	var b strings.Builder
	ends := make([]string, 0, len(r.Ends))
	for e := range r.Ends {
		ends = append(ends, e)
	}
	sort.Slice(ends, func(i, j int) bool { return r.Ends[ends[i]] > r.Ends[ends[j]] })
	for _, e := range ends {
		fmt.Fprintf(&b, "%7d %s\n", r.Ends[e], e)
	}
	if n := len(r.times); n > 0 {
		t := slices.Clone(r.times)
		slices.Sort(t)
		fmt.Fprintf(&b, "%d files: median %s, 99 of 100 within %s\n", n, t[n/2].Round(time.Millisecond), t[n*99/100].Round(time.Millisecond))
		fmt.Fprintf(&b, "slowest %s\n", r.SlowestFile)
	}
	if r.Largest > 0 {
		fmt.Fprintf(&b, "largest %s\n", r.LargestFile)
	}
	fmt.Fprintf(&b, "%d faults\n", len(r.Faults))
	return b.String()
}
