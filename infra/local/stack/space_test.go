package stack_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/infra/local/stack"
)

// console is what the user sees.
type console struct {
	mu   sync.Mutex
	text strings.Builder
}

func (c *console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *console) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

func status(err error) int {
	var answer *awshttp.ResponseError
	if errors.As(err, &answer) {
		return answer.HTTPStatusCode()
	}
	return 0
}

// While the disk is full the table and the buckets refuse writes as services that are not available, and nothing else; that is said
// once, until it is over.
func TestFullDisk(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	var seen console
	var left atomic.Int64
	left.Store(1 << 30)
	s := start(t, folder, func(c *stack.Config) {
		c.Console = &seen
		c.Free = func(string) (int64, error) { return left.Load(), nil }
	})
	cfg := s.Config()
	cfg.RetryMaxAttempts = 1
	table, objects := dynamodb.NewFromConfig(cfg), s3.NewFromConfig(cfg)
	put := func(sk string) error {
		_, err := table.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(s.Names().Table), Item: key(sk)})
		return err
	}
	upload := func(name string) error {
		_, err := objects.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String(s.Names().Bucket("work")), Key: &name, Body: strings.NewReader("x")})
		return err
	}
	if err := errors.Join(put("before"), upload("before")); err != nil {
		t.Fatal(err)
	}

	left.Store(3 << 20)
	for range 3 {
		if err := put("during"); status(err) != http.StatusServiceUnavailable {
			t.Errorf("a write to the table: %v", err)
		}
		if err := upload("during"); status(err) != http.StatusServiceUnavailable {
			t.Errorf("an upload: %v", err)
		}
	}
	got, err := table.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String(s.Names().Table), Key: key("before")})
	if err != nil || len(got.Item) == 0 {
		t.Errorf("what is stored cannot be read: %v, %v", got, err)
	}
	if _, err := objects.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(s.Names().Bucket("work")), Key: aws.String("before")}); err != nil {
		t.Error(err)
	}
	if code, body, _ := fetch(t, "GET", s.URL+"/_local/health", ""); code != http.StatusServiceUnavailable || !strings.Contains(body, "the disk is full") {
		t.Errorf("health: %d %s", code, body)
	}

	left.Store(1 << 30)
	if err := errors.Join(put("during"), upload("during")); err != nil {
		t.Errorf("once there is room: %v", err)
	}
	want := "the disk is full: 3 MB are left for " + folder + ", 64 MB are needed. Until there is room, uploads and changes are refused, and work in progress waits.\n" +
		"there is room for " + folder + " again\n"
	if got := seen.String(); got != want {
		t.Errorf("the console shows %q", got)
	}
	log, err := os.ReadFile(s.Log())
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(log, []byte(`"msg":"the disk is full"`)); n != 1 {
		t.Errorf("the log says %d times that the disk is full", n)
	}
}

// A stack does not start on a full disk, and leaves what is there as it is.
func TestStartOnFullDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	_, err := stack.Start(t.Context(), stack.Config{
		Blueprint: small(), Root: t.TempDir(), Folder: folder, Free: func(string) (int64, error) { return 64<<20 - 1, nil },
	})
	if !errors.Is(err, stack.ErrNoSpace) || !strings.Contains(err.Error(), "63 MB are left for "+folder+", 64 MB are needed") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
	if err := stack.Room(folder); err != nil && !errors.Is(err, stack.ErrNoSpace) {
		t.Errorf("a folder that does not exist yet: %v", err)
	}
}

// disk takes so many bytes.
type disk struct {
	bytes.Buffer

	left int
}

func (d *disk) Write(b []byte) (int, error) {
	fits := b[:min(len(b), d.left)]
	d.left -= len(fits)
	d.Buffer.Write(fits)
	if len(fits) < len(b) {
		return len(fits), syscall.ENOSPC
	}
	return len(b), nil
}

// A line of the log that a full disk cuts off does not swallow the next one.
func TestLogOnFullDisk(t *testing.T) {
	for space := range 12 {
		d := &disk{left: space}
		log := stack.Lines(d)
		_, first := io.WriteString(log, "one 1\n")
		_, second := io.WriteString(log, "two 2\n")
		if space >= 12 != (second == nil) || space >= 6 != (first == nil) {
			t.Errorf("%d bytes: %v, %v", space, first, second)
		}
		d.left = 100
		if _, err := io.WriteString(log, "three\n"); err != nil {
			t.Fatal(err)
		}
		if text := d.String(); !strings.HasSuffix("\n"+text, "\nthree\n") || first == nil && !strings.HasPrefix(text, "one 1\n") {
			t.Errorf("%d bytes: %q", space, text)
		}
	}
}
