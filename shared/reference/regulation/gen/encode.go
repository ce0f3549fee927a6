package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strconv"
	"strings"
)

// origin is the first line of every table.
const origin = "# Own selection of facts from MHLW, NITE, METI and e-Gov (government open data), ECHA, US EPA, OEHHA, IARC and the laws' texts; as of 2026-07, each row says its source. Made by gen.\n"

// tableColumns are the columns of the tables.
var tableColumns = map[string]string{
	"laws.tsv":       "id code jurisdiction ja en",
	"categories.tsv": "id law code ja en basis article loaded default",
	"versions.tsv":   "law category from source as_of",
	"classes.tsv":    "id law category code ja en node sum counts exclusive rank stated",
	"entries.tsv.gz": "id class number ja en threshold certain flags element context_ja context_en group from to source as_of confidence",
	"links.tsv.gz":   "id entry cas",
}

// remarks stand above the columns of some tables.
var remarks = map[string]string{
	"entries.tsv.gz": "# Flags: p the substance itself, g a high-pressure gas, a all numbers of it together.\n",
	"links.tsv.gz":   "# CAS Registry Number is a trademark of the American Chemical Society.\n",
}

// encode writes the tables, with ids.
func encode(t tree, entries []*entry, known map[string]*ids) (map[string][]byte, error) {
	rows := map[string][][]string{}
	add := func(file string, cells ...string) string {
		if d := known[file]; d != nil {
			cells[0] = strconv.Itoa(d.of(cells))
		}
		rows[file] = append(rows[file], cells)
		return cells[0]
	}
	for _, c := range t.laws {
		add("laws.tsv", append([]string{""}, c...)...)
	}
	for _, c := range t.categories {
		add("categories.tsv", append([]string{""}, c[:8]...)...)
		for _, v := range strings.FieldsFunc(c[8], func(r rune) bool { return r == ';' }) {
			add("versions.tsv", append([]string{c[0], c[1]}, strings.Split(v, "|")...)...)
		}
	}
	for _, c := range t.classes {
		add("classes.tsv", append([]string{""}, c...)...)
	}
	for _, e := range entries {
		flags := ""
		if e.pure {
			flags += "p"
		}
		if e.gas {
			flags += "g"
		}
		if e.all {
			flags += "a"
		}
		id := add("entries.tsv.gz", "", e.class, e.number, e.ja, e.en, e.threshold, e.certain, flags, e.element,
			e.contextJa, e.contextEn, e.group, e.from, e.to, e.source, e.asOf, e.confidence)
		for _, c := range e.cas {
			add("links.tsv.gz", "", id, c)
		}
	}
	files := map[string][]byte{}
	for name, columns := range tableColumns {
		var b bytes.Buffer
		b.WriteString(origin + remarks[name])
		if d := known[name]; d != nil {
			b.WriteString(nextMark + strconv.Itoa(d.next) + "\n")
		}
		b.WriteString(strings.ReplaceAll(columns, " ", "\t") + "\n")
		for _, cells := range rows[name] {
			b.WriteString(strings.Join(cells, "\t") + "\n")
		}
		content, err := pack(name, b.Bytes())
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	return files, nil
}

// pack compresses the tables whose names say so.
func pack(name string, content []byte) ([]byte, error) {
	if !strings.HasSuffix(name, ".gz") {
		return content, nil
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress a table: %w", err)
	}
	if _, err := z.Write(content); err != nil {
		return nil, fmt.Errorf("compress a table: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("compress a table: %w", err)
	}
	return b.Bytes(), nil
}
