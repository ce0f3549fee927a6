package system_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"anzen/infra/local/demo"
)

// demoSheets is the number of sheets of the demo company.
const demoSheets = 12

// again starts the released program on the existing data.
func (p *process) again(t *testing.T, port int) *process {
	t.Helper()
	return launch(t, p.folder, exec.Command(program(t, "infra/local")), fmt.Sprintf("ANZEN_PORT=%d", port), "ANZEN_DATA="+p.folder)
}

// The program as people start it: it prints its addresses, runs only once, and no way
// of ending it loses data or leaves processes running.
func TestTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the local stack, and kills it")
	}
	here(t)
	port := freePair(t)
	p := (&process{folder: t.TempDir()}).again(t, port)
	t.Logf("ready in %s with the demo company created", p.took.Round(10*time.Millisecond))
	t.Run("prints its addresses", func(t *testing.T) { namesItsPlace(t, p, port) })
	t.Run("is the only one", func(t *testing.T) { isTheOnlyOne(t, p, port) })
	if t.Failed() {
		return
	}
	for _, step := range []struct {
		name string
		run  func(t *testing.T, p *process, restart func() *process) *process
	}{
		{"killed in the middle of analyses", killedInAnalyses},
		{"killed in the middle of writes", killedInWrites},
		{"restarted", figures},
	} {
		// A stack restarted by a step outlives the step.
		restart := func() *process { return p.again(t, port) }
		if !t.Run(step.name, func(t *testing.T) { p = step.run(t, p, restart) }) {
			return
		}
	}
	t.Run("ends", func(t *testing.T) {
		p.end(t, syscall.SIGTERM)
		if p.command.ProcessState.ExitCode() != 0 {
			t.Errorf("the program ended with %v\n%s", p.command.ProcessState, p.console)
		}
		if _, err := os.Stat(p.ready()); err == nil {
			t.Error("ready.json was not removed")
		}
	})
}

func namesItsPlace(t *testing.T, p *process, port int) {
	if p.URL != fmt.Sprintf("http://localhost:%d", port) || p.Mailbox != p.URL+"/_local/mailbox" || p.AWS != fmt.Sprintf("http://127.0.0.1:%d", port+1) {
		t.Errorf("ready.json: %+v", p.site)
	}
	var roles []string
	for _, account := range p.Accounts {
		roles = append(roles, account.Role)
		b := p.signIn(t, account.Email, account.Password)
		if who := want[me](t, b, call{method: "GET", path: "/users/me"}); who.Role.Name != account.Role || who.Company != string(demo.Company) {
			t.Errorf("%s is signed in as %+v", account.Email, who)
		}
		if !strings.Contains(p.console.String(), account.Email+" / "+account.Password) {
			t.Errorf("the console does not name %s", account.Email)
		}
	}
	slices.Sort(roles)
	if got := strings.Join(roles, " "); got != "admin downloadable_viewer editor viewer" {
		t.Errorf("accounts: %s", got)
	}
	for _, address := range []string{p.URL, p.Mailbox} {
		if !strings.Contains(p.console.String(), address+"\n") {
			t.Errorf("the console does not name %s:\n%s", address, p.console)
		}
	}
	if a := get(t, p.Mailbox); a.status != http.StatusOK {
		t.Errorf("mailbox: %d", a.status)
	}
	if l := p.admin(t).list(t, ""); l.Total != demoSheets || l.InProgress != 0 {
		t.Errorf("%d sheets, %d of them in progress", l.Total, l.InProgress)
	}
}

func (p *process) admin(t testing.TB) *browser {
	t.Helper()
	return p.signIn(t, p.Accounts[0].Email, p.Accounts[0].Password)
}

func isTheOnlyOne(t *testing.T, p *process, port int) {
	for _, tt := range []struct {
		name, folder string
		port         int
		prints       []string
	}{
		{"on the same port", t.TempDir(), port, []string{fmt.Sprintf("port %d or %d is taken", port, port+1), "ANZEN_PORT"}},
		{"on the other port of it", t.TempDir(), port + 1, []string{"is taken"}},
		{"on the same data", p.folder, freePair(t), []string{"another local stack uses this data", fmt.Sprint(p.command.Process.Pid)}},
	} {
		second := begin(t, tt.folder, exec.Command(program(t, "infra/local")), fmt.Sprintf("ANZEN_PORT=%d", tt.port), "ANZEN_DATA="+tt.folder)
		select {
		case <-second.ended:
		case <-time.After(patience):
			t.Fatalf("%s: a second one runs", tt.name)
		}
		if code := second.command.ProcessState.ExitCode(); code != 1 {
			t.Errorf("%s: ended with %d", tt.name, code)
		}
		for _, text := range tt.prints {
			if !strings.Contains(second.console.String(), text) {
				t.Errorf("%s: %q is not in\n%s", tt.name, text, second.console)
			}
		}
	}
	if a := get(t, p.URL+"/_local/health"); a.status != http.StatusOK {
		t.Errorf("the first one is impaired: %s", a)
	}
}
