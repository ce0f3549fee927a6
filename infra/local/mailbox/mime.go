package mailbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/transform"
)

// nestingMax bounds the nesting of parts.
const nestingMax = 10

var words = mime.WordDecoder{CharsetReader: decoded}

// parseMail parses a mail of RFC 5322 and MIME: the first text and the first HTML part,
// whatever their character set, and the rest as attachments.
func parseMail(raw []byte) (Message, error) {
	parsed, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Message{}, fmt.Errorf("read mail: %w", err)
	}
	m := Message{From: word(parsed.Header.Get("From")), Subject: word(parsed.Header.Get("Subject"))}
	for name, list := range map[string]*[]string{"To": &m.To, "Cc": &m.Cc, "Bcc": &m.Bcc, "Reply-To": &m.ReplyTo} {
		if *list, err = addresses(parsed.Header.Get(name)); err != nil {
			return Message{}, fmt.Errorf("read %s of mail: %w", name, err)
		}
	}
	return m, m.addPart(textproto.MIMEHeader(parsed.Header), parsed.Body, 0)
}

func addresses(header string) ([]string, error) {
	if strings.TrimSpace(header) == "" {
		return nil, nil
	}
	parser := mail.AddressParser{WordDecoder: &words}
	list, err := parser.ParseList(header)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, a := range list {
		if a.Name == "" {
			out = append(out, a.Address)
			continue
		}
		out = append(out, a.Name+" <"+a.Address+">")
	}
	return out, nil
}

func (m *Message) addPart(header textproto.MIMEHeader, body io.Reader, depth int) error {
	if depth > nestingMax {
		return errors.New("mail is nested too deeply")
	}
	contentType := header.Get("Content-Type")
	if contentType == "" {
		contentType = "text/plain"
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("read type of mail part: %w", err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read mail part: %w", err)
			}
			if err := m.addPart(part.Header, part, depth+1); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	disposition, names, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	inline := disposition != "attachment" && names["filename"] == ""
	switch {
	case kind == "text/plain" && inline && m.Text == "":
		m.Text, err = text(body, parameters["charset"])
	case kind == "text/html" && inline && m.HTML == "":
		m.HTML, err = text(body, parameters["charset"])
	default:
		var content []byte
		content, err = io.ReadAll(body)
		name := names["filename"]
		if name == "" {
			name = parameters["name"]
		}
		m.Attachments = append(m.Attachments, Attachment{Name: word(name), ContentType: kind, Content: content})
	}
	if err != nil {
		return fmt.Errorf("decode mail part: %w", err)
	}
	return nil
}

func text(body io.Reader, charset string) (string, error) {
	if charset != "" {
		var err error
		if body, err = decoded(charset, body); err != nil {
			return "", err
		}
	}
	content, err := io.ReadAll(body)
	return strings.ReplaceAll(string(content), "\r\n", "\n"), err
}

// decoded converts a character set, like iso-2022-jp, to UTF-8.
func decoded(charset string, r io.Reader) (io.Reader, error) {
	encoding, err := htmlindex.Get(charset)
	if err != nil {
		if encoding, err = ianaindex.MIME.Encoding(charset); err != nil || encoding == nil {
			return nil, fmt.Errorf("unknown character set %q", charset)
		}
	}
	return transform.NewReader(r, encoding.NewDecoder()), nil
}

// word decodes RFC 2047 words; undecodable text stays unchanged.
func word(s string) string {
	if plain, err := words.DecodeHeader(s); err == nil {
		return plain
	}
	return s
}
