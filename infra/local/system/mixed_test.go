package system_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"

	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// envAnswers is the number of answers that TestAnswersReachTheirCallers compares, for
// long campaigns; the default is a few thousand.
const envAnswers = "ANZEN_SYSTEM_ANSWERS"

// crowd is sessions of companies whose answers share nothing, not even their length.
type crowd struct {
	sessions []*browser
	marks    []string // unique text of each company, in all of its records
}

const (
	crowdCompanies = 4
	crowdPeople    = 6
)

func newCrowd(t *testing.T, s site) crowd {
	t.Helper()
	all := tableOf(shared.Stack, time.Now)
	users := idp.New(cognitoidentityprovider.NewFromConfig(shared.Config()), shared.Names().Pool)
	var c crowd
	for i := range crowdCompanies {
		// Torn or mixed answers show: names differ in words and length.
		mark := strings.Repeat(string(rune('p'+i)), 7*(i+1)) + sds.NewID[string]()[:8]
		c.marks = append(c.marks, mark)
		id := sds.NewID[sds.CompanyID]()
		x := all.Begin(id).Audit(table.Audit{Action: "test.made"}).CreateCompany(company.Company{
			ID: id, Name: "Company " + mark, Phone: "03-1234-5678", Active: true, Plan: 1000,
			ExpirationYears: company.DefaultExpirationYears, CopyFields: company.CopyFields,
		})
		for n := range 3 + 4*i {
			x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: fmt.Sprintf("Department %d %s", n, mark)})
		}
		var emails []string
		for n := range crowdPeople {
			u := company.User{
				ID: sds.NewID[sds.UserID](), Company: id, Email: fmt.Sprintf("person%d@%s.example", n, mark), FirstName: fmt.Sprint("Person ", n), LastName: mark,
				Role: []access.Role{access.Admin, access.Editor, access.Viewer}[n%3], Active: true, Locale: company.LocaleEnglish,
			}
			x.CreateUser(u)
			if err := users.SetPassword(t.Context(), u.Email, password, id, u.ID); err != nil {
				t.Fatal(err)
			}
			emails = append(emails, u.Email)
		}
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, email := range emails {
			c.sessions = append(c.sessions, s.signIn(t, email, password))
		}
	}
	return c
}

// expected is a session's answer without concurrent calls.
type expected struct {
	call   call
	status int
	body   []byte
}

// alike compares an answer with the expected one. Each has its own request id.
func (e expected) alike(a answer, seen *sync.Map) error {
	if id := a.header.Get("X-Amzn-Requestid"); id == "" {
		return fmt.Errorf("%s has no request id", a)
	} else if _, twice := seen.LoadOrStore(id, true); twice {
		return fmt.Errorf("%s: request %s was answered before", a, id)
	}
	if a.status != e.status || !bytes.Equal(a.body, e.body) {
		return fmt.Errorf("%s\nwant %d %s", a, e.status, e.body)
	}
	return nil
}

// expectations are the calls of a session with their answers, which concern its own
// company only.
func (c crowd) expectations(t *testing.T, n int) []expected {
	t.Helper()
	b, own := c.sessions[n], c.marks[n/crowdPeople]
	var list []expected
	for _, call := range []call{
		{method: "GET", path: "/users/me"},
		{method: "GET", path: "/companies/{id}"},
		{method: "GET", path: "/companies/{id}/departments"},
		{method: "GET", path: "/companies/{id}/users"},
		{method: "GET", path: "/companies/{id}/sdses?limit=100"},
		{method: "GET", path: "/companies/{id}/sdses/" + sds.NewID[string]()},
		{method: "GET", path: "/companies/" + c.sessions[(n+crowdPeople)%len(c.sessions)].company + "/departments"},
	} {
		a := b.do(t, call)
		if a.status >= 500 || !json.Valid(a.body) {
			t.Fatalf("%s %s: %s", call.method, call.path, a)
		}
		for _, mark := range c.marks {
			if bytes.Contains(a.body, []byte(mark)) && mark != own {
				t.Fatalf("%s answers a person of %s with %s", call.path, own, a)
			}
		}
		list = append(list, expected{call, a.status, a.body})
	}
	if me := string(list[0].body); !strings.Contains(me, b.id) || !strings.Contains(me, b.company) || !strings.Contains(string(list[1].body), own) {
		t.Fatalf("person %d: %s, %s", n, me, list[1].body)
	}
	return list
}

// Many users of many companies work at the same time, and each answer is the caller's:
// complete, and without another's data.
func TestAnswersReachTheirCallers(t *testing.T) {
	s := here(t)
	total := 6000
	if number := os.Getenv(envAnswers); number != "" {
		var err error
		if total, err = strconv.Atoi(number); err != nil {
			t.Fatal(err)
		}
	}
	c := newCrowd(t, s)
	expectations := make([][]expected, len(c.sessions))
	for n := range c.sessions {
		expectations[n] = c.expectations(t, n)
	}
	const reported = 20 // of all wrong answers
	var seen sync.Map
	var answers, wrong atomic.Int64
	var all sync.WaitGroup
	for n, b := range c.sessions {
		all.Go(func() {
			for i := n; answers.Add(1) <= int64(total); i++ {
				e := expectations[n][i%len(expectations[n])]
				a, err := b.try(e.call)
				if err == nil {
					err = e.alike(a, &seen)
				}
				if err != nil && wrong.Add(1) <= reported {
					t.Errorf("%s %s: %v", e.call.method, e.call.path, err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d wrong of %d answers, %d sessions in %d companies", wrong.Load(), total, len(c.sessions), len(c.marks))
}
