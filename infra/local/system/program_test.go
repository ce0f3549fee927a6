package system_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anzen/infra/local/demo"
	"anzen/shared/sds"
)

// demoSheets is how many sheets the demo company has.
const demoSheets = 12

// again starts the program that people start, on the data that is there.
func (p *process) again(t *testing.T, port int) *process {
	t.Helper()
	return launch(t, p.folder, exec.Command(program(t, "infra/local")), fmt.Sprintf("ANZEN_PORT=%d", port), "ANZEN_DATA="+p.folder)
}

// The program as people start it: it says where it is, is the only one, and no
// way of ending it loses anything or leaves anything running.
func TestTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the local stack, and kills it")
	}
	here(t)
	port := freePair(t)
	p := (&process{folder: t.TempDir()}).again(t, port)
	t.Logf("ready in %s with the demo company made", p.took.Round(10*time.Millisecond))
	t.Run("says where it is", func(t *testing.T) { saysWhereItIs(t, p, port) })
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
		// What a step starts anew lives on after it.
		restart := func() *process { return p.again(t, port) }
		if !t.Run(step.name, func(t *testing.T) { p = step.run(t, p, restart) }) {
			return
		}
	}
	t.Run("ends", func(t *testing.T) {
		p.end(t, syscall.SIGTERM)
		if p.command.ProcessState.ExitCode() != 0 {
			t.Errorf("it ended with %v\n%s", p.command.ProcessState, p.console)
		}
		if _, err := os.Stat(p.ready()); err == nil {
			t.Error("ready.json says that it still runs")
		}
	})
}

func saysWhereItIs(t *testing.T, p *process, port int) {
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
	if l := p.admin(t).list(t, ""); l.Total != demoSheets || l.Moving != 0 {
		t.Errorf("%d sheets, %d of them moving", l.Total, l.Moving)
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
		says         []string
	}{
		{"on the same port", t.TempDir(), port, []string{fmt.Sprintf("port %d or %d is taken", port, port+1), "ANZEN_PORT"}},
		{"on the other port of it", t.TempDir(), port + 1, []string{"is taken"}},
		{"on the same data", p.folder, freePair(t), []string{"another local stack uses this data", fmt.Sprint(p.command.Process.Pid)}},
	} {
		second := begin(t, tt.folder, exec.Command(program(t, "infra/local")), fmt.Sprintf("ANZEN_PORT=%d", tt.port), "ANZEN_DATA="+tt.folder)
		select {
		case <-second.ended:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: a second one runs", tt.name)
		}
		if code := second.command.ProcessState.ExitCode(); code != 1 {
			t.Errorf("%s: ended with %d", tt.name, code)
		}
		for _, text := range tt.says {
			if !strings.Contains(second.console.String(), text) {
				t.Errorf("%s: it does not say %q but\n%s", tt.name, text, second.console)
			}
		}
	}
	if a := get(t, p.URL+"/_local/health"); a.status != http.StatusOK {
		t.Errorf("the first one has suffered: %s", a)
	}
}

// killedInAnalyses: sheets that were registered a moment before the end are
// analysed after the restart, each once.
func killedInAnalyses(t *testing.T, p *process, restart func() *process) *process {
	b := p.admin(t)
	used := b.usage(t)
	var files []file
	for i := range 6 {
		files = append(files, file{fmt.Sprintf("kill-%d.pdf", i), sheetPDF(fmt.Sprintf("Kill %d", i), 6)})
	}
	files = append(files, file{"kill-ja.pdf", sample(t, "js-006.pdf")}, file{"kill-locked.pdf", textPDF("x", []string{"a"})})
	ids := b.upload(t, files...)
	// Some are through, some are under way, some wait.
	eventually(t, 30*time.Second, "the first sheet analysed", func() bool {
		return slices.ContainsFunc(ids, func(id string) bool { return !b.sheet(t, id).moving() })
	})
	p.kill(t)

	p = restart()
	t.Logf("restarted in %s", p.took.Round(10*time.Millisecond))
	b = p.admin(t)
	for i, s := range b.analysed(t, ids...) {
		status, history := sds.StatusCompleted, "registered analyzed"
		if files[i].name == "kill-locked.pdf" {
			status, history = sds.StatusImpossible, "registered"
		}
		if s.Status != int(status) {
			t.Errorf("%s: status %d, %+v", s.Name, s.Status, s.Reason)
		}
		if got := b.actions(t, s.ID); got != history {
			t.Errorf("%s: history %s", s.Name, got)
		}
	}
	if l := b.list(t, ""); l.Total != demoSheets+len(files) || l.Moving != 0 || b.usage(t) != used+len(files) {
		t.Errorf("%d sheets, %d of them moving, %d counted", l.Total, l.Moving, b.usage(t)-used)
	}
	return p
}

// killedInWrites: what was acknowledged is there, what was not can be repeated,
// and nothing is there twice.
func killedInWrites(t *testing.T, p *process, restart func() *process) *process {
	const writers, uploads = 4, 24
	b := p.admin(t)
	used, before := b.usage(t), b.list(t, "")
	body := sheetPDF("Write", 1)
	files := make([]file, uploads)
	for i := range files {
		files[i] = file{fmt.Sprintf("write-%02d.pdf", i), body}
	}
	forms := b.allow(t, files...)
	calls := make([]call, uploads)
	for i, f := range forms {
		calls[i] = registration(newKey(), f)
	}
	edited := make([]editing, writers)
	for i := range edited {
		edited[i] = editing{id: before.Items[i].ID, version: before.Items[i].Version}
	}
	var acknowledged atomic.Int64
	registered := make([]bool, uploads)
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for edited[w].once(b) == nil {
				acknowledged.Add(1)
			}
		})
		all.Go(func() {
			for i := w; i < uploads; i += writers {
				a, err := b.try(calls[i])
				if err != nil {
					return
				}
				registered[i] = a.status == http.StatusCreated
				acknowledged.Add(1)
			}
		})
	}
	eventually(t, time.Minute, "half of the writes acknowledged", func() bool { return acknowledged.Load() >= uploads })
	p.kill(t)
	all.Wait()

	p = restart()
	b = p.admin(t)
	for i, e := range edited {
		e.check(t, b)
		if e.acknowledged == 0 {
			t.Errorf("nobody edited sheet %d", i)
		}
	}
	done := 0
	for i, f := range forms {
		if registered[i] {
			done++
			if n := b.list(t, "&ids="+sheetOf(t, b, calls[i])).Total; n != 1 {
				t.Errorf("%s was acknowledged and is there %d times", f.Name, n)
			}
		}
	}
	// The others are sent again, as the dashboard does.
	ids := make([]string, uploads)
	for i, f := range forms {
		ids[i] = sheetOf(t, b, calls[i])
		b.mustSend(t, f, body)
	}
	for _, s := range b.analysed(t, ids...) {
		if s.Status != int(sds.StatusCompleted) {
			t.Errorf("%s: status %d", s.Name, s.Status)
		}
		if got := b.actions(t, s.ID); got != "registered analyzed" {
			t.Errorf("%s: history %s", s.Name, got)
		}
	}
	if l := b.list(t, ""); l.Total != before.Total+uploads || b.usage(t) != used+uploads {
		t.Errorf("%d sheets more, %d counted, %d registered", l.Total-before.Total, b.usage(t)-used, uploads)
	}
	t.Logf("killed after %d acknowledged writes, %d of %d registrations among them", acknowledged.Load(), done, uploads)
	return p
}

// sheetOf sends a registration and answers its sheet.
func sheetOf(t *testing.T, b *browser, c call) string {
	t.Helper()
	return want[struct{ Items []registered }](t, b, c).Items[0].ID
}

// editing is somebody who writes one note after the other to a sheet.
type editing struct {
	id           string
	version      int64
	acknowledged int // how many notes were
}

func (e *editing) note(n int) string { return fmt.Sprintf("note %d", n) }

// once writes the next note.
func (e *editing) once(b *browser) error {
	a, err := b.try(call{
		method: "PUT", path: "/companies/{id}/sdses/" + e.id, version: e.version, body: map[string]string{"note": e.note(e.acknowledged + 1)},
	})
	if err == nil && a.status != http.StatusOK {
		err = fmt.Errorf("edit: %s", a)
	}
	if err == nil {
		e.acknowledged++
		e.version++
	}
	return err
}

// check holds the sheet to what was acknowledged. The last note may have been
// written without its writer being told.
func (e *editing) check(t *testing.T, b *browser) {
	t.Helper()
	s := b.sheet(t, e.id)
	unknown := 0
	if s.Note == e.note(e.acknowledged+1) {
		unknown = 1
	}
	if s.Note != e.note(e.acknowledged+unknown) || s.Version != e.version+int64(unknown) {
		t.Errorf("%s: %q at version %d; acknowledged were %d notes up to version %d", s.Name, s.Note, s.Version, e.acknowledged, e.version)
	}
	var notes []string
	for _, edit := range b.history(t, e.id) {
		for _, c := range edit.Changes {
			if c.Field == "note" {
				notes = append(notes, c.To.Text)
			}
		}
	}
	slices.Reverse(notes)
	for i, n := range notes {
		if n != e.note(i+1) {
			t.Errorf("%s: history %d is %q", s.Name, i, n)
		}
	}
	if len(notes) != e.acknowledged+unknown {
		t.Errorf("%s: %d notes in the history, %d acknowledged", s.Name, len(notes), e.acknowledged)
	}
}
