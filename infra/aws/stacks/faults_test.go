package stacks

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/functions/analysis"
	"anzen/infra/local/cloudwatch"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/lambda"
	"anzen/infra/local/makers"
	"anzen/infra/samples"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// faulty is a region whose services fail: all of them, or all but the table.
type faulty struct {
	down, table string // endpoints
	engine      error  // why there is no table
}

func newFaulty(t *testing.T) *faulty {
	t.Helper()
	down := httptest.NewServer(http.HandlerFunc(unavailable))
	t.Cleanup(down.Close)
	f := &faulty{down: down.URL}
	engine, err := dynamodb.FindEngine(filepath.Join("..", "..", ".."))
	if err != nil {
		f.engine = err
		return f
	}
	server, err := dynamodb.Start(t.Context(), dynamodb.Config{Engine: engine})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	if err := server.Ensure(t.Context(), dynamodb.Table{Name: "anzen", PartitionKey: product.Table.PartitionKey, SortKey: product.Table.SortKey, TTL: product.Table.TTL}); err != nil {
		t.Fatal(err)
	}
	target, _ := url.Parse(server.URL)
	proxy := httputil.NewSingleHostReverseProxy(target)
	mixed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Header.Get("X-Amz-Target"), "DynamoDB_") {
			proxy.ServeHTTP(w, r)
			return
		}
		unavailable(w, r)
	}))
	t.Cleanup(mixed.Close)
	f.table = mixed.URL
	return f
}

func unavailable(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("X-Amzn-ErrorType", "ServiceUnavailable")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`{"__type":"ServiceUnavailable"}`))
}

func configOf(endpoint string) aws.Config {
	return aws.Config{
		Region: "ap-northeast-1", BaseEndpoint: &endpoint, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	}
}

// call calls a function of the product with an event, as Lambda does, and returns what it logs.
func call(t *testing.T, endpoint, name string, event []byte) (answer []byte, log []byte, err error) {
	t.Helper()
	f, ok := product.Function(name)
	if !ok {
		t.Fatalf("there is no function %s", name)
	}
	out, failed := os.CreateTemp(t.TempDir(), "log")
	if failed != nil {
		t.Fatal(failed)
	}
	was := os.Stderr
	os.Stderr = out // where functions write, as Lambda takes it
	defer func() { os.Stderr = was }()
	env := map[string]string{}
	for variable, v := range f.Env {
		env[variable] = string(v)
	}
	env["TABLE_NAME"], env["METRICS"], env["USER_POOL_CLIENT"] = "anzen", "anzen-test", "the-dashboards-client"
	invoker := lambda.NewInvoker(discard(), lambda.Function{Name: name, Timeout: f.Timeout, New: func() (lambda.Handler, error) {
		return makers.All[f.Package](name, configOf(endpoint), func(variable string) string { return env[variable] })
	}})
	answer, err = invoker.Invoke(t.Context(), name, event)
	_ = out.Close()
	log, failed = os.ReadFile(out.Name())
	if failed != nil {
		t.Fatal(failed)
	}
	return answer, log, err
}

// sampleOf is the sample event of a function.
func sampleOf(t *testing.T, name string) []byte {
	t.Helper()
	event, err := os.ReadFile(filepath.Join("..", "..", "..", "events", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return event
}

// A fault happens, and is measured at a time.
type fault func(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm)

// dimensions are those of an alarm's metric, which are the deployed resource.
func dimensions(a cloudwatch.Alarm) map[string]string {
	by := map[string]string{}
	for _, d := range a.Dimensions {
		by[d.Name] = d.Value
	}
	return by
}

// functionErrors: a function fails as no service answers, or as its event cannot be read where it answers for each of
// its messages by itself.
func functionErrors(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, a cloudwatch.Alarm) {
	t.Helper()
	name := ""
	for known, r := range functions(t) {
		if dimensions(a)["FunctionName"] == "${"+r.name()+"}" {
			name = known
		}
	}
	for range 4 {
		_, _, err := call(t, w.down, name, sampleOf(t, name))
		if err == nil {
			_, _, err = call(t, w.down, name, []byte(`"unreadable`))
		}
		if err != nil {
			m.Put(at, a.Namespace, "Errors", dimensions(a), 1)
		}
	}
}

// waiting writes a sheet whose analysis has been waiting since a time, with its file.
func (w *faulty) waiting(t *testing.T, since time.Time) (sds.CompanyID, sds.Sheet) {
	t.Helper()
	if w.engine != nil {
		t.Skip(w.engine)
	}
	company := sds.NewID[sds.CompanyID]()
	s := sds.Sheet{ID: sds.NewID[sds.SheetID](), Attempt: 1, Status: sds.StatusAssort, File: sds.File{Key: "uploads/a.pdf", Version: "1"}}
	tab := table.New(sdk.NewFromConfig(configOf(w.table)), "anzen", func() time.Time { return since })
	s, err := tab.WriteSheet(t.Context(), company, write.Sheet{After: s, Analysis: write.AnalysisPromised, Audit: table.Audit{Action: "test", At: since}})
	if err != nil {
		t.Fatal(err)
	}
	return company, s
}

// internalEndings: analyses end by our own fault.
func internalEndings(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, _ cloudwatch.Alarm) {
	t.Helper()
	for failed, cause := range map[string]string{
		"States.Timeout": "{}", "OutOfMemory": "{}", "BadSheet": `{"errorMessage":"{\"code\":\"analysis.fault\"}"}`, // a panic of the reader
	} {
		company, s := w.waiting(t, time.Now())
		event := fmt.Sprintf(`{"company":%q,"sheet":%q,"attempt":1,"error":{"Error":%q,"Cause":%q}}`, company, s.ID, failed, cause)
		_, log, err := call(t, w.table, analysis.TaskFail, []byte(event))
		if err = errorsOf(err, m.Log(at, log)); err != nil {
			t.Fatal(err)
		}
	}
}

// lateAnalyses: an analysis cannot be started for hours.
func lateAnalyses(t *testing.T, w *faulty, m *cloudwatch.Metrics, at time.Time, _ cloudwatch.Alarm) {
	t.Helper()
	w.waiting(t, time.Now().Add(-2*time.Hour))
	_, log, err := call(t, w.table, analysis.TaskSweep, sampleOf(t, analysis.TaskSweep))
	if err = errorsOf(err, m.Log(at, log)); err != nil {
		t.Fatal(err)
	}
}

func errorsOf(all ...error) error {
	if i := slices.IndexFunc(all, func(err error) bool { return err != nil }); i >= 0 {
		return all[i]
	}
	return nil
}

// signedIn is a request whose token is valid now.
func signedIn(event []byte) []byte {
	issued, expires := time.Now().UTC(), time.Now().UTC().Add(time.Hour)
	return []byte(strings.NewReplacer(samples.IssuedAt, issued.Format(samples.DateForm), samples.ExpiresAt, expires.Format(samples.DateForm),
		samples.AuthTime, fmt.Sprint(issued.Unix())).Replace(string(event)))
}

// slow answers a request of the API by its real function, on a clock that the answer moves.
func slow(t *testing.T, w *faulty, took time.Duration) (status int, latency time.Duration) {
	t.Helper()
	began := noon
	now := began
	api := gatewayOf(t, func(_ context.Context, name string, _ []byte) ([]byte, error) {
		now = now.Add(took)
		answer, _, err := call(t, w.down, name, signedIn(sampleOf(t, name)))
		return answer, err
	})
	r := httptest.NewRecorder()
	api.ServeHTTP(r, httptest.NewRequest(http.MethodGet, "/api/v1/companies/01890a5d-ac96-774b-bcce-b302099a8001/sdses", nil))
	return r.Code, now.Sub(began)
}
