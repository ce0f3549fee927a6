package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"anzen/shared/reader/extract"
	"anzen/shared/text/tsv"
)

// Corpus is a folder of sheets with their answers: pdf/ID.pdf and gold/ID.json, or both side by side.
// The answers may be sealed instead, in a table elsewhere.
type Corpus struct {
	Files  []string
	gold   map[string]string // id -> file
	sealed *Sealed           // instead of gold, where not nil
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
	files, err := sheets(dir)
	if err != nil {
		return nil, err
	}
	golds := first(filepath.Join(dir, "gold"), dir)
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

// OpenSealed opens the sheets of a folder whose answers are in a sealed table. All sheets of
// the table must be there.
func OpenSealed(dir string, sealed *Sealed) (*Corpus, error) {
	files, err := sheets(dir)
	if err != nil {
		return nil, err
	}
	there := map[string]string{}
	for _, f := range files {
		there[ID(f)] = f
	}
	c := &Corpus{sealed: sealed}
	for _, id := range sealed.Sheets() {
		if there[id] == "" {
			return nil, fmt.Errorf("%s has no sheet %s, whose answers the table has", dir, id)
		}
		c.Files = append(c.Files, there[id])
	}
	return c, nil
}

// sheets are the PDFs of a folder, in order.
func sheets(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(first(filepath.Join(dir, "pdf"), dir), "*.[pP][dD][fF]"))
	if err != nil {
		return nil, fmt.Errorf("list the corpus: %w", err)
	}
	sort.Strings(files)
	return files, nil
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

// Answer returns what the sheet's view is compared with; ok is false where it is marked as no
// sheet.
func (c *Corpus) Answer(id string) (a Answer, ok bool, err error) {
	if c.sealed != nil {
		return c.sealed.Answer(id), true, nil
	}
	gold, ok, err := c.Gold(id)
	return AnswerOf(gold), ok, err
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
