// Package files is the adapter of Amazon S3: a bucket of objects, and presigned URLs by
// which a browser uploads or downloads one. It does not know to whom objects belong.
package files

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/url"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"

	"anzen/shared/domain/sds"
)

// Bucket is one bucket.
type Bucket struct {
	client  *s3.Client
	presign *s3.PresignClient
	name    string
}

// New is the bucket with the given name.
func New(client *s3.Client, name string) *Bucket {
	return &Bucket{client, s3.NewPresignClient(client), name}
}

// Form is a form by which a browser may upload one object: a POST to the URL with the
// fields, in any order, before the file.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

// Allowed is what a form accepts.
type Allowed struct {
	Key, ContentType string
	Limit            int64 // bytes
	// SHA256 is the digest of the content in hexadecimal: S3 refuses any other. Empty: any content.
	SHA256 string
	Lasts  time.Duration
}

// PresignPost makes a form for an object with a fixed key. A form can be submitted repeatedly while it is valid: each
// time makes another version of the object.
func (b *Bucket) PresignPost(ctx context.Context, a Allowed) (Form, error) {
	fields := map[string]string{"Content-Type": a.ContentType}
	if a.SHA256 != "" {
		sum, err := hex.DecodeString(a.SHA256)
		if err != nil {
			return Form{}, fmt.Errorf("allow the upload of %s: the digest: %w", a.Key, err)
		}
		fields["x-amz-checksum-algorithm"] = string(types.ChecksumAlgorithmSha256)
		fields["x-amz-checksum-sha256"] = base64.StdEncoding.EncodeToString(sum)
	}
	signed, err := b.presign.PresignPostObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: &a.Key}, func(o *s3.PresignPostOptions) {
		o.Expires = a.Lasts
		o.Conditions = []any{[]any{"content-length-range", 1, a.Limit}}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			o.Conditions = append(o.Conditions, []any{"eq", "$" + name, fields[name]})
		}
	})
	if err != nil {
		return Form{}, fmt.Errorf("allow the upload of %s: %w", a.Key, err)
	}
	maps.Copy(signed.Values, fields)
	return Form{signed.URL, signed.Values}, nil
}

// PresignGet is a temporary link to an object. The browser saves it under the name
// (RFC 6266), or shows it where inline is set, with or without a name; it is not cached.
// S3 cannot send X-Content-Type-Options: the content type is that of the registered
// object, which was checked against its content.
func (b *Bucket) PresignGet(ctx context.Context, key, version, name, contentType string, inline bool, lasts time.Duration) (string, error) {
	in := &s3.GetObjectInput{
		Bucket: &b.name, Key: &key,
		ResponseContentType: &contentType, ResponseContentDisposition: aws.String(Disposition(name, inline)),
		ResponseCacheControl: aws.String("no-store"),
	}
	if version != "" {
		in.VersionId = &version
	}
	signed, err := b.presign.PresignGetObject(ctx, in, s3.WithPresignExpires(lasts))
	if err != nil {
		return "", fmt.Errorf("link to %s: %w", key, err)
	}
	return signed.URL, nil
}

// Disposition is a Content-Disposition header for a file name in any script
// (RFC 6266 with RFC 8187's encoding).
func Disposition(name string, inline bool) string {
	kind := "attachment"
	if inline {
		kind = "inline"
	}
	if name == "" {
		return kind
	}
	ascii := make([]rune, 0, len(name))
	for _, r := range name {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			r = '_'
		}
		ascii = append(ascii, r)
	}
	plain := mime.FormatMediaType(kind, map[string]string{"filename": string(ascii)})
	return plain + "; filename*=UTF-8''" + url.PathEscape(name)
}

// Stat reads an object's metadata; false where there is none with the key.
func (b *Bucket) Stat(ctx context.Context, key string) (sds.Object, bool, error) {
	out, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: &key, ChecksumMode: types.ChecksumModeEnabled})
	if missing(err) {
		return sds.Object{}, false, nil
	}
	if err != nil {
		return sds.Object{}, false, fmt.Errorf("read the metadata of %s: %w", key, err)
	}
	info := sds.Object{Size: aws.ToInt64(out.ContentLength), Version: aws.ToString(out.VersionId)}
	if sum, err := base64.StdEncoding.DecodeString(aws.ToString(out.ChecksumSHA256)); err == nil {
		info.SHA256 = hex.EncodeToString(sum)
	}
	return info, true, nil
}

// ErrTooLarge is returned when an object is larger than the caller's limit.
var ErrTooLarge = errors.New("the object is larger than allowed")

// Read reads an object of at most limit bytes. version may be empty for the latest.
func (b *Bucket) Read(ctx context.Context, key, version string, limit int64) ([]byte, error) {
	in := &s3.GetObjectInput{Bucket: &b.name, Key: &key}
	if version != "" {
		in.VersionId = &version
	}
	out, err := b.client.GetObject(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	defer out.Body.Close() //nolint:errcheck // it was only read
	if aws.ToInt64(out.ContentLength) > limit {
		return nil, fmt.Errorf("read %s: %w", key, ErrTooLarge)
	}
	data, err := io.ReadAll(io.LimitReader(out.Body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("read %s: %w", key, ErrTooLarge)
	}
	return data, nil
}

// ReadIfThere reads an object of at most limit bytes; nil where there is none.
func (b *Bucket) ReadIfThere(ctx context.Context, key string, limit int64) ([]byte, error) {
	data, err := b.Read(ctx, key, "", limit)
	if missing(err) {
		return nil, nil
	}
	return data, err
}

// Write stores an object.
func (b *Bucket) Write(ctx context.Context, key, contentType string, data []byte) error {
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: &key, ContentType: &contentType, Body: bytes.NewReader(data)})
	if err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

// Delete removes an object, if there is one.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if _, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &key}); err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

func missing(err error) bool {
	var notFound *types.NotFound
	var noKey *types.NoSuchKey
	var api smithy.APIError
	return errors.As(err, &notFound) || errors.As(err, &noKey) || errors.As(err, &api) && slices.Contains([]string{"NotFound", "NoSuchKey", "NoSuchVersion"}, api.ErrorCode())
}
