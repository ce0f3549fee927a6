// Command cmd describes and runs the rules by which sheets are checked.
//
//	cmd rules              the catalog of the rules, as a page in Markdown
//	cmd findings DIR       the findings on the sheets of DIR/pdf or DIR, then counts by rule
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader/pdf"
)

var errUsage = errors.New("usage: rules | findings DIR")

func main() {
	pdf.RunAsWorker()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "rules":
		fmt.Print(findings.Page())
		return nil
	case len(args) == 2 && args[0] == "findings":
		return printFindings(ctx, args[1])
	}
	return errUsage
}
