// Package stacknames has the names of what is deployed, on which the stacks, the preflight and the runbook agree.
package stacknames

import "strings"

// Account is the stack with what an account has once. All stages deploy it, with the same
// content; it outlives each of them.
const Account = "anzen-Account"

// Budget is how the name of the account's budget begins, in the mails of AWS Budgets. They have no text of ours, so the name leads to
// the page "costs" of the runbook. What follows changes with whom it notifies.
const Budget = "anzen-costs"

// Mail is the stack with the identity of a mail domain.
func Mail(domain string) string { return "anzen-Mail-" + strings.ReplaceAll(domain, ".", "-") }

// Stage is a name of a stage that is unique in an account: anzen-dev-Data.
func Stage(stage, of string) string { return "anzen-" + stage + "-" + of }

// Metrics is the namespace of a stage's own metrics.
func Metrics(stage string) string { return "anzen-" + stage }

// Stacks are all stacks of a deployment of a stage that sends mails from the domain.
func Stacks(stage, domain string) []string {
	all := []string{Account, Mail(domain)}
	for _, s := range []string{"Data", "Identity", "Api", "Guard", "Edge"} {
		all = append(all, Stage(stage, s))
	}
	return all
}
