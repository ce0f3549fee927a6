package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

const usage = `usage: make ops ARGS="COMMAND ..." [STAGE=local] [YES=1]

  status                              is the starting of analyses paused, how many events wait
  failed  [-since 24h] [-company ID]  the analyses that have failed, by reason
  retry   -since 24h [-reason CODE] [-company ID]
                                      analyze their sheets again
  latency [-since 1h]                 how long the API's answers took in ms, by operation
  errors  [-since 1h]                 requests answered with 5xx by operation, and errors of functions
  logs    [-since 1h] LOG [QUERY]     a query of CloudWatch Logs Insights over the log of a function, "access" (the API's) or "all";
                                      without QUERY it is read from the input
  events                              list what could not be delivered
  redrive [ID ...]                    call the functions of these events again; of all without an id
  replay  FUNCTION FILE               call a function with an event, and print its answer
  pause                               stop the starting of analyses, for all companies
  resume                              let it go on
  rewind  -since TIME                 after the table was restored: bring files, results of nights and schedules back to that time
  seals   [COMPANY ...]               compare the audit log with its seals; of all companies without one
  companies [TEXT]                    the companies whose name has the text, with their plan, options and use
  contract -company ID [-plan free|100|...|unlimited] [-options NAME,NAME|none] [-attachments plan|1|10|50]
           [-customer ID] [-subscription ID] [-payment DAY]
                                      what a company has bought; what is stated is changed
  requests [-company ID]              the checklists that companies have asked for and do not have yet
  checklist -company ID LIST [FILE]   make one, by a file like the body of PUT dynamic_lists/{listId}; without a file: it is in preparation

-since is a duration (90m, 48h), a day (2026-11-24) or a time (2026-11-24T09:00:00+09:00).
Before anything is changed you are asked, unless YES=1.
`

// usageError is input that was not understood.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text + "\n\n" + usage }

func misunderstood(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// setting is what a command runs with.
type setting struct {
	stage   string
	yes     bool
	by      string // who operates
	in      io.Reader
	out     io.Writer
	now     func() time.Time
	connect func(ctx context.Context, stage string) (*world, error)
}

// command is one command: what it takes, and what it does.
type command struct {
	least, most int      // arguments; -1: any number
	flags       []string // that it knows
	do          func(ctx context.Context, o *operation) error
}

var commands = map[string]command{
	"status":  {0, 0, nil, status},
	"failed":  {0, 0, []string{"since", "company"}, failed},
	"retry":   {0, 0, []string{"since", "company", "reason"}, retry},
	"latency": {0, 0, []string{"since"}, latency},
	"errors":  {0, 0, []string{"since"}, failures},
	"logs":    {1, 2, []string{"since"}, logs},
	"events":  {0, 0, nil, listEvents},
	"redrive": {0, -1, nil, redrive},
	"replay":  {2, 2, nil, replay},
	"pause":   {0, 0, nil, pause},
	"resume":  {0, 0, nil, resume},
	"rewind":  {0, 0, []string{"since"}, rewind},
	"seals":   {0, -1, nil, seals},

	"companies": {0, 1, nil, listCompanies},
	"requests":  {0, 0, []string{"company"}, listRequests},
	"checklist": {1, 2, []string{"company"}, makeChecklist},
	"contract":  {0, 0, []string{"company", "plan", "options", "attachments", "customer", "subscription", "payment"}, changeContract},
}

// operation is a command that was understood.
type operation struct {
	setting
	*world
	args    []string
	since   time.Time
	stated  bool // since was given
	reason  string
	company sds.CompanyID
	terms   terms
}

func run(ctx context.Context, args []string, s setting) error {
	if len(args) == 0 || slices.Contains([]string{"-h", "-help", "--help", "help"}, args[0]) {
		_, _ = io.WriteString(s.out, usage)
		return flag.ErrHelp
	}
	o, do, err := understand(args, s)
	if err != nil {
		return err
	}
	if o.world, err = s.connect(ctx, o.stage); err != nil {
		return err
	}
	return do(ctx, o)
}

func understand(args []string, s setting) (*operation, func(context.Context, *operation) error, error) {
	c, known := commands[args[0]]
	if !known {
		return nil, nil, misunderstood("there is no command %q", args[0])
	}
	o := &operation{setting: s}
	if o.stage == "" {
		o.stage = local
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var since, company string
	for name, value := range map[string]*string{
		"since": &since, "company": &company, "reason": &o.reason,
		"plan": &o.terms.plan, "options": &o.terms.options, "attachments": &o.terms.attachments,
		"customer": &o.terms.customer, "subscription": &o.terms.subscription, "payment": &o.terms.payment,
	} {
		if slices.Contains(c.flags, name) {
			flags.StringVar(value, name, "", "")
		}
	}
	if err := flags.Parse(args[1:]); err != nil {
		return nil, nil, misunderstood("%s: %v", args[0], err)
	}
	o.args = flags.Args()
	for _, a := range o.args {
		if strings.HasPrefix(a, "-") {
			return nil, nil, misunderstood("%s: options stand before the arguments: %s stands after %q", args[0], a, o.args[0])
		}
	}
	if len(o.args) < c.least || c.most >= 0 && len(o.args) > c.most {
		return nil, nil, misunderstood("%s takes %d arguments, not %q", args[0], c.most, strings.Join(o.args, " "))
	}
	if company != "" && !sds.ValidID(company) {
		return nil, nil, misunderstood("%q is not the id of a company", company)
	}
	o.company = sds.CompanyID(company)
	o.stated = since != ""
	if since == "" {
		since = "24h"
	}
	var err error
	if o.since, err = moment(since, s.now()); err != nil {
		return nil, nil, err
	}
	if o.reason != "" && !isReason(o.reason) {
		return nil, nil, misunderstood("there is no reason %q; `failed` lists those that have occurred", o.reason)
	}
	if args[0] == "logs" && !isLog(o.args[0]) {
		return nil, nil, misunderstood("there is no log %q: it is the name of a function, %q or %q", o.args[0], accessLog, allLogs)
	}
	if args[0] == "retry" && !o.stated {
		return nil, nil, misunderstood("retry needs -since: the failures since when?")
	}
	if args[0] == "rewind" && !o.stated {
		return nil, nil, misunderstood("rewind needs -since: the time to which the table was restored")
	}
	return o, c.do, nil
}

// isReason reports whether a sheet may have the code as the reason why it could not be analyzed.
func isReason(code string) bool {
	family, _, _ := strings.Cut(code, ".")
	return slices.Contains([]string{"analysis", "reconfirmation"}, family) && message.Text("en", message.Code(code), nil) != code
}

// japan is where days begin.
var japan = time.FixedZone("JST", 9*60*60)

// moment is the time that is meant: a duration before now, a day in Japan, or a time.
func moment(text string, now time.Time) (time.Time, error) {
	var at time.Time
	if d, err := time.ParseDuration(text); err == nil {
		at = now.Add(-d)
	} else if at, err = time.Parse(time.RFC3339, text); err != nil {
		if at, err = time.ParseInLocation(time.DateOnly, text, japan); err != nil {
			return time.Time{}, misunderstood("%q is no time: write 90m, 48h, 2026-11-24 or 2026-11-24T09:00:00+09:00", text)
		}
	}
	if at.After(now) {
		return time.Time{}, misunderstood("%q is in the future", text)
	}
	return at, nil
}

// confirm asks before something is changed.
func (o *operation) confirm(format string, args ...any) error {
	if o.yes {
		return nil
	}
	o.print(format+" [yes/no] ", args...)
	answer, _ := bufio.NewReader(o.in).ReadString('\n')
	if strings.EqualFold(strings.TrimSpace(answer), "yes") {
		return nil
	}
	return fmt.Errorf("nothing was changed")
}

func (o *operation) print(format string, args ...any) { _, _ = fmt.Fprintf(o.out, format, args...) }
