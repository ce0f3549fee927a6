package bus

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Mail is a mail that has come back, or was marked as spam.
type Mail struct {
	ID, From, Subject string
	Set               string // its configuration set
	To                []string
	SentAt, At        time.Time
}

// MailReturned is SES's event of a complaint, or of a bounce for good or for the moment (event publishing to
// EventBridge; "Contents of event data" in its developer guide).
func (b *Bus) MailReturned(m Mail, complaint, permanent bool) (Event, error) {
	const zone = "2006-01-02T15:04:05.000Z"
	detail := map[string]any{
		"mail": map[string]any{
			"timestamp": m.SentAt.UTC().Format(zone), "source": m.From, "sendingAccountId": b.config.Account, "messageId": m.ID, "destination": m.To,
			"headersTruncated": false, "headers": []any{}, "commonHeaders": map[string]any{"from": []string{m.From}, "to": m.To, "messageId": m.ID, "subject": m.Subject},
			"tags": map[string][]string{"ses:operation": {"SendEmail"}, "ses:configuration-set": {m.Set}},
		},
	}
	recipients := make([]map[string]string, len(m.To))
	for i, to := range m.To {
		recipients[i] = map[string]string{"emailAddress": to}
	}
	kind := "Email Bounced"
	switch {
	case complaint:
		kind, detail["eventType"] = "Email Complaint Received", "Complaint"
		detail["complaint"] = map[string]any{
			"feedbackId": uuid.NewString(), "complaintSubType": nil, "complainedRecipients": recipients, "timestamp": m.At.UTC().Format(zone), "complaintFeedbackType": "abuse", "userAgent": "Amazon SES Mailbox Simulator",
		}
	default:
		bounceType, sub, status, diagnostic := "Permanent", "General", "5.1.1", "smtp; 550 5.1.1 user unknown"
		if !permanent {
			bounceType, sub, status, diagnostic = "Transient", "MailboxFull", "5.2.2", "smtp; 552 5.2.2 mailbox full"
		}
		for i := range recipients {
			recipients[i]["action"], recipients[i]["status"], recipients[i]["diagnosticCode"] = "failed", status, diagnostic
		}
		detail["eventType"] = "Bounce"
		detail["bounce"] = map[string]any{
			"feedbackId": uuid.NewString(), "bounceType": bounceType, "bounceSubType": sub, "bouncedRecipients": recipients, "timestamp": m.At.UTC().Format(zone), "reportingMTA": "dns; local",
		}
	}
	encoded, err := json.Marshal(detail)
	if err != nil {
		return Event{}, fmt.Errorf("encode event of a mail: %w", err)
	}
	return b.complete(Event{Source: "aws.ses", DetailType: kind, Time: m.At, Resources: []string{"arn:aws:ses:" + b.config.Region + ":" + b.config.Account + ":configuration-set/" + m.Set}, Detail: encoded}), nil
}
