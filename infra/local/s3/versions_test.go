package s3_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// A new object has what its writer states, and nothing of the object that it replaces, be that a version, a deleted one or, in a
// bucket without versions, gone.
func TestObjectsInheritNothing(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client(s.RootAccess)
	for _, tt := range []struct {
		name, bucket string
		deleted      bool
	}{{"a version", "sheets", false}, {"a deleted object", "sheets", true}, {"an object", "work", false}} {
		bucket, key := &tt.bucket, aws.String("in/"+tt.name)
		if _, err := c.PutObject(ctx, &sdk.PutObjectInput{
			Bucket: bucket, Key: key, Body: strings.NewReader("old"), ContentType: aws.String("application/pdf"), ContentDisposition: aws.String("inline"),
			CacheControl: aws.String("no-store"), Metadata: map[string]string{"sha": "1"}, Tagging: aws.String("GuardDutyMalwareScanStatus=NO_THREATS_FOUND"),
		}); err != nil {
			t.Fatal(err)
		}
		if tt.deleted {
			if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("new!")}); err != nil {
			t.Fatal(err)
		}
		got, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: key})
		if err != nil {
			t.Errorf("over %s: %v", tt.name, err)
			continue
		}
		if *got.ContentLength != 4 || aws.ToString(got.ContentType) == "application/pdf" || got.ContentDisposition != nil || got.CacheControl != nil || len(got.Metadata) > 0 || aws.ToInt32(got.TagCount) != 0 {
			t.Errorf("over %s: %+v", tt.name, got)
		}
	}
	versions, err := c.ListObjectVersions(ctx, &sdk.ListObjectVersionsInput{Bucket: aws.String("sheets"), Prefix: aws.String("in/a version")})
	if err != nil || len(versions.Versions) != 2 {
		t.Fatalf("%+v, %v", versions, err)
	}
	old, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: aws.String("sheets"), Key: versions.Versions[1].Key, VersionId: versions.Versions[1].VersionId})
	if err != nil || *old.ContentLength != 3 || aws.ToString(old.CacheControl) != "no-store" || old.Metadata["sha"] != "1" {
		t.Errorf("the version that was replaced: %+v, %v", old, err)
	}
}

// A version that is the latest again, as the later one was deleted for good, is as it was.
func TestVersionsComeBackAsTheyWere(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client(s.RootAccess)
	bucket, key := aws.String("sheets"), aws.String("back")
	first, err := c.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("old"), ContentType: aws.String("application/pdf")})
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.PutObject(ctx, &sdk.PutObjectInput{
		Bucket: bucket, Key: key, Body: strings.NewReader("new!"), ContentType: aws.String("text/csv"),
		CacheControl: aws.String("no-store"), Metadata: map[string]string{"sha": "1"}, Tagging: aws.String("a=b"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key, VersionId: second.VersionId}); err != nil {
		t.Fatal(err)
	}
	got, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if aws.ToString(got.VersionId) != *first.VersionId || *got.ContentLength != 3 || aws.ToString(got.ContentType) != "application/pdf" ||
		got.CacheControl != nil || len(got.Metadata) > 0 || aws.ToInt32(got.TagCount) != 0 {
		t.Errorf("version %s, %d bytes, %s, %s, %v, %d tags", aws.ToString(got.VersionId), *got.ContentLength, aws.ToString(got.ContentType), aws.ToString(got.CacheControl), got.Metadata, aws.ToInt32(got.TagCount))
	}
}

// An object that was written in parts inherits nothing either, nor does the version that it replaces get anything of it.
func TestObjectsInPartsInheritNothing(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client(s.RootAccess)
	bucket, key := aws.String("sheets"), aws.String("parts")
	old, err := c.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: key, Body: strings.NewReader("old"), ContentType: aws.String("application/pdf"), CacheControl: aws.String("no-store"), Tagging: aws.String("a=b")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key}); err != nil {
		t.Fatal(err)
	}
	upload, err := c.CreateMultipartUpload(ctx, &sdk.CreateMultipartUploadInput{Bucket: bucket, Key: key, ContentType: aws.String("text/csv"), ChecksumAlgorithm: types.ChecksumAlgorithmCrc32})
	if err != nil {
		t.Fatal(err)
	}
	part, err := c.UploadPart(ctx, &sdk.UploadPartInput{Bucket: bucket, Key: key, UploadId: upload.UploadId, PartNumber: aws.Int32(1), Body: strings.NewReader("new!"), ChecksumAlgorithm: types.ChecksumAlgorithmCrc32})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CompleteMultipartUpload(ctx, &sdk.CompleteMultipartUploadInput{
		Bucket: bucket, Key: key, UploadId: upload.UploadId,
		MultipartUpload: &types.CompletedMultipartUpload{Parts: []types.CompletedPart{{PartNumber: aws.Int32(1), ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32}}},
	}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		version     *string
		size        int64
		kind, cache string
		tags        int32
	}{{nil, 4, "text/csv", "", 0}, {old.VersionId, 3, "application/pdf", "no-store", 1}} {
		got, err := c.HeadObject(ctx, &sdk.HeadObjectInput{Bucket: bucket, Key: key, VersionId: tt.version})
		if err != nil {
			t.Errorf("%+v: %v", tt, err)
			continue
		}
		if *got.ContentLength != tt.size || aws.ToString(got.ContentType) != tt.kind || aws.ToString(got.CacheControl) != tt.cache || aws.ToInt32(got.TagCount) != tt.tags {
			t.Errorf("%+v: %d bytes, %s, %s, %d tags", tt, *got.ContentLength, aws.ToString(got.ContentType), aws.ToString(got.CacheControl), aws.ToInt32(got.TagCount))
		}
	}
}

// A version that is gone can be deleted again, and a text that is no version cannot.
func TestDeletingWhatIsGone(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client(s.RootAccess)
	bucket := aws.String("sheets")
	put := func(key string) (version *string) {
		out, err := c.PutObject(ctx, &sdk.PutObjectInput{Bucket: bucket, Key: &key, Body: strings.NewReader("x")})
		if err != nil {
			t.Fatal(err)
		}
		return out.VersionId
	}
	key, only := aws.String("a"), aws.String("b")
	versions, single := []*string{put("a"), put("a"), put("a")}, put("b")
	for range 2 {
		if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key, VersionId: versions[0]}); err != nil {
			t.Errorf("delete a version: %v", err)
		}
		if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: only, VersionId: single}); err != nil {
			t.Errorf("delete the only version: %v", err)
		}
	}
	if _, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: bucket, Key: key, VersionId: aws.String("nonsense")}); code(err) != "InvalidArgument" {
		t.Errorf("delete no version: %v", err)
	}
	out, err := c.DeleteObjects(ctx, &sdk.DeleteObjectsInput{Bucket: bucket, Delete: &types.Delete{Objects: []types.ObjectIdentifier{
		{Key: key, VersionId: versions[0]}, {Key: key, VersionId: versions[1]}, {Key: only, VersionId: single}, {Key: key, VersionId: aws.String("nonsense")},
	}}})
	if err != nil || len(out.Deleted) != 3 || len(out.Errors) != 1 || aws.ToString(out.Errors[0].VersionId) != "nonsense" {
		t.Errorf("%+v, %v", out, err)
	}
	left, err := c.ListObjectVersions(ctx, &sdk.ListObjectVersionsInput{Bucket: bucket})
	if err != nil || len(left.Versions) != 1 || aws.ToString(left.Versions[0].VersionId) != *versions[2] {
		t.Errorf("%+v, %v", left, err)
	}
}

// Pages of versions have each version once.
func TestPagesOfVersions(t *testing.T) {
	ctx := t.Context()
	s := start(t, t.TempDir())
	c := s.client(s.RootAccess)
	for _, bucket := range []string{"sheets", "work"} {
		want := map[string]int{}
		for _, key := range []string{"a", "a", "b", "c/d", "c/d", "c/d"} {
			put, err := c.PutObject(ctx, &sdk.PutObjectInput{Bucket: &bucket, Key: &key, Body: strings.NewReader("x")})
			if err != nil {
				t.Fatal(err)
			}
			if want[key+aws.ToString(put.VersionId)] = 1; bucket == "work" {
				want = map[string]int{"anull": 1, "bnull": 1, "c/dnull": 1}
			}
		}
		if bucket == "sheets" {
			gone, err := c.DeleteObject(ctx, &sdk.DeleteObjectInput{Bucket: &bucket, Key: aws.String("b")})
			if err != nil {
				t.Fatal(err)
			}
			want["b"+aws.ToString(gone.VersionId)] = 1
		}
		for size := int32(2); size <= 7; size++ {
			got := map[string]int{}
			pages := sdk.NewListObjectVersionsPaginator(c, &sdk.ListObjectVersionsInput{Bucket: &bucket, MaxKeys: &size})
			for n := 0; pages.HasMorePages() && n < 20; n++ {
				page, err := pages.NextPage(ctx)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range page.Versions {
					got[aws.ToString(v.Key)+aws.ToString(v.VersionId)]++
				}
				for _, m := range page.DeleteMarkers {
					got[aws.ToString(m.Key)+aws.ToString(m.VersionId)]++
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, pages of %d: %v, want %v", bucket, size, got, want)
			}
		}
	}
}
