package system_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"

	"anzen/functions/common/upkeep"
	"anzen/functions/compaction"
	"anzen/functions/jobs"
	"anzen/functions/jobs/closing"
	"anzen/functions/jobs/deletion"
	"anzen/functions/nightly"
	periodicrun "anzen/functions/periodic"
	"anzen/infra/blueprint"
	"anzen/shared/aws/table"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/plan"
)

// snapshots: the list is the same from the table and from a snapshot by either version.
func (v *beside) snapshots(t *testing.T) {
	round := func(t *testing.T, by [2]version, first func(func())) {
		p := newPlace(t, 3)
		for i, maker := range by {
			if err := p.table().RequestSnapshot(t.Context(), p.company); err != nil {
				t.Fatal(err)
			}
			v.jobs.use(maker)
			if i == 0 {
				first(func() { invoke(t, compaction.Company, compaction.Item{Company: p.company}) })
			} else {
				p.machine(t, compaction.Machine, compaction.Batch{Companies: []compaction.Item{{Company: p.company}}})
			}
			if waiting, err := p.table().SnapshotRequests(t.Context(), 500); err != nil || slices.Contains(waiting, p.company) {
				t.Errorf("a snapshot is waited for still, %v", err)
			}
			if keys := objects(t, "catalog", snapshots.Of(p.company)); len(keys) == 0 || len(keys) > 2 {
				t.Errorf("snapshots: %v", keys)
			}
			p.add(t, 1) // is in no snapshot yet
			for _, reader := range by {
				v.api.use(reader)
				if l := p.a.list(t, ""); l.Total != p.sheets {
					t.Errorf("%s lists %d sheets of %d", reader, l.Total, p.sheets)
				}
			}
			v.api.use(current)
		}
	}
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) { round(t, by, whole) })
	}
	v.everyCut(t, compaction.Company, "", func(t *testing.T, cutting func(func())) string {
		round(t, [2]version{current, former}, cutting)
		return ""
	})
}

// objects are the keys in a bucket that contain a text, with all versions.
func objects(t *testing.T, bucket, with string) (keys []string) {
	t.Helper()
	client, name := s3Client(), shared.Names().Bucket(bucket)
	pages := s3.NewListObjectVersionsPaginator(client, &s3.ListObjectVersionsInput{Bucket: &name})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range page.Versions {
			keys = append(keys, *o.Key)
		}
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(key string) bool { return !strings.Contains(key, with) })
}

// schedule is that of a periodic export; nil: there is none.
func schedule(t *testing.T, id periodic.ID) *awsscheduler.GetScheduleOutput {
	t.Helper()
	group := "periodic-exports"
	out, err := awsscheduler.NewFromConfig(shared.Config()).GetSchedule(t.Context(), &awsscheduler.GetScheduleInput{Name: aws.String(string(id)), GroupName: &group})
	if err != nil && !strings.Contains(err.Error(), "ResourceNotFound") {
		t.Fatal(err)
	}
	if err != nil {
		return nil
	}
	return out
}

// begun is a periodic export of a place, and its next time.
type begun struct {
	*place
	id periodic.ID
	at time.Time
}

func (p *place) periodicExport(t *testing.T) *begun {
	t.Helper()
	zone, err := time.LoadLocation(periodic.Zone)
	if err != nil {
		t.Fatal(err)
	}
	made := want[struct{ ID periodic.ID }](t, p.a, call{method: "POST", path: "/companies/{id}/periodic_export/settings", key: newKey(), body: map[string]any{
		"name": "Every day", "recipient_id": p.a.id, "frequency": "daily", "format": "csv", "type": "sheets", "columns": []string{"name"},
	}})
	return &begun{p, made.ID, periodic.Times{Frequency: periodic.Daily}.Next(time.Now().In(zone))}
}

// due calls as the Scheduler does, on a day after the first.
func (b *begun) due(t *testing.T, day int) {
	t.Helper()
	invoke(t, periodicrun.Run, upkeep.Occurrence{Company: b.company, Setting: b.id, At: b.at.AddDate(0, 0, day).UTC().Format(time.RFC3339)})
}

// runs waits until the export has run so often, and returns what each has made.
func (b *begun) runs(t *testing.T, n int) string {
	t.Helper()
	var all []struct {
		JobID string `json:"job_id"`
		State string
	}
	eventually(t, 2*time.Minute, fmt.Sprint(n, " runs"), func() bool {
		all = want[struct {
			Items []struct {
				JobID string `json:"job_id"`
				State string
			}
		}](t, b.a, call{method: "GET", path: "/companies/{id}/periodic_export/settings/" + string(b.id) + "/runs"}).Items
		done := 0
		for _, r := range all {
			if r.State == "done" {
				done++
			}
		}
		return done >= n && done == len(all)
	})
	made := fmt.Sprint(len(all), " runs\n")
	for _, r := range all {
		made += rows(fetched(t, want[work](t, b.a, call{method: "GET", path: "/companies/{id}/jobs/" + r.JobID})))
	}
	return made
}

// periodic: each occurrence is made once, and mailed once, whichever version the Scheduler calls, how often; one that may not run
// any more is disabled, which is mailed once.
func (v *beside) periodic(t *testing.T) {
	type half struct {
		*begun
		name string
	}
	var halves []half
	begin := func(t *testing.T, by [2]version, first func(func())) {
		v.api.use(by[0])
		b := newPlace(t, 2).periodicExport(t)
		v.api.use(by[1])
		if s := schedule(t, b.id); s == nil || s.State != "ENABLED" {
			t.Errorf("the schedule is %+v", s)
		}
		v.jobs.use(by[0])
		first(func() { b.due(t, 0) })
		v.jobs.use(by[1])
		b.due(t, 0)
		v.jobs.use(mixed)
		var atOnce sync.WaitGroup
		for range 4 {
			atOnce.Go(func() { b.due(t, 1) })
		}
		atOnce.Wait()
		v.api.use(current)
		halves = append(halves, half{b, t.Name()})
	}
	begin(t, [2]version{current, current}, whole)
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) { begin(t, by, whole) })
	}
	v.everyCut(t, periodicrun.Run, "", func(t *testing.T, cutting func(func())) string {
		begin(t, [2]version{current, former}, cutting)
		return ""
	})
	startsWaiting(t)
	made := make([]string, len(halves))
	for i, h := range halves {
		v.jobs.use([]version{current, former}[i%2])
		made[i] = h.runs(t, 2)
	}
	for i, h := range halves {
		by := orders[i%2]
		v.jobs.use(by[0])
		h.endsPlan(t)
		h.due(t, 2)
		v.jobs.use(by[1])
		h.due(t, 2)
		invoke(t, periodicrun.Sweep, nil)
		if s := schedule(t, h.id); s == nil || s.State != "DISABLED" {
			t.Errorf("%s: the schedule is %+v", h.name, s)
		}
		made[i] += h.mailed(t) + "\n" + grown(nil, h.census(t))
		if made[i] != made[0] {
			t.Errorf("%s made\n%s\nthis version\n%s", h.name, made[i], made[0])
		}
	}
	if !strings.Contains(made[0], "2 runs") || strings.Count(made[0], "Every day") != 4 {
		t.Errorf("this version made\n%s", made[0])
	}
}

// startsWaiting has the sweep start the jobs whose start was prevented, as if they had waited long enough.
func startsWaiting(t *testing.T) {
	t.Helper()
	client, name := sdk.NewFromConfig(shared.Config()), shared.Names().Table
	for _, item := range items(t) {
		if !strings.HasPrefix(text(item[table.PartitionAttribute]), "WAITING") {
			continue
		}
		item["Since"] = &types.AttributeValueMemberS{Value: time.Now().Add(-time.Minute).Format(time.RFC3339Nano)}
		if _, err := client.PutItem(t.Context(), &sdk.PutItemInput{TableName: &name, Item: item, ConditionExpression: aws.String("attribute_exists(" + table.PartitionAttribute + ")")}); err != nil {
			var ended *types.ConditionalCheckFailedException
			if !errors.As(err, &ended) {
				t.Fatal(err)
			}
		}
	}
	invoke(t, jobs.Sweep, nil)
}

// endsPlan leaves the company the free plan, without periodic exports.
func (p *place) endsPlan(t *testing.T) {
	t.Helper()
	firm, err := p.table().Company(t.Context(), p.company)
	if err != nil {
		t.Fatal(err)
	}
	firm.Plan, firm.Features = plan.Free, nil
	x := p.table().Begin(p.company).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(firm)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

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

// cutAt is which version is ended, after how many changes.
type cutAt struct {
	victim  version
	changes int
}

func (c cutAt) String() string { return fmt.Sprintf("%s ended after %d changes", c.victim, c.changes) }

// cuts are the usual ones, or in a campaign all up to a number of changes.
func cuts(usual []cutAt, most int) []cutAt {
	if os.Getenv(envCuts) == "" {
		return usual
	}
	var all []cutAt
	for changes := range most {
		all = append(all, cutAt{current, changes}, cutAt{former, changes})
	}
	return all
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
