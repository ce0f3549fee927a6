// Command ops is for operators of a stage, on AWS or the local stack, by the same calls of AWS's APIs:
//
//	status                              whether the starting of analyses is paused, and how many events wait
//	failed  [-since 24h] [-company ID]  the analyses that have failed, by reason
//	retry   -since 24h [-reason CODE] [-company ID]
//	                                    analyze their sheets again
//	latency [-since 1h]                 how long the API's answers took in ms, by operation
//	errors  [-since 1h]                 requests answered with 5xx by operation, and errors of functions
//	logs    [-since 1h] LOG [QUERY]     a query of CloudWatch Logs Insights over the log of a function, "access" (the API's) or "all";
//	                                    without QUERY it is read from the input
//	events                              list what could not be delivered
//	redrive [ID ...]                    call the functions of these events again, of all without an id
//	replay  FUNCTION FILE               call a function with an event, and print its answer
//	pause, resume                       stop the starting of analyses, for all companies, and let it go on
//	seals   [COMPANY ...]               compare the audit log with its seals, of all companies without one
//	companies [TEXT]                    the companies whose name has the text, with their plan, options and use
//	contract -company ID [...]          what a company has bought, and its change: plan, options, attachments, payments
//	requests [-company ID]              the checklists that companies have asked for and do not have yet
//	checklist -company ID LIST [FILE]   make one by a file, or note that it is in preparation
//
// A time is a duration ("90m", "48h"), a day ("2026-11-24") or a time of RFC 3339. Before it changes anything it asks, unless
// YES=1. The stage is that of STAGE ("local"); credentials, region and endpoint are those of the environment. It ends with 1
// where something failed or a seal is broken, and with 2 where it was not understood.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"os/user"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], setting{
		stage: os.Getenv("STAGE"), yes: os.Getenv("YES") == "1", by: operator(), in: os.Stdin, out: os.Stdout, now: time.Now, connect: connect,
	})
	var misunderstood *usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.As(err, &misunderstood):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2) //nolint:gocritic // the process ends
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// operator is who runs the program, for the record of what they pause.
func operator() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return os.Getenv("USER")
}
