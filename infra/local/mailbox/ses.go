package mailbox

import (
	"encoding/json"
	"net/http"
	"net/mail"
	"slices"
)

// The limits of SES: 50 recipients, 40 MB.
const (
	recipientsMax = 50
	mailMax       = 40 << 20
)

type sesContent struct {
	Data    string
	Charset string
}

type sesRequest struct {
	FromEmailAddress     string
	ConfigurationSetName string
	ReplyToAddresses     []string
	Destination          struct{ ToAddresses, CcAddresses, BccAddresses []string }
	Content              struct {
		Simple *struct {
			Subject     *sesContent
			Body        struct{ Text, Html *sesContent } //nolint:revive // as on the wire
			Attachments []struct {
				FileName    string
				ContentType string
				RawContent  []byte
			}
		}
		Raw      *struct{ Data []byte }
		Template *json.RawMessage
	}
}

// SES answers SES v2's SendEmail with simple and raw contents.
func (b *Box) SES() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/email/outbound-emails", b.sendEmail)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		sesError(w, http.StatusNotFound, "UnknownOperationException", "The mailbox does not know "+r.Method+" "+r.URL.Path)
	})
	return mux
}

func (b *Box) sendEmail(w http.ResponseWriter, r *http.Request) {
	var q sesRequest
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mailMax*4/3+1<<20)).Decode(&q); err != nil {
		sesError(w, http.StatusBadRequest, "BadRequestException", "The request is not valid: "+err.Error())
		return
	}
	m, reason := q.message()
	if reason != "" {
		sesError(w, http.StatusBadRequest, "BadRequestException", reason)
		return
	}
	id, err := b.Deliver(m)
	if err != nil {
		sesError(w, http.StatusInternalServerError, "InternalServiceErrorException", err.Error())
		return
	}
	m.ID, m.At = id, b.config.Clock().UTC()
	if err := b.simulate(m); err != nil {
		sesError(w, http.StatusInternalServerError, "InternalServiceErrorException", err.Error())
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"MessageId": id})
}

// message returns the mail, or the reason why it is invalid.
func (q sesRequest) message() (m Message, reason string) {
	switch {
	case q.Content.Simple != nil:
		m, reason = q.simple()
	case q.Content.Raw != nil:
		var err error
		if m, err = parseMail(q.Content.Raw.Data); err != nil {
			reason = "The raw message is not valid: " + err.Error()
		}
	case q.Content.Template != nil:
		reason = "Templates are not supported"
	default:
		reason = "Content is required"
	}
	if reason != "" {
		return m, reason
	}
	m.Channel, m.Set = Mail, q.ConfigurationSetName
	// The request's fields take precedence over the raw message's.
	if q.FromEmailAddress != "" {
		m.From = q.FromEmailAddress
	}
	if d := q.Destination; len(d.ToAddresses)+len(d.CcAddresses)+len(d.BccAddresses) > 0 {
		m.To, m.Cc, m.Bcc = d.ToAddresses, d.CcAddresses, d.BccAddresses
	}
	if len(q.ReplyToAddresses) > 0 {
		m.ReplyTo = q.ReplyToAddresses
	}
	if m.To == nil {
		m.To = []string{}
	}
	return m, m.refusal()
}

// refusal is SES's reason to refuse the mail.
func (m Message) refusal() string {
	recipients := slices.Concat(m.To, m.Cc, m.Bcc)
	switch {
	case m.From == "":
		return "From address is required"
	case len(recipients) == 0:
		return "At least one recipient is required"
	case len(recipients) > recipientsMax:
		return "Recipient count exceeds 50"
	}
	for _, address := range slices.Concat(recipients, m.ReplyTo, []string{m.From}) {
		if _, err := mail.ParseAddress(address); err != nil {
			return "Illegal address " + address
		}
	}
	return ""
}

func (q sesRequest) simple() (Message, string) {
	simple := q.Content.Simple
	if simple.Subject == nil {
		return Message{}, "Subject is required"
	}
	m := Message{Subject: simple.Subject.Data}
	if simple.Body.Text != nil {
		m.Text = simple.Body.Text.Data
	}
	if simple.Body.Html != nil {
		m.HTML = simple.Body.Html.Data
	}
	if simple.Body.Text == nil && simple.Body.Html == nil {
		return Message{}, "Body is required"
	}
	for _, a := range simple.Attachments {
		m.Attachments = append(m.Attachments, Attachment{Name: a.FileName, ContentType: a.ContentType, Content: a.RawContent})
	}
	return m, ""
}

func sesError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("X-Amzn-ErrorType", code)
	writeJSON(w, status, map[string]string{"message": message})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// An error means that the caller is gone.
	_ = json.NewEncoder(w).Encode(v)
}
