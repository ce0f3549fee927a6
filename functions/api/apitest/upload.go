package apitest

import (
	"bytes"
	"mime/multipart"
	"testing"
)

// Upload is the request with a file in a form, in the field "file".
func (q Request) Upload(t testing.TB, name, content string) Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatalf("make a form: %v", err)
	}
	q.Body, q.Headers = body.String(), map[string]string{"Content-Type": form.FormDataContentType()}
	return q
}
