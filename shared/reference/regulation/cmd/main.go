// Command cmd prints the state of the lists of the laws, and loads a ministry's own file
// into a list:
//
//	cmd                                          entries by how they match, numbers unknown to the dictionary, formulas missing, lists by age
//	cmd -sheets read.jsonl                       the same numbers for the ingredients of sheets, as the reader's analyze prints them, and which lack a formula
//	cmd -file list.xlsx -category JP-ISHA/GUIDE  makes the list from a table (XLSX, CSV, TSV)
//	cmd -file table.xlsx -category JP-PRTR/NUMBER  makes the table of control numbers of the PRTR law; JP-CSCL/NUMBER and JP-ISHA/NUMBER are those of the official gazette
//
// All read the lists of the repository; of a loaded list the embedded table is made anew
// (packages loading and gen).
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"anzen/shared/reference/regulation"
	"anzen/shared/reference/regulation/loading"
)

// tables is the folder of the tables of the laws, from the module's root.
const tables = "shared/reference/regulation"

func main() {
	if err := run(os.Args[1:], os.Stdout, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "regulations: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string, out io.Writer, now time.Time) error {
	flags := flag.NewFlagSet("regulations", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var l loading.Table
	flags.StringVar(&l.File, "file", "", "a table to load: XLSX, CSV or TSV")
	flags.StringVar(&l.List, "category", "", "the list: LAW/CATEGORY or LAW/CATEGORY/CLASS")
	flags.StringVar(&l.AsOf, "as-of", "", "date of the table, YYYY-MM-DD")
	flags.StringVar(&l.From, "from", "", "first day on which its entries hold; empty for an unknown one")
	flags.StringVar(&l.Source, "source", "", "who published it")
	flags.StringVar(&l.Threshold, "threshold", ">0", "content from which an entry holds, where the table has no column of it: >=1, >0.1")
	sheets := flags.String("sheets", "", "sheets whose ingredients are counted, a line of JSON each")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if l.File != "" {
		return l.Load(out, tables)
	}
	if *sheets != "" {
		return reportSheets(*sheets, out)
	}
	return report(regulation.Current(), regulation.Day(now), out)
}
