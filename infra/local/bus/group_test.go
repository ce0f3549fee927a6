package bus_test

import (
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"
	awsscheduler "github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/scheduler/types"

	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
	"anzen/shared/aws/scheduler"
)

// Schedules of a group, as the product's adapter creates them, exist beside those of
// other groups and outlive the process.
func TestGroupOfSchedules(t *testing.T) {
	ctx, folder, c, r := t.Context(), t.TempDir(), clock.NewManual(epoch), newTargets()
	config := bus.Config{Folder: folder, Clock: c, Deliver: r.deliver, Groups: []string{"exports"}, Schedules: []bus.Schedule{{Name: "s", Expression: "rate(30 days)", Target: first}}}
	b, err := bus.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b.Scheduler())
	t.Cleanup(server.Close)
	client := awsscheduler.New(awsscheduler.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	group := scheduler.New(client, "exports", "arn:aws:iam::0:role/r", second)
	put := func(enabled bool, expression string) {
		t.Helper()
		s := scheduler.Schedule{Name: "s", Expression: expression, Timezone: "Asia/Tokyo", Enabled: enabled, Input: map[string]string{"at": scheduler.ScheduledTime}}
		if err := group.Put(ctx, s); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := group.Get(ctx, "s"); err != nil || !ok || got.Enabled != enabled || got.Expression != expression || got.Timezone != "Asia/Tokyo" {
			t.Fatalf("%+v %v %v", got, ok, err)
		}
	}
	put(false, "cron(0 5 * * ? *)")
	put(true, "cron(0 6 L * ? *)")
	if err := scheduler.New(client, "none", "r", second).Put(ctx, scheduler.Schedule{Name: "s", Expression: "rate(1 day)"}); err == nil {
		t.Error("a group that does not exist accepts a schedule")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err = bus.Open(config); err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = b.Scheduler()
	b.Start()
	due := time.Date(2026, 11, 29, 21, 0, 0, 0, time.UTC) // the 30th in Tokyo, 6:00
	for due.Sub(c.Now()) > 24*time.Hour {
		pass(t, c, 24*time.Hour)
	}
	pass(t, c, due.Sub(c.Now()))
	r.wait(t, 1)
	if got := string(r.event); got != `{"at":"2026-11-29T21:00:00Z"}` {
		t.Errorf("%s", got)
	}
	if err := group.Delete(ctx, "s"); err != nil {
		t.Error(err)
	}
	if err := group.Delete(ctx, "s"); err != nil {
		t.Errorf("once more: %v", err)
	}
	if _, ok, err := group.Get(ctx, "s"); ok || err != nil {
		t.Errorf("still there: %v %v", ok, err)
	}
	var missing *types.ResourceNotFoundException
	name := "s"
	if _, err := client.GetSchedule(ctx, &awsscheduler.GetScheduleInput{Name: &name}); err != nil || errors.As(err, &missing) {
		t.Errorf("the schedule of the same name in the default group: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}
