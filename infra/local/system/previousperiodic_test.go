package system_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"

	"anzen/functions/common/upkeep"
	"anzen/functions/jobs"
	periodicrun "anzen/functions/periodic"
	"anzen/shared/aws/table"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/plan"
)

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
	// The previous version's sweep writes an audit record where a job ends while it is on its way to it.
	v.jobs.use(current)
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
