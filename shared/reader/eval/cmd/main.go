// Command cmd reads safety data sheets on the command line.
//
//	cmd analyze FILES...              one line of JSON per file; fails in the end if the reader fails on one
//	cmd sweep DIRS...                 the ending of each file of folders, and their empty and implausible values; fails if the reader fails on one
//	cmd eval DIR [--misses FIELD]     scores the reading of DIR/pdf against DIR/gold; the misses of the test set are not shown
//	cmd eval DIR --sealed TABLE       scores it against sealed answers, figures only
//	cmd sealed DIR TABLES...          scores it against each of several sealed tables, a line per table
//	cmd seal DIR TABLE                seals the answers of DIR/gold in a table, whose salt stays
//	cmd confidences DIR[@TABLE][=WEIGHT]... [--signs FILE]   prints the table of confidences measured on folders
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/reader"
	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

var errUsage = errors.New("usage: analyze FILES... | sweep DIRS... | eval DIR [--misses FIELD|ID | --sealed TABLE] | sealed DIR TABLES... | seal DIR TABLE | confidences DIR[@TABLE][=WEIGHT]... [--signs FILE]")

var errUnseen = errors.New("this sheet belongs to the test set, whose misses are not looked at: name another one, or a field")

func main() {
	pdf.RunAsWorker()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprint(os.Stderr, explain(err))
		os.Exit(1)
	}
}

// explain prints an error, one by one where several are joined, each fault with its stack.
func explain(err error) string {
	if all, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // what is joined at the top
		var b strings.Builder
		for _, one := range all.Unwrap() {
			b.WriteString(explain(one))
		}
		return b.String()
	}
	var fault *reader.Fault
	if errors.As(err, &fault) {
		return fmt.Sprintf("%v\n%s", err, fault.Stack)
	}
	return err.Error() + "\n"
}

func run(ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	if args[0] == "seal" {
		return seal(args[1:])
	}
	pool := pdf.NewPool(pdf.Config{Workers: eval.Parallel})
	defer pool.Close()
	r := &reader.Reader{PDF: pool}
	if _, err := exec.LookPath("tesseract"); err == nil {
		r.OCR = &ocr.Tesseract{}
	}
	switch args[0] {
	case "analyze":
		return printViews(ctx, r, args[1:])
	case "sweep":
		return sweep(ctx, r, args[1:])
	case "confidences":
		return confidences(ctx, r, args[1:], option(args, "--signs"))
	case "eval":
		return score(ctx, r, args[1], option(args, "--misses"), option(args, "--sealed"))
	case "sealed":
		return scoreSealed(ctx, r, args[1], args[2:])
	}
	return errUsage
}

// option is the argument after a name; empty where there is none.
func option(args []string, name string) string {
	if i := slices.Index(args, name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// seal writes the table of the sealed answers of a folder.
func seal(args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	sealed, err := eval.ReadSealed(args[1])
	if errors.Is(err, fs.ErrNotExist) {
		sealed, err = eval.NewSealed(), nil
	}
	if err != nil {
		return err
	}
	if err := sealed.SealFolder(args[0]); err != nil {
		return err
	}
	if err := os.WriteFile(args[1], []byte(sealed.String()), 0o644); err != nil { //nolint:gosec // digests are no secret
		return fmt.Errorf("write the sealed answers: %w", err)
	}
	fmt.Printf("sealed the answers of %d sheets in %s\n", len(sealed.Sheets()), args[1])
	return nil
}

func printViews(ctx context.Context, r *reader.Reader, files []string) error {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	return eval.AnalyzeAll(ctx, r, files, func(v extract.View) error {
		line, err := eval.Line(v)
		if err != nil {
			return fmt.Errorf("write the view of %s: %w", v.ID, err)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
		return out.Flush()
	})
}

// sweep prints the endings of files that are no sheets as they arrive, and counts all.
func sweep(ctx context.Context, r *reader.Reader, dirs []string) error {
	var files []string
	for _, dir := range dirs {
		in, err := eval.Files(dir)
		if err != nil {
			return err
		}
		files = append(files, in...)
	}
	ends := map[string]int{}
	var fields eval.Plausibility
	failed := eval.Sweep(ctx, r, files, func(e eval.Ending) {
		if ends[e.End]++; e.End != "sheet" {
			fmt.Printf("%s: %s\n", e.File, e.End)
			return
		}
		fields.Add(eval.ID(e.File), e.View)
	})
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		fmt.Printf("%6d %s\n", ends[end], end)
	}
	fmt.Print(&fields)
	return failed
}

// tuneWeight and testWeight are how often a value of the sets tune and test counts beside one of the other sheets of its
// folder: fewer rules, or none, were made from these sheets, and they are real.
const (
	tuneWeight = 8
	testWeight = 4
)

// firstWeight is how often a value of the first reading of the wild sheets counts; ownEnglish the
// part by which a value of an English sheet of our own does: those flatter the rules most.
const (
	firstWeight = 3
	ownEnglish  = 0.25
)

// confidences prints the confidences of the reader's rules, measured on the sheets of folders with their own
// answers or with those of a table of sealed ones.
func confidences(ctx context.Context, r *reader.Reader, dirs []string, signs string) error {
	all := eval.FirstReading(firstWeight)
	for _, dir := range dirs {
		if dir == "--signs" {
			break
		}
		dir, weight, _ := strings.Cut(dir, "=")
		w := 1.0
		if weight != "" {
			var err error
			if w, err = strconv.ParseFloat(weight, 64); err != nil {
				return fmt.Errorf("the weight of %s: %w", dir, err)
			}
		}
		dir, sealed, _ := strings.Cut(dir, "@")
		report, failed, err := scored(ctx, r, dir, sealed, nil)
		if err := errors.Join(failed, err); err != nil {
			return err
		}
		for _, j := range report.Calibration {
			if strings.HasSuffix(j.Sheet, "-scan") { // scans have a factor of their own
				continue
			}
			j.Weight = w * weightOf(j)
			if j.Set = strings.TrimSuffix(filepath.Base(sealed), ".tsv"); sealed == "" {
				j.Set = eval.Set(j.Sheet)
			}
			all = append(all, j)
		}
	}
	validated := all.CrossValidated()
	proof("Cross-validated by house, each value counted once", validated)
	proof("Those of the test sets among them", validated.Blind())
	proof("The test sets, each by a fit without its set", all.Transferred())
	if signs != "" {
		if err := os.WriteFile(signs, []byte(signsHead+all.Signs()), 0o600); err != nil {
			return err
		}
	}
	_, err := fmt.Print(all.Shares())
	return err
}

// weightOf is how often a value counts beside the others of its folder.
func weightOf(j eval.Scored) float64 {
	switch set := eval.Set(j.Sheet); {
	case set == eval.SetTune:
		return tuneWeight
	case set == eval.SetTest:
		return testWeight
	case eval.Own(j.Sheet) && strings.HasPrefix(j.Language, "en"):
		return ownEnglish
	}
	return 1
}

// proof prints how often values of each confidence were right.
func proof(title string, values eval.Calibration) {
	fmt.Printf("# %s:\n", title)
	for line := range strings.Lines(values.String()) {
		fmt.Print("# " + line)
	}
	for _, from := range []float64{0.95, 0.9} {
		n, share := values.Right(from)
		fmt.Printf("# %.2f and more: %d values, %.3f right\n", from, n, share)
	}
}

const signsHead = "# Signs of a value, how many values have each, and what it adds to the logarithm of the odds that the value is right: fitted over the confidences of the rules.\n# Made by the command confidences of shared/reader/eval.\n"

// openCorpus opens a folder with its own answers, or with those of a sealed table.
func openCorpus(dir, sealed string) (*eval.Corpus, error) {
	if sealed == "" {
		return eval.Open(dir)
	}
	table, err := eval.ReadSealed(sealed)
	if err != nil {
		return nil, err
	}
	return eval.OpenSealed(dir, table)
}

var errSealed = errors.New("sealed answers can be counted, not shown: leave --misses out")

func score(ctx context.Context, r *reader.Reader, dir, misses, sealed string) error {
	if misses != "" && sealed != "" {
		return errSealed
	}
	if eval.Unseen(misses) {
		return fmt.Errorf("%w: %s", errUnseen, misses)
	}
	report, failed, err := scored(ctx, r, dir, sealed, func(id string, m eval.Miss) {
		if m.Field == misses || id == misses || misses == "all" {
			fmt.Printf("%s | %s | gold %q | got %q\n", id, m.Field, m.Want, m.Got)
		}
	})
	if err != nil {
		return err
	}
	fmt.Print(report)
	return failed
}

// scored reads the sheets of a folder and scores them by its answers, or by a table of sealed ones; failed is of the sheets that
// could not be read.
func scored(ctx context.Context, r *reader.Reader, dir, sealed string, miss func(id string, m eval.Miss)) (report *eval.Report, failed, err error) {
	c, err := openCorpus(dir, sealed)
	if err != nil {
		return nil, nil, err
	}
	var views []extract.View
	failed = eval.AnalyzeAll(ctx, r, c.Files, func(v extract.View) error {
		views = append(views, v)
		return nil
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	report, err = c.Score(views, miss)
	return report, failed, err
}
