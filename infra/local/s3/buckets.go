package s3

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// Bucket is a bucket to create.
type Bucket struct {
	Name      string
	Versioned bool
	// Events: new objects are announced.
	Events bool
	// Origins that browsers may GET and POST from; none: no CORS.
	Origins []string
}

func (s *Server) ensure(ctx context.Context, region string, buckets []Bucket) error {
	client := sdk.New(sdk.Options{
		BaseEndpoint: &s.URL, Region: region, UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(s.RootAccess, s.RootSecret, ""),
	})
	for _, bucket := range buckets {
		if err := bucket.ensure(ctx, client); err != nil {
			return fmt.Errorf("prepare bucket %s: %w", bucket.Name, err)
		}
	}
	return nil
}

func (b Bucket) ensure(ctx context.Context, client *sdk.Client) error {
	_, err := client.CreateBucket(ctx, &sdk.CreateBucketInput{Bucket: &b.Name})
	owned, exists := (*types.BucketAlreadyOwnedByYou)(nil), (*types.BucketAlreadyExists)(nil)
	if err != nil && !errors.As(err, &owned) && !errors.As(err, &exists) {
		return fmt.Errorf("create: %w", err)
	}
	if b.Versioned {
		_, err := client.PutBucketVersioning(ctx, &sdk.PutBucketVersioningInput{
			Bucket: &b.Name, VersioningConfiguration: &types.VersioningConfiguration{Status: types.BucketVersioningStatusEnabled},
		})
		if err != nil {
			return fmt.Errorf("enable versioning: %w", err)
		}
	}
	if len(b.Origins) == 0 {
		return nil
	}
	_, err = client.PutBucketCors(ctx, &sdk.PutBucketCorsInput{Bucket: &b.Name, CORSConfiguration: &types.CORSConfiguration{
		CORSRules: []types.CORSRule{{
			AllowedOrigins: b.Origins, AllowedMethods: []string{"GET", "HEAD", "POST"},
			AllowedHeaders: []string{"*"}, ExposeHeaders: []string{"ETag", "Content-Range", "Accept-Ranges", "Content-Length", "Content-Disposition"},
		}},
	}})
	if err != nil {
		return fmt.Errorf("set CORS: %w", err)
	}
	return nil
}
