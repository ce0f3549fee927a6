package system_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/compaction"
	"anzen/functions/jobs/closing"
	"anzen/functions/jobs/deletion"
	"anzen/functions/nightly"
	"anzen/infra/blueprint"
	"anzen/shared/aws/table"
)

// deletion: many sheets, that one version is asked to delete, are deleted by the other up to a cut, and restored by both; each once.
func (v *beside) deletion(t *testing.T) {
	p := newPlace(t, 501)
	sheets := map[string]any{"filter": map[string]any{"name": []string{"Mixture"}}}
	round := func(t *testing.T, part func(func())) string {
		before := p.census(t)
		var id string
		part(func() {
			id = completes(t, p.a, call{method: "PUT", path: "/companies/{id}/sdses/delete", key: newKey(), body: sheets}).ID
		})
		left := p.a.list(t, "").Total
		completes(t, p.a, call{method: "POST", path: "/companies/{id}/jobs/" + id + "/undo", key: newKey(), body: map[string]any{}})
		return fmt.Sprintf("%d sheets, then %d\n%s", left, p.a.list(t, "").Total, grown(before, p.census(t)))
	}
	v.jobs.use(current)
	usual := round(t, whole)
	if !strings.HasPrefix(usual, "0 sheets, then 501\n") {
		t.Fatalf("this version: %s", usual)
	}
	same := func(t *testing.T, made string) {
		t.Helper()
		if made != usual {
			t.Errorf("both made\n%s\nthis version\n%s", made, usual)
		}
	}
	for _, at := range cuts([]cutAt{{former, 7}, {current, 2}}, 20) {
		t.Run(at.String(), func(t *testing.T) {
			v.api.use(1 - at.victim)
			defer v.api.use(current)
			v.jobs.use(mixed)
			same(t, round(t, func(part func()) {
				if !v.cutting(t, deletion.Kind.FunctionName(), at.victim, at.changes, idle, part).dead {
					t.Error("it was not ended")
				}
			}))
		})
	}
}

// closing: whoever closes a company, and whoever goes on, nothing of it is left but the record that there was one.
func (v *beside) closing(t *testing.T) {
	name := closing.Kind.FunctionName()
	end := func(t *testing.T, by [2]version, during func(p *place, part func()) (mails int)) {
		v.api.use(by[0])
		v.jobs.use(by[1])
		p := newPlace(t, 40)
		left := p.fill(t)
		firm := want[struct {
			Version int64
			Name    string
		}](t, p.a, call{method: "GET", path: "/companies/{id}"})
		mails := during(p, func() {
			want[any](t, p.a, call{method: "DELETE", path: "/companies/{id}", version: firm.Version, body: map[string]any{"name": firm.Name}})
			eventually(t, 2*time.Minute, "the company is removed", func() bool {
				_, gone, err := p.table().ClosedCompany(t.Context(), p.company)
				return err == nil && gone
			})
		})
		v.api.use(current)
		p.isGone(t, left, mails)
	}
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) {
			end(t, by, func(p *place, part func()) int {
				if err := shared.Functions.Shift(name, v.made[name], func() bool { p.backdate(t); return v.jobs.decide() }); err != nil {
					t.Fatal(err)
				}
				defer v.shift(t, name)
				part()
				return 1
			})
		})
	}
	for _, at := range cuts([]cutAt{{current, 3}, {current, 20}, {former, 1}, {former, 8}, {former, 33}}, 60) {
		t.Run(at.String(), func(t *testing.T) {
			end(t, [2]version{current, current}, func(p *place, part func()) int {
				c := v.cutting(t, name, at.victim, at.changes, func() { p.backdate(t) }, part)
				if !c.dead {
					t.Error("it was not ended")
				}
				if c.mailed {
					return 2
				}
				return 1
			})
		})
	}
}

// backdate has the quiet time after the closing pass, in which functions that were running may still write.
func (p *place) backdate(t *testing.T) {
	firm, err := p.table().Company(t.Context(), p.company)
	if err != nil || firm.ClosedAt == nil || time.Since(*firm.ClosedAt) > closing.Quiet {
		return
	}
	at := firm.ClosedAt.Add(-closing.Quiet - time.Minute)
	firm.ClosedAt = &at
	x := p.table().Begin(p.company).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(firm)
	if err := x.Commit(t.Context()); err != nil {
		t.Error(err)
	}
}

// remains are what a company has outside the table.
type remains struct {
	export  *begun
	objects map[string][]string // keys by bucket
}

// fill gives the company one of everything.
func (p *place) fill(t *testing.T) remains {
	t.Helper()
	left := remains{objects: map[string][]string{}}
	before := map[string][]string{}
	for _, b := range blueprint.New().Buckets {
		before[b.Name] = objects(t, b.Name, "")
	}
	type made struct{ ID string }
	want[made](t, p.a, call{method: "POST", path: "/companies/{id}/tags", body: map[string]any{"name": "tag"}})
	want[made](t, p.a, call{method: "POST", path: "/companies/{id}/departments", body: map[string]any{"name": "department"}})
	want[made](t, p.a, call{method: "POST", path: "/companies/{id}/users/" + p.a.id + "/search-criteria", body: map[string]any{"name": "search", "criteria": "text=a"}})
	p.checklist(t)
	invoke(t, nightly.Company, nightly.Item{Company: p.company})
	invoke(t, compaction.Company, compaction.Item{Company: p.company})
	id := p.a.completed(t, p.a.upload(t, file{"ends.pdf", sheetPDF("Ends", 1)})[0]).ID
	p.a.attach(t, id, "result.txt", []byte("text"))
	p.a.allow(t, file{"never.pdf", []byte("%PDF")})
	left.export = p.periodicExport(t)
	left.export.due(t, 0)
	left.export.runs(t, 1)
	for bucket, known := range before {
		for _, key := range objects(t, bucket, "") {
			if !slices.Contains(known, key) {
				left.objects[bucket] = append(left.objects[bucket], key)
			}
		}
	}
	return left
}

// attach adds a file to a sheet.
func (b *browser) attach(t *testing.T, sheet, name string, body []byte) {
	t.Helper()
	of := "/companies/{id}/sdses/" + sheet + "/attachments"
	f := want[struct {
		Items []struct {
			form
			ID string `json:"attachment_id"`
		}
	}](t, b, call{method: "POST", path: of + "/get_signed_url", body: map[string]any{"files": []any{map[string]any{"name": name, "size": len(body)}}}}).Items[0]
	b.mustSend(t, f.form, body)
	want[any](t, b, call{method: "POST", path: of, body: map[string]any{"attachment_ids": []string{f.ID}}})
}

// isGone looks everywhere.
func (p *place) isGone(t *testing.T, left remains, mails int) {
	t.Helper()
	var records []string
	for key, item := range items(t) {
		if text, err := json.Marshal(item); err != nil || strings.Contains(key+string(text), string(p.company)) || strings.Contains(key+string(text), p.domain()) {
			records = append(records, key)
		}
	}
	if len(records) != 1 || !strings.HasPrefix(records[0], "CLOSED") {
		t.Errorf("records are left: %q", records)
	}
	for bucket, keys := range left.objects {
		there := objects(t, bucket, "")
		for _, key := range keys {
			if slices.Contains(there, key) {
				t.Errorf("%s is in the bucket %s", key, bucket)
			}
		}
		for _, key := range there {
			if strings.Contains(key, string(p.company)) {
				t.Errorf("%s is in the bucket %s, new", key, bucket)
			}
		}
	}
	if len(left.objects["sheets"]) < 2 || len(left.objects["catalog"]) < 2 || len(left.objects["work"]) == 0 {
		t.Errorf("there were only %v", left.objects)
	}
	if s := schedule(t, left.export.id); s != nil {
		t.Errorf("the schedule is %+v", s)
	}
	for _, mail := range p.mails {
		if _, a := p.a.site.trySignIn(t, mail, password); a.status/100 == 2 {
			t.Errorf("%s signs in", mail)
		}
	}
	if n := strings.Count(p.mailed(t), "closed"); n != mails {
		t.Errorf("mailed %d times: %s", n, p.mailed(t))
	}
}
