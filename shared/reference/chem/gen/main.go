// Command gen makes the table of substance names, names.tsv.gz, from a folder of reference data.
//
//	go run ./shared/reference/chem/gen REFERENCE_DIR
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

const header = `# Names of substances by CAS number: cas, name in Japanese, name in English, formula, other names (parted by " | ").
# Own selection from NITE and MHLW substance lists (government open data), CREATE-SIMPLE, the EU CLP annex and PubChem titles; as of 2026-03.
# CAS Registry Number is a trademark of the American Chemical Society.
` + "cas\tja\ten\tformula\tothers\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	rows, err := read(filepath.Join(dir, "substance_dictionary.tsv"))
	if err != nil {
		return err
	}
	sort.Strings(rows)
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write([]byte(header + strings.Join(rows, "\n") + "\n")); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := os.WriteFile("shared/reference/chem/names.tsv.gz", buf.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Printf("%d substances, %d bytes\n", len(rows), buf.Len())
	return nil
}

func read(path string) ([]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the dictionary: %w", err)
	}
	table := tsv.Read(filepath.Base(path), string(content)).Ragged()
	var out []string
	for row := range table.Rows() {
		get := func(column string) string { return chem.Fold(row.Text(column)) }
		cas := get("cas")
		if !chem.CAS(cas).Valid() {
			continue
		}
		ja, en := short(get("name_ja")), short(get("name_en"))
		others := others(ja, en, get("aliases_ja"), get("aliases_en"))
		if ja == "" && en == "" && others == "" {
			continue
		}
		out = append(out, strings.Join([]string{cas, ja, en, get("formula"), others}, "\t"))
	}
	return out, table.Err()
}

// short keeps names that a person would write, not descriptions of refinery streams.
func short(name string) string {
	name, _, _ = strings.Cut(name, "; [")
	if len(name) > 180 {
		return ""
	}
	return name
}

func others(ja, en string, lists ...string) string {
	seen := map[string]bool{chem.Squeeze(ja): true, chem.Squeeze(en): true, "": true}
	var out []string
	for _, list := range lists {
		for _, part := range strings.FieldsFunc(list, func(r rune) bool { return r == '|' || r == ';' }) {
			part = short(strings.TrimSpace(part))
			if key := chem.Squeeze(part); !seen[key] {
				seen[key] = true
				out = append(out, part)
			}
		}
	}
	return strings.Join(out, " | ")
}
