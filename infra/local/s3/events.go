package s3

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/google/uuid"
	"github.com/versity/versitygw/backend"
	"github.com/versity/versitygw/s3err"
	"github.com/versity/versitygw/s3response"

	"anzen/infra/local/clock"
	"anzen/infra/local/journal"
)

// Created describes a stored object.
type Created struct {
	Bucket, Key, ETag, VersionID string
	// Size in bytes.
	Size int64
	// Reason is "PutObject" (a POST too), "CopyObject" or
	// "CompleteMultipartUpload".
	Reason string
	// Requester is the access key of the writer.
	Requester string
	Time      time.Time
}

// eventing announces new objects. It records an object before storing it, and removes
// the record when the event was accepted: records found at the start are of objects
// whose event was lost in a crash.
type eventing struct {
	backend.Backend

	created func(context.Context, Created) error
	clock   clock.Clock
	buckets map[string]bool
	log     *slog.Logger
	path    string
	pending []note

	// late are events that were not accepted at first.
	base context.Context
	stop context.CancelFunc
	late sync.WaitGroup

	mu    sync.Mutex
	notes *journal.File
	open  int
}

// note is a line of the journal: an object about to be stored, or, with only an id, the
// completion of one.
type note struct {
	ID        string    `json:"id"`
	Bucket    string    `json:"bucket,omitempty"`
	Key       string    `json:"key,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	Requester string    `json:"requester,omitempty"`
	At        time.Time `json:"at,omitzero"`
}

// notifyAgain is the delay before an event is sent again.
const notifyAgain = 2 * time.Second

// trimAt is the length of the journal at which it is emptied.
const trimAt = 4 << 20

func newEventing(path string, store backend.Backend, config Config) (*eventing, error) {
	e := &eventing{
		Backend: store, created: config.Created, clock: config.Clock, buckets: map[string]bool{}, log: config.Log, path: path,
	}
	for _, bucket := range config.Buckets {
		e.buckets[bucket.Name] = bucket.Events
	}
	open := map[string]note{}
	err := journal.Read(path, func(_ int64, record json.RawMessage) error {
		var n note
		if err := json.Unmarshal(record, &n); err != nil {
			return fmt.Errorf("read record of an unannounced object: %w", err)
		}
		if n.Bucket == "" {
			delete(open, n.ID)
		} else {
			open[n.ID] = n
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	kept := make([]any, 0, len(open))
	for _, n := range open {
		e.pending = append(e.pending, n)
		kept = append(kept, n)
	}
	if e.notes, err = journal.Open(path); err != nil {
		return nil, err
	}
	if err := e.notes.Rewrite(kept); err != nil {
		e.log.Warn("the journal of unannounced objects could not be emptied", "error", err.Error())
	}
	e.open = len(open)
	e.base, e.stop = context.WithCancel(context.Background())
	return e, nil
}

// recover announces the objects that were stored but not announced.
func (e *eventing) recover(ctx context.Context) {
	for _, n := range e.pending {
		e.notify(ctx, n)
	}
	e.pending = nil
}

// notify announces an object, now or later.
func (e *eventing) notify(ctx context.Context, n note) {
	err := e.announce(ctx, n)
	if err == nil {
		e.strike(n)
		return
	}
	e.log.Error("the event of a stored object was not accepted, will be retried", "bucket", n.Bucket, "key", n.Key, "error", err.Error())
	e.late.Go(func() { e.insist(n) })
}

// announce announces the object in its present state, if it exists and is not older
// than the note.
func (e *eventing) announce(ctx context.Context, n note) error {
	stored, err := e.Backend.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: &n.Bucket, Key: &n.Key})
	if known := s3err.S3Error(nil); errors.As(err, &known) && known.StatusCode() == 404 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the object's metadata: %w", err)
	}
	// File times are coarser than the clock.
	if stored.LastModified != nil && stored.LastModified.Before(n.At.Add(-2*time.Second)) {
		return nil
	}
	object := Created{
		Bucket: n.Bucket, Key: n.Key, Reason: n.Reason, Requester: n.Requester, Time: n.At,
		ETag: strings.Trim(value(stored.ETag), `"`), VersionID: value(stored.VersionId),
	}
	if stored.ContentLength != nil {
		object.Size = *stored.ContentLength
	}
	return e.created(ctx, object)
}

// notified stores an object between recording and announcing it.
func (e *eventing) notified(ctx context.Context, reason string, bucket, key *string, store func() error) error {
	if e.created == nil || !e.buckets[value(bucket)] {
		return store()
	}
	// The web server reuses the memory of a request's strings; the event outlives the request.
	n := note{
		ID: uuid.NewString(), Bucket: strings.Clone(value(bucket)), Key: strings.Clone(value(key)), Reason: reason,
		Requester: strings.Clone(signer(ctx)), At: time.Now().UTC(),
	}
	if err := e.write(n); err != nil {
		return err
	}
	if err := store(); err != nil {
		e.strike(n)
		return err
	}
	// The writer may disconnect now; the event is sent all the same.
	e.notify(context.WithoutCancel(ctx), n)
	return nil
}

// insist announces an object until that is accepted, or the server ends: the next start
// finds the note.
func (e *eventing) insist(n note) {
	for {
		if e.clock.Sleep(e.base, e.clock.Now().Add(notifyAgain)) != nil {
			return
		}
		if e.announce(e.base, n) == nil { // its first error was logged
			e.strike(n)
			return
		}
	}
}

func (e *eventing) write(n note) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.notes.AppendLazily(n); err != nil {
		return fmt.Errorf("record an object to store: %w", err)
	}
	e.open++
	return nil
}

func (e *eventing) strike(n note) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open--
	err := e.notes.AppendLazily(note{ID: n.ID})
	if err == nil && e.open == 0 && e.notes.Size() > trimAt {
		err = e.notes.Rewrite(nil)
	}
	if err != nil {
		// The event is repeated after the next start, which is allowed.
		e.log.Warn("remove the record of an announced object", "error", err.Error())
	}
}

func (e *eventing) close() error {
	e.stop()
	e.late.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.notes.Close()
}

func (e *eventing) PutObject(ctx context.Context, in s3response.PutObjectInput) (out s3response.PutObjectOutput, err error) {
	err = e.notified(ctx, "PutObject", in.Bucket, in.Key, func() (err error) {
		out, err = e.Backend.PutObject(ctx, in)
		return err
	})
	return out, err
}

func (e *eventing) CopyObject(ctx context.Context, in s3response.CopyObjectInput) (out s3response.CopyObjectOutput, err error) {
	err = e.notified(ctx, "CopyObject", in.Bucket, in.Key, func() (err error) {
		out, err = e.Backend.CopyObject(ctx, in)
		return err
	})
	return out, err
}

func (e *eventing) CompleteMultipartUpload(ctx context.Context, in *sdk.CompleteMultipartUploadInput) (out s3response.CompleteMultipartUploadResult, version string, err error) {
	err = e.notified(ctx, "CompleteMultipartUpload", in.Bucket, in.Key, func() (err error) {
		out, version, err = e.Backend.CompleteMultipartUpload(ctx, in)
		return err
	})
	return out, version, err
}
