package rest

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/functions/grant"
	"anzen/shared/aws/files"
)

// A handler that uses a service that its route's grants do not name fails, and the log names
// the service; with the grant it works.
func TestWhatIsNotGrantedIsNotThere(t *testing.T) {
	for _, tt := range []struct {
		name   string
		grants []grant.Grant
		status int
	}{{"without", nil, 500}, {"with", []grant.Grant{grant.Sheets("GetObject")}, 204}} {
		var log strings.Builder
		route := Handle(Route{Method: "GET", Path: "/things", ID: "readThings", Rule: Public, Status: 204, Grants: tt.grants},
			func(ctx context.Context, call *Call, _ *struct{}) (*struct{}, error) {
				_, err := call.Files.PresignGet(ctx, "uploads/a.pdf", "1", "a.pdf", "application/pdf", false, time.Minute)
				return nil, err
			})
		f := New(route, &Services{
			Files: files.New(s3.New(s3.Options{Region: "ap-northeast-1", Credentials: nobody{}}), "sheets"), Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		request, err := json.Marshal(events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/api/v1/things"})
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := f.Invoke(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		var got events.APIGatewayProxyResponse
		if err := json.Unmarshal(encoded, &got); err != nil || got.StatusCode != tt.status {
			t.Errorf("%s the grant: %d %s %v\n%s", tt.name, got.StatusCode, got.Body, err, log.String())
		}
		if named := strings.Contains(log.String(), "its grants do not name") && strings.Contains(log.String(), "Files (bucket/sheets/*)"); named != (tt.status == 500) {
			t.Errorf("%s the grant the log is %s", tt.name, log.String())
		}
		if strings.Contains(got.Body, "Files") {
			t.Errorf("the client gets %s", got.Body)
		}
	}
}

// nobody is a signer without credentials.
type nobody struct{}

func (nobody) Retrieve(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "test", SecretAccessKey: "test"}, nil
}
