package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/google/go-cmp/cmp"
)

// bucket records what is put into it, and refuses one key.
type bucket struct {
	put     []string
	refused string
}

func (b *bucket) PutObject(_ context.Context, in *s3.PutObjectInput, _ ...func(*s3.Options)) (*s3.PutObjectOutput, error) {
	if *in.Key == b.refused {
		return nil, errors.New("access denied")
	}
	body, err := io.ReadAll(in.Body)
	b.put = append(b.put, strings.Join([]string{*in.Bucket, *in.Key, *in.ContentType, aws.ToString(in.ContentEncoding), *in.CacheControl, string(body)}, " | "))
	return &s3.PutObjectOutput{}, err
}

var built = fstest.MapFS{
	"static/index-1a2b.js":    {Data: []byte("run()")},
	"static/index-1a2b.js.br": {Data: []byte("run() in short")},
	"index.html":              {Data: []byte("<!doctype html>")},
	"pdfjs/cmaps/83pv.bcmap":  {Data: []byte("map")},
	"pdfjs/worker.mjs":        {Data: []byte("work()")},
}

func TestDocumentsGoLast(t *testing.T) {
	var b bucket
	n, err := publish(t.Context(), &b, "site", built)
	if err != nil || n != len(built) {
		t.Fatalf("%d files, %v", n, err)
	}
	want := []string{
		"site | pdfjs/cmaps/83pv.bcmap | application/octet-stream |  | no-cache | map",
		"site | pdfjs/worker.mjs | text/javascript; charset=utf-8 |  | no-cache | work()",
		"site | static/index-1a2b.js | text/javascript; charset=utf-8 |  | public, max-age=31536000, immutable | run()",
		"site | static/index-1a2b.js.br | text/javascript; charset=utf-8 | br | public, max-age=31536000, immutable | run() in short",
		"site | index.html | text/html; charset=utf-8 |  | no-cache | <!doctype html>",
	}
	if diff := cmp.Diff(want, b.put); diff != "" {
		t.Error(diff)
	}
}

func TestNoDocumentWithoutItsFiles(t *testing.T) {
	b := bucket{refused: "pdfjs/worker.mjs"}
	if _, err := publish(t.Context(), &b, "site", built); err == nil || !strings.Contains(err.Error(), "publish pdfjs/worker.mjs") {
		t.Errorf("error: %v", err)
	}
	if strings.Contains(strings.Join(b.put, "\n"), "index.html") {
		t.Errorf("the document was put: %v", b.put)
	}
	if _, err := publish(t.Context(), &bucket{}, "site", fstest.MapFS{"static/a.js": {}}); err == nil {
		t.Error("a build without a document was published")
	}
}

func TestSiteBucket(t *testing.T) {
	for outputs, want := range map[string]string{
		`{"anzen-dev-Api":{"Endpoint":"x"},"anzen-dev-Edge":{"SiteBucket":"site-1"}}`: "site-1",
		`{"anzen-dev-Api":{"Endpoint":"x"}}`:                                          "",
		`[]`:                                                                          "",
	} {
		got, err := siteBucket([]byte(outputs))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", outputs, got, err)
		}
	}
}
