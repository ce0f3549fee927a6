package files

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// Rewind brings the objects with the prefix back to their versions of a time, as long as the bucket keeps those: it removes
// for good what was written since, and what says that they were deleted. It returns how many versions it has removed.
func (b *Bucket) Rewind(ctx context.Context, prefix string, to time.Time) (removed int, err error) {
	return b.rewind(ctx, prefix, to, true)
}

// Undelete brings the objects with the prefix back that were deleted since a time, and leaves those that were written. It returns
// how many there were.
func (b *Bucket) Undelete(ctx context.Context, prefix string, since time.Time) (undeleted int, err error) {
	return b.rewind(ctx, prefix, since, false)
}

func (b *Bucket) rewind(ctx context.Context, prefix string, to time.Time, written bool) (int, error) {
	var all []types.ObjectIdentifier
	pages := s3.NewListObjectVersionsPaginator(b.client, &s3.ListObjectVersionsInput{Bucket: &b.name, Prefix: &prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return 0, fmt.Errorf("list the versions of %q: %w", prefix, err)
		}
		for _, m := range page.DeleteMarkers {
			if aws.ToTime(m.LastModified).After(to) {
				all = append(all, types.ObjectIdentifier{Key: m.Key, VersionId: m.VersionId})
			}
		}
		for _, v := range page.Versions {
			if written && aws.ToTime(v.LastModified).After(to) {
				all = append(all, types.ObjectIdentifier{Key: v.Key, VersionId: v.VersionId})
			}
		}
	}
	return len(all), b.remove(ctx, all)
}
