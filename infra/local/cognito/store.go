package cognito

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"anzen/infra/local/journal"
)

// state is everything that is durable.
type state struct {
	secret    []byte              // keys the refresh tokens, and users that do not exist
	key       []byte              // PKCS #8, signs the tokens
	users     map[string]user     // by sub
	byEmail   map[string]string   // lower-case address -> sub
	families  map[string]family   // by id, which is the tokens' origin_jti
	throttles map[string]throttle // by sub, including made-up ones of unknown users
	providers map[string]provider // by name
	client    client
}

// change is one line of the journal: its entries are set as a whole, or removed. A line
// is applied entirely or not at all.
type change struct {
	Secret    []byte               `json:"secret,omitempty"`
	Key       []byte               `json:"key,omitempty"`
	Users     map[string]*user     `json:"users,omitempty"`
	Families  map[string]*family   `json:"families,omitempty"`
	Throttles map[string]*throttle `json:"throttles,omitempty"`
	Providers map[string]*provider `json:"providers,omitempty"`
	Client    client               `json:"client,omitempty"`
}

func (s *state) apply(c change) {
	if c.Secret != nil {
		s.secret, s.key = c.Secret, c.Key
	}
	for sub, u := range c.Users {
		if old, ok := s.users[sub]; ok {
			s.forgetAddress(old)
		}
		if u == nil {
			delete(s.users, sub)
			continue
		}
		s.users[sub] = *u
		if u.Identity == nil {
			s.byEmail[fold(u.Attributes["email"])] = sub
		}
	}
	if c.Client != nil {
		s.client = c.Client
	}
	set(s.families, c.Families)
	set(s.throttles, c.Throttles)
	set(s.providers, c.Providers)
}

// forgetAddress removes the name by which an account was found; accounts of people from
// elsewhere have none.
func (s *state) forgetAddress(u user) {
	if u.Identity == nil {
		delete(s.byEmail, fold(u.Attributes["email"]))
	}
}

func set[T any](to map[string]T, from map[string]*T) {
	for key, value := range from {
		if value == nil {
			delete(to, key)
		} else {
			to[key] = *value
		}
	}
}

func (p *Pool) path() string { return filepath.Join(p.config.Dir, "pool.jsonl") }

// load reads the journal, and creates the pool's secret and key the first time.
func (p *Pool) load() error {
	p.state = state{
		users: map[string]user{}, byEmail: map[string]string{},
		families: map[string]family{}, throttles: map[string]throttle{}, providers: map[string]provider{},
	}
	err := journal.Read(p.path(), func(offset int64, record json.RawMessage) error {
		var c change
		if err := json.Unmarshal(record, &c); err != nil {
			return fmt.Errorf("read record at %d: %w", offset, err)
		}
		p.state.apply(c)
		p.records++
		return nil
	})
	if err != nil {
		return err
	}
	if p.file, err = journal.Open(p.path()); err != nil {
		return err
	}
	if p.state.secret != nil {
		return nil
	}
	key, err := newKey()
	if err != nil {
		return err
	}
	return p.commit(change{Secret: p.random(32), Key: key})
}

// commit makes the change durable, then visible.
func (p *Pool) commit(c change) error {
	if _, err := p.file.Append(c); err != nil {
		return fmt.Errorf("store user pool: %w", err)
	}
	p.state.apply(c)
	p.records++
	if p.records > 1000 && p.records > 4*(len(p.state.users)+len(p.state.families)) {
		p.compact()
	}
	return nil
}

// compact rewrites the journal with the current state. If there is no space for it the
// next change tries again.
func (p *Pool) compact() {
	now := p.now()
	maps.DeleteFunc(p.state.families, func(_ string, f family) bool { return now.After(f.Expires) })
	maps.DeleteFunc(p.state.throttles, func(_ string, t throttle) bool { return now.Sub(t.Last) > time.Hour })
	records := []any{change{Secret: p.state.secret, Key: p.state.key, Client: p.state.client}}
	for _, sub := range slices.Sorted(maps.Keys(p.state.users)) {
		u := p.state.users[sub]
		records = append(records, change{Users: map[string]*user{sub: &u}})
	}
	for id, f := range p.state.families {
		records = append(records, change{Families: map[string]*family{id: &f}})
	}
	for name, v := range p.state.providers {
		records = append(records, change{Providers: map[string]*provider{name: &v}})
	}
	for sub, t := range p.state.throttles {
		records = append(records, change{Throttles: map[string]*throttle{sub: &t}})
	}
	if p.file.Rewrite(records) == nil {
		p.records = len(records)
	}
}

func (p *Pool) saveUser(u user) error {
	u.Modified = p.now()
	return p.commit(change{Users: map[string]*user{u.Sub: &u}})
}
