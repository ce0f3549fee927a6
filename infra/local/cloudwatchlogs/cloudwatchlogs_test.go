package cloudwatchlogs_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"

	"anzen/infra/local/cloudwatchlogs"
)

const events = `{"time":"2026-11-24T11:00:00Z","msg":"a","took":5,"record":{"status":"timeout"}}
panic: index out of range
{"time":"2026-11-24T11:10:00Z","msg":"b","took":50}
{"time":"2026-11-24T12:20:00Z","msg":"b","took":100,"company":"c 1"}
{"_aws":{"Timestamp":1795523400000},"CatalogLoad":12000.5,"From":"table"}
`

// query gives the rows of a query, their values between bars, or the error's text.
func query(t *testing.T, text string, groups ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "output.log")
	if err := os.WriteFile(path, []byte(events), 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&cloudwatchlogs.Service{Groups: map[string][]string{"anzen-local-functions": {path}}})
	defer server.Close()
	client := sdk.NewFromConfig(aws.Config{
		Region: "ap-northeast-1", BaseEndpoint: &server.URL, RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	from := time.Date(2026, 11, 24, 11, 0, 0, 0, time.UTC)
	started, err := client.StartQuery(t.Context(), &sdk.StartQueryInput{
		QueryString: &text, LogGroupNames: groups, StartTime: aws.Int64(from.Unix()), EndTime: aws.Int64(from.Add(3 * time.Hour).Unix()),
	})
	if err != nil {
		return err.Error()
	}
	result, err := client.GetQueryResults(t.Context(), &sdk.GetQueryResultsInput{QueryId: started.QueryId})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range result.Results {
		var cells []string
		for _, f := range r {
			cells = append(cells, *f.Field+"="+*f.Value)
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return strings.Join(rows, "\n")
}

func TestQueries(t *testing.T) {
	for text, want := range map[string]string{
		"filter took > 9 | stats count(*), max(took) as most by msg":               "msg=b|count(*)=2|most=100",
		"stats pct(took, 50), avg(took), min(took), sum(took)":                     "pct(took, 50)=50|avg(took)=51.666666666666664|min(took)=5|sum(took)=155",
		"filter record.status = 'timeout' | fields msg":                            "msg=a",
		"filter @message like /panic: .* range/ | fields @timestamp":               "@timestamp=2026-11-24 11:00:00.000", // as the line before
		"filter ispresent(CatalogLoad) | stats max(CatalogLoad), count(*) by From": "From=table|max(CatalogLoad)=12000.5|count(*)=1",
		"filter msg in_no_way 'b'":                                                 "in_no_way",
		"filter ispresent(msg) | stats count(*) by bin(1h) | sort `bin(1h)`":       "bin(1h)=2026-11-24 11:00:00.000|count(*)=2\nbin(1h)=2026-11-24 12:00:00.000|count(*)=1",
		"filter ispresent(msg) | sort took asc | fields took | limit 2":            "took=5\ntook=50",
		"filter (msg = 'a' or msg = \"b\") and not took < 100 | fields company":    "company=c 1",
		"filter msg != 'a' and @message not like 'company' | fields took":          "took=50",
		"filter took >= 50 and took <= 50 | fields @log, took":                     "@log=anzen-local-functions|took=50",
		"parse @message 'a'":                             "parse",
		"fields @timestamp |":                            "command",
		"fields msg # of a call":                         "not understood",
		"stats median(took)":                             "median",
		"filter msg like /(/":                            "regular expression",
		"SOURCE logGroups(namePrefix: ['anzen-local-'])": "name log groups",
		"fields msg | SOURCE logGroups(namePrefix: ['anzen-local-'])":                    "first command",
		"filter msg = 'a' | stats count(*) as n by msg, company | sort n desc | limit 1": "msg=a|n=1",
	} {
		got := query(t, text, "anzen-local-functions")
		if got != want && (!strings.Contains(got, "MalformedQueryException") || !strings.Contains(got, want)) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// Groups are named, or selected by the query itself.
func TestGroups(t *testing.T) {
	const count = "stats count(*)"
	for text, want := range map[string]string{
		"SOURCE logGroups(namePrefix: ['anzen-prod-', 'anzen-local-']) | " + count: "count(*)=5",
		"SOURCE logGroups(namePrefix: ['anzen-prod-']) | " + count:                 "",
	} {
		if got := query(t, text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got := query(t, count); !strings.Contains(got, "MalformedQueryException") {
		t.Errorf("of no group: %s", got)
	}
}
