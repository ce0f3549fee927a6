package system_test

import (
	"net/http"
	"os"
	"testing"
	"time"
)

// The table's process dies: acknowledged data is there after its restart, and
// everything continues by itself.
func TestTheTableDies(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sheetPDF("Outage 80", 1)
	id := b.upload(t, file{"outage.pdf", body})[0]
	s := b.completed(t, id)
	e := editing{id: id, version: s.Version}
	for range 3 {
		if err := e.once(b); err != nil {
			t.Fatal(err)
		}
	}
	forms := b.allow(t, file{"during.pdf", body})
	b.mustSend(t, forms[0], body)
	during := b.register(t, forms[0])[0] // its analysis runs into the outage

	restarts := shared.Table.Restarts()
	dies, err := os.FindProcess(shared.Table.Pid())
	if err != nil {
		t.Fatal(err)
	}
	if err := dies.Kill(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 20*time.Second, "the API answers again", func() bool {
		a := b.do(t, call{method: "GET", path: "/companies/{id}/sdses/" + id})
		if a.status != http.StatusOK && a.problem(t).Code != "internal" {
			t.Errorf("during the outage: %s", a)
		}
		return a.status == http.StatusOK && shared.Table.Restarts() > restarts
	})
	e.check(t, b)
	if err := e.once(b); err != nil {
		t.Error(err)
	}
	e.check(t, b)
	b.once(t, during)
}
