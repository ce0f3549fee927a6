package bus

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Event is an event as EventBridge delivers it.
type Event struct {
	Version    string          `json:"version"`
	ID         string          `json:"id"`
	DetailType string          `json:"detail-type"`
	Source     string          `json:"source"`
	Account    string          `json:"account"`
	Time       time.Time       `json:"time"`
	Region     string          `json:"region"`
	Resources  []string        `json:"resources"`
	Detail     json.RawMessage `json:"detail"`
}

// Object is an object stored in S3.
type Object struct {
	Bucket, Key, ETag, VersionID, Reason, Requester string
	Size                                            int64
	Time                                            time.Time
}

// ObjectCreated is S3's event for a new object.
func (b *Bus) ObjectCreated(o Object) (Event, error) {
	type object struct {
		Key       string `json:"key"`
		Size      int64  `json:"size"`
		ETag      string `json:"etag"`
		VersionID string `json:"version-id,omitempty"`
		Sequencer string `json:"sequencer"`
	}
	detail, err := json.Marshal(struct {
		Version   string            `json:"version"`
		Bucket    map[string]string `json:"bucket"`
		Object    object            `json:"object"`
		RequestID string            `json:"request-id"`
		Requester string            `json:"requester"`
		Address   string            `json:"source-ip-address"`
		Reason    string            `json:"reason"`
	}{
		Version: "0", Bucket: map[string]string{"name": o.Bucket},
		Object:    object{o.Key, o.Size, o.ETag, o.VersionID, fmt.Sprintf("%018X", o.Time.UnixNano())},
		RequestID: uuid.NewString(), Requester: o.Requester, Address: "127.0.0.1", Reason: o.Reason,
	})
	if err != nil {
		return Event{}, fmt.Errorf("encode event of an object: %w", err)
	}
	return b.complete(Event{
		Source: "aws.s3", DetailType: "Object Created", Time: o.Time,
		Resources: []string{"arn:aws:s3:::" + o.Bucket}, Detail: detail,
	}), nil
}

// Searched is an object scanned for malware.
type Searched struct {
	Bucket, Key, ETag, VersionID string
	// Status is NO_THREATS_FOUND, THREATS_FOUND, UNSUPPORTED, ACCESS_DENIED or FAILED.
	Status string
	Threat string // its name, if one was found
}

// ObjectSearched is the event with the result of GuardDuty's Malware Protection for S3.
func (b *Bus) ObjectSearched(o Searched) (Event, error) {
	type threat struct {
		Name string `json:"name"`
	}
	var threats []threat
	status := "COMPLETED"
	switch o.Status {
	case "THREATS_FOUND":
		threats = []threat{{o.Threat}}
	case "UNSUPPORTED", "ACCESS_DENIED":
		status = "SKIPPED"
	case "FAILED":
		status = "FAILED"
	}
	detail, err := json.Marshal(map[string]any{
		"schemaVersion": "1.0", "scanStatus": status, "resourceType": "S3_OBJECT",
		"s3ObjectDetails":   map[string]any{"bucketName": o.Bucket, "objectKey": o.Key, "eTag": o.ETag, "versionId": o.VersionID, "s3Throttled": false},
		"scanResultDetails": map[string]any{"scanResultStatus": o.Status, "threats": threats},
	})
	if err != nil {
		return Event{}, fmt.Errorf("encode event of a scanned object: %w", err)
	}
	return b.complete(Event{Source: "aws.guardduty", DetailType: "GuardDuty Malware Protection Object Scan Result", Detail: detail}), nil
}

// complete fills in the fields that every event has.
func (b *Bus) complete(e Event) Event {
	e.Version, e.ID, e.Account, e.Region = "0", uuid.NewString(), b.config.Account, b.config.Region
	if e.Time.IsZero() {
		e.Time = b.clock.Now()
	}
	// EventBridge's times are whole seconds.
	e.Time = e.Time.UTC().Truncate(time.Second)
	if e.Resources == nil {
		e.Resources = []string{}
	}
	return e
}
