package files

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// Erase removes every version of every object with the prefix, so that none can be
// restored.
func (b *Bucket) Erase(ctx context.Context, prefix string) error {
	if prefix == "" {
		return errors.New("erase: a prefix is needed")
	}
	for {
		found, err := b.client.ListObjectVersions(ctx, &s3.ListObjectVersionsInput{Bucket: &b.name, Prefix: &prefix})
		if err != nil {
			return fmt.Errorf("list the versions of %s: %w", prefix, err)
		}
		all := identifiers(found)
		if len(all) == 0 {
			return nil
		}
		if err := b.remove(ctx, all); err != nil {
			return err
		}
	}
}

// Prune removes every version of an object but keep, and its delete markers; all versions
// where keep is empty.
func (b *Bucket) Prune(ctx context.Context, key, keep string) error {
	var all []types.ObjectIdentifier
	pages := s3.NewListObjectVersionsPaginator(b.client, &s3.ListObjectVersionsInput{Bucket: &b.name, Prefix: &key})
	for pages.HasMorePages() {
		found, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("list the versions of %s: %w", key, err)
		}
		for _, v := range identifiers(found) {
			if aws.ToString(v.Key) == key && (keep == "" || aws.ToString(v.VersionId) != keep) {
				all = append(all, v)
			}
		}
	}
	return b.remove(ctx, all)
}

// EraseVersion removes one version of an object for good, if there is one.
func (b *Bucket) EraseVersion(ctx context.Context, key, version string) error {
	if _, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &key, VersionId: &version}); err != nil && !missing(err) {
		return fmt.Errorf("erase a version of %s: %w", key, err)
	}
	return nil
}

// identifiers are the versions and delete markers of a page.
func identifiers(page *s3.ListObjectVersionsOutput) (all []types.ObjectIdentifier) {
	for _, v := range page.Versions {
		all = append(all, types.ObjectIdentifier{Key: v.Key, VersionId: v.VersionId})
	}
	for _, m := range page.DeleteMarkers {
		all = append(all, types.ObjectIdentifier{Key: m.Key, VersionId: m.VersionId})
	}
	return all
}

// atOnce is how many versions a DeleteObjects call can remove.
const atOnce = 1000

func (b *Bucket) remove(ctx context.Context, all []types.ObjectIdentifier) error {
	for part := range slices.Chunk(all, atOnce) {
		gone, err := b.client.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: &b.name, Delete: &types.Delete{Objects: part, Quiet: aws.Bool(true)}})
		if err != nil {
			return fmt.Errorf("erase %s: %w", aws.ToString(part[0].Key), err)
		}
		if len(gone.Errors) > 0 {
			return fmt.Errorf("erase %s: %s", aws.ToString(gone.Errors[0].Key), aws.ToString(gone.Errors[0].Code))
		}
	}
	return nil
}
