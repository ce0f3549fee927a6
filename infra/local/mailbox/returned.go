package mailbox

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Feedback is what becomes of a mail after it was sent.
type Feedback string

// The feedbacks.
const (
	Bounce    Feedback = "bounce"    // returned for good
	Transient Feedback = "transient" // returned for the moment: the mailbox is full
	Complaint Feedback = "complaint" // marked as spam
)

// Returned is a mail with its feedback.
type Returned struct {
	Feedback Feedback
	Mail     Message
	At       time.Time
}

// The addresses of SES's mailbox simulator, which may have a label: bounce+label@simulator.amazonses.com. Those of
// SES that answer out of office or are suppressed are ordinary ones here.
const simulator = "@simulator.amazonses.com"

// simulate gives the mails to the simulator's addresses their feedback.
func (b *Box) simulate(m Message) error {
	for _, to := range slices.Concat(m.To, m.Cc, m.Bcc) {
		name, found := strings.CutSuffix(strings.ToLower(bare(to)), simulator)
		name, _, _ = strings.Cut(name, "+")
		if found && (Feedback(name) == Bounce || Feedback(name) == Complaint) {
			if err := b.giveBack(m, Feedback(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// giveBack tells of a mail that was sent in a configuration set: SES tells of others to nobody.
func (b *Box) giveBack(m Message, f Feedback) error {
	if b.config.Returned == nil || m.Set == "" {
		return nil
	}
	return b.config.Returned(Returned{f, m, b.config.Clock().UTC()})
}

// Recipients are all bare addresses of a mail.
func (m Message) Recipients() []string {
	all := slices.Concat(m.To, m.Cc, m.Bcc)
	for i := range all {
		all[i] = bare(all[i])
	}
	return all
}

// Returnable reports whether the page offers to give the mail back.
func (m Message) Returnable() bool { return m.Channel == Mail && m.Set != "" }

// Feedbacks are those that the page offers.
func (Message) Feedbacks() []Feedback { return []Feedback{Bounce, Transient, Complaint} }

// postFeedback is the page's button: whoever runs the stack plays the other mail server.
func (b *Box) postFeedback(w http.ResponseWriter, r *http.Request) {
	m, ok := b.Message(r.PathValue("id"))
	f := Feedback(r.PathValue("feedback"))
	if !ok || !slices.Contains(m.Feedbacks(), f) {
		http.NotFound(w, r)
		return
	}
	if err := b.giveBack(m, f); err != nil {
		http.Error(w, fmt.Sprintf("not told: %v", err), http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, Path+"/messages/"+m.ID+"?told="+string(f), http.StatusSeeOther)
}
