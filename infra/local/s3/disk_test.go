package s3_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"anzen/infra/local/journal"
)

func TestRestart(t *testing.T) {
	ctx := t.Context()
	folder := t.TempDir()
	bucket := aws.String("sheets")
	t.Run("before", func(t *testing.T) {
		s := start(t, folder)
		s.fail = errors.New("no bus")
		// The state after a crash between storing and announcing.
		_, err := s.client("AKIAWRITER").PutObject(ctx, &sdk.PutObjectInput{
			Bucket: bucket, Key: aws.String("a.pdf"), Body: strings.NewReader("hello"), ContentType: aws.String("application/pdf"),
		})
		if err != nil {
			t.Error(err)
		}
		if events := s.take(); len(events) != 0 {
			t.Errorf("events: %+v", events)
		}
	})
	// The state after a crash before storing.
	notes, err := os.OpenFile(filepath.Join(folder, "unannounced.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = notes.WriteString(`{"id":"1","bucket":"sheets","key":"never.pdf","reason":"PutObject","at":"2026-01-01T00:00:00Z"}` + "\n")
	_ = notes.Close()
	for _, want := range []int{1, 0} {
		t.Run("after", func(t *testing.T) {
			s := start(t, folder)
			events := s.take()
			if len(events) != want || want == 1 && (events[0].Key != "a.pdf" || events[0].Size != 5) {
				t.Errorf("events: %+v", events)
			}
			metadata, err := s.client("AKIAREADER").HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: aws.String("a.pdf")})
			if err != nil || *metadata.ContentType != "application/pdf" || metadata.VersionId == nil {
				t.Errorf("metadata: %+v, %v", metadata, err)
			}
		})
	}
}

// The event of a stored object is delivered once its receiver has space again; an
// object that the disk has no space for is refused, and can be sent again.
func TestFullDisk(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	folder := t.TempDir()
	s := start(t, folder)
	put := func(key string) error {
		_, err := s.client("AKIAWRITER").PutObject(ctx, &sdk.PutObjectInput{Bucket: aws.String("sheets"), Key: &key, Body: strings.NewReader("hello")})
		return err
	}
	free := journal.Limit(folder, 10)
	if err := put("a.pdf"); err == nil {
		t.Error("stored without a record of it")
	}
	free()
	if err := put("a.pdf"); err != nil {
		t.Error(err)
	}
	if events := s.take(); len(events) != 1 || events[0].Key != "a.pdf" {
		t.Errorf("events: %+v", events)
	}
	fail := func(err error) {
		for len(s.requests) > 0 {
			<-s.requests
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fail = err
	}
	fail(errors.New("the bus has no space"))
	if err := put("b.pdf"); err != nil {
		t.Error(err)
	}
	if events := s.take(); len(events) != 0 {
		t.Errorf("events: %+v", events)
	}
	for _, taken := range []error{errors.New("still no space"), nil} {
		fail(taken)
		if asleep, ok := s.clock.Pass(ctx, 2*time.Second); !ok {
			t.Fatalf("the event is not retried: %v", asleep)
		}
		for answered := errors.New("nothing"); answered != taken; { //nolint:errorlint // the very same
			select {
			case answered = <-s.requests:
			case <-ctx.Done():
				t.Fatal("the event is not retried")
			}
		}
	}
	if events := s.take(); len(events) != 1 || events[0].Key != "b.pdf" {
		t.Errorf("events: %+v", events)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if late := strings.Count(strings.Join(s.said, ""), "was not accepted"); late != 1 {
		t.Errorf("the log says %d times that the event was not accepted: %q", late, s.said)
	}
}

// While there is no room nothing is stored: callers and browsers get an answer after which they try again, and can do so.
func TestNoRoom(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	writer, bucket := s.client("AKIAWRITER"), aws.String("sheets")
	put := func(key string) error {
		_, err := writer.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: &key, Body: strings.NewReader("hello")})
		return err
	}
	post, err := sdk.NewPresignClient(writer).PresignPostObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: aws.String("form.pdf")}, func(o *sdk.PresignPostOptions) {
		o.Conditions = []any{map[string]string{"Content-Type": "application/pdf"}}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := put("a.pdf"); err != nil {
		t.Fatal(err)
	}
	begun, err := writer.CreateMultipartUpload(ctx, &sdk.CreateMultipartUploadInput{Bucket: bucket, Key: aws.String("parts")})
	if err != nil {
		t.Fatal(err)
	}
	fill := func(err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.full = err
	}
	fill(errors.New("the disk is full"))
	calls := map[string]func() error{
		"put": func() error { return put("a.pdf") },
		"copy": func() error {
			_, err := writer.CopyObject(ctx, &sdk.CopyObjectInput{Bucket: bucket, Key: aws.String("copy"), CopySource: aws.String("sheets/a.pdf")})
			return err
		},
		"begin": func() error {
			_, err := writer.CreateMultipartUpload(ctx, &sdk.CreateMultipartUploadInput{Bucket: bucket, Key: aws.String("others")})
			return err
		},
		"part": func() error {
			_, err := writer.UploadPart(ctx, &sdk.UploadPartInput{Bucket: bucket, Key: aws.String("parts"), UploadId: begun.UploadId, PartNumber: aws.Int32(1), Body: strings.NewReader("x")})
			return err
		},
		"complete": func() error {
			_, err := writer.CompleteMultipartUpload(ctx, &sdk.CompleteMultipartUploadInput{Bucket: bucket, Key: aws.String("parts"), UploadId: begun.UploadId, MultipartUpload: &types.CompletedMultipartUpload{
				Parts: []types.CompletedPart{{PartNumber: aws.Int32(1), ETag: aws.String("e")}},
			}})
			return err
		},
	}
	for name, call := range calls {
		if err := call(); code(err) != "ServiceUnavailable" || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s: %v", name, err)
		}
	}
	status, body, header := send(t, post, "", "application/pdf", 9<<20)
	if status != http.StatusServiceUnavailable || !strings.Contains(body, "the disk is full") || header.Get("Access-Control-Allow-Origin") != origin {
		t.Errorf("a form: %d %s %v", status, body, header)
	}
	if _, err := s.client("AKIAREADER").GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: aws.String("a.pdf")}); err != nil {
		t.Errorf("what is stored: %v", err)
	}
	if events := s.take(); len(events) != 1 {
		t.Errorf("events: %+v", events)
	}

	fill(nil)
	if status, body, _ := send(t, post, "", "application/pdf", 9<<20); status != http.StatusNoContent {
		t.Errorf("the form again: %d %s", status, body)
	}
	if events := s.take(); len(events) != 1 || events[0].Key != "form.pdf" || events[0].Size != 9<<20 {
		t.Errorf("events: %+v", events)
	}
}
