package s3

import (
	"context"
	"errors"
	"net/http"

	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/oklog/ulid/v2"
	"github.com/versity/versitygw/s3err"
	"github.com/versity/versitygw/s3response"
)

// remove is the action of deleting an object or one version of it for good.
func remove(version *string) string {
	if value(version) != "" {
		return "s3:DeleteObjectVersion"
	}
	return "s3:DeleteObject"
}

func (g *guarded) DeleteObject(ctx context.Context, in *sdk.DeleteObjectInput) (*sdk.DeleteObjectOutput, error) {
	if err := g.allow(ctx, remove(in.VersionId), value(in.Bucket), value(in.Key)); err != nil {
		return nil, err
	}
	return g.delete(ctx, in)
}

// delete deletes an object, or a version of one. On S3 that succeeds for a version that is gone; the store has an error then.
func (g *guarded) delete(ctx context.Context, in *sdk.DeleteObjectInput) (*sdk.DeleteObjectOutput, error) {
	if _, err := ulid.ParseStrict(value(in.VersionId)); err == nil {
		_, err := g.Backend.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: in.Bucket, Key: in.Key, VersionId: in.VersionId})
		if known := s3err.S3Error(nil); errors.As(err, &known) && known.StatusCode() == http.StatusNotFound {
			return &sdk.DeleteObjectOutput{VersionId: in.VersionId}, nil
		}
	}
	return g.Backend.DeleteObject(ctx, in)
}

// DeleteObjects removes the permitted objects and lists the others, as S3 does.
func (g *guarded) DeleteObjects(ctx context.Context, in *sdk.DeleteObjectsInput) (s3response.DeleteResult, error) {
	if in.Delete == nil {
		return s3response.DeleteResult{}, s3err.GetAPIError(s3err.ErrMalformedXML)
	}
	result := s3response.DeleteResult{Deleted: []types.DeletedObject{}, Error: []types.Error{}}
	for _, object := range in.Delete.Objects {
		if err := g.allow(ctx, remove(object.VersionId), value(in.Bucket), value(object.Key)); err != nil {
			code, message := "AccessDenied", "Access Denied"
			result.Error = append(result.Error, types.Error{Key: object.Key, VersionId: object.VersionId, Code: &code, Message: &message})
			continue
		}
		out, err := g.delete(ctx, &sdk.DeleteObjectInput{Bucket: in.Bucket, Key: object.Key, VersionId: object.VersionId})
		if err != nil {
			result.Error = append(result.Error, s3err.ObjectDeleteError(object.Key, object.VersionId, err))
			continue
		}
		deleted := types.DeletedObject{Key: object.Key, VersionId: object.VersionId, DeleteMarker: out.DeleteMarker}
		if out.DeleteMarker != nil && *out.DeleteMarker {
			deleted.DeleteMarkerVersionId = out.VersionId
		}
		result.Deleted = append(result.Deleted, deleted)
	}
	return result, nil
}
