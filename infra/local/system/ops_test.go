package system_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/google/uuid"

	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// operator runs the program of `make ops` against the shared stack, as a person does.
type operator struct {
	binary string
	env    []string
}

func newOperator(t *testing.T) operator {
	t.Helper()
	here(t)
	o := operator{binary: filepath.Join(t.TempDir(), "ops")}
	build := exec.Command("go", "build", "-o", o.binary, "./ops") //nolint:gosec // our own program
	build.Dir = filepath.Join(root, "infra")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(shared.folder, "operator.env"))
	if err != nil {
		t.Fatal(err)
	}
	o.env = append(os.Environ(), strings.Fields(string(text))...)
	return o
}

// does runs a command that people confirm by the answer, and returns what it prints with its code.
func (o operator) does(t *testing.T, answer string, args ...string) (string, int) {
	t.Helper()
	c := exec.Command(o.binary, args...) //nolint:gosec // our own program
	c.Env, c.Stdin = o.env, strings.NewReader(answer+"\n")
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return out.String(), c.ProcessState.ExitCode()
}

func (o operator) must(t *testing.T, says string, args ...string) string {
	t.Helper()
	out, code := o.does(t, "yes", args...)
	if code != 0 || !strings.Contains(out, says) {
		t.Fatalf("%v: code %d: %s", args, code, out)
	}
	return out
}

func TestOpsRefusesWhatIsUnclear(t *testing.T) {
	o := newOperator(t)
	for _, args := range [][]string{
		{"fail"},
		{"failed", "-since", "yesterday"},
		{"failed", "-since", "2099-01-01"},
		{"failed", "-company", "x"},
		{"failed", "more"},
		{"retry"},
		{"retry", "-since", "1h", "-reason", "analysis.no_such_reason"},
		{"status", "-since", "1h"},
		{"replay", "analysis-start"},
		{"redrive", "no-such-id"},
		{"seals", "x"},
		{"pause", "now"},
	} {
		if out, code := o.does(t, "yes", args...); code != 2 || !strings.Contains(out, "usage: make ops") {
			t.Errorf("%v: code %d: %s", args, code, out)
		}
	}
	if out, code := o.does(t, "", "-h"); code != 0 || !strings.Contains(out, "redrive") {
		t.Errorf("-h: %d %s", code, out)
	}
}

// While the starting of analyses is paused an upload waits; afterwards it is analyzed, by its event sent again here, by the
// sweep otherwise.
func TestOpsPausesAnalyses(t *testing.T) {
	o := newOperator(t)
	if out, code := o.does(t, "no", "pause"); code != 1 || !strings.Contains(out, "nothing was changed") {
		t.Fatalf("code %d: %s", code, out)
	}
	o.must(t, "paused, since", "pause")
	defer o.does(t, "yes", "resume")
	o.must(t, "it is so already", "pause")
	b := here(t).signIn(t, editor, password)
	id := b.upload(t, file{"paused.pdf", sheetPDF("Paused 1", 1)})[0]
	eventually(t, 10*time.Second, "the event of the file is handled", func() bool { return shared.Bus.Pending() == 0 })
	if s := b.sheet(t, id); !s.inProgress() {
		t.Fatalf("it is analyzed all the same: %d", s.Status)
	}
	o.must(t, "the starting of analyses is paused", "status")
	o.must(t, "analyses start", "resume")
	f := b.sheet(t, id).File
	event, err := json.Marshal(map[string]any{"detail": map[string]any{"object": map[string]string{"key": f.Key, "version-id": f.Version}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(path, event, 0o600); err != nil {
		t.Fatal(err)
	}
	o.must(t, "null", "replay", "analysis-start", path)
	b.completed(t, id)
}

// Failed analyses are listed by reason, and repeated.
func TestOpsRepeatsFailedAnalyses(t *testing.T) {
	o := newOperator(t)
	b := here(t).signIn(t, editor, password)
	id := b.upload(t, file{"no.pdf", []byte("this is not a PDF")})[0]
	s := b.analyzed(t, id)[0]
	if s.Reason == nil || s.inProgress() {
		t.Fatalf("%+v", s)
	}
	since := []string{"-since", "10m", "-company", b.company}
	out := o.must(t, s.Reason.Code, append([]string{"failed"}, since...)...)
	if !strings.Contains(out, "company "+b.company) {
		t.Errorf("the company is not named: %s", out)
	}
	retry := append([]string{"retry", "-reason", s.Reason.Code}, since...)
	if out, code := o.does(t, "no", retry...); code != 1 || b.sheet(t, id).Version != s.Version {
		t.Fatalf("code %d: %s", code, out)
	}
	o.must(t, "are analyzed again", retry...)
	eventually(t, 20*time.Second, "it has failed again", func() bool {
		again := b.sheet(t, id)
		return !again.inProgress() && again.Version > s.Version+1
	})
	o.must(t, "nothing has failed", "retry", "-reason", "analysis.no_ocr", "-since", "10m", "-company", b.company)
}

// What could not be delivered is listed, and its function called again.
func TestOpsRedrivesUndeliverableEvents(t *testing.T) {
	o := newOperator(t)
	works, fails := uuid.NewString(), uuid.NewString()
	var lines bytes.Buffer
	for id, target := range map[string]string{works: "analysis-sweep", fails: "analysis-start"} {
		event := json.RawMessage(`{}`)
		if id == fails {
			event = json.RawMessage(`"no event"`)
		}
		line, err := json.Marshal(map[string]any{"id": id, "target": "arn:aws:lambda:ap-northeast-1:000000000000:function:" + target, "event": event, "at": time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	// As the bus keeps what it has given up.
	if err := os.WriteFile(filepath.Join(shared.folder, "bus", "undeliverable.jsonl"), lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out := o.must(t, "2 events could not be delivered", "events")
	if !strings.Contains(out, works) || !strings.Contains(out, "analysis-start") {
		t.Error(out)
	}
	out, code := o.does(t, "yes", "redrive")
	if code != 1 || !strings.Contains(out, works+"  analysis-sweep  done") || !strings.Contains(out, "1 of 2 events failed again, and are kept") {
		t.Fatalf("code %d: %s", code, out)
	}
	if out := o.must(t, "1 events could not be delivered", "events"); strings.Contains(out, works) {
		t.Errorf("what was done is still kept: %s", out)
	}
	if err := os.Remove(filepath.Join(shared.folder, "bus", "undeliverable.jsonl")); err != nil {
		t.Fatal(err)
	}
}

func TestOpsChecksTheSeals(t *testing.T) {
	o := newOperator(t)
	out := o.must(t, "company "+string(midori)+": intact", "seals", string(midori))
	if strings.Contains(out, "BROKEN") {
		t.Error(out)
	}
	o.must(t, "company "+string(midori)+": intact", "seals")
}

// newCustomer makes a company with one administrator, without any option, and signs them in.
func newCustomer(t *testing.T) (name string, b *browser) {
	t.Helper()
	id := sds.NewID[sds.CompanyID]()
	all := tableOf(shared.Stack, time.Now)
	users := idp.New(cognitoidentityprovider.NewFromConfig(shared.Config()), shared.Names().Pool)
	name = "契約商事" + string(id)[:8]
	u := company.User{
		ID: sds.NewID[sds.UserID](), Company: id, Email: string(id) + "@contract.example", FirstName: "買子", LastName: "契約", Role: access.Admin, Active: true, Locale: company.LocaleJapanese,
	}
	x := all.Begin(id).Audit(table.Audit{Action: "test.made"}).CreateCompany(company.Company{ID: id, Name: name, Active: true, FactorRule: company.FactorOptional, ExpirationYears: 5})
	if err := x.CreateUser(u).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := users.SetPassword(t.Context(), u.Email, password, id, u.ID); err != nil {
		t.Fatal(err)
	}
	return name, here(t).signIn(t, u.Email, password)
}

// A company that has signed up gets what it has bought, which its API and its audit log show, and goes back to the free plan.
func TestOpsSellsPlans(t *testing.T) {
	o := newOperator(t)
	name, b := newCustomer(t)
	of := []string{"contract", "-company", b.company}
	with := func(more ...string) []string { return append(slices.Clone(of), more...) }
	for _, args := range [][]string{
		{"contract"}, with("-plan", "17"), with("-options", "gold"), with("-attachments", "7"), with("-payment", "2020-01-01"), with("-payment", "2099-01-31"),
	} {
		if out, code := o.does(t, "yes", args...); code != 2 || !strings.Contains(out, "usage: make ops") {
			t.Errorf("%v: code %d: %s", args, code, out)
		}
	}
	if out := o.must(t, b.company+"  "+name, "companies", strings.ToUpper(name)); !strings.Contains(out, "free plan, 0 sheets used, 1 attachments a sheet, options: none") {
		t.Error(out)
	}
	bought := with("-plan", "1000", "-options", "checklists,saml", "-customer", "C-17", "-subscription", "S-4", "-payment", "2099-01-31")
	if out, code := o.does(t, "no", bought...); code != 1 || !strings.Contains(out, "nothing was changed") {
		t.Fatalf("code %d: %s", code, out)
	}
	out := o.must(t, "plan of 1000, 0 sheets used, 10 attachments a sheet, options: checklists,saml", bought...)
	for _, line := range []string{"customer C-17", "subscription S-4", "next payment on 2099-01-31", "subscribed on "} {
		if !strings.Contains(out, line) {
			t.Errorf("no %q: %s", line, out)
		}
	}
	type contract struct {
		Plan     int      `json:"plan_id"`
		Features []string `json:"active_features"`
		Next     string   `json:"next_paid_at"`
	}
	shown := want[contract](t, b, call{method: "GET", path: "/companies/{id}"})
	if shown.Plan != 1000 || strings.Join(shown.Features, ",") != "checklists,saml" || !strings.HasPrefix(shown.Next, "2099-01-30T15:00") {
		t.Errorf("%+v", shown)
	}
	if a := b.do(t, call{method: "GET", path: "/companies/{id}/audit_logs?category=company"}); !strings.Contains(string(a.body), "契約内容を変更") {
		t.Errorf("the audit log: %s", a)
	}
	o.must(t, "50 attachments", with("-attachments", "50")...)
	o.must(t, "10 attachments", with("-attachments", "plan")...)
	o.must(t, "plan of 1000", of...) // read again
	if out := o.must(t, "free plan", with("-plan", "free", "-options", "none")...); strings.Contains(out, "payment") || !strings.Contains(out, "customer C-17") {
		t.Error(out)
	}
}

// A company without the option asks for a checklist, sees that it is worked on, and gets it.
func TestOpsMakesRequestedChecklists(t *testing.T) {
	o := newOperator(t)
	_, b := newCustomer(t)
	type asked struct {
		ID    string `json:"id"`
		State string `json:"state"`
		Kind  string `json:"kind"`
		Title string `json:"title"`
	}
	list := want[asked](t, b, call{method: "POST", path: "/dynamic_lists/request", body: map[string]string{"title": "北米の規制", "company_name": "契約商事", "law_regulation_text": "TSCA\nProp 65"}})
	now := func() asked { return want[asked](t, b, call{method: "GET", path: "/dynamic_lists/" + list.ID}) }
	of := []string{"-company", b.company}
	if out := o.must(t, list.ID, append([]string{"requests"}, of...)...); !strings.Contains(out, "1 requested checklists") || !strings.Contains(out, "    Prop 65\n") {
		t.Error(out)
	}
	made := append([]string{"checklist"}, append(of, list.ID)...)
	o.must(t, "in_preparation", made...)
	if got := now(); got.State != "in_preparation" || got.Title != "北米の規制" {
		t.Errorf("%+v", got)
	}
	path := filepath.Join(t.TempDir(), "checklist.json")
	for text, says := range map[string]string{
		`{"dbt_types":["substances"],"extraction_targets":["composition"],"substances":[{"cas":"108-88-4","threshold":1}]}`: "substances[0].cas",
		`{"dbt_type":["substances"]}`: "usage: make ops",
		`{"substances":[]}`:           "usage: make ops",
		`{"dbt_types":["substances"],"extraction_targets":["name"]}`: "usage: make ops",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, code := o.does(t, "yes", append(made, path)...); code == 0 || !strings.Contains(out, says) {
			t.Errorf("%s: code %d: %s", text, code, out)
		}
	}
	if err := os.WriteFile(path, []byte(`{"dbt_types":["substances"],"extraction_targets":["composition"],"substances":[{"cas":"108-88-3","threshold":1,"operator":">="}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	o.must(t, "北米の規制: created", append(made, path)...)
	if got := now(); got.State != "created" || got.Title != "北米の規制" || got.Kind != "request" {
		t.Errorf("%+v", got)
	}
	if out, code := o.does(t, "yes", append(made, path)...); code != 1 || !strings.Contains(out, "no request, or has been created already") {
		t.Errorf("code %d: %s", code, out)
	}
	o.must(t, "0 requested checklists", append([]string{"requests"}, of...)...)
}
