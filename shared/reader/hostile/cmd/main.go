// Command cmd reads damaged copies of good sheets, and reports how they ended.
//
//	cmd [-n COUNT] [-seed FIRST] [-limit TIME] [-keep DIR] [FOLDERS...]
//
// It fails where reading panics, ends in an error without a reason, exceeds the time limit
// or a worker's memory, or leaves something behind. The sheets are those of the project and
// those of the folders.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/hostile"
	"anzen/shared/reader/pdf"
)

var errFaults = errors.New("some files did not end as required")

func main() {
	pdf.RunAsWorker()
	n := flag.Uint64("n", 10000, "how many")
	first := flag.Uint64("seed", 1, "the first `seed`")
	limit := flag.Duration("limit", 20*time.Second, "time for one file")
	keep := flag.String("keep", "", "`folder` for the files at fault")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *first, *n, *limit, *keep, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, first, n uint64, limit time.Duration, keep string, folders []string) error {
	const parallel = 2
	sheets, donors, err := hostile.Sheets(".", folders...)
	if err != nil {
		return err
	}
	before := hostile.Held()
	pool := pdf.NewPool(pdf.Config{Workers: parallel, Timeout: limit})
	c := hostile.Config{
		Reader: &reader.Reader{PDF: pool}, Sheets: sheets, Donors: donors, First: first, Count: n, Parallel: parallel,
		// The worker is killed at its limit; the rest of the work must be quick.
		Limit:    limit + limit/2,
		Size:     func() int64 { return pool.Stats().RSS },
		Fault:    func(f hostile.Fault) { fmt.Println("fault", f) },
		Progress: progress(n),
	}
	if keep != "" {
		c.Keep = func(name string, body []byte) error { return os.WriteFile(filepath.Join(keep, name), body, 0o600) }
	}
	report := hostile.Run(ctx, c)
	stats := pool.Stats()
	pool.Close()
	left := hostile.Leaked(before)
	fmt.Print(report)
	fmt.Printf("workers: %d started, %d killed, %.0f s of processor time\n", stats.Started, stats.Killed, stats.CPU)
	fmt.Println("left behind:", left)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(report.Faults) > 0:
		return errFaults
	case left != hostile.Things{}:
		return fmt.Errorf("left behind: %s", left)
	}
	return nil
}

// progress prints the number of files done from time to time.
func progress(n uint64) func(done uint64) {
	var mu sync.Mutex
	shown := time.Now()
	return func(done uint64) {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(shown) > 30*time.Second {
			shown = time.Now()
			fmt.Printf("%d of %d\n", done, n)
		}
	}
}
