package eval

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"anzen/shared/text/tsv"
)

// digestSize is the number of bytes kept of a digest.
const digestSize = 8

// saltLine begins the comment that has a table's salt.
const saltLine = "# salt: "

// Sealed holds answers of sheets as digests: they can be compared with, and not be read.
type Sealed struct {
	salt    []byte
	digests map[string]map[string][]string // by sheet and field
}

// NewSealed is an empty table with a salt of its own.
func NewSealed() *Sealed {
	s := &Sealed{salt: make([]byte, 2*digestSize), digests: map[string]map[string][]string{}}
	_, _ = rand.Read(s.salt) // never fails
	return s
}

// ReadSealed reads a table of sealed answers from its file.
func ReadSealed(path string) (*Sealed, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // named by who runs the command
	if err != nil {
		return nil, fmt.Errorf("read the sealed answers: %w", err)
	}
	s := &Sealed{digests: map[string]map[string][]string{}}
	table := tsv.Read(path, string(raw))
	for row := range table.Rows() {
		if !slices.Contains(Fields(), row.Text("field")) {
			row.Fail("there is no field %q", row.Text("field"))
		}
		s.put(row.Text("sheet"), row.Text("field"), strings.Fields(row.Text("digests")))
	}
	if err := table.Err(); err != nil {
		return nil, err
	}
	if s.salt, err = hex.DecodeString(table.Comment(saltLine)); err != nil || len(s.salt) == 0 {
		return nil, fmt.Errorf("%s has no line %q with hexadecimal digits", path, saltLine)
	}
	return s, nil
}

func (s *Sealed) put(sheet, field string, digests []string) {
	if s.digests[sheet] == nil {
		s.digests[sheet] = map[string][]string{}
	}
	s.digests[sheet][field] = digests
}

// digest is an item of a field of a sheet, as the table has it.
func (s *Sealed) digest(sheet, field, item string) string {
	mac := hmac.New(sha256.New, s.salt)
	mac.Write([]byte(sheet + "\x00" + field + "\x00" + item))
	return hex.EncodeToString(mac.Sum(nil)[:digestSize])
}

// Seal adds the answer of a sheet, in place of the one that it had.
func (s *Sealed) Seal(sheet string, a Answer) {
	delete(s.digests, sheet)
	for field, items := range a.items {
		digests := make([]string, len(items))
		for i, item := range items {
			digests[i] = s.digest(sheet, field, item)
		}
		sort.Strings(digests) // their order would tell that of the items
		s.put(sheet, field, digests)
	}
}

// SealFolder makes the table hold the answers of a folder (gold/ID.json, or the folder itself),
// and no others. Answers marked as no sheets are left out.
func (s *Sealed) SealFolder(dir string) error {
	golds, err := filepath.Glob(filepath.Join(first(filepath.Join(dir, "gold"), dir), "*.json"))
	if err != nil {
		return fmt.Errorf("list the answers: %w", err)
	}
	if len(golds) == 0 {
		return fmt.Errorf("no answers in %s", dir)
	}
	clear(s.digests)
	c := &Corpus{gold: map[string]string{}}
	for _, file := range golds {
		id := strings.TrimSuffix(filepath.Base(file), ".json")
		c.gold[id] = file
		a, ok, err := c.Answer(id)
		if err != nil {
			return err
		}
		if ok {
			s.Seal(id, a)
		}
	}
	return nil
}

// Sheets are the ids of the sheets whose answers the table has, in order.
func (s *Sealed) Sheets() []string { return slices.Sorted(maps.Keys(s.digests)) }

// Answer is the sealed answer of a sheet.
func (s *Sealed) Answer(sheet string) Answer {
	return Answer{items: s.digests[sheet], digest: func(field, item string) string { return s.digest(sheet, field, item) }}
}

// String is the table as its file has it: a row per sheet and field that the answer covers, also
// where the answer has no item.
func (s *Sealed) String() string {
	var b strings.Builder
	b.WriteString("# Sealed answers of sheets (package eval). Written by: make seal\n" + saltLine + hex.EncodeToString(s.salt) + "\n")
	b.WriteString("sheet\tfield\tdigests\n")
	for _, sheet := range s.Sheets() {
		for _, f := range fields {
			if digests, covered := s.digests[sheet][f.name]; covered {
				b.WriteString(sheet + "\t" + f.name + "\t" + strings.Join(digests, " ") + "\n")
			}
		}
	}
	return b.String()
}
