// Package dns is the name server of the local stack, for proofs of mail domains: it knows
// the TXT records that are entered on its page, /_local/dns, and no others. Nothing is
// asked elsewhere.
package dns

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"

	"anzen/infra/local/journal"
)

// Path is the page's path.
const Path = "/_local/dns"

// Server is the name server. It is safe for concurrent use.
type Server struct {
	conn net.PacketConn
	file string

	mu      sync.Mutex
	records map[string][]string // by name, in lower case without the last dot
}

// Open opens the name server on loopback, with the records of a folder.
func Open(dir string) (*Server, error) {
	s := &Server{file: filepath.Join(dir, "txt.json"), records: map[string][]string{}}
	text, err := os.ReadFile(s.file)
	if err == nil {
		err = json.Unmarshal(text, &s.records)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the records: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open name server: %w", err)
	}
	if s.conn, err = net.ListenPacket("udp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("open name server: %w", err)
	}
	go s.serve()
	return s, nil
}

// Address is where the server is asked, by UDP.
func (s *Server) Address() string { return s.conn.LocalAddr().String() }

// Close ends the server.
func (s *Server) Close() error { return s.conn.Close() }

func (s *Server) serve() {
	var question [1500]byte
	for {
		n, from, err := s.conn.ReadFrom(question[:])
		if err != nil {
			return // closed
		}
		if answer, err := s.answer(question[:n]); err == nil {
			_, _ = s.conn.WriteTo(answer, from) // whoever asked is gone
		}
	}
}

// answer answers one question for TXT records, and knows nothing of other kinds.
func (s *Server) answer(question []byte) ([]byte, error) {
	var p dnsmessage.Parser
	header, err := p.Start(question)
	if err != nil {
		return nil, err
	}
	q, err := p.Question()
	if err != nil {
		return nil, err
	}
	values := s.Values(q.Name.String())
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: header.ID, Response: true, Authoritative: true, RecursionDesired: header.RecursionDesired}, Questions: []dnsmessage.Question{q}}
	if len(values) == 0 {
		m.RCode = dnsmessage.RCodeNameError
	} else if q.Type == dnsmessage.TypeTXT {
		for _, v := range values {
			m.Answers = append(m.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}, Body: &dnsmessage.TXTResource{TXT: []string{v}},
			})
		}
	}
	return m.Pack()
}

func fold(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// Values are the TXT records of a name.
func (s *Server) Values(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.records[fold(name)])
}

// maxRecords and maxValue bound the records: a record is one text of DNS.
const (
	maxRecords = 200
	maxValue   = 255
)

var nameForm = regexp.MustCompile(`^[a-z0-9_-]+(\.[a-z0-9_-]+)+$`)

// Add adds a record.
func (s *Server) Add(name, value string) error {
	name, value = fold(strings.TrimSpace(name)), strings.TrimSpace(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(name) > 253 || !nameForm.MatchString(name):
		return errors.New("this is no name of DNS")
	case value == "" || len(value) > maxValue:
		return fmt.Errorf("a value has 1 to %d bytes", maxValue)
	case len(s.records) >= maxRecords || len(s.records[name]) >= 3:
		return errors.New("there are too many records: remove some")
	case slices.Contains(s.records[name], value):
		return nil
	}
	next := maps.Clone(s.records)
	next[name] = append(slices.Clone(next[name]), value)
	return s.save(next)
}

// Remove removes the records of a name.
func (s *Server) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := maps.Clone(s.records)
	delete(next, fold(name))
	return s.save(next)
}

// save makes the records durable, then visible: a file that cannot be written stays as it was.
func (s *Server) save(next map[string][]string) error {
	if err := journal.Replace(s.file, []any{next}); err != nil {
		return fmt.Errorf("store the records: %w", err)
	}
	s.records = next
	return nil
}

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

type record struct {
	Name   string
	Values []string
}

// Handler serves the page: GET shows the records, POST adds one, or removes those of a
// name (remove).
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		switch r.Method {
		case http.MethodGet:
			s.show(w)
		case http.MethodPost:
			s.change(w, r)
		default:
			http.Error(w, "GET or POST", http.StatusMethodNotAllowed)
		}
	})
}

func (s *Server) show(w http.ResponseWriter) {
	s.mu.Lock()
	var list []record
	for _, name := range slices.Sorted(maps.Keys(s.records)) {
		list = append(list, record{name, slices.Clone(s.records[name])})
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, list) // an error means that the caller is gone
}

func (s *Server) change(w http.ResponseWriter, r *http.Request) {
	// Other sites' pages send forms too.
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "another site", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 10<<10)
	err := s.Add(r.PostFormValue("name"), r.PostFormValue("value"))
	if gone := r.PostFormValue("remove"); gone != "" {
		err = s.Remove(gone)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, Path, http.StatusSeeOther)
}
