package table_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

func TestEmailHasOneAccount(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	user := func(email string) (company.User, error) {
		u := company.User{ID: sds.NewID[sds.UserID](), Company: sds.NewID[sds.CompanyID](), Email: email, Active: true}
		err := table1.Begin(u.Company).Audit(audit).CreateCompany(company.Company{ID: u.Company}).CreateUser(u).Commit(ctx)
		return u, err
	}
	first, err := user("hanako@example.co.jp")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := user("Hanako@Example.co.jp"); !errors.Is(err, table.ErrEmailExists) {
		t.Errorf("a second account: %v", err)
	}
	p, _, found, err := table1.PersonByEmail(ctx, "HANAKO@example.co.jp")
	if err != nil || !found || p.User.ID != first.ID || p.Company.ID != first.Company || p.User.Version != 1 {
		t.Errorf("the person is %+v, %v, %v", p, found, err)
	}
	if err := table1.Begin(first.Company).Audit(audit).RemoveUser(p.User, true).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if _, _, found, err := table1.PersonByEmail(ctx, first.Email); found || err != nil {
		t.Errorf("a removed person: %v, %v", found, err)
	}
	if _, err := user(first.Email); err != nil {
		t.Errorf("the address of a removed person: %v", err)
	}
}

func TestNameIsOnceInACompany(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	exists := message.New(message.Conflict, table.CodeDepartmentExists)
	create := func(c sds.CompanyID, name string) (company.Department, error) {
		x := table1.Begin(c).Audit(audit)
		d := x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name})
		return d, x.Commit(ctx)
	}
	rename := func(d company.Department, name string) (company.Department, error) {
		x := table1.Begin("c").Audit(audit)
		d = table.DepartmentRecords.Rename(x, d, name)
		return d, x.Commit(ctx)
	}
	lab, err := create("c", "Ｌａｂ 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := create("c", "lab 1"); !errors.Is(err, exists) {
		t.Errorf("the same name in other width and case: %v", err)
	}
	if _, err := create("other", "Lab 1"); err != nil {
		t.Errorf("another company: %v", err)
	}
	if lab, err = rename(lab, "LAB 1"); err != nil {
		t.Errorf("its own name in other case: %v", err)
	}
	if lab, err = rename(lab, "研究所"); err != nil {
		t.Fatal(err)
	}
	plant, err := create("c", "lab 1")
	if err != nil {
		t.Errorf("a name that was given up: %v", err)
	}
	if _, err := rename(plant, "研究所"); !errors.Is(err, exists) {
		t.Errorf("renamed to a name that is taken: %v", err)
	}
	if err := table.DepartmentRecords.Delete(table1.Begin("c").Audit(audit), lab).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := create("c", "研究所"); err != nil {
		t.Errorf("the name of a deleted one: %v", err)
	}
	// A tag may be called like a department.
	x := table1.Begin("c").Audit(audit)
	x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: "研究所"})
	if err := x.Commit(ctx); err != nil {
		t.Errorf("a tag called like a department: %v", err)
	}
	all, err := table1.Departments(ctx, "c")
	if err != nil || len(all) != 2 {
		t.Errorf("%d departments, %v", len(all), err)
	}
}

func TestLinkHoldsOnceAndForItsTime(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	link := func() string {
		secret, hash := table.NewSecret()
		token := company.Token{Hash: hash, Purpose: company.PurposeReset, Company: "c", User: "u", Email: "a@b.jp", ExpiresAt: clock.Now().Add(company.ResetLasts)}
		if err := table1.Begin("c").Audit(audit).CreateToken(token).Commit(ctx); err != nil {
			t.Fatal(err)
		}
		return secret
	}
	use := func(token company.Token) error { return table1.Begin("c").Audit(audit).UseToken(token).Commit(ctx) }

	secret := link()
	token, err := table1.Token(ctx, secret)
	if err != nil || token.Purpose != company.PurposeReset || token.Email != "a@b.jp" || strings.Contains(token.Hash, secret) {
		t.Fatalf("%+v, %v", token, err)
	}
	spent := 0
	for _, err := range together(5, func(int) error { return use(token) }) {
		switch {
		case err == nil:
			spent++
		case !errors.Is(err, table.ErrTokenUsed) && !errors.Is(err, message.New(message.TooMany, message.CodeBusy)):
			t.Error(err)
		}
	}
	if spent != 1 {
		t.Errorf("a link was spent %d times", spent)
	}
	if _, err := table1.Token(ctx, secret); !errors.Is(err, table.ErrTokenUsed) {
		t.Errorf("a spent link: %v", err)
	}
	other := link()
	clock.Advance(company.ResetLasts - time.Second)
	if _, err := table1.Token(ctx, other); err != nil {
		t.Errorf("in the last second: %v", err)
	}
	clock.Advance(time.Second)
	if _, err := table1.Token(ctx, other); !errors.Is(err, table.ErrTokenExpired) {
		t.Errorf("after its time: %v", err)
	}
	for _, unknown := range []string{"", "x", "#", strings.Repeat("A", 43), base64.RawURLEncoding.EncodeToString(make([]byte, 33)), secret + "="} {
		if _, err := table1.Token(ctx, unknown); !errors.Is(err, table.ErrTokenUnknown) {
			t.Errorf("%q: %v", unknown, err)
		}
	}
}

func TestThrottle(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	may := func(what, subject string) bool {
		t.Helper()
		ok, err := table1.Throttle(ctx, what, subject, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !may("reset", "a@b.jp") || may("reset", "A@b.jp") {
		t.Error("once, and not again at the same time")
	}
	if !may("reset", "c@b.jp") || !may("activation", "a@b.jp") {
		t.Error("another address, another thing")
	}
	clock.Advance(59 * time.Second)
	if may("reset", "a@b.jp") {
		t.Error("again before the minute has passed")
	}
	clock.Advance(time.Second)
	if !may("reset", "a@b.jp") {
		t.Error("not after the minute")
	}
	if err := table1.Unthrottle(ctx, "reset", "a@b.jp"); err != nil || !may("reset", "a@b.jp") {
		t.Errorf("not after it failed: %v", err)
	}
	for i, step := range []struct {
		by   string
		want bool
	}{{"one", true}, {"one", true}, {"two", false}, {"", false}, {"one", true}} {
		if ok, err := table1.ThrottleFor(ctx, "reset", "cut@b.jp", time.Minute, step.by); err != nil || ok != step.want {
			t.Errorf("step %d, by %q: %v, %v", i, step.by, ok, err)
		}
	}
	clock.Advance(time.Minute)
	if !may("reset", "cut@b.jp") {
		t.Error("by nobody, after the minute")
	}
	if ok, err := table1.ThrottleFor(ctx, "reset", "cut@b.jp", time.Minute, "one"); err != nil || ok {
		t.Errorf("by the one before nobody: %v, %v", ok, err)
	}
	allowed := 0
	for _, err := range together(6, func(int) error {
		ok, err := table1.Throttle(ctx, "reset", "many@b.jp", time.Minute)
		if err == nil && !ok {
			err = errors.New("throttled")
		}
		return err
	}) {
		if err == nil {
			allowed++
		}
	}
	if allowed != 1 {
		t.Errorf("%d of six at the same time", allowed)
	}
}
