package stacks

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
)

// The names of stages are parts of names that AWS limits: 64 letters of a function's, and the
// small letters of the prefix of a domain of Cognito, which excludes "aws", "amazon" and "cognito".
var stageName = regexp.MustCompile("^[a-z][a-z0-9-]{0,19}$")

// reserved are the words that Cognito refuses in the prefix of a domain.
var reserved = []string{"aws", "amazon", "cognito"}

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$`)

// Check reports everything in the configuration that cannot be deployed, with what to do.
func (c Config) Check() error {
	var all []error
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			all = append(all, fmt.Errorf(format, args...))
		}
	}
	add(!stageName.MatchString(c.Stage) || slices.ContainsFunc(reserved, func(word string) bool { return strings.Contains(c.Stage, word) }),
		"stage is %q; it is up to 20 small letters, digits and hyphens, without the words aws, amazon and cognito", c.Stage)
	add(!domainName.MatchString(c.Domain), "domain is %q; it is the dashboard's host name, as sds.example.com", c.Domain)
	add(!isAddress(c.Mail), "mail is %q; it is the sender address of all mails, as no-reply@example.com", c.Mail)
	switch c.Alarms {
	case NoAlarms:
	case "":
		add(true, "alarms is not set, so that nobody would learn of a failure: "+
			"add --context alarms=ADDRESS for who is notified, or --context alarms=%s if nobody shall be", NoAlarms)
	default:
		add(!isAddress(c.Alarms), "alarms is %q; it is a mail address, or %s", c.Alarms, NoAlarms)
	}
	add(c.Budget < 0, "budget is %d; it is what the account is expected to cost a month in USD, or 0 for no budget", c.Budget)
	add(c.Operator != "" && !isAddress(c.Operator), "operator is %q; it is a mail address", c.Operator)
	add(c.Certificate != "" && !strings.HasPrefix(c.Certificate, "arn:aws:acm:us-east-1:"),
		"certificate is %q; CloudFront takes the ARN of a certificate in us-east-1", c.Certificate)
	add(c.Backup != "" && !strings.HasPrefix(c.Backup, "arn:aws:backup:"), "backup is %q; it is the ARN of a backup vault, as arn:aws:backup:ap-northeast-1:111122223333:backup-vault:anzen", c.Backup)
	add(c.Release != "" && c.Release != ReleaseCanary && c.Release != ReleaseAtOnce, "release is %q; it is %s or %s", c.Release, ReleaseCanary, ReleaseAtOnce)
	add(c.Binaries == "", "the folder of the binaries is not set")
	return errors.Join(all...)
}

func isAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}
