// Command cmd judges a composition by the embedded set of regulations, and prints one JSON
// line per verdict; with -duties 1 also one per duty that follows.
//
//	cmd -ingredients "108-88-3:30 1330-20-7:10-20 50-00-0:<1 イオン交換水:残部" -state liquid -flash 4
//
// An ingredient is a CAS number or a name with its share in mass per cent as a sheet prints
// it; blanks in a name are written as underscores or in quotes, and the share may be
// omitted.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "laws: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string, out io.Writer, now time.Time) error {
	var g given
	flags := flag.NewFlagSet("laws", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&g.ingredients, "ingredients", "", "the composition: CAS:share or NAME:share, separated by blanks")
	flags.StringVar(&g.state, "state", "", "solid, liquid or gas")
	flags.StringVar(&g.flash, "flash", "", "flash point, °C")
	flags.StringVar(&g.boil, "boil", "", "boiling point, °C")
	flags.StringVar(&g.auto, "auto", "", "auto-ignition temperature, °C")
	flags.StringVar(&g.ph, "ph", "", "pH")
	flags.StringVar(&g.soluble, "soluble", "", "yes or no: in water")
	flags.StringVar(&g.un, "un", "", "UN number")
	flags.StringVar(&g.ghs, "ghs", "", "hazard classes with their categories: gases_under_pressure/compressed ...")
	flags.StringVar(&g.substance, "substance", "", "1: the product is one substance, not a mixture")
	date := flags.String("date", "", "day on which is judged, YYYY-MM-DD; today in Japan where none is given")
	all := flags.String("all", "", "1: print the optional sets too")
	due := flags.String("duties", "", "1: print what has to be done too")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: give the composition as one text", flags.Arg(0))
	}
	record, err := g.record()
	if err != nil {
		return err
	}
	day := sds.Day(now).Format(time.DateOnly)
	if *date != "" {
		if _, err := time.Parse(time.DateOnly, *date); err != nil {
			return fmt.Errorf("DATE %q is no day: write YYYY-MM-DD", *date)
		}
		day = *date
	}
	every, err := yes("ALL", *all)
	if err != nil {
		return err
	}
	what, err := yes("DUTIES", *due)
	if err != nil {
		return err
	}
	set := regulation.Current()
	if err := judge(set, record, day, every, out); err != nil || !what {
		return err
	}
	return printDuties(set, record, day, out)
}

// line is the printed form of a verdict.
type line struct {
	Law        string          `json:"law_code"`
	Category   string          `json:"category_code"`
	Class      string          `json:"class_code"`
	Part       string          `json:"part_code,omitempty"` // of a class that is judged in parts: CLASS3 of CLASS1-9
	Verdict    verdict.Verdict `json:"verdict"`
	Number     string          `json:"number,omitempty"`
	Entry      string          `json:"entry,omitempty"`
	CAS        string          `json:"cas,omitempty"`
	Share      string          `json:"share,omitempty"`
	Threshold  string          `json:"threshold,omitempty"`
	From       string          `json:"effective_from,omitempty"`
	Version    string          `json:"version,omitempty"`
	Source     string          `json:"source,omitempty"`
	Confidence string          `json:"confidence,omitempty"`
	Article    string          `json:"article,omitempty"`
	Missing    []string        `json:"missing,omitempty"`
	Reason     string          `json:"reason"`
}

func judge(set *regulation.Set, record *sds.Sheet, day string, all bool, out io.Writer) error {
	subject := lawcheck.Of(record)
	proofs := lawcheck.Complete(set, lawcheck.Sheet(set, &subject, day), day)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	printed := map[string]bool{}
	for i := range proofs {
		if !silent(&proofs[i]) {
			printed[node(set, &proofs[i])] = true
		}
	}
	for i := range proofs {
		p := &proofs[i]
		if c := set.Category(p.Law, p.Category); !all && c != nil && !c.Default {
			continue
		}
		n := node(set, p)
		part := n != p.Key()
		if printed[n] && (p.Verdict == verdict.NotListed || part && silent(p)) {
			continue
		}
		printed[n] = printed[n] || part
		if err := lines.Encode(lineOf(p, n)); err != nil {
			return err
		}
	}
	return nil
}

// node is the key of the class in the tree of laws, where classes that are judged in parts
// are one.
func node(set *regulation.Set, p *verdict.Proof) string {
	if c := set.Class(p.Key()); c != nil && c.Node != "" {
		return c.Law + "/" + c.Category + "/" + c.Node
	}
	return p.Key()
}

// silent reports verdicts on one part that are omitted where another part of the class is
// found.
func silent(p *verdict.Proof) bool {
	return p.Verdict == verdict.NotListed || p.Verdict == verdict.Unknown
}

func lineOf(p *verdict.Proof, node string) line {
	var cas []string
	for _, part := range p.Parts {
		if part.CAS != "" {
			cas = append(cas, part.CAS)
		}
	}
	l := line{
		Law: p.Law, Category: p.Category, Class: p.Class, Verdict: p.Verdict, Number: p.Number, Entry: p.Entry,
		CAS: strings.Join(cas, " "), Threshold: p.Threshold, From: p.From, Version: p.Version, Source: p.Source,
		Confidence: p.Confidence, Article: p.Article, Missing: p.Missing, Reason: p.Explain("ja"),
	}
	if node != p.Key() {
		l.Class, l.Part = node[len(p.Law)+len(p.Category)+2:], p.Class
	}
	if p.Share != nil {
		l.Share = p.Share.String()
	}
	return l
}
