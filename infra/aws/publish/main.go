// Command publish uploads the built dashboard to its bucket after a deployment:
//
//	publish OUTPUTS FOLDER
//
// OUTPUTS is what `cdk deploy --outputs-file` wrote, FOLDER the built dashboard.
// HTML goes last, so that it never refers to a missing file; files of
// earlier builds stay for pages that are still open.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"mime"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/infra/blueprint"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: publish OUTPUTS FOLDER")
	}
	n, err := run(context.Background(), os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("published %d files", n)
}

func run(ctx context.Context, outputs, folder string) (int, error) {
	encoded, err := os.ReadFile(outputs)
	if err != nil {
		return 0, fmt.Errorf("read the outputs of the deployment: %w", err)
	}
	bucket, err := siteBucket(encoded)
	if err != nil {
		return 0, err
	}
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(blueprint.Region))
	if err != nil {
		return 0, fmt.Errorf("find the credentials: %w", err)
	}
	return publish(ctx, s3.NewFromConfig(cfg), bucket, os.DirFS(folder))
}

// siteBucket finds the bucket in the outputs of the stacks.
func siteBucket(outputs []byte) (string, error) {
	var stacks map[string]map[string]string
	if err := json.Unmarshal(outputs, &stacks); err != nil {
		return "", fmt.Errorf("read the outputs of the deployment: %w", err)
	}
	for _, stack := range stacks {
		if bucket := stack["SiteBucket"]; bucket != "" {
			return bucket, nil
		}
	}
	return "", errors.New("no stack has an output SiteBucket: was the edge deployed?")
}

// putter is the part of the S3 client that is used.
type putter interface {
	PutObject(context.Context, *s3.PutObjectInput, ...func(*s3.Options)) (*s3.PutObjectOutput, error)
}

// publish uploads all files and returns their number.
func publish(ctx context.Context, bucket putter, name string, folder fs.FS) (int, error) {
	files, err := inOrder(folder)
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		if err := put(ctx, bucket, name, folder, file); err != nil {
			return 0, err
		}
	}
	return len(files), nil
}

func put(ctx context.Context, bucket putter, name string, folder fs.FS, file string) error {
	body, err := folder.Open(file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	defer body.Close()
	plain, isCompressed := strings.CutSuffix(file, ".br")
	kind, cached := contentType(plain), cacheControl(file)
	object := &s3.PutObjectInput{Bucket: &name, Key: &file, Body: body, ContentType: &kind, CacheControl: &cached}
	if isCompressed {
		object.ContentEncoding = aws.String("br")
	}
	if _, err := bucket.PutObject(ctx, object); err != nil {
		return fmt.Errorf("publish %s: %w", file, err)
	}
	return nil
}

// inOrder lists the files of a folder, HTML last. A build without index.html is an
// error.
func inOrder(folder fs.FS) ([]string, error) {
	var files, documents []string
	err := fs.WalkDir(folder, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
		case path.Ext(file) == ".html":
			documents = append(documents, file)
		default:
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the built dashboard: %w", err)
	}
	if !slices.Contains(documents, "index.html") {
		return nil, errors.New("there is no index.html: was the dashboard built?")
	}
	return append(files, documents...), nil
}

// contentType depends on the file's name only, not on the machine's MIME tables.
func contentType(file string) string {
	known := map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
		".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json", ".svg": "image/svg+xml",
		".wasm": "application/wasm", ".woff2": "font/woff2", ".ttf": "font/ttf", ".png": "image/png", ".ico": "image/x-icon",
	}
	ext := path.Ext(file)
	if kind, ok := known[ext]; ok {
		return kind
	}
	if kind := mime.TypeByExtension(ext); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// cacheControl caches files with a content hash in their name for good, and has all
// others revalidated.
func cacheControl(file string) string {
	if strings.HasPrefix(file, "static/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}
