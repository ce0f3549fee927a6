package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

// MinPart is the minimum size of a part in bytes, except for the last one (Amazon S3's limit).
const MinPart = 5 << 20

// Part is an uploaded part.
type Part struct {
	ETag  string `json:"ETag"`
	CRC32 string `json:"CRC32,omitempty"` // as returned by S3, which requires it for completion
}

// checksum is that of parts. It has to be stated when an upload begins: the SDK adds it to each part by itself, but S3 then refuses
// to complete the upload (InvalidPart).
const checksum = types.ChecksumAlgorithmCrc32

// BeginParts begins a multipart upload and returns its id.
func (b *Bucket) BeginParts(ctx context.Context, key, contentType string) (upload string, err error) {
	out, err := b.client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: &b.name, Key: &key, ContentType: &contentType, ChecksumAlgorithm: checksum})
	if err != nil {
		return "", fmt.Errorf("begin %s: %w", key, err)
	}
	return aws.ToString(out.UploadId), nil
}

// WritePart uploads a part, counted from 1; it replaces one uploaded before.
func (b *Bucket) WritePart(ctx context.Context, key, upload string, number int, data []byte) (Part, error) {
	out, err := b.client.UploadPart(ctx, &s3.UploadPartInput{
		Bucket: &b.name, Key: &key, UploadId: &upload, PartNumber: aws.Int32(int32(number)), Body: bytes.NewReader(data), ChecksumAlgorithm: checksum, //nolint:gosec // at most 10,000
	})
	if err != nil {
		return Part{}, fmt.Errorf("write part %d of %s: %w", number, key, err)
	}
	return Part{aws.ToString(out.ETag), aws.ToString(out.ChecksumCRC32)}, nil
}

// EndParts completes a multipart upload. Completing it again does nothing.
func (b *Bucket) EndParts(ctx context.Context, key, upload string, parts []Part) error {
	done := make([]types.CompletedPart, len(parts))
	for i, p := range parts {
		done[i] = types.CompletedPart{PartNumber: aws.Int32(int32(i + 1)), ETag: aws.String(p.ETag)} //nolint:gosec // at most 10,000
		if p.CRC32 != "" {
			done[i].ChecksumCRC32 = aws.String(p.CRC32)
		}
	}
	_, err := b.client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
		Bucket: &b.name, Key: &key, UploadId: &upload, MultipartUpload: &types.CompletedMultipartUpload{Parts: done},
	})
	if noUpload(err) {
		if _, there, headErr := b.Stat(ctx, key); headErr == nil && there {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("complete %s: %w", key, err)
	}
	return nil
}

// DropParts aborts a multipart upload, if there is one.
func (b *Bucket) DropParts(ctx context.Context, key, upload string) error {
	_, err := b.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &b.name, Key: &key, UploadId: &upload})
	if err != nil && !noUpload(err) {
		return fmt.Errorf("abort %s: %w", key, err)
	}
	return nil
}

func noUpload(err error) bool {
	var no *types.NoSuchUpload
	var api smithy.APIError
	return errors.As(err, &no) || errors.As(err, &api) && api.ErrorCode() == "NoSuchUpload"
}

// Gone reports whether an error means that a multipart upload does not exist: unfinished
// ones expire after a day.
func Gone(err error) bool { return noUpload(err) }

// Missing reports whether an error means that there is no such object.
func Missing(err error) bool { return missing(err) }

// ReadInto reads an object into the buffer and returns its length; ErrTooLarge where it
// does not fit. version may be empty for the latest.
func (b *Bucket) ReadInto(ctx context.Context, key, version string, buffer []byte) (int, error) {
	in := &s3.GetObjectInput{Bucket: &b.name, Key: &key}
	if version != "" {
		in.VersionId = &version
	}
	out, err := b.client.GetObject(ctx, in)
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", key, err)
	}
	defer out.Body.Close() //nolint:errcheck // it was only read
	if aws.ToInt64(out.ContentLength) > int64(len(buffer)) {
		return 0, fmt.Errorf("read %s: %w", key, ErrTooLarge)
	}
	n, err := io.ReadFull(out.Body, buffer[:aws.ToInt64(out.ContentLength)])
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", key, err)
	}
	return n, nil
}

// Stream is an object that is written sequentially with one part in memory. It exists once
// Close has succeeded.
type Stream struct {
	ctx         context.Context
	bucket      *Bucket
	key, upload string
	parts       []Part
	buffer      []byte
	size        int64
}

// streamPart is the size of a part: it allows 78 GB in S3's 10,000 parts.
const streamPart = 8 << 20

// Create begins a stream. The context applies to all its writes.
func (b *Bucket) Create(ctx context.Context, key, contentType string) (*Stream, error) {
	upload, err := b.BeginParts(ctx, key, contentType)
	if err != nil {
		return nil, err
	}
	return &Stream{ctx: ctx, bucket: b, key: key, upload: upload, buffer: make([]byte, 0, streamPart)}, nil
}

func (s *Stream) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		n := copy(s.buffer[len(s.buffer):cap(s.buffer)], p)
		s.buffer, p = s.buffer[:len(s.buffer)+n], p[n:]
		if len(s.buffer) == cap(s.buffer) {
			if err := s.flush(); err != nil {
				return 0, err
			}
		}
	}
	s.size += int64(written)
	return written, nil
}

func (s *Stream) flush() error {
	part, err := s.bucket.WritePart(s.ctx, s.key, s.upload, len(s.parts)+1, s.buffer)
	if err != nil {
		return err
	}
	s.parts, s.buffer = append(s.parts, part), s.buffer[:0]
	return nil
}

// Close completes the object.
func (s *Stream) Close() error {
	if len(s.buffer) > 0 || len(s.parts) == 0 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	return s.bucket.EndParts(s.ctx, s.key, s.upload, s.parts)
}

// Size is the number of bytes written.
func (s *Stream) Size() int64 { return s.size }

// Drop aborts the upload.
func (s *Stream) Drop() error {
	return s.bucket.DropParts(context.WithoutCancel(s.ctx), s.key, s.upload)
}
