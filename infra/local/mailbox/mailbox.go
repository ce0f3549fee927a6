// Package mailbox keeps the mails and the user pool's SMS messages that the product sends on the local stack: it answers SES v2
// (SendEmail), shows the messages at /_local/mailbox and serves them to tests as JSON. Nothing
// leaves the machine.
package mailbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"anzen/infra/local/journal"
)

// Channel is how a message was sent.
type Channel string

// The channels.
const (
	Mail Channel = "mail"
	SMS  Channel = "sms" // to a phone number
)

// Message is one mail or SMS message. Addresses may have a display name.
type Message struct {
	ID          string       `json:"id"` // a ULID: later ones sort higher
	Channel     Channel      `json:"channel"`
	At          time.Time    `json:"at"`
	From        string       `json:"from,omitempty"`
	To          []string     `json:"to"`
	Cc          []string     `json:"cc,omitempty"`
	Bcc         []string     `json:"bcc,omitempty"`
	ReplyTo     []string     `json:"reply_to,omitempty"`
	Subject     string       `json:"subject,omitempty"`
	Text        string       `json:"text,omitempty"`
	HTML        string       `json:"html,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	// Set is the configuration set of SES, by which bounces and complaints are told.
	Set string `json:"set,omitempty"`
}

// Attachment is a file in a mail.
type Attachment struct {
	Name        string `json:"name"`
	ContentType string `json:"content_type"`
	Size        int    `json:"size"` // bytes
	Content     []byte `json:"content,omitempty"`
}

// Config configures a mailbox. Only Dir is required.
type Config struct {
	// Dir is the folder of the mailbox's data; it is created if missing.
	Dir string
	// Returned is told of mails that came back or were marked as spam; nil: nobody is.
	Returned func(Returned) error
	// Clock and Random are the time and randomness; by default the real ones.
	Clock  func() time.Time
	Random io.Reader
	// Keep is the number of messages kept; 1,000 by default.
	Keep int
}

// Box is the mailbox. It is safe for concurrent use.
type Box struct {
	config Config
	path   string

	mu       sync.Mutex
	file     *journal.File
	messages []Message // oldest first
	written  int       // records in the file
	entropy  io.Reader
}

// Open opens the mailbox with its data in config.Dir.
func Open(config Config) (*Box, error) {
	if config.Dir == "" {
		return nil, errors.New("open mailbox: Dir is required")
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Random == nil {
		config.Random = ulid.DefaultEntropy()
	}
	if config.Keep == 0 {
		config.Keep = 1000
	}
	b := &Box{
		config: config, path: filepath.Join(config.Dir, "mailbox.jsonl"),
		entropy: ulid.Monotonic(bufio.NewReader(config.Random), 0),
	}
	err := journal.Read(b.path, func(offset int64, record json.RawMessage) error {
		var m Message
		if err := json.Unmarshal(record, &m); err != nil {
			return fmt.Errorf("read message at %d: %w", offset, err)
		}
		b.add(m)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open mailbox: %w", err)
	}
	if b.file, err = journal.Open(b.path); err != nil {
		return nil, fmt.Errorf("open mailbox: %w", err)
	}
	return b, nil
}

// Close closes the mailbox's file. Delivered messages are on disk already.
func (b *Box) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.file.Close()
}

// Deliver stores a message and returns its id; ID and At are set by the box.
func (b *Box) Deliver(m Message) (id string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m.At = b.config.Clock().UTC()
	made, err := ulid.New(ulid.Timestamp(m.At), b.entropy)
	if err != nil {
		return "", fmt.Errorf("deliver message: %w", err)
	}
	m.ID = made.String()
	for i := range m.Attachments {
		m.Attachments[i].Size = len(m.Attachments[i].Content)
	}
	if _, err := b.file.Append(m); err != nil {
		return "", fmt.Errorf("deliver message: %w", err)
	}
	b.add(m)
	if b.written > 2*b.config.Keep {
		b.compact()
	}
	return m.ID, nil
}

func (b *Box) add(m Message) {
	b.messages = append(b.messages, m)
	b.written++
	if over := len(b.messages) - b.config.Keep; over > 0 {
		b.messages = slices.Delete(b.messages, 0, over)
	}
}

// compact drops old messages from the file. If there is no space for the new file the
// next message tries again.
func (b *Box) compact() {
	records := make([]any, len(b.messages))
	for i, m := range b.messages {
		records[i] = m
	}
	if b.file.Rewrite(records) == nil {
		b.written = len(records)
	}
}

// Messages returns the messages to an address, newest first; an empty address means
// all.
func (b *Box) Messages(to string) []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []Message{}
	for _, m := range slices.Backward(b.messages) {
		if to == "" || m.reaches(to) {
			found = append(found, m)
		}
	}
	return found
}

// Message returns the message with the id.
func (b *Box) Message(id string) (Message, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.messages, func(m Message) bool { return m.ID == id })
	if i < 0 {
		return Message{}, false
	}
	return b.messages[i], true
}

func (m Message) reaches(to string) bool {
	return slices.ContainsFunc(slices.Concat(m.To, m.Cc, m.Bcc), func(recipient string) bool {
		return strings.EqualFold(bare(recipient), bare(to))
	})
}

// bare returns an address without its display name.
func bare(address string) string {
	if parsed, err := mail.ParseAddress(address); err == nil {
		return parsed.Address
	}
	return strings.TrimSpace(address)
}
