package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

// The line of a request has its time in ms, and the names of the parameters in its address: not what people have searched for.
func TestTheLineOfARequest(t *testing.T) {
	var log bytes.Buffer
	now := time.Date(2026, 11, 24, 3, 0, 0, 0, time.UTC)
	f := New(Handle(Route{Method: "GET", Path: "/things", ID: "listThings", Rule: Public}, func(context.Context, *Call, *struct {
		Keyword string `query:"keyword"`
		Order   string `query:"order"`
	},
	) (*struct{}, error) {
		now = now.Add(1500 * time.Millisecond)
		return nil, nil
	}), &Services{Now: func() time.Time { return now }, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	for _, c := range []struct {
		query map[string]string
		want  string
		took  float64
	}{
		{map[string]string{"order": "name", "keyword": "acetone"}, "keyword,order", 1500},
		{nil, "", 1500},
		{map[string]string{"acetone": "1"}, "", 0}, // which no route knows
	} {
		log.Reset()
		request, err := json.Marshal(events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/api/v1/things", QueryStringParameters: c.query})
		if err == nil {
			_, err = f.Invoke(t.Context(), request)
		}
		var line map[string]any
		if err != nil || json.Unmarshal(log.Bytes(), &line) != nil {
			t.Fatalf("%v: %s", err, log.String())
		}
		if line["parameters"] != c.want || line["took"] != c.took || bytes.Contains(log.Bytes(), []byte("acetone")) {
			t.Errorf("%v: %s", c.query, log.String())
		}
	}
}
