package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader"
	"anzen/shared/reader/extract"
)

// Ending is the outcome of reading and checking a file: "sheet", NotSDS, or a reason of the
// reader. Err is set for failures outside of the file.
type Ending struct {
	File, End string
	Err       error
	// View has the values of a sheet.
	View extract.View
}

// End reads a file, extracts its values and checks them, as the product does.
func End(ctx context.Context, r *reader.Reader, file string) Ending {
	e := Ending{File: file}
	b, err := os.ReadFile(file)
	if err != nil {
		e.End, e.Err = "unreadable", err
		return e
	}
	d, err := r.Read(ctx, b)
	if err == nil && !d.IsSheet {
		e.End = NotSDS
	}
	// The rules must survive documents that are no sheets by their headings too.
	if err == nil {
		values, bad := r.Values(d)
		if err = bad; err == nil {
			if fault := reader.Guard(func() {
				e.View = values.GoldView()
				findings.Sheet(findings.Input{Result: &values, Sections: d.Numbers(), Printed: findings.PrintedOf(d), Now: time.Now()})
			}); fault != nil {
				err = fault
			}
		}
	}
	if err != nil {
		if e.End = reader.Reason(err); slices.Contains(failures, e.End) {
			e.Err = fmt.Errorf("%s: %w", file, err)
		}
		return e
	}
	if e.End == "" {
		e.End = "sheet"
	}
	return e
}

// Sweep reads files, Parallel at a time, and passes each ending to emit as it arrives. The
// error joins all failures.
func Sweep(ctx context.Context, r *reader.Reader, files []string, emit func(Ending)) error {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed []error
	next := make(chan string)
	for range Parallel {
		wg.Go(func() {
			for file := range next {
				e := End(ctx, r, file)
				mu.Lock()
				if e.Err != nil && ctx.Err() == nil {
					failed = append(failed, e.Err)
				}
				emit(e)
				mu.Unlock()
			}
		})
	}
	for _, file := range files {
		if ctx.Err() != nil {
			break
		}
		next <- file
	}
	close(next)
	wg.Wait()
	return errors.Join(append(failed, ctx.Err())...)
}

// Files returns the PDFs of a folder, or of its folder "pdf".
func Files(dir string) ([]string, error) {
	in := first(filepath.Join(dir, "pdf"), dir)
	all, err := os.ReadDir(in)
	if err != nil {
		return nil, fmt.Errorf("list the sheets: %w", err)
	}
	var files []string
	for _, f := range all {
		if strings.EqualFold(filepath.Ext(f.Name()), ".pdf") {
			files = append(files, filepath.Join(in, f.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no sheets in %s", dir)
	}
	return files, nil
}
