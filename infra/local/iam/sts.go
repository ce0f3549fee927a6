package iam

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Role is a role that functions may assume for a session, if their policies allow it.
type Role struct {
	Statements []Statement
	Tags       []string // that a session has to have; it may have no others
}

// AddRole makes a role known by its ARN.
func (c *Checker) AddRole(arn string, r Role) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.roles[arn] = r
}

const (
	variableBegin, variableEnd = "${aws:PrincipalTag/", "}"
	sessionLasts               = time.Hour
)

// reaches reports whether a statement with leading keys allows all of a request's; without keys in the request it does not, as
// there is nothing that says which items it reads.
func (s Statement) reaches(keys []string, tags map[string]string) bool {
	if s.LeadingKeys == nil {
		return true
	}
	patterns := make([]string, 0, len(s.LeadingKeys))
	for _, p := range s.LeadingKeys {
		for before, rest, found := strings.Cut(p, variableBegin); found; before, rest, found = strings.Cut(p, variableBegin) {
			name, after, _ := strings.Cut(rest, variableEnd)
			value, tagged := tags[name]
			if !tagged {
				return false
			}
			p = before + value + after
		}
		patterns = append(patterns, p)
	}
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(patterns, func(p string) bool { return matches(p, key) })
	})
}

// assumption is a request of AssumeRole.
type assumption struct {
	role string
	tags map[string]string
}

func assumptionOf(body []byte) (assumption, bool, error) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return assumption{}, false, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	a := assumption{role: form.Get("RoleArn"), tags: map[string]string{}}
	for n := 1; form.Has("Tags.member." + strconv.Itoa(n) + ".Key"); n++ {
		at := "Tags.member." + strconv.Itoa(n)
		a.tags[form.Get(at+".Key")] = form.Get(at + ".Value")
	}
	return a, form.Get("Action") == "AssumeRole" && a.role != "", nil
}

func stsNeeds(_ *Checker, _ *http.Request, body []byte) ([]need, error) {
	a, ok, err := assumptionOf(body)
	if err != nil || !ok {
		return []need{on("sts:Unknown", "*")}, err
	}
	needs := []need{on("sts:AssumeRole", a.role)}
	if len(a.tags) > 0 {
		needs = append(needs, on("sts:TagSession", a.role))
	}
	return needs, nil
}

// STS answers AssumeRole, behind Protect.
func (c *Checker) STS() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			(&refusal{malformed, err.Error()}).answerXML(w, r)
			return
		}
		a, ok, err := assumptionOf(body)
		if err != nil || !ok {
			(&refusal{malformed, "the local STS knows AssumeRole alone"}).answerXML(w, r)
			return
		}
		c.assume(w, r, a)
	})
}

func (c *Checker) assume(w http.ResponseWriter, r *http.Request, a assumption) {
	c.mu.Lock()
	role, known := c.roles[a.role]
	c.mu.Unlock()
	if given := slices.Sorted(maps.Keys(a.tags)); !known || !slices.Equal(given, slices.Sorted(slices.Values(role.Tags))) {
		(&refusal{accessDenied, "the role does not exist, or its trust policy does not allow a session with the tags " + strings.Join(given, ", ")}).answerXML(w, r)
		return
	}
	purpose := Caller(r.Context()) + ":" + a.role
	for _, name := range slices.Sorted(maps.Keys(a.tags)) {
		purpose += ":" + name + "=" + a.tags[name]
	}
	encode := func(of string) string { return base64.RawURLEncoding.EncodeToString(c.derive(of + ":" + purpose)) }
	id := "ASIA" + strings.ToUpper(strings.NewReplacer("-", "A", "_", "B").Replace(encode("id")))[:16]
	p := principal{function: Caller(r.Context()), secret: encode("secret")[:40], statements: role.Statements, session: encode("session"), tags: a.tags, until: c.config.Clock().Add(sessionLasts)}
	c.mu.Lock()
	c.principals[id] = p
	c.mu.Unlock()
	type credentials struct {
		AccessKeyID     string `xml:"AccessKeyId"`
		SecretAccessKey string
		SessionToken    string
		Expiration      string
	}
	w.Header().Set("Content-Type", "text/xml")
	_ = xml.NewEncoder(w).Encode(struct {
		XMLName     xml.Name    `xml:"AssumeRoleResponse"`
		Credentials credentials `xml:"AssumeRoleResult>Credentials"`
	}{Credentials: credentials{id, p.secret, p.session, p.until.UTC().Format(time.RFC3339)}})
}

// answerXML is for the query protocol: STS.
func (f *refusal) answerXML(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/xml")
	w.WriteHeader(f.status())
	word := map[cause]string{accessDenied: "AccessDenied", unknownKey: "InvalidClientTokenId"}[f.cause]
	if word == "" {
		word = jsonWords[f.cause]
	}
	_ = xml.NewEncoder(w).Encode(struct {
		XMLName xml.Name `xml:"ErrorResponse"`
		Type    string   `xml:"Error>Type"`
		Code    string   `xml:"Error>Code"`
		Message string   `xml:"Error>Message"`
	}{Type: "Sender", Code: word, Message: f.message})
}
