package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	var out bytes.Buffer
	if err := run(nil, &out, time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"for a human look", "unknown to the dictionary", "without a formula", "US-EPCRA/S313", "past its revision rhythm since 2022-01-01", "US-TSCA/INVENTORY", "not loaded", "JP-PRTR/NUMBER", "content counted as", "C36H60O11>C36H62O11"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for line := range strings.Lines(text) {
		if cells := strings.Fields(line); len(cells) == 6 && (cells[0] == "all" || strings.HasPrefix(cells[0], "JP-")) && cells[5] != "0" {
			t.Errorf("dead entries: %s", line)
		}
	}
}

func save(t *testing.T, name string, content []byte) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(at, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}
