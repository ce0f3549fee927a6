package stacks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/functions/rotation"
	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
	"anzen/infra/local/cloudwatch"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/gateway"
	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
	"anzen/shared/aws/metrics"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// faultOf is the fault that an alarm is for.
func faultOf(name string) fault {
	switch name {
	case "ServerErrors", releaseErrors:
		return func(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
			for range 6 {
				if status, _ := slow(t, w, 0); status >= 500 {
					m.Put(at, a.Namespace, "5XXError", dimensions(a), 1)
				}
			}
		}
	case "Latency", releaseLatency:
		return func(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
			_, took := slow(t, w, 6*time.Second)
			m.Put(at, a.Namespace, "Latency", dimensions(a), float64(took.Milliseconds()))
		}
	case "Throttles":
		return throttled
	case "LostEvents":
		return undelivered
	case "FailedEventsWait", "FailedEvents":
		return undelivered
	case "ReadThrottles", "WriteThrottles":
		return hotPartition
	case "AnalysisFaults":
		return internalEndings
	case "AnalysisWait":
		return lateAnalyses
	case "ListLatency":
		return slowList
	case "CatalogLoads":
		return slowCatalog
	case "OverdueLists":
		return oldLists
	case "BackupsFail", "BackupsExpire", "BackupsAbort", "BackupCopiesFail":
		return failedBackup
	case "MailBounces", "MailComplaints":
		return badMails
	case "OriginRotationErrors":
		return failedRotation
	}
	switch {
	case strings.HasSuffix(name, "Errors"):
		return functionErrors
	case name == machinesFailed, name == machinesTimedOut:
		return brokenMachine
	}
	return nil
}

// gatewayOf is the API with one route, whose callers are signed in.
func gatewayOf(t *testing.T, invoke func(context.Context, string, []byte) ([]byte, error)) *gateway.API {
	t.Helper()
	api, err := gateway.New(gateway.Config{
		Routes: []gateway.Route{{Method: http.MethodGet, Path: "/api/v1/companies/{id}/sdses", Function: "listSheets"}}, Invoke: invoke,
		Verify: func(string) (map[string]any, error) { return map[string]any{}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// failedRotation: Secrets Manager calls the function that rotates the origin secret, and no service answers it.
func failedRotation(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	dead := httptest.NewServer(http.HandlerFunc(unavailable))
	defer dead.Close()
	f, err := rotation.New(rotation.Name, configOf(dead.URL), func(string) string { return "there" })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Invoke(t.Context(), []byte(`{"Step":"createSecret","SecretId":"s","ClientRequestToken":"v1"}`)); err != nil && dimensions(a)["FunctionName"] == "anzen-test-"+rotation.Name {
		m.Put(at, a.Namespace, "Errors", dimensions(a), 1)
	}
}

// throttled: a function is called more often than its concurrency allows.
func throttled(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	release, busy := make(chan struct{}), make(chan struct{})
	i := lambda.NewInvoker(discard(), lambda.Function{Name: "f", Timeout: time.Minute, Reserved: 1, New: func() (lambda.Handler, error) { return blocks{busy, release}, nil }})
	if err := i.Limit(10); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := i.Invoke(context.Background(), "f", []byte("{}"))
		done <- err
	}()
	<-busy
	for range 11 {
		if _, err := i.Invoke(t.Context(), "f", []byte("{}")); errors.Is(err, lambda.ErrThrottled) {
			m.Put(at, a.Namespace, "Throttles", nil, 1)
		}
	}
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

type blocks struct{ busy, release chan struct{} }

func (b blocks) Invoke(context.Context, []byte) ([]byte, error) {
	close(b.busy)
	<-b.release
	return []byte("{}"), nil
}

// undelivered: a function fails for an event, by Lambda's attempts and those of the queue, until it is kept for good.
func undelivered(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	const function, queue = "arn:aws:lambda:ap-northeast-1:000000000000:function:compaction", "arn:aws:sqs:ap-northeast-1:000000000000:failed"
	q := blueprint.FailedEvents
	rules := &bus.Async{
		Retries: blueprint.AsyncRetries, Age: blueprint.AsyncAge, Destinations: map[string]string{function: queue},
		Queues: map[string]bus.Queue{queue: {Function: q.Function, Pause: q.Pause, Attempts: q.Attempts}},
	}
	var age time.Duration
	var calls bus.Calls
	_, _, cause := call(t, w.down, "catalog-compact", sampleOf(t, "catalog-compact"))
	for target := function; ; {
		pause, again, _ := rules.Next(target, &calls, age, cause)
		if again {
			age += pause
			if target == queue && age > 2*time.Hour && a.MetricName == "ApproximateAgeOfOldestMessage" {
				m.Put(at, a.Namespace, a.MetricName, dimensions(a), age.Seconds())
				return
			}
			continue
		}
		if a.MetricName == "NumberOfMessagesSent" {
			m.Put(at, a.Namespace, a.MetricName, dimensions(a), 1)
			return
		}
		if target == queue {
			m.Put(at, a.Namespace, "ApproximateNumberOfMessagesVisible", dimensions(a), 1)
			return
		}
		target, age, calls = queue, 0, bus.Calls{}
		if grant.FailedQueue != q.Name {
			t.Fatal("failed events go to another queue")
		}
	}
}

// hotPartition: one company is read and written more than a partition serves.
func hotPartition(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	operation, body := "GetItem", `{"TableName":"t","Key":{"pk":{"S":"C#1"},"sk":{"S":"COMPANY"}},"ConsistentRead":true}`
	if a.MetricName == "WriteThrottleEvents" {
		operation, body = "PutItem", `{"TableName":"t","Item":{"pk":{"S":"C#1"},"sk":{"S":"COMPANY"}}}`
	}
	limited := dynamodb.Limit(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }),
		&dynamodb.Throughput{Read: 5, Write: 5}, clock.NewManual(noon), slog.New(slog.DiscardHandler))
	for range 20 {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		r.Header.Set("X-Amz-Target", "DynamoDB_20120810."+operation)
		answer := httptest.NewRecorder()
		limited.ServeHTTP(answer, r)
		if answer.Code == http.StatusBadRequest && strings.Contains(answer.Body.String(), "Throttling") {
			m.Put(at, a.Namespace, a.MetricName, dimensions(a), 1)
		}
	}
}

// slowList and slowCatalog: what the functions measure of lists and of loading companies is too long.
func slowList(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, _ cloudwatch.Alarm) {
	t.Helper()
	var out strings.Builder
	own := metrics.Namespaced{Namespace: config.metrics(), Out: &out, Now: time.Now}
	measure.Put(t.Context(), own, discard(), metrics.Sample{
		Metric: metrics.ListTime, Unit: metrics.Milliseconds, Value: 4000, Dimension: metrics.CompanySize, Of: metrics.Size(50_000), Total: true,
	})
	if err := m.Log(at, []byte(out.String())); err != nil {
		t.Fatal(err)
	}
}

func slowCatalog(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, _ cloudwatch.Alarm) {
	t.Helper()
	var out strings.Builder
	own := metrics.Namespaced{Namespace: config.metrics(), Out: &out, Now: time.Now}
	table := &slowTable{now: noon}
	c := catalog.New(table, func() time.Time { return table.now }, measure.Loads(own, discard()))
	if _, err := c.Search(t.Context(), "c", catalog.Query{}); err != nil {
		t.Fatal(err)
	}
	if err := m.Log(at, []byte(out.String())); err != nil {
		t.Fatal(err)
	}
}

// oldLists: a night ten years on, without newer lists.
func oldLists(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, _ cloudwatch.Alarm) {
	t.Helper()
	overdue := 0.0
	for _, c := range regulation.Current().Categories() {
		if c.Default && c.Loaded && c.Overdue(at.AddDate(10, 0, 0).Format(time.DateOnly)) {
			overdue++
		}
	}
	var out strings.Builder
	own := metrics.Namespaced{Namespace: config.metrics(), Out: &out, Now: time.Now}
	measure.Put(t.Context(), own, discard(), metrics.Sample{Metric: metrics.OverdueLists, Unit: metrics.Count, Value: overdue})
	if err := m.Log(at, []byte(out.String())); err != nil {
		t.Fatal(err)
	}
}

// slowTable takes long to read a company's sheets.
type slowTable struct{ now time.Time }

func (s *slowTable) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (s *slowTable) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) {
	return 0, nil
}

func (s *slowTable) EachSheet(context.Context, sds.CompanyID, func(*sds.Sheet) error) error {
	s.now = s.now.Add(20 * time.Second)
	return nil
}

func (s *slowTable) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (s *slowTable) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) {
	return nil, nil
}

// failedBackup: one of last night's jobs of the stage's vault does not come about; AWS Backup counts it itself.
func failedBackup(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	vault := dimensions(a)["BackupVaultName"]
	if own := made.one(t, "AWS::Backup::BackupVault"); vault != "${"+own.name()+".BackupVaultName}" {
		t.Fatalf("the alarm counts the jobs of %q", vault)
	}
	m.Put(at.Add(-9*time.Hour), a.Namespace, a.MetricName, dimensions(a), 1)
}

// badMails: of a thousand mails fifty bounce, and two are marked as spam; Amazon SES measures the rates itself.
func badMails(_ *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	const sent = 1000.0
	rates := map[string]float64{"Reputation.BounceRate": 50 / sent, "Reputation.ComplaintRate": 2 / sent}
	m.Put(at, a.Namespace, a.MetricName, dimensions(a), rates[a.MetricName])
}

// brokenMachine runs the machines by their definitions: every call fails, or every call takes its whole time and is then
// throttled. The event of each execution's end is counted by the rule of the alarm if its pattern matches.
func brokenMachine(t *testing.T, _ *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	rule := dimensions(a)["RuleName"]
	for _, each := range product.Machines {
		arns := map[string]string{}
		for _, f := range each.Functions {
			arns[f] = "arn:aws:lambda:ap-northeast-1:000000000000:function:" + f
		}
		text, err := states.Substitute(each.Definition, arns)
		if err != nil {
			t.Fatal(err)
		}
		machine, err := states.Load(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		status := ends(t, machine, a.AlarmName == "anzen-test-"+machinesTimedOut)
		if !matches(t, rule, each.Name, status) {
			t.Errorf("%s: no alarm of an execution that is %s", each.Name, status)
			continue
		}
		m.Put(at, a.Namespace, a.MetricName, dimensions(a), 1)
	}
}

// matches reports whether the rule's pattern matches the event of an execution of the machine that ended so, and has a target.
func matches(t *testing.T, rule, machine, status string) bool {
	t.Helper()
	for _, r := range made.all("AWS::Events::Rule") {
		if made.text(r.in, r.Properties["Name"]) != rule || at(r.Properties, "Targets", 0) == nil {
			continue
		}
		pattern := r.Properties["EventPattern"]
		wanted := map[string]string{"source": "aws.states", "detail-type": "Step Functions Execution Status Change"}
		for member, value := range wanted {
			if at(pattern, member, 0) != value {
				return false
			}
		}
		machines, _ := at(pattern, "detail", "stateMachineArn").([]any)
		return at(pattern, "detail", "status", 0) == status && slices.ContainsFunc(machines, func(m any) bool {
			return strings.HasPrefix(fmt.Sprint(m), "map[Ref:"+title(machine)+"Machine")
		})
	}
	return false
}

// ends is the status of an execution whose calls all fail, at once or slowly.
func ends(t *testing.T, machine *states.Machine, slowly bool) string {
	t.Helper()
	walk, err := states.NewWalk(machine, map[string]any{"companies": []any{}})
	if err != nil {
		t.Fatal(err)
	}
	took := 15 * time.Minute // in which Step Functions itself stood still
	for n := 0; ; n++ {
		_, _, longest, running := walk.Task()
		if !running {
			if status, _ := walk.Outcome(); status != states.Failed {
				t.Fatalf("the execution ends as %s", status)
			}
			return "FAILED"
		}
		name := "Broken"
		if slowly {
			took += longest
			name = []string{"Lambda.TooManyRequestsException", "States.Timeout"}[min(n/180, 1)]
		}
		pause, err := walk.Fail(name, "{}", func() float64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		if took += pause; slowly && took > machine.Timeout() {
			return "TIMED_OUT"
		}
	}
}
