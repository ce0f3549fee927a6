package system_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"path"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/infra/blueprint"
	"anzen/shared/aws/files"
)

// pdfOf downloads the PDF of a sheet by its link.
func (b *browser) pdfOf(t testing.TB, id string) []byte {
	t.Helper()
	link := want[struct{ URL string }](t, b, call{method: "GET", path: "/companies/{id}/sds/" + id + "/pdf"})
	a := get(t, link.URL)
	if a.status != http.StatusOK {
		t.Fatalf("the PDF: %s", a)
	}
	return a.body
}

// A form used again after its object was registered changes nothing that is read, not even in a new analysis; and the
// later object can be swept alone.
func TestAFormIsUsedAgain(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	good, other := sheetPDF("Firstcome 1", 1), sheetPDF("Latecomer 2", 1)
	forms := b.allow(t, file{"first.pdf", good}, file{"early.pdf", good})
	b.mustSend(t, forms[0], good)
	ids := b.register(t, forms...)
	b.mustSend(t, forms[1], good) // registered before it arrives
	again := func() {
		for i, id := range ids {
			b.mustSend(t, forms[i], other)
			if s := b.completed(t, id); s.ProductName != "Firstcome 1" {
				t.Errorf("%s: read %q", forms[i].Name, s.ProductName)
			}
			if got := b.pdfOf(t, id); !bytes.Equal(got, good) {
				t.Errorf("%s: the link is of the latest object", forms[i].Name)
			}
		}
	}
	b.completed(t, ids[1])
	again()
	for _, id := range ids {
		if a := b.do(t, call{method: "POST", path: "/sdses/" + id + "/reanalysis", body: map[string]any{}}); a.status != http.StatusAccepted {
			t.Fatal(a)
		}
	}
	again()

	client := s3.New(s3.Options{
		BaseEndpoint: &shared.S3.URL, Region: blueprint.Region, UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(shared.S3.RootAccess, shared.S3.RootSecret, ""),
	})
	key, bucket := forms[0].Fields["key"], path.Base(forms[0].URL)
	versions, err := client.ListObjectVersions(t.Context(), &s3.ListObjectVersionsInput{Bucket: &bucket, Prefix: &key})
	if err != nil || len(versions.Versions) != 3 {
		t.Fatalf("%+v, %v", versions, err)
	}
	first := aws.ToString(versions.Versions[2].VersionId)
	if err := files.New(client, bucket).Prune(t.Context(), key, first); err != nil {
		t.Fatal(err)
	}
	left, err := client.ListObjectVersions(t.Context(), &s3.ListObjectVersionsInput{Bucket: &bucket, Prefix: &key})
	if err != nil || len(left.Versions) != 1 || aws.ToString(left.Versions[0].VersionId) != first {
		t.Errorf("left: %+v, %v", left, err)
	}
	if got := b.pdfOf(t, ids[0]); !bytes.Equal(got, good) {
		t.Error("the PDF is another after the rest was swept")
	}
	out, err := client.GetObject(t.Context(), &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(out.Body); err != nil || !bytes.Equal(got, good) {
		t.Errorf("the registered version is not the current one again: %v", err)
	}
}

// S3 accepts by a form only the announced file.
func TestAFormAcceptsTheAnnouncedFileOnly(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	good := sheetPDF("Announced 3", 1)
	sum := sha256.Sum256(good)
	request := map[string]any{"name": "announced.pdf", "size": len(good), "sha256": hex.EncodeToString(sum[:])}
	f := want[struct{ Items []form }](t, b, call{method: "POST", path: "/companies/{id}/get_signed_url", body: map[string]any{"files": []any{request}}}).Items[0]
	if a := b.send(t, f, sheetPDF("Another 4", 1)); a.status/100 != 4 {
		t.Errorf("another file: %s", a)
	}
	without := f
	without.Fields = map[string]string{}
	for n, v := range f.Fields {
		if n != "x-amz-checksum-sha256" && n != "x-amz-checksum-algorithm" {
			without.Fields[n] = v
		}
	}
	if a := b.send(t, without, sheetPDF("Another 4", 1)); a.status != http.StatusForbidden {
		t.Errorf("a form without the digest: %s", a)
	}
	b.mustSend(t, f, good)
	if s := b.completed(t, b.register(t, f)[0]); s.ProductName != "Announced 3" {
		t.Errorf("read %q", s.ProductName)
	}
}
