package system_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anzen/shared/domain/sds"
)

// killedInAnalyses: sheets registered just before the kill are analyzed after the
// restart, each once.
func killedInAnalyses(t *testing.T, p *process, restart func() *process) *process {
	b := p.admin(t)
	used := b.usage(t)
	var files []file
	for i := range 6 {
		files = append(files, file{fmt.Sprintf("kill-%d.pdf", i), sheetPDF(fmt.Sprintf("Kill %d", i), 6)})
	}
	files = append(files, file{"kill-ja.pdf", sample(t, "js-006.pdf")}, file{"kill-locked.pdf", textPDF("x", []string{"a"})})
	ids := b.upload(t, files...)
	// Some are done, some in progress, some wait.
	eventually(t, 30*time.Second, "the first sheet analyzed", func() bool {
		return slices.ContainsFunc(ids, func(id string) bool { return !b.sheet(t, id).inProgress() })
	})
	p.kill(t)

	p = restart()
	t.Logf("restarted in %s", p.took.Round(10*time.Millisecond))
	b = p.admin(t)
	for i, s := range b.analyzed(t, ids...) {
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
	if l := b.list(t, ""); l.Total != demoSheets+len(files) || l.InProgress != 0 || b.usage(t) != used+len(files) {
		t.Errorf("%d sheets, %d of them in progress, %d counted", l.Total, l.InProgress, b.usage(t)-used)
	}
	return p
}

// killedInWrites: acknowledged writes are kept, others can be repeated, and nothing is
// stored twice.
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
		calls[i] = registrationInto(newKey(), "", f) // the demo company has departments of its own
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
			t.Errorf("sheet %d was not edited", i)
		}
	}
	done := 0
	for i, f := range forms {
		if registered[i] {
			done++
			if n := b.list(t, "&ids="+sheetOf(t, b, calls[i])).Total; n != 1 {
				t.Errorf("%s was acknowledged and is listed %d times", f.Name, n)
			}
		}
	}
	// The others are sent again, as the dashboard does.
	ids := make([]string, uploads)
	for i, f := range forms {
		ids[i] = sheetOf(t, b, calls[i])
		b.mustSend(t, f, body)
	}
	for _, s := range b.analyzed(t, ids...) {
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

// sheetOf sends a registration and returns its sheet.
func sheetOf(t *testing.T, b *browser, c call) string {
	t.Helper()
	return want[struct{ Items []registered }](t, b, c).Items[0].ID
}

// editing writes one note after the other to a sheet.
type editing struct {
	id           string
	version      int64
	acknowledged int // the number of acknowledged notes
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

// check compares the sheet with the acknowledged notes. The last note may have been
// written without an acknowledgement.
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
