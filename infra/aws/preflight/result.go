package main

import (
	"fmt"
	"slices"
	"strings"
)

// verdict is how serious a result is.
type verdict int

const (
	fine    verdict = iota
	notice          // the deployment succeeds, but something of the product will not work
	failing         // the deployment would fail
)

// result is what one check found.
type result struct {
	what    string
	verdict verdict
	found   string
	// todo is what to do, a step a line.
	todo []string
}

func ok(what, format string, args ...any) result {
	return result{what: what, found: fmt.Sprintf(format, args...)}
}

func (v verdict) of(what, found string, todo ...string) result {
	return result{what, v, found, todo}
}

// unknown is the result of a check that got no answer.
func unknown(what string, err error) result {
	return notice.of(what, "could not be checked: "+err.Error(), "let the credentials read it, or check it by hand")
}

func failed(results []result) bool {
	return slices.ContainsFunc(results, func(r result) bool { return r.verdict == failing })
}

var marks = map[verdict]string{fine: "ok     ", notice: "NOTICE ", failing: "FAILS  "}

// report is the text for a terminal.
func report(p plan, results []result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Deployment of the stage %s for https://%s\n\n", p.stage, p.domain)
	count := map[verdict]int{}
	for _, r := range results {
		count[r.verdict]++
		fmt.Fprintf(&b, "%s%s: %s\n", marks[r.verdict], r.what, r.found)
		for _, line := range r.todo {
			fmt.Fprintf(&b, "         - %s\n", line)
		}
	}
	switch {
	case count[failing] > 0:
		fmt.Fprintf(&b, "\nThe deployment would fail: %d to mend, %d to know.\n", count[failing], count[notice])
	case count[notice] > 0:
		fmt.Fprintf(&b, "\nThe account is ready; %d to know.\n", count[notice])
	default:
		b.WriteString("\nThe account is ready.\n")
	}
	return b.String()
}
