package system_test

import (
	"net/url"
	"regexp"
	"testing"
	"time"
)

// letter is a mail in the mailbox.
type letter struct {
	ID      string   `json:"id"`
	To      []string `json:"to"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
}

// letters are the mails to an address, newest first.
func (s site) letters(t testing.TB, to string) []letter {
	t.Helper()
	var v struct{ Messages []letter }
	get(t, s.Mailbox+"/api/messages?to="+url.QueryEscape(to)).into(t, &v)
	return v.Messages
}

var link = regexp.MustCompile(`(https?://[^\s?]+)\?token=([^\s&]+)`)

// mailedToken is the secret of the link in the newest mail to an address; the link
// points to the page of the dashboard.
func (s site) mailedToken(t testing.TB, to, page string) string {
	t.Helper()
	var m []string
	eventually(t, time.Minute, "a mail to "+to+" with a link to "+page, func() bool {
		got := s.letters(t, to)
		if len(got) == 0 {
			return false
		}
		m = link.FindStringSubmatch(got[0].Text)
		return m != nil && m[1] == s.URL+"/#"+page
	})
	secret, err := url.QueryUnescape(m[2])
	if err != nil {
		t.Fatal(err)
	}
	return secret
}
