package s3

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/oklog/ulid/v2"
	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend"
	"github.com/versity/versitygw/s3api/utils"
	"github.com/versity/versitygw/s3err"
	"github.com/versity/versitygw/s3response"
)

// guarded checks the permission of the signer of a request, by header, presigned URL or
// POST policy, before each operation on objects. Operations on buckets are for the root
// account alone.
type guarded struct {
	backend.Backend

	authorize func(accessKey, action, resource string) error
	room      func() error
	root      string
}

// signer is the access key that the request is signed with.
func signer(ctx context.Context) string {
	account, _ := ctx.Value(string(utils.ContextKeyAccount)).(auth.Account)
	return account.Access
}

func (g *guarded) allow(ctx context.Context, action, bucket, key string) error {
	who := signer(ctx)
	if who == g.root || g.authorize == nil {
		return nil
	}
	resource := "arn:aws:s3:::" + bucket
	if key != "" {
		resource += "/" + key
	}
	if err := g.authorize(who, action, resource); err != nil {
		return s3err.APIError{Code: "AccessDenied", Description: err.Error(), HTTPStatusCode: http.StatusForbidden}
	}
	return nil
}

// missing is S3's answer for a missing object: a caller that may not list the bucket
// does not learn that it is missing.
func (g *guarded) missing(ctx context.Context, bucket string, err error) error {
	var known s3err.S3Error
	if !errors.As(err, &known) || known.StatusCode() != http.StatusNotFound {
		return err
	}
	if denied := g.allow(ctx, "s3:ListBucket", bucket, ""); denied != nil {
		return denied
	}
	return err
}

// store allows what stores an object or a part of one, while there is room for it.
func (g *guarded) store(ctx context.Context, bucket, key *string, body io.Reader) error {
	if err := g.allow(ctx, "s3:PutObject", value(bucket), value(key)); err != nil || g.room == nil {
		return err
	}
	err := g.room()
	if err == nil {
		return nil
	}
	if body != nil {
		_, _ = io.Copy(io.Discard, body) // browsers read no answer before they have sent everything
	}
	return s3err.APIError{Code: "ServiceUnavailable", Description: err.Error(), HTTPStatusCode: http.StatusServiceUnavailable}
}

func (g *guarded) PutObject(ctx context.Context, in s3response.PutObjectInput) (s3response.PutObjectOutput, error) {
	if err := g.store(ctx, in.Bucket, in.Key, in.Body); err != nil {
		return s3response.PutObjectOutput{}, err
	}
	return g.Backend.PutObject(ctx, in)
}

func (g *guarded) CopyObject(ctx context.Context, in s3response.CopyObjectInput) (s3response.CopyObjectOutput, error) {
	if err := g.store(ctx, in.Bucket, in.Key, nil); err != nil {
		return s3response.CopyObjectOutput{}, err
	}
	source, _, _ := strings.Cut(value(in.CopySource), "?versionId=")
	if plain, err := url.PathUnescape(source); err == nil {
		source = plain
	}
	bucket, key, _ := strings.Cut(strings.TrimPrefix(source, "/"), "/")
	if err := g.allow(ctx, "s3:GetObject", bucket, key); err != nil {
		return s3response.CopyObjectOutput{}, err
	}
	return g.Backend.CopyObject(ctx, in)
}

// read is the action of reading an object or one version of it.
func read(version *string) string {
	if value(version) != "" {
		return "s3:GetObjectVersion"
	}
	return "s3:GetObject"
}

func (g *guarded) HeadObject(ctx context.Context, in *sdk.HeadObjectInput) (*sdk.HeadObjectOutput, error) {
	if err := g.allow(ctx, read(in.VersionId), value(in.Bucket), value(in.Key)); err != nil {
		return nil, err
	}
	out, err := g.Backend.HeadObject(ctx, in)
	return out, g.missing(ctx, value(in.Bucket), err)
}

func (g *guarded) GetObject(ctx context.Context, in *sdk.GetObjectInput) (*sdk.GetObjectOutput, error) {
	if err := g.allow(ctx, read(in.VersionId), value(in.Bucket), value(in.Key)); err != nil {
		return nil, err
	}
	out, err := g.Backend.GetObject(ctx, in)
	return out, g.missing(ctx, value(in.Bucket), err)
}

func (g *guarded) GetObjectAttributes(ctx context.Context, in *sdk.GetObjectAttributesInput) (s3response.GetObjectAttributesResponse, error) {
	if err := g.allow(ctx, read(in.VersionId), value(in.Bucket), value(in.Key)); err != nil {
		return s3response.GetObjectAttributesResponse{}, err
	}
	return g.Backend.GetObjectAttributes(ctx, in)
}

func (g *guarded) ListObjects(ctx context.Context, in *sdk.ListObjectsInput) (s3response.ListObjectsResult, error) {
	if err := g.allow(ctx, "s3:ListBucket", value(in.Bucket), ""); err != nil {
		return s3response.ListObjectsResult{}, err
	}
	return g.Backend.ListObjects(ctx, in)
}

func (g *guarded) ListObjectsV2(ctx context.Context, in *sdk.ListObjectsV2Input) (s3response.ListObjectsV2Result, error) {
	if err := g.allow(ctx, "s3:ListBucket", value(in.Bucket), ""); err != nil {
		return s3response.ListObjectsV2Result{}, err
	}
	return g.Backend.ListObjectsV2(ctx, in)
}

func (g *guarded) ListObjectVersions(ctx context.Context, in *sdk.ListObjectVersionsInput) (s3response.ListVersionsResult, error) {
	if err := g.allow(ctx, "s3:ListBucketVersions", value(in.Bucket), ""); err != nil {
		return s3response.ListVersionsResult{}, err
	}
	found, err := g.Backend.ListObjectVersions(ctx, in)
	// The store begins a page with the last version of the one before, S3 after it. (A page of one version would never end.)
	last := func(key, version *string) bool {
		return in.KeyMarker != nil && value(key) == *in.KeyMarker && (value(in.VersionIdMarker) == "" || value(version) == value(in.VersionIdMarker))
	}
	found.Versions = slices.DeleteFunc(found.Versions, func(v s3response.ObjectVersion) bool { return last(v.Key, v.VersionId) })
	found.DeleteMarkers = slices.DeleteFunc(found.DeleteMarkers, func(m types.DeleteMarkerEntry) bool { return last(m.Key, m.VersionId) })
	for i := range found.Versions {
		found.Versions[i].LastModified = written(found.Versions[i].VersionId, found.Versions[i].LastModified)
	}
	return found, err
}

// written is when a version was written, which its id says: the store gives a version that is not the latest one any more the time at which
// it was moved away.
func written(version *string, known *time.Time) *time.Time {
	id, err := ulid.ParseStrict(aws.ToString(version))
	if err != nil {
		return known // of a bucket without versions
	}
	return aws.Time(id.Timestamp().Truncate(time.Second))
}

func (g *guarded) CreateMultipartUpload(ctx context.Context, in s3response.CreateMultipartUploadInput) (s3response.InitiateMultipartUploadResult, error) {
	if err := g.store(ctx, in.Bucket, in.Key, nil); err != nil {
		return s3response.InitiateMultipartUploadResult{}, err
	}
	return g.Backend.CreateMultipartUpload(ctx, in)
}

func (g *guarded) UploadPart(ctx context.Context, in *sdk.UploadPartInput) (*sdk.UploadPartOutput, error) {
	if err := g.store(ctx, in.Bucket, in.Key, in.Body); err != nil {
		return nil, err
	}
	return g.Backend.UploadPart(ctx, in)
}

func (g *guarded) CompleteMultipartUpload(ctx context.Context, in *sdk.CompleteMultipartUploadInput) (s3response.CompleteMultipartUploadResult, string, error) {
	if err := g.store(ctx, in.Bucket, in.Key, nil); err != nil {
		return s3response.CompleteMultipartUploadResult{}, "", err
	}
	return g.Backend.CompleteMultipartUpload(ctx, in)
}

func (g *guarded) AbortMultipartUpload(ctx context.Context, in *sdk.AbortMultipartUploadInput) error {
	if err := g.allow(ctx, "s3:AbortMultipartUpload", value(in.Bucket), value(in.Key)); err != nil {
		return err
	}
	return g.Backend.AbortMultipartUpload(ctx, in)
}

func (g *guarded) GetObjectTagging(ctx context.Context, bucket, object, version string) (map[string]string, error) {
	if err := g.allow(ctx, "s3:GetObjectTagging", bucket, object); err != nil {
		return nil, err
	}
	return g.Backend.GetObjectTagging(ctx, bucket, object, version)
}

func (g *guarded) PutObjectTagging(ctx context.Context, bucket, object, version string, tags map[string]string) error {
	if err := g.allow(ctx, "s3:PutObjectTagging", bucket, object); err != nil {
		return err
	}
	return g.Backend.PutObjectTagging(ctx, bucket, object, version, tags)
}

func (g *guarded) DeleteBucket(ctx context.Context, bucket string) error {
	if err := g.allow(ctx, "s3:DeleteBucket", bucket, ""); err != nil {
		return err
	}
	return g.Backend.DeleteBucket(ctx, bucket)
}

func (g *guarded) CreateBucket(ctx context.Context, in *sdk.CreateBucketInput, acl []byte) error {
	if err := g.allow(ctx, "s3:CreateBucket", value(in.Bucket), ""); err != nil {
		return err
	}
	return g.Backend.CreateBucket(ctx, in, acl)
}

func (g *guarded) ListBuckets(ctx context.Context, in s3response.ListBucketsInput) (s3response.ListAllMyBucketsResult, error) {
	if err := g.allow(ctx, "s3:ListAllMyBuckets", "*", ""); err != nil {
		return s3response.ListAllMyBucketsResult{}, err
	}
	return g.Backend.ListBuckets(ctx, in)
}

func (g *guarded) PutBucketVersioning(ctx context.Context, bucket string, status types.BucketVersioningStatus) error {
	if err := g.allow(ctx, "s3:PutBucketVersioning", bucket, ""); err != nil {
		return err
	}
	return g.Backend.PutBucketVersioning(ctx, bucket, status)
}

func (g *guarded) PutBucketPolicy(ctx context.Context, bucket string, policy []byte) error {
	if err := g.allow(ctx, "s3:PutBucketPolicy", bucket, ""); err != nil {
		return err
	}
	return g.Backend.PutBucketPolicy(ctx, bucket, policy)
}

func (g *guarded) PutBucketCors(ctx context.Context, bucket string, cors []byte) error {
	if err := g.allow(ctx, "s3:PutBucketCORS", bucket, ""); err != nil {
		return err
	}
	return g.Backend.PutBucketCors(ctx, bucket, cors)
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
