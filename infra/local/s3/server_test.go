package s3_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"

	"anzen/infra/local/clock"
	"anzen/infra/local/s3"
)

const (
	region = "ap-northeast-1"
	origin = "http://localhost:8080"
)

// stand is a server behind its proxy, at an address other than its own.
type stand struct {
	*s3.Server
	url   string
	clock *clock.Manual

	mu       sync.Mutex
	events   []s3.Created
	fail     error
	full     error      // why nothing can be stored
	requests chan error // what created answered, each time
	said     []string   // lines of the log
}

// Write takes a line of the log.
func (s *stand) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said = append(s.said, string(line))
	return len(line), nil
}

func (s *stand) room() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full
}

func (s *stand) created(_ context.Context, object s3.Created) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests <- s.fail
	if s.fail != nil {
		return s.fail
	}
	s.events = append(s.events, object)
	return nil
}

func (s *stand) take() []s3.Created {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.events
	s.events = nil
	return events
}

// may is the policy of the test's functions.
func may(accessKey, action, resource string) error {
	allowed := map[string][]string{
		"AKIAWRITER": {"s3:PutObject", "s3:GetObject", "s3:GetObjectVersion", "s3:ListBucket", "s3:ListBucketVersions", "s3:DeleteObject"},
		"AKIAREADER": {"s3:GetObject"},
	}
	for _, each := range allowed[accessKey] {
		if each == action && strings.HasPrefix(resource, "arn:aws:s3:::sheets") {
			return nil
		}
	}
	return fmt.Errorf("function %s may not %s on %s", accessKey, action, resource)
}

func start(t *testing.T, folder string) *stand {
	t.Helper()
	working, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s := &stand{clock: clock.NewManual(time.Now()), requests: make(chan error, 100)}
	server, err := s3.Start(t.Context(), s3.Config{
		Folder: folder, Region: region, Authorize: may, Created: s.created,
		Clock:  s.clock,
		Room:   s.room,
		Log:    slog.New(slog.NewTextHandler(s, nil)),
		Secret: func(key string) (string, bool) { return "secret", strings.HasPrefix(key, "AKIA") },
		Buckets: []s3.Bucket{
			{Name: "sheets", Versioned: true, Events: true, Origins: []string{origin}},
			{Name: "work"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server = server
	front := httptest.NewServer(server)
	s.url = front.URL
	t.Cleanup(func() {
		front.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		_ = os.Chdir(working)
	})
	return s
}

func (s *stand) client(accessKey string) *sdk.Client {
	secret := "secret"
	if accessKey == s.RootAccess {
		secret = s.RootSecret
	}
	// The options of the functions: an IP address as the endpoint makes the SDK use
	// path-style URLs.
	return sdk.NewFromConfig(aws.Config{
		Region: region, BaseEndpoint: &s.url, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider(accessKey, secret, ""),
	})
}

func code(err error) string {
	var known smithy.APIError
	if errors.As(err, &known) {
		return known.ErrorCode()
	}
	return fmt.Sprint(err)
}

func ask(t *testing.T, request *http.Request, err error) (int, string, http.Header) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

func TestObjects(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client("AKIAWRITER")
	bucket, key := aws.String("sheets"), aws.String("up/日本 a.pdf")
	put := func(text string, change func(*sdk.PutObjectInput)) (*sdk.PutObjectOutput, error) {
		in := &sdk.PutObjectInput{
			Bucket: bucket, Key: key, Body: strings.NewReader(text), ContentType: aws.String("application/pdf"),
			Metadata: map[string]string{"sha": "1"},
		}
		if change != nil {
			change(in)
		}
		return c.PutObject(ctx, in)
	}
	first, err := put("hello", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := put("x", func(in *sdk.PutObjectInput) { in.IfNoneMatch = aws.String("*") }); code(err) != "PreconditionFailed" {
		t.Errorf("If-None-Match on an existing object: %v", err)
	}
	if _, err := put("new", func(in *sdk.PutObjectInput) {
		in.IfNoneMatch, in.Key = aws.String("*"), aws.String("new")
	}); err != nil {
		t.Errorf("If-None-Match on a new object: %v", err)
	}
	if _, err := put("x", func(in *sdk.PutObjectInput) { in.IfMatch = aws.String(`"0123456789abcdef0123456789abcdef"`) }); code(err) != "PreconditionFailed" {
		t.Errorf("If-Match with another ETag: %v", err)
	}
	metadata, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: key})
	if err != nil || *metadata.ContentLength != 5 || *metadata.ContentType != "application/pdf" || metadata.Metadata["sha"] != "1" {
		t.Errorf("metadata: %+v, %v", metadata, err)
	}
	missing := (*types.NotFound)(nil)
	if _, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: aws.String("no")}); !errors.As(err, &missing) {
		t.Errorf("metadata of a missing object: %v", err)
	}
	noKey := (*types.NoSuchKey)(nil)
	if _, err := c.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: aws.String("no")}); !errors.As(err, &noKey) {
		t.Errorf("get of a missing object: %v", err)
	}
	part, err := c.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: key, Range: aws.String("bytes=1-3")})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(part.Body); string(text) != "ell" || err != nil {
		t.Errorf("range: %q, %v", text, err)
	}
	time.Sleep(1100 * time.Millisecond) // the times of versions are in seconds
	replaced := time.Now().Truncate(time.Second)
	if _, err := put("hello again", nil); err != nil {
		t.Fatal(err)
	}
	versions, err := c.ListObjectVersions(ctx, &sdk.ListObjectVersionsInput{Bucket: bucket, Prefix: key})
	if err != nil || len(versions.Versions) < 2 {
		t.Fatalf("versions: %+v, %v", versions, err)
	}
	for _, v := range versions.Versions {
		if later := !v.LastModified.Before(replaced); later != *v.IsLatest {
			t.Errorf("the version %s, written before %s: %v, is of %s", *v.VersionId, replaced, !*v.IsLatest, v.LastModified)
		}
	}
	old, err := c.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: key, VersionId: first.VersionId})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(old.Body); string(text) != "hello" || err != nil {
		t.Errorf("old version: %q, %v", text, err)
	}
	list, err := c.ListObjectsV2(ctx, &sdk.ListObjectsV2Input{Bucket: bucket, Prefix: aws.String("up/")})
	if err != nil || len(list.Contents) != 1 || *list.Contents[0].Key != *key {
		t.Errorf("list: %+v, %v", list, err)
	}
	if _, err := c.DeleteObjects(ctx, &sdk.DeleteObjectsInput{Bucket: bucket, Delete: &types.Delete{Objects: []types.ObjectIdentifier{{Key: key}, {Key: aws.String("new")}}}}); err != nil {
		t.Errorf("delete: %v", err)
	}
	list, err = c.ListObjectsV2(ctx, &sdk.ListObjectsV2Input{Bucket: bucket})
	if err != nil || len(list.Contents) != 0 {
		t.Errorf("list after delete: %+v, %v", list, err)
	}
	events := s.take()
	if len(events) != 3 {
		t.Fatalf("%d events: %+v", len(events), events)
	}
	if e := events[0]; e.Bucket != "sheets" || e.Key != *key || e.Size != 5 || e.VersionID != *first.VersionId || strings.Trim(*first.ETag, `"`) != e.ETag || e.Requester != "AKIAWRITER" || e.Reason != "PutObject" {
		t.Errorf("event: %+v", e)
	}
}

func TestPermissions(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	writer, reader, stranger := s.client("AKIAWRITER"), s.client("AKIAREADER"), s.client("NOBODY")
	bucket, key := aws.String("sheets"), aws.String("a.pdf")
	if _, err := writer.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("x")}); err != nil {
		t.Fatal(err)
	}
	presigned, err := sdk.NewPresignClient(reader).PresignPutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	denied := map[string]func() error{
		"put": func() error {
			_, err := reader.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("x")})
			return err
		},
		"list": func() error {
			_, err := reader.ListObjectsV2(ctx, &sdk.ListObjectsV2Input{Bucket: bucket})
			return err
		},
		"delete": func() error {
			_, err := reader.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key})
			return err
		},
		"another bucket": func() error {
			_, err := writer.PutObject(ctx, &sdk.PutObjectInput{Bucket: aws.String("work"), Key: key, Body: strings.NewReader("x")})
			return err
		},
		"missing object, without the right to list": func() error {
			_, err := reader.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: aws.String("no")})
			return err
		},
		"create bucket": func() error {
			_, err := writer.CreateBucket(ctx, &sdk.CreateBucketInput{Bucket: aws.String("mine")})
			return err
		},
	}
	for name, call := range denied {
		if err := call(); code(err) != "AccessDenied" {
			t.Errorf("%s: %v", name, err)
		}
	}
	status, body, _ := ask(t, first(http.NewRequest(http.MethodPut, presigned.URL, strings.NewReader("x"))), nil)
	if status != http.StatusForbidden || !strings.Contains(body, "function AKIAREADER may not s3:PutObject on arn:aws:s3:::sheets/a.pdf") {
		t.Errorf("presigned by a function without the right: %d %s", status, body)
	}
	if _, err := reader.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: key}); err != nil {
		t.Errorf("get: %v", err)
	}
	if _, err := stranger.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: key}); code(err) != "InvalidAccessKeyId" {
		t.Errorf("unknown access key: %v", err)
	}
	forged := sdk.NewFromConfig(aws.Config{
		Region: region, BaseEndpoint: &s.url, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("AKIAREADER", "wrong", ""),
	})
	if _, err := forged.GetObject(ctx, &sdk.GetObjectInput{Bucket: bucket, Key: key}); code(err) != "SignatureDoesNotMatch" {
		t.Errorf("wrong secret: %v", err)
	}
	if status, _, _ := ask(t, first(http.NewRequest(http.MethodGet, s.url+"/sheets/a.pdf", nil)), nil); status != http.StatusForbidden {
		t.Errorf("anonymous get: %d", status)
	}
}

func first(r *http.Request, err error) *http.Request {
	if err != nil {
		panic(err)
	}
	return r
}

// send posts a file of the size by a form, as a browser does; an empty key is the form's.
func send(t *testing.T, post *sdk.PresignedPostRequest, key, contentType string, size int) (int, string, http.Header) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range post.Values {
		if name == "key" && key != "" {
			value = key
		}
		_ = w.WriteField(name, value)
	}
	_ = w.WriteField("Content-Type", contentType)
	file, _ := w.CreateFormFile("file", "a.pdf")
	_, _ = file.Write(bytes.Repeat([]byte("a"), size))
	_ = w.Close()
	request := first(http.NewRequest(http.MethodPost, post.URL, &form))
	request.Header.Set("Content-Type", w.FormDataContentType())
	request.Header.Set("Origin", origin)
	return ask(t, request, nil)
}

func TestPresignedPost(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	presign := sdk.NewPresignClient(s.client("AKIAWRITER"))
	make15 := func(expires time.Duration) *sdk.PresignedPostRequest {
		post, err := presign.PresignPostObject(ctx, &sdk.PutObjectInput{Bucket: aws.String("sheets"), Key: aws.String("up/1.pdf")}, func(o *sdk.PresignPostOptions) {
			o.Expires = expires
			o.Conditions = []any{[]any{"content-length-range", 1, 1024}, map[string]string{"Content-Type": "application/pdf"}}
		})
		if err != nil {
			t.Fatal(err)
		}
		return post
	}
	tests := []struct {
		name, key, contentType string
		size, status           int
	}{
		{name: "as allowed", contentType: "application/pdf", size: 500, status: 204},
		{name: "again", contentType: "application/pdf", size: 501, status: 204},
		{name: "too long", contentType: "application/pdf", size: 5000, status: 400},
		{name: "empty", contentType: "application/pdf", size: 0, status: 400},
		{name: "another type", contentType: "text/html", size: 500, status: 403},
		{name: "another key", key: "up/2.pdf", contentType: "application/pdf", size: 500, status: 403},
	}
	post := make15(time.Minute)
	for _, test := range tests {
		status, body, header := send(t, post, test.key, test.contentType, test.size)
		if status != test.status {
			t.Errorf("%s: %d %s", test.name, status, body)
		}
		if header.Get("Access-Control-Allow-Origin") != origin {
			t.Errorf("%s: no CORS header", test.name)
		}
	}
	if events := s.take(); len(events) != 2 || events[1].Size != 501 || events[1].Requester != "AKIAWRITER" {
		t.Errorf("events: %+v", events)
	}
	metadata, err := s.client("AKIAREADER").HeadObject(ctx, &sdk.HeadObjectInput{Bucket: aws.String("sheets"), Key: aws.String("up/1.pdf")})
	if err != nil || *metadata.ContentLength != 501 || *metadata.ContentType != "application/pdf" {
		t.Errorf("metadata: %+v, %v", metadata, err)
	}
	if status, _, _ := send(t, make15(-time.Minute), "", "application/pdf", 5); status != 403 {
		t.Errorf("expired policy: %d", status)
	}
	preflight := func(from string) (int, string) {
		request := first(http.NewRequest(http.MethodOptions, post.URL, nil))
		request.Header.Set("Origin", from)
		request.Header.Set("Access-Control-Request-Method", "POST")
		status, _, header := ask(t, request, nil)
		return status, header.Get("Access-Control-Allow-Origin")
	}
	if status, allowed := preflight(origin); status > 299 || allowed != origin {
		t.Errorf("preflight: %d %q", status, allowed)
	}
	if _, allowed := preflight("http://evil.example"); allowed != "" {
		t.Errorf("preflight of another origin: %q", allowed)
	}
}

func TestPresignedGet(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	bucket, key := aws.String("sheets"), aws.String("a b.pdf")
	if _, err := s.client("AKIAWRITER").PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("hello")}); err != nil {
		t.Fatal(err)
	}
	disposition := `attachment; filename="a.pdf"; filename*=UTF-8''%E5%AE%89.pdf`
	get, err := sdk.NewPresignClient(s.client("AKIAREADER")).PresignGetObject(ctx, &sdk.GetObjectInput{
		Bucket: bucket, Key: key, ResponseContentDisposition: &disposition,
	})
	if err != nil {
		t.Fatal(err)
	}
	request := first(http.NewRequest(http.MethodGet, get.URL, nil))
	request.Header.Set("Origin", origin)
	status, body, header := ask(t, request, nil)
	if status != 200 || body != "hello" || header.Get("Content-Disposition") != disposition || header.Get("Access-Control-Allow-Origin") != origin {
		t.Errorf("%d %s %v", status, body, header)
	}
	if status, _, _ := ask(t, first(http.NewRequest(http.MethodGet, strings.Replace(get.URL, "a%20b", "c", 1), nil)), nil); status != 403 {
		t.Errorf("another key: %d", status)
	}
}
