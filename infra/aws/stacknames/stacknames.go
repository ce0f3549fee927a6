// Package stacknames has the names of the stacks, which the stacks and the preflight agree on.
package stacknames

import "strings"

// Account is the stack with what an account has once. All stages deploy it, with the same
// content; it outlives each of them.
const Account = "anzen-Account"

// Mail is the stack with the identity of a mail domain.
func Mail(domain string) string { return "anzen-Mail-" + strings.ReplaceAll(domain, ".", "-") }

// Stage is a name of a stage that is unique in an account: anzen-dev-Data.
func Stage(stage, of string) string { return "anzen-" + stage + "-" + of }

// Stacks are all stacks of a deployment of a stage that sends mails from the domain.
func Stacks(stage, domain string) []string {
	all := []string{Account, Mail(domain)}
	for _, s := range []string{"Data", "Identity", "Api", "Guard", "Edge"} {
		all = append(all, Stage(stage, s))
	}
	return all
}
