package files

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// Erase removes every version of every object whose key begins with the prefix, so
// that nothing of them can be restored.
func (b *Bucket) Erase(ctx context.Context, prefix string) error {
	if prefix == "" {
		return errors.New("erase: a prefix is needed")
	}
	for {
		found, err := b.client.ListObjectVersions(ctx, &s3.ListObjectVersionsInput{Bucket: &b.name, Prefix: &prefix})
		if err != nil {
			return fmt.Errorf("list the versions of %s: %w", prefix, err)
		}
		var all []types.ObjectIdentifier
		for _, v := range found.Versions {
			all = append(all, types.ObjectIdentifier{Key: v.Key, VersionId: v.VersionId})
		}
		for _, m := range found.DeleteMarkers {
			all = append(all, types.ObjectIdentifier{Key: m.Key, VersionId: m.VersionId})
		}
		if len(all) == 0 {
			return nil
		}
		gone, err := b.client.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: &b.name, Delete: &types.Delete{Objects: all, Quiet: aws.Bool(true)}})
		if err != nil {
			return fmt.Errorf("erase %s: %w", prefix, err)
		}
		if len(gone.Errors) > 0 {
			return fmt.Errorf("erase %s: %s: %s", prefix, aws.ToString(gone.Errors[0].Key), aws.ToString(gone.Errors[0].Code))
		}
	}
}
