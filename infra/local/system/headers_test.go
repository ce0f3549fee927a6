package system_test

import (
	"net/http"
	"strings"
	"testing"

	"anzen/functions/api/rest"
	"anzen/shared/domain/sds"
)

// No cache keeps an answer of the API or a signed link, and no browser guesses their
// types, whether the function, the gateway or S3 answers.
func TestAnswersAreNotCached(t *testing.T) {
	s := here(t)
	b, guest := s.signIn(t, editor, password), &browser{site: s, lang: "en"}
	body := sheetPDF("Uncached 40", 1)
	id := b.upload(t, file{"uncached.pdf", body})[0]
	b.completed(t, id)
	check := func(what string, a answer, status int) {
		t.Helper()
		if a.status != status {
			t.Errorf("%s: %s", what, a)
		}
		for name, value := range rest.Headers {
			if got := a.header.Values(name); len(got) != 1 || got[0] != value {
				t.Errorf("%s: %s is %q", what, name, got)
			}
		}
	}
	check("an answer", b.do(t, call{method: "GET", path: "/companies/{id}/sdses"}), http.StatusOK)
	check("something new", b.do(t, call{method: "POST", path: "/companies/{id}/tags", body: map[string]string{"name": "uncached"}}), http.StatusCreated)
	check("a public answer", guest.do(t, call{method: "GET", path: "/openapi.json"}), http.StatusOK)
	check("a problem", b.do(t, call{method: "GET", path: "/companies/{id}/sdses/" + sds.NewID[string]()}), http.StatusNotFound)
	check("bad input", b.do(t, call{method: "POST", path: "/companies/{id}/tags", body: []byte("{")}), http.StatusBadRequest)
	check("no token", guest.do(t, call{method: "GET", path: "/users/me"}), http.StatusUnauthorized)
	check("no route", guest.do(t, call{method: "GET", path: "/nothing"}), http.StatusNotFound)
	check("no method", guest.do(t, call{method: "DELETE", path: "/users/me"}), http.StatusNotFound)
	link := want[struct{ URL string }](t, b, call{method: "GET", path: "/companies/{id}/sds/" + id + "/pdf"}).URL
	check("a signed link", get(t, link), http.StatusOK)
}

// A foreign host name that resolves to this machine reaches nothing of the stack.
func TestOnlyItsOwnHost(t *testing.T) {
	s := here(t)
	for _, address := range []string{s.URL + "/", s.URL + "/api/v1/openapi.json", s.URL + "/config.json", s.Mailbox, s.URL + "/_local/health", s.AWS + "/"} {
		q, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := strings.Cut(q.URL.Host, ":")
		for host, own := range map[string]bool{"localhost:" + port: true, "127.0.0.1:" + port: true, "rebound.example:" + port: false, "rebound.example": false, "localhost:1": false} {
			q.Host = host
			a, err := exchange(q)
			if err != nil {
				t.Fatal(err)
			}
			if (a.status != http.StatusMisdirectedRequest) != own {
				t.Errorf("%s requested as %s: %d", address, host, a.status)
			}
		}
	}
}
