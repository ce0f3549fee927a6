package dynamodb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"

	"anzen/infra/local/clock"
	"anzen/shared/aws/table/wellformed"
)

// Throughput is what a partition serves in a second, in DynamoDB's units: 4 KB read consistently, 1 KB written.
type Throughput struct{ Read, Write float64 }

// OnDemand is the throughput of a partition on AWS ("Partition key design" in the developer guide).
var OnDemand = Throughput{Read: 3000, Write: 1000}

// The largest item and the largest transaction in bytes.
const (
	itemLimit        = 400 << 10
	transactionLimit = 4 << 20
)

// Limit serves a table like AWS in what the stand-in lacks: requests that are not well-formed are refused, each partition key has
// a throughput, above which requests are throttled (nil: no limit), and a transaction has a size. Units are counted by the sizes of requests and answers, which
// are a little larger than the items in them. The log has a line for each throttled request, with the partition.
func Limit(next http.Handler, of *Throughput, by clock.Clock, log *slog.Logger) http.Handler {
	return &limiter{next: next, of: of, clock: by, log: log, left: map[string]*bucket{}}
}

type limiter struct {
	next  http.Handler
	of    *Throughput
	clock clock.Clock
	log   *slog.Logger

	mu   sync.Mutex
	left map[string]*bucket // by partition key
}

// bucket is what is left of a second, below zero after a large request.
type bucket struct {
	read, write float64
	at          int64 // Unix nanoseconds of the last change
}

// request are the parts of requests by which items are addressed.
type request struct {
	Key, Item                 key
	ExpressionAttributeValues map[string]json.RawMessage
	RequestItems              map[string]json.RawMessage
	TransactItems             []map[string]struct {
		Key, Item key
	}
	ConsistentRead bool
}

// key is the partition key of an item.
type key struct {
	Partition struct{ S string } `json:"pk"`
}

func (l *limiter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, "SerializationException", err.Error(), nil)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	var q request
	if json.Unmarshal(body, &q) != nil {
		l.next.ServeHTTP(w, r) // which refuses it
		return
	}
	refused := wellformed.Check(operation, body)
	switch {
	case refused != nil:
		refuse(w, wellformed.Code, refused.Error(), nil)
		return
	case operation == "TransactWriteItems" && len(body) > transactionLimit:
		refuse(w, "ValidationException", "Collection size of items in the transaction exceeded the maximum allowed size of 4 MB", nil)
		return
	case operation == "PutItem" && len(body) > 2*itemLimit:
		refuse(w, "ValidationException", "Item size has exceeded the maximum allowed size", nil)
		return
	case l.of == nil:
		l.next.ServeHTTP(w, r)
		return
	}
	l.limited(w, r, operation, q, len(body))
}

func (l *limiter) limited(w http.ResponseWriter, r *http.Request, operation string, q request, size int) {
	keys, writes := q.partitions(operation)
	refused, any := l.over(keys, writes)
	if any {
		l.log.Warn("table throttled", "operation", operation, "partition", throttled(keys, refused))
		throttle(w, operation, refused)
		return
	}
	counted := &counter{ResponseWriter: w}
	l.next.ServeHTTP(counted, r)
	if counted.status != 0 && counted.status != http.StatusOK {
		size, counted.size = 0, 0 // at least a unit is used
	}
	units := math.Max(1, math.Ceil(float64(counted.size)/4096))
	switch {
	case writes:
		units = math.Max(1, math.Ceil(float64(size)/1024/float64(max(len(keys), 1))))
		if operation == "TransactWriteItems" {
			units *= 2
		}
	case !q.ConsistentRead:
		units /= 2
	}
	l.charge(keys, writes, units)
}

// partitions are the partition keys of a request, one an item, and whether they are written.
func (q request) partitions(operation string) (keys []string, writes bool) {
	add := func(k key) {
		if k.Partition.S != "" {
			keys = append(keys, k.Partition.S)
		}
	}
	add(q.Key)
	add(q.Item)
	if operation == "Query" {
		add(key{Partition: struct{ S string }{S: value(q.ExpressionAttributeValues[":pk"])}})
	}
	for _, part := range q.TransactItems {
		for _, item := range part {
			k := item.Key
			if k.Partition.S == "" {
				k = item.Item
			}
			keys = append(keys, k.Partition.S)
		}
	}
	for _, items := range q.RequestItems {
		var of struct{ Keys []key }
		if json.Unmarshal(items, &of) == nil {
			for _, k := range of.Keys {
				add(k)
			}
		}
	}
	return keys, operation != "Query" && !strings.Contains(operation, "Get")
}

func value(raw json.RawMessage) string {
	var v struct{ S string }
	if json.Unmarshal(raw, &v) != nil {
		return ""
	}
	return v.S
}

// over tells which of the partitions have nothing left.
func (l *limiter) over(keys []string, writes bool) (refused []bool, any bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	refused = make([]bool, len(keys))
	for i, k := range keys {
		b := l.bucket(k)
		refused[i] = writes && b.write <= 0 || !writes && b.read <= 0
		any = any || refused[i]
	}
	return refused, any
}

func (l *limiter) charge(keys []string, writes bool, units float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range keys {
		if b := l.bucket(k); writes {
			b.write -= units
		} else {
			b.read -= units / float64(len(keys))
		}
	}
}

// bucket is that of a partition, filled up to now.
func (l *limiter) bucket(partition string) *bucket {
	now := l.clock.Now().UnixNano()
	b := l.left[partition]
	if b == nil {
		b = &bucket{read: l.of.Read, write: l.of.Write, at: now}
		l.left[partition] = b
	}
	passed := float64(now-b.at) / 1e9
	b.read, b.write, b.at = min(l.of.Read, b.read+passed*l.of.Read), min(l.of.Write, b.write+passed*l.of.Write), now
	return b
}

// throttled is the first partition that was refused.
func throttled(keys []string, refused []bool) string { return keys[slices.Index(refused, true)] }

// throttle answers as DynamoDB does for a partition that is asked too much.
func throttle(w http.ResponseWriter, operation string, refused []bool) {
	const message = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly."
	if operation != "TransactWriteItems" && operation != "TransactGetItems" {
		refuse(w, "ThrottlingException", message, nil)
		return
	}
	reasons := make([]map[string]string, len(refused))
	codes := make([]string, len(refused))
	for i, r := range refused {
		codes[i] = "None"
		if r {
			codes[i] = "ThrottlingError"
		}
		reasons[i] = map[string]string{"Code": codes[i]}
	}
	refuse(w, "TransactionCanceledException",
		fmt.Sprintf("Transaction cancelled, please refer cancellation reasons for specific reasons [%s]", strings.Join(codes, ", ")), map[string]any{"CancellationReasons": reasons})
}

func refuse(w http.ResponseWriter, code, message string, more map[string]any) {
	all := map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#" + code, "message": message}
	for name, v := range more {
		all[name] = v
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(all)
}

// counter counts the bytes of an answer.
type counter struct {
	http.ResponseWriter
	status, size int
}

func (c *counter) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(p []byte) (int, error) {
	c.size += len(p)
	return c.ResponseWriter.Write(p)
}
