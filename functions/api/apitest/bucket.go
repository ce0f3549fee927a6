package apitest

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

const bucketName = "sheets"

// FirstVersion is the version of an object that was put once; the next ones are v2, v3 ...
const FirstVersion = "v1"

// Bucket is an S3 server with the simplest part of the protocol: put, get, head, delete,
// versions, and multipart uploads.
type Bucket struct {
	client  *s3.Client
	mu      sync.Mutex
	objects map[string][][]byte       // the versions of each
	parts   map[string]map[int][]byte // by upload
}

func newBucket(t testing.TB) *Bucket {
	b := &Bucket{objects: map[string][][]byte{}, parts: map[string]map[int][]byte{}}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.client = s3.New(s3.Options{
		HTTPClient:   faultyHTTP{},
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	})
	return b
}

// faultyHTTP reaches the bucket unless the test makes this call fail.
type faultyHTTP struct{}

func (faultyHTTP) Do(r *http.Request) (*http.Response, error) {
	if err := watched(r.Context()).service(); err != nil {
		// An answer that is not retried.
		return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("<Error><Code>AccessDenied</Code><Message>" + err.Error() + "</Message></Error>"))}, nil
	}
	return http.DefaultClient.Do(r)
}

// Put stores an object.
func (b *Bucket) Put(key string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	path := "/" + bucketName + "/" + key
	b.objects[path] = append(b.objects[path], data)
}

// Has reports whether there is an object.
func (b *Bucket) Has(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.objects["/"+bucketName+"/"+key]
	return ok
}

// Object is an object of a bucket ("work", "sheets"), nil where there is none.
func (b *Bucket) Object(bucket, key string) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	versions := b.objects["/"+bucket+"/"+key]
	if len(versions) == 0 {
		return nil
	}
	return versions[len(versions)-1]
}

// Keys are the keys of a bucket, sorted.
func (b *Bucket) Keys(bucket string) (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for path := range b.objects {
		if key, in := strings.CutPrefix(path, "/"+bucket+"/"); in {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Unfinished is the number of multipart uploads in progress.
func (b *Bucket) Unfinished() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.parts)
}

// ClearParts aborts all multipart uploads, as the bucket's lifecycle does after a day.
func (b *Bucket) ClearParts() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.parts)
}

func (b *Bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if q := r.URL.Query(); q.Has("uploads") || q.Has("uploadId") {
		b.inParts(w, r, q)
		return
	}
	versions := b.objects[r.URL.Path]
	n := len(versions)
	if v := r.URL.Query().Get("versionId"); v != "" {
		n, _ = strconv.Atoi(strings.TrimPrefix(v, "v"))
	}
	switch ok := n > 0 && n <= len(versions); {
	case r.Method == http.MethodPut:
		data, _ := io.ReadAll(r.Body)
		b.objects[r.URL.Path] = append(versions, data)
	case r.Method == http.MethodDelete:
		delete(b.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		data := versions[n-1]
		sum := sha256.Sum256(data)
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Header().Set("x-amz-version-id", "v"+strconv.Itoa(n))
		if r.Header.Get("x-amz-checksum-mode") == "ENABLED" {
			w.Header().Set("x-amz-checksum-sha256", base64.StdEncoding.EncodeToString(sum[:]))
		}
		if r.Method == http.MethodGet {
			_, _ = w.Write(data)
		}
	}
}

// minPart is S3's limit: all parts but the last are at least as large.
const minPart = 5 << 20

// inParts answers the calls of multipart uploads.
func (b *Bucket) inParts(w http.ResponseWriter, r *http.Request, q url.Values) {
	id := q.Get("uploadId")
	parts, ok := b.parts[id]
	switch {
	case q.Has("uploads"):
		id = strconv.Itoa(len(b.parts)+1) + r.URL.Path
		b.parts[id] = map[int][]byte{}
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case !ok:
		// A client that is still sending might see its connection close instead of the answer.
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<Error><Code>NoSuchUpload</Code></Error>")
	case r.Method == http.MethodPut:
		n, _ := strconv.Atoi(q.Get("partNumber"))
		parts[n], _ = io.ReadAll(r.Body)
		w.Header().Set("ETag", `"`+q.Get("partNumber")+`"`)
	case r.Method == http.MethodDelete:
		delete(b.parts, id)
		w.WriteHeader(http.StatusNoContent)
	default:
		var whole []byte
		for n := 1; n <= len(parts); n++ {
			if n < len(parts) && len(parts[n]) < minPart {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, "<Error><Code>EntityTooSmall</Code></Error>")
				return
			}
			whole = append(whole, parts[n]...)
		}
		b.objects[r.URL.Path] = append(b.objects[r.URL.Path], whole)
		delete(b.parts, id)
		_, _ = io.WriteString(w, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
	}
}
