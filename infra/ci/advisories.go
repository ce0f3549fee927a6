package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"anzen/shared/text/tsv"
)

// advisory is a known weakness of a component.
type advisory struct {
	id   string // GO-2026-0001, GHSA-...
	what string
	// high: it is severe enough to stop; others are printed alone.
	high bool
}

//go:embed accepted.tsv
var acceptedText string

// accepted are the advisories that do not stop for now, with the last day (in UTC).
var accepted = readAccepted(acceptedText)

func readAccepted(text string) map[string]string {
	until := map[string]string{}
	for row := range tsv.Embedded("ci/accepted.tsv", text).Rows() {
		if _, err := time.Parse(time.DateOnly, row.Text("until")); err != nil || row.Text("why") == "" {
			row.Fail("%s needs a last day and a reason", row.Text("id"))
		}
		until[row.Text("id")] = row.Text("until")
	}
	return until
}

// errUnreached: the database of advisories did not answer, which says nothing about the components.
var errUnreached = errors.New("the database of advisories cannot be reached from here: nothing was looked up")

// advisories is a check that fails for severe known weaknesses, unless they are accepted for now. Where their database
// cannot be reached it says so, and does not fail.
func advisories(name string, read func(printed []byte, ran error) ([]advisory, error), argv ...string) check {
	return check{name: name, run: func(ctx context.Context, out io.Writer) (count, error) {
		command := exec.CommandContext(ctx, argv[0], argv[1:]...)
		var printed, trouble bytes.Buffer
		command.Stdout, command.Stderr = &printed, &trouble
		ran := command.Run()
		addProcessorTime(ctx, command.ProcessState)
		found, err := read(printed.Bytes(), ran)
		if errors.Is(err, errUnreached) {
			fmt.Fprintf(out, "%v\n%s", err, &trouble)
			return count{}, nil
		}
		if err != nil {
			return count{}, fmt.Errorf("%w\n%s", err, &trouble)
		}
		return judge(found, accepted, time.Now().UTC().Format(time.DateOnly), out)
	}}
}

// judge prints the advisories, and fails for those that are severe and not accepted on the day.
func judge(found []advisory, accepted map[string]string, today string, out io.Writer) (count, error) {
	slices.SortFunc(found, func(x, y advisory) int { return cmp.Compare(x.id, y.id) })
	var stopping []string
	for _, a := range slices.CompactFunc(found, func(x, y advisory) bool { return x.id == y.id }) {
		until, is := accepted[a.id]
		switch {
		case !a.high:
			fmt.Fprintf(out, "%s: %s\n", a.id, a.what)
		case is && today <= until:
			fmt.Fprintf(out, "%s: %s (accepted until %s)\n", a.id, a.what, until)
		default:
			stopping = append(stopping, a.id+": "+a.what)
		}
	}
	if stopping != nil {
		return count{failed: len(stopping)}, fmt.Errorf("known weaknesses; update the components, or accept them with a last day and a reason in infra/ci/accepted.tsv:\n%s", strings.Join(stopping, "\n"))
	}
	fmt.Fprintf(out, "%d advisories, none stops\n", len(found))
	return count{passed: 1}, nil
}

// calledGo reads the messages of govulncheck -format json: weaknesses in functions that the product calls stop, those that
// are only linked do not. Go's database has no severities. In this format it fails only where it could not look.
func calledGo(printed []byte, ran error) ([]advisory, error) {
	if ran != nil {
		return nil, errUnreached
	}
	var found []advisory
	for messages := json.NewDecoder(bytes.NewReader(printed)); ; {
		var m struct {
			Finding *struct {
				OSV   string `json:"osv"`
				Fixed string `json:"fixed_version"`
				Trace []struct{ Module, Package, Function string }
			} `json:"finding"`
		}
		err := messages.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read what govulncheck prints: %w", err)
		}
		if f := m.Finding; f != nil && len(f.Trace) > 0 {
			found = append(found, advisory{f.OSV, f.Trace[0].Module + " " + f.Trace[0].Function + ", mended in " + cmp.Or(f.Fixed, "no version yet"), f.Trace[0].Function != ""})
		}
	}
	// The same weakness is told of a module, of a package and of a function: the last counts.
	slices.SortFunc(found, func(x, y advisory) int {
		if x.high != y.high && x.high {
			return -1
		}
		return 0
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(found, func(a advisory) bool { was := seen[a.id]; seen[a.id] = true; return was }), nil
}

// severeNPM reads npm audit --json: weaknesses of severity high and critical stop. It fails for weaknesses and for a
// database that does not answer alike.
func severeNPM(printed []byte, _ error) ([]advisory, error) {
	var report struct {
		Vulnerabilities map[string]struct {
			Via []json.RawMessage // advisories, or the names of components that have them
		}
		Metadata *struct{}
	}
	if err := json.Unmarshal(printed, &report); err != nil || report.Metadata == nil {
		return nil, errUnreached
	}
	var found []advisory
	for component, v := range report.Vulnerabilities {
		for _, each := range v.Via {
			var via struct{ URL, Title, Severity string }
			if json.Unmarshal(each, &via) == nil && via.URL != "" {
				id := via.URL[strings.LastIndex(via.URL, "/")+1:]
				found = append(found, advisory{id, component + ": " + via.Title + " (" + via.Severity + ")", via.Severity == "high" || via.Severity == "critical"})
			}
		}
	}
	return found, nil
}
