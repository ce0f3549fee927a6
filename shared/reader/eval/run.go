package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/extract"
	"anzen/shared/text/tsv"
)

// Parallel is the number of files read at the same time.
const Parallel = 2

// NotSDS is the error of a readable document that is no safety data sheet.
const NotSDS = "not_sds"

// Analyze reads one file into its view. A file that cannot be read, or is no safety data
// sheet, has a view with ID and Error only. The error is for causes outside of the file: it
// is missing, or the reader fails.
func Analyze(ctx context.Context, r *reader.Reader, file string) (extract.View, error) {
	id := ID(file)
	start := time.Now()
	b, err := os.ReadFile(file)
	if err != nil {
		return extract.View{ID: id, Error: "unreadable"}, err
	}
	d, err := r.Read(ctx, b)
	var result extract.Result
	if err == nil && d.IsSheet {
		result, err = r.Values(d)
	}
	var v extract.View
	if err == nil && d.IsSheet {
		if fault := reader.Guard(func() { v = result.GoldView() }); fault != nil {
			err = fault
		}
	}
	if err != nil {
		reason := reader.Reason(err)
		if slices.Contains(failures, reason) {
			return extract.View{ID: id, Error: reason}, fmt.Errorf("%s: %w", file, err)
		}
		return extract.View{ID: id, Error: reason}, nil
	}
	if !d.IsSheet {
		return extract.View{ID: id, Error: NotSDS}, nil
	}
	v.ID, v.Pages = id, len(d.Pages)
	v.MS = float64(time.Since(start).Microseconds()) / 1000
	return v, nil
}

// failures are the reasons outside of the file.
var failures = []string{"error", "fault", "crash", "out_of_memory"}

// ID is the id of a sheet: its file name without .pdf.
func ID(file string) string {
	base := filepath.Base(file)
	if ext := filepath.Ext(base); strings.EqualFold(ext, ".pdf") {
		base = base[:len(base)-len(ext)]
	}
	return base
}

// AnalyzeAll reads files, Parallel at a time, and passes each view to emit in the order of
// the files. A failure on one file does not stop the others; the error joins all failures.
func AnalyzeAll(ctx context.Context, r *reader.Reader, files []string, emit func(extract.View) error) error {
	type outcome struct {
		view extract.View
		err  error
	}
	done := make([]chan outcome, len(files))
	for i := range done {
		done[i] = make(chan outcome, 1)
	}
	slots := make(chan struct{}, Parallel)
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i, f := range files {
			slots <- struct{}{}
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() { <-slots }()
				v, err := Analyze(ctx, r, f)
				done[i] <- outcome{v, err}
			}()
		}
	}()
	var failed []error
	var stopped error
	for i := range files {
		o := <-done[i]
		if o.err != nil && ctx.Err() == nil {
			failed = append(failed, o.err)
		}
		if stopped == nil {
			stopped = emit(o.view)
		}
	}
	return errors.Join(append(failed, stopped, ctx.Err())...)
}

// Line is a view as one line of JSON; for an unreadable file, its id and error only.
func Line(v extract.View) ([]byte, error) {
	if v.Error != "" {
		return json.Marshal(struct {
			ID    string `json:"id"`
			Error string `json:"error"`
		}{v.ID, v.Error})
	}
	return json.Marshal(v)
}

// Corpus is a folder of sheets with their answers: pdf/ID.pdf and gold/ID.json, or both side by side.
type Corpus struct {
	Files  []string
	gold   map[string]string // id -> file
	family map[string]string
}

// Open opens a corpus. Sheets without an answer, and answers marked as no sheets, are left
// out.
func Open(dir string) (*Corpus, error) {
	family, err := families(filepath.Join(dir, "synthetic.tsv"))
	if err != nil {
		return nil, err
	}
	c := &Corpus{gold: map[string]string{}, family: family}
	pdfs, golds := first(filepath.Join(dir, "pdf"), dir), first(filepath.Join(dir, "gold"), dir)
	files, err := filepath.Glob(filepath.Join(pdfs, "*.[pP][dD][fF]"))
	if err != nil {
		return nil, fmt.Errorf("list the corpus: %w", err)
	}
	sort.Strings(files)
	for _, f := range files {
		gold := filepath.Join(golds, ID(f)+".json")
		if _, err := os.Stat(gold); err == nil {
			c.Files = append(c.Files, f)
			c.gold[ID(f)] = gold
		}
	}
	if len(c.Files) == 0 {
		return nil, fmt.Errorf("no sheets with answers in %s", dir)
	}
	return c, nil
}

func first(dirs ...string) string {
	for _, d := range dirs {
		if s, err := os.Stat(d); err == nil && s.IsDir() {
			return d
		}
	}
	return dirs[len(dirs)-1]
}

// families reads the layout family of each sheet from a table, where the corpus has one.
func families(path string) (map[string]string, error) {
	out := map[string]string{}
	raw, err := os.ReadFile(path) //nolint:gosec // named by who runs the command
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the families of sheets: %w", err)
	}
	table := tsv.Read(path, string(raw))
	for r := range table.Rows() {
		id := r.Text("id")
		out[id] = r.Text("family")
		if strings.HasSuffix(id, "-scan") {
			out[id] = "scan"
		}
	}
	return out, table.Err()
}

// Gold reads the answer of a sheet; ok is false where it is marked as no sheet.
func (c *Corpus) Gold(id string) (gold extract.View, ok bool, err error) {
	raw, err := os.ReadFile(c.gold[id])
	if err != nil {
		return gold, false, fmt.Errorf("read the answer of %s: %w", id, err)
	}
	var no struct {
		NotSDS bool `json:"not_sds"`
	}
	if err := json.Unmarshal(raw, &no); err != nil {
		return gold, false, fmt.Errorf("read the answer of %s: %w", id, err)
	}
	if no.NotSDS {
		return gold, false, nil
	}
	if err := json.Unmarshal(raw, &gold); err != nil {
		return gold, false, fmt.Errorf("read the answer of %s: %w", id, err)
	}
	return gold, true, nil
}

// Family is the layout family of a sheet: by synthetic.tsv, else the letters before the number of its id.
func (c *Corpus) Family(id string) string {
	if f := c.family[id]; f != "" {
		return f
	}
	if i := strings.IndexByte(id, '-'); i > 0 {
		return id[:i]
	}
	return "other"
}

// Report is the outcome of an evaluation.
type Report struct {
	All      Table
	Language map[string]*Table
	Family   map[string]*Table
	// Unread lists the sheets that could not be read, with the reasons.
	Unread []string
	Slow   []float64 // milliseconds of each sheet
	// Calibration has the confidences of the values.
	Calibration Calibration
}

// Score compares the views of a corpus with its answers. It calls miss for every field that
// differs.
func (c *Corpus) Score(views []extract.View, miss func(id string, m Miss)) (*Report, error) {
	byID := map[string]extract.View{}
	for _, v := range views {
		byID[v.ID] = v
	}
	r := &Report{Language: map[string]*Table{}, Family: map[string]*Table{}}
	for _, f := range c.Files {
		id := ID(f)
		gold, ok, err := c.Gold(id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		v := byID[id]
		if v.Error != "" {
			r.Unread = append(r.Unread, id+": "+v.Error)
		}
		counts, misses := Compare(gold, v)
		r.Calibration = append(r.Calibration, Judge(gold, v)...)
		r.All.Add(counts)
		for m, key := range map[*map[string]*Table]string{&r.Language: orEmpty(gold.Language), &r.Family: c.Family(id)} {
			if (*m)[key] == nil {
				(*m)[key] = &Table{}
			}
			(*m)[key].Add(counts)
		}
		r.Slow = append(r.Slow, v.MS)
		if miss != nil {
			for _, m := range misses {
				miss(id, m)
			}
		}
	}
	sort.Float64s(r.Slow)
	return r, nil
}

// byField prints one line per field, with the F1 of each group of sheets; "-" where their
// answers have no value.
func byField(title string, groups map[string]*Table) string {
	var b strings.Builder
	keys := slices.Sorted(maps.Keys(groups))
	fmt.Fprintf(&b, "%-22s", title)
	for _, k := range keys {
		fmt.Fprintf(&b, " %5s", k)
	}
	b.WriteByte('\n')
	for _, f := range fields {
		if !slices.ContainsFunc(keys, func(k string) bool { _, judged := groups[k].Field[f.name]; return judged }) {
			continue
		}
		fmt.Fprintf(&b, "%-22s", f.name)
		for _, k := range keys {
			if c := groups[k].Field[f.name]; c.Support() > 0 {
				fmt.Fprintf(&b, " %5.3f", c.F1())
			} else {
				fmt.Fprintf(&b, " %5s", "-")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// String prints the table by field, then the figures by language and family.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(r.All.String())
	b.WriteString("\n" + byField("F1 by language", r.Language))
	if len(r.Family) > 1 {
		b.WriteString("\n" + byField("F1 by layout", r.Family))
	}
	for _, group := range []map[string]*Table{r.Language, r.Family} {
		keys := make([]string, 0, len(group))
		for k := range group {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		b.WriteByte('\n')
		for _, k := range keys {
			m := group[k].Micro()
			fmt.Fprintf(&b, "%-22s %3d sheets  macro-F1 %.3f  micro-F1 %.3f  P %.3f  R %.3f\n", k, group[k].Sheets, group[k].Macro(), m.F1(), m.P(), m.R())
		}
	}
	for _, u := range r.Unread {
		fmt.Fprintln(&b, "unread", u)
	}
	fmt.Fprintf(&b, "\n%s", r.Calibration)
	if n := len(r.Slow); n > 0 {
		fmt.Fprintf(&b, "\nms a sheet: median %.0f, p95 %.0f\n", r.Slow[n/2], r.Slow[n*95/100])
	}
	fmt.Fprintf(&b, "%d sheets, macro-F1 %.3f, micro-F1 %.3f", r.All.Sheets, r.All.Macro(), r.All.Micro().F1())
	for _, l := range []string{"ja", "en"} {
		if t := r.Language[l]; t != nil {
			fmt.Fprintf(&b, ", %s %.3f", l, t.Micro().F1())
		}
	}
	b.WriteByte('\n')
	return b.String()
}
