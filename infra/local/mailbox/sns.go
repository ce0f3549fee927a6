package mailbox

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// smsMax is the most characters that SNS takes for one short message.
const smsMax = 1600

var phoneNumber = regexp.MustCompile(`^\+[1-9]\d{4,14}$`)

const snsNamespace = "http://sns.amazonaws.com/doc/2010-03-31/"

type publishResponse struct {
	XMLName   xml.Name `xml:"PublishResponse"`
	Namespace string   `xml:"xmlns,attr"`
	MessageID string   `xml:"PublishResult>MessageId"`
	RequestID string   `xml:"ResponseMetadata>RequestId"`
}

type snsErrorResponse struct {
	XMLName   xml.Name `xml:"ErrorResponse"`
	Namespace string   `xml:"xmlns,attr"`
	Type      string   `xml:"Error>Type"`
	Code      string   `xml:"Error>Code"`
	Message   string   `xml:"Error>Message"`
	RequestID string   `xml:"RequestId"`
}

// SNS answers Publish to a phone number, in the Query protocol.
func (b *Box) SNS() http.Handler { return http.HandlerFunc(b.publish) }

func (b *Box) publish(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	if err := r.ParseForm(); err != nil {
		snsError(w, http.StatusBadRequest, "InvalidParameter", "Invalid parameter: "+err.Error())
		return
	}
	form := r.PostForm
	switch reason := refusedSMS(form); {
	case form.Get("Action") != "Publish":
		snsError(w, http.StatusBadRequest, "InvalidAction", "The action "+form.Get("Action")+" is not valid for this endpoint.")
		return
	case reason != "":
		snsError(w, http.StatusBadRequest, "InvalidParameter", "Invalid parameter: "+reason)
		return
	}
	id, err := b.Deliver(Message{Channel: SMS, From: senderID(form), To: []string{form.Get("PhoneNumber")}, Text: form.Get("Message")})
	if err != nil {
		snsError(w, http.StatusInternalServerError, "InternalError", err.Error())
		return
	}
	writeXML(w, http.StatusOK, publishResponse{Namespace: snsNamespace, MessageID: id, RequestID: id})
}

func refusedSMS(form url.Values) string {
	switch message, number := form.Get("Message"), form.Get("PhoneNumber"); {
	case number == "":
		return "PhoneNumber Reason: only short messages to a phone number are supported"
	case !phoneNumber.MatchString(number):
		return "PhoneNumber Reason: " + number + " is not valid to publish to"
	case message == "":
		return "Empty message"
	case utf8.RuneCountInString(message) > smsMax:
		return "Message too long"
	}
	return ""
}

// senderID finds the attribute AWS.SNS.SMS.SenderID among
// MessageAttributes.entry.N.Name and ...Value.StringValue.
func senderID(form url.Values) string {
	for n := 1; ; n++ {
		entry := "MessageAttributes.entry." + strconv.Itoa(n)
		switch form.Get(entry + ".Name") {
		case "":
			return ""
		case "AWS.SNS.SMS.SenderID":
			return form.Get(entry + ".Value.StringValue")
		}
	}
}

func snsError(w http.ResponseWriter, status int, code, message string) {
	kind := "Sender"
	if status >= http.StatusInternalServerError {
		kind = "Receiver"
	}
	writeXML(w, status, snsErrorResponse{Namespace: snsNamespace, Type: kind, Code: code, Message: message, RequestID: "local"})
}

func writeXML(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "text/xml")
	w.WriteHeader(status)
	// The caller may have gone; there is nobody left to tell.
	_ = xml.NewEncoder(w).Encode(v)
}
