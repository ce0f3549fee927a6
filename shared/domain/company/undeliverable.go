package company

import "time"

// MailStop is why no mail is sent to a user's address beyond those that people ask for.
type MailStop string

// The reasons. A mailbox that is full or a server that is away for a while is none.
const (
	Bounced    MailStop = "bounced"    // the other side says that the address does not exist
	Complained MailStop = "complained" // the recipient has marked a mail as spam
)

// Undeliverable is the mark of an address that cannot be reached, or whose owner does not want to be.
type Undeliverable struct {
	Why MailStop  `dynamodbav:"Why"`
	At  time.Time `dynamodbav:"At"`
	// Notified: the company's administrators have been.
	Notified bool `dynamodbav:"Notified,omitempty"`
}

// Reachable reports whether mails that nobody asks for are sent to the user: news of jobs, of periodic exports and of
// the nightly run. Links that a person requests, and news about the safety of their account, are always sent.
func (u User) Reachable() bool { return u.Undeliverable == nil }

// StopMail marks the address because of a mail that was sent at a time. It reports whether that was news: the mark
// of a complaint outweighs that of a bounce, and what was sent before an administrator has lifted the mark last does not
// count.
func (u *User) StopMail(why MailStop, sent, now time.Time) bool {
	if u.MailFrom != nil && sent.Before(*u.MailFrom) {
		return false
	}
	if u.Undeliverable != nil && (u.Undeliverable.Why == why || why == Bounced) {
		return false
	}
	u.Undeliverable = &Undeliverable{Why: why, At: now.UTC()}
	return true
}

// ResumeMail lifts the mark.
func (u *User) ResumeMail(now time.Time) {
	if u.Undeliverable == nil {
		return
	}
	from := now.UTC()
	u.Undeliverable, u.MailFrom = nil, &from
}
