package apitest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Logs is the log of a world's functions. The test fails where it contains personal data
// in the end: an address, name, telephone number, password or token of a user.
type Logs struct {
	mu       sync.Mutex
	text     bytes.Buffer
	personal map[string]string // what it is, by the text
}

func newLogs(t testing.TB) *Logs {
	l := &Logs{personal: map[string]string{}}
	t.Cleanup(func() {
		for _, leak := range l.Leaks() {
			t.Errorf("logs: %s", leak)
		}
	})
	return l
}

// Write takes a line of the log.
func (l *Logs) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// note adds a personal text. Very short ones are left out: they occur in other words.
func (l *Logs) note(what, text string) {
	if text = strings.TrimSpace(text); len(text) < 4 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.personal[text] = what
}

// personalKeys are the members of bodies with personal data or credentials.
var personalKeys = map[string]bool{
	"email": true, "first_name": true, "middle_name": true, "last_name": true, "phone": true, "password": true, "new_password": true, "token": true,
	"company_name": true, "user_name": true, "contact": true, "inquiry": true, "text": true, "note": true, "comment": true,
}

// noteBody adds the personal texts of a body.
func (l *Logs) noteBody(body string) {
	named := false // a cheap check first: most large bodies have no personal data
	for key := range personalKeys {
		named = named || strings.Contains(body, `"`+key+`"`)
	}
	if !named {
		return
	}
	var v any
	if json.Unmarshal([]byte(body), &v) == nil {
		l.noteValue("", v)
	}
}

func (l *Logs) noteValue(key string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, of := range v {
			l.noteValue(k, of)
		}
	case []any:
		for _, of := range v {
			l.noteValue(key, of)
		}
	case string:
		if personalKeys[key] {
			l.note(key, v)
		}
	}
}

var address = regexp.MustCompile(`[^\s"'<>(){}\[\],:;#|\\]+@[^\s"'<>(){}\[\],:;#|\\]+\.[a-z]{2,}`)

// moduleVersion is in the paths of a stack.
var moduleVersion = regexp.MustCompile(`@v[0-9]+\.`)

// chance is what every line has of the time and of random ids, in which short digits of a text
// occur by chance.
var chance = regexp.MustCompile(`"time":"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// Leaks are the personal texts in the log, with their lines.
func (l *Logs) Leaks() (leaks []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		line = strings.TrimSpace(line)
		for _, found := range address.FindAllString(line, -1) {
			if !moduleVersion.MatchString(found) {
				leaks = append(leaks, "the address "+found+" in "+line)
			}
		}
		written := chance.ReplaceAllString(line, "")
		for text, what := range l.personal {
			if strings.Contains(written, text) {
				leaks = append(leaks, "the "+what+" "+text+" in "+line)
			}
		}
	}
	return leaks
}

// String is the whole log.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
