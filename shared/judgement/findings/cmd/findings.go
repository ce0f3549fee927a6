package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// printFindings prints the findings on each sheet of a folder, and the counts by rule.
func printFindings(ctx context.Context, dir string) error {
	if inner := filepath.Join(dir, "pdf"); isDir(inner) {
		dir = inner
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.[pP][dD][fF]"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no sheets in %s", dir)
	}
	pool := pdf.NewPool(pdf.Config{Workers: 1})
	defer pool.Close()
	r := &reader.Reader{PDF: pool}
	if _, err := exec.LookPath("tesseract"); err == nil {
		r.OCR = &ocr.Tesseract{}
	}
	var failed []error
	counts := map[findings.Severity]map[string]int{findings.Error: {}, findings.Warning: {}, findings.Info: {}}
	sheets, total := 0, 0
	for _, file := range files {
		found, language, err := look(ctx, r, file)
		if err != nil {
			fmt.Printf("%s: %s\n", filepath.Base(file), reader.Reason(err))
			var fault *reader.Fault
			if errors.As(err, &fault) {
				failed = append(failed, fmt.Errorf("%s: %w\n%s", file, fault, fault.Stack))
			}
			continue
		}
		sheets++
		total += len(found)
		fmt.Printf("%s: %d\n", filepath.Base(file), len(found))
		for _, f := range found {
			counts[f.Severity][f.ID]++
			fmt.Printf("  %-7s %s: %s\n", f.Severity, f.ID, f.Message(language))
		}
	}
	fmt.Printf("\n%d findings on %d sheets, %.2f a sheet\n", total, sheets, float64(total)/float64(max(sheets, 1)))
	for _, severity := range []findings.Severity{findings.Error, findings.Warning, findings.Info} {
		fmt.Print(ranking(severity, counts[severity]))
	}
	return errors.Join(failed...)
}

func ranking(severity findings.Severity, counts map[string]int) string {
	ids := make([]string, 0, len(counts))
	sum := 0
	for id, n := range counts {
		ids = append(ids, id)
		sum += n
	}
	sort.Slice(ids, func(i, j int) bool {
		return counts[ids[i]] > counts[ids[j]] || counts[ids[i]] == counts[ids[j]] && ids[i] < ids[j]
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d\n", severity, sum)
	for _, id := range ids {
		fmt.Fprintf(&b, "  %4d %s\n", counts[id], id)
	}
	return b.String()
}

func look(ctx context.Context, r *reader.Reader, file string) ([]findings.Finding, string, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	d, err := r.Read(ctx, body)
	if err != nil {
		return nil, "", err
	}
	result, err := r.Values(d)
	if err != nil {
		return nil, "", err
	}
	var found []findings.Finding
	if fault := reader.Guard(func() {
		found = findings.Sheet(findings.Input{Result: &result, Sections: d.Numbers(), Printed: findings.PrintedOf(d), Now: time.Now()})
	}); fault != nil {
		return nil, "", fault
	}
	return found, result.Language, nil
}

func isDir(path string) bool {
	s, err := os.Stat(path)
	return err == nil && s.IsDir()
}
