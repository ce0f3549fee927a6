package bus

import (
	"crypto/md5" //nolint:gosec // as SQS tells clients that a body is whole
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"anzen/infra/local/journal"
)

// SQS answers the part of Amazon SQS's API (JSON protocol) by which operators look at queues: one that keeps what could not
// be delivered, from which messages are received and deleted, and others, by their ARNs, whose messages are only counted.
func (b *Bus) SQS(lost string, others map[string]string) http.Handler {
	return &sqs{queue: b.queue, lost: lost, others: others}
}

type sqs struct {
	queue  *queue
	lost   string            // the name of the queue that keeps them
	others map[string]string // ARNs by name
}

func (s *sqs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q struct {
		QueueName, QueueUrl, ReceiptHandle string //nolint:revive // as on the wire
		MaxNumberOfMessages                int
		VisibilityTimeout                  int // in seconds
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		refuse(w, http.StatusBadRequest, "SerializationException", err.Error())
		return
	}
	name := q.QueueName
	if name == "" {
		name = path.Base(q.QueueUrl)
	}
	if s.others[name] == "" && name != s.lost {
		refuse(w, http.StatusBadRequest, "QueueDoesNotExist", "The specified queue does not exist.")
		return
	}
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	var answer any
	var err error
	switch {
	case operation == "GetQueueUrl":
		answer = map[string]string{"QueueUrl": "http://" + r.Host + "/000000000000/" + name}
	case operation == "GetQueueAttributes":
		var n int
		if n, err = s.count(name); err == nil {
			answer = map[string]any{"Attributes": map[string]string{"ApproximateNumberOfMessages": strconv.Itoa(n), "ApproximateNumberOfMessagesNotVisible": "0"}}
		}
	case operation == "ReceiveMessage" && name == s.lost:
		answer, err = s.receive(max(q.MaxNumberOfMessages, 1))
	case operation == "ChangeMessageVisibility" && name == s.lost:
		answer = struct{}{}
		s.hide(q.ReceiptHandle, time.Duration(q.VisibilityTimeout)*time.Second)
	case operation == "DeleteMessage" && name == s.lost:
		answer, err = struct{}{}, s.queue.forget(q.ReceiptHandle)
	default:
		refuse(w, http.StatusBadRequest, "UnsupportedOperation", "the local queue "+name+" does not know "+operation)
		return
	}
	if err != nil {
		refuse(w, http.StatusInternalServerError, "InternalError", err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	_ = json.NewEncoder(w).Encode(answer)
}

func (s *sqs) count(name string) (int, error) {
	if name == s.lost {
		dead, err := s.queue.undeliverable()
		return len(dead), err
	}
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	n := 0
	for _, d := range s.queue.owed {
		if d.Target == s.others[name] {
			n++
		}
	}
	return n, nil
}

// visibility is for how long a received message is not received again.
const visibility = 30 * time.Second

// receive are the oldest messages that operators have not received within the last seconds.
func (s *sqs) receive(most int) (any, error) {
	dead, err := s.queue.undeliverable()
	if err != nil {
		return nil, err
	}
	now := s.queue.clock.Now()
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	messages := []any{}
	for _, d := range dead {
		if len(messages) == most || now.Before(s.queue.hidden[d.ID]) {
			continue
		}
		s.queue.hidden[d.ID] = now.Add(visibility)
		sum := md5.Sum(d.Event) //nolint:gosec // as above
		m := map[string]any{
			"MessageId": d.ID, "ReceiptHandle": d.ID, "Body": string(d.Event), "MD5OfBody": hex.EncodeToString(sum[:]),
			"Attributes": map[string]string{"SentTimestamp": strconv.FormatInt(d.At.UnixMilli(), 10)},
		}
		if !strings.HasPrefix(d.Target, "arn:aws:sqs:") { // as EventBridge and its Scheduler say what they could not deliver to
			m["MessageAttributes"] = map[string]any{"TARGET_ARN": map[string]string{"DataType": "String", "StringValue": d.Target}}
		}
		messages = append(messages, m)
	}
	return map[string]any{"Messages": messages}, nil
}

// hide keeps a message from being received for a time.
func (s *sqs) hide(id string, duration time.Duration) {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	s.queue.hidden[id] = s.queue.clock.Now().Add(duration)
}

// undeliverable are the deliveries that were given up, the oldest first.
func (q *queue) undeliverable() ([]delivery, error) {
	var dead []delivery
	err := journal.Read(q.deadPath, func(_ int64, line json.RawMessage) error {
		var d delivery
		if err := json.Unmarshal(line, &d); err != nil {
			return fmt.Errorf("read an undeliverable event: %w", err)
		}
		dead = append(dead, d)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return dead, err
}

// forget removes an undeliverable event.
func (q *queue) forget(id string) error {
	q.dead.Lock()
	defer q.dead.Unlock()
	dead, err := q.undeliverable()
	if err != nil {
		return err
	}
	var left []any
	for _, d := range dead {
		if d.ID != id {
			left = append(left, d)
		}
	}
	return journal.Replace(q.deadPath, left)
}
