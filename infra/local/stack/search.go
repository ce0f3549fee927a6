package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"

	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
)

// scannerARN is the target that stands in for GuardDuty's Malware Protection for S3.
const scannerARN = "arn:aws:guardduty:" + blueprint.Region + ":" + account + ":malware-protection-plan/local"

// scanTag is the tag that GuardDuty puts on a scanned object.
const scanTag = "GuardDutyMalwareScanStatus"

// largestSearched is more than any form accepts.
const largestSearched = 64 << 20

// search scans a new object for malware, tags it, and announces the result on the bus, as GuardDuty does.
func (s *Stack) search(ctx context.Context, event []byte) error {
	var e struct {
		Detail struct {
			Bucket struct {
				Name string `json:"name"`
			} `json:"bucket"`
			Object struct {
				Key     string `json:"key"`
				ETag    string `json:"etag"`
				Version string `json:"version-id"`
			} `json:"object"`
		} `json:"detail"`
	}
	if err := json.Unmarshal(event, &e); err != nil {
		return fmt.Errorf("read the event of an object: %w", err)
	}
	o := bus.Searched{Bucket: e.Detail.Bucket.Name, Key: e.Detail.Object.Key, ETag: e.Detail.Object.ETag, VersionID: e.Detail.Object.Version}
	client := sdk.New(sdk.Options{
		BaseEndpoint: &s.S3.URL, Region: blueprint.Region, UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(s.S3.RootAccess, s.S3.RootSecret, ""),
	})
	data, err := s.content(ctx, client, o)
	if gone(err) {
		return nil // deleted before it was scanned
	}
	if err != nil {
		return err
	}
	threat, err := s.config.Scanner.Search(ctx, data)
	switch {
	case ctx.Err() != nil:
		return bus.ErrLeave(ctx.Err())
	case err != nil:
		s.log.Error("scan for malware", "key", o.Key, "error", err.Error())
		o.Status = "FAILED"
	case threat != "":
		o.Status, o.Threat = "THREATS_FOUND", threat
	default:
		o.Status = "NO_THREATS_FOUND"
	}
	_, err = client.PutObjectTagging(ctx, &sdk.PutObjectTaggingInput{
		Bucket: &o.Bucket, Key: &o.Key, VersionId: version(o), Tagging: &types.Tagging{TagSet: []types.Tag{{Key: aws.String(scanTag), Value: &o.Status}}},
	})
	if err != nil && !gone(err) {
		return fmt.Errorf("tag %s: %w", o.Key, err)
	}
	found, err := s.Bus.ObjectSearched(o)
	if err != nil {
		return err
	}
	return s.Bus.Put(found)
}

func version(o bus.Searched) *string {
	if o.VersionID == "" {
		return nil
	}
	return &o.VersionID
}

func (s *Stack) content(ctx context.Context, client *sdk.Client, o bus.Searched) ([]byte, error) {
	out, err := client.GetObject(ctx, &sdk.GetObjectInput{Bucket: &o.Bucket, Key: &o.Key, VersionId: version(o)})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.Key, err)
	}
	defer out.Body.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(out.Body, largestSearched))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.Key, err)
	}
	return data, nil
}

// gone reports whether an error means that the object, or that version of it, does not
// exist.
func gone(err error) bool {
	var api smithy.APIError
	return errors.As(err, &api) && (api.ErrorCode() == "NoSuchKey" || api.ErrorCode() == "NoSuchVersion" || api.ErrorCode() == "MethodNotAllowed")
}
