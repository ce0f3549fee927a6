package dns_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"anzen/infra/local/dns"
)

func open(t *testing.T, dir string) (*dns.Server, *net.Resolver) {
	t.Helper()
	s, err := dns.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", s.Address())
	}}
}

func TestRecords(t *testing.T) {
	dir := t.TempDir()
	s, resolver := open(t, dir)
	if err := s.Add("_anzen.Midori.example.", "token=1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Add("_anzen.midori.example", "other"); err != nil {
		t.Fatal(err)
	}
	s, resolver2 := open(t, dir) // a restart
	for _, r := range []*net.Resolver{resolver, resolver2} {
		got, err := r.LookupTXT(t.Context(), "_anzen.midori.example.")
		slices.Sort(got)
		if err != nil || !slices.Equal(got, []string{"other", "token=1"}) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if _, err := resolver.LookupTXT(t.Context(), "midori.example."); err == nil || !strings.Contains(err.Error(), "no such host") {
		t.Errorf("an unknown name: %v", err)
	}
	if err := s.Remove("_anzen.midori.example"); err != nil || len(s.Values("_anzen.midori.example")) != 0 {
		t.Errorf("%v", err)
	}
	for _, bad := range [][2]string{{"midori", "x"}, {"a b.example", "x"}, {"midori.example", ""}, {"midori.example", strings.Repeat("x", 256)}, {strings.Repeat("a.", 150) + "b", "x"}} {
		if s.Add(bad[0], bad[1]) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestThePage(t *testing.T) {
	s, _ := open(t, t.TempDir())
	post := func(form url.Values, site string) int {
		r := httptest.NewRequest(http.MethodPost, dns.Path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", site)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	form := url.Values{"name": {"_anzen.midori.example"}, "value": {"<b>"}}
	if post(form, "cross-site") != http.StatusForbidden || post(form, "same-origin") != http.StatusSeeOther || post(url.Values{"name": {"x"}}, "same-origin") != http.StatusBadRequest {
		t.Error("the answers to forms")
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, dns.Path, nil))
	if text := w.Body.String(); !strings.Contains(text, "_anzen.midori.example") || strings.Contains(text, "<b>") {
		t.Error(text)
	}
	if post(url.Values{"remove": {"_anzen.midori.example"}}, "same-origin"); len(s.Values("_anzen.midori.example")) != 0 {
		t.Error("it is still there")
	}
}
