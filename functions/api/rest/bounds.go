package rest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"anzen/shared/domain/message"
	"anzen/shared/formats/csvfile"
	"anzen/shared/formats/jsonlimit"
)

// The largest bodies in bytes. A route without a session accepts PublicBody at
// most; one that accepts more than SmallBody declares it. The limit of API Gateway
// is 10 MB, that of Lambda 6 MB, encoded.
const (
	PublicBody = 64 << 10
	SmallBody  = 64 << 10
	// ListBody is for lists of ids, filters and checklists.
	ListBody = 512 << 10
	// SheetBody is for the values of a sheet.
	SheetBody = 1 << 20
	// UploadBody is for a CSV file in a form: the largest file with what the form puts around it.
	UploadBody = csvfile.MaxBytes + 64<<10
	// LargestBody is the largest body that fits into Lambda's limit in base64.
	LargestBody = 4 << 20
)

// The most values (strings, numbers, arrays ...) in a JSON body.
const (
	SmallValues = 1000
	ListValues  = 10_000
	SheetValues = 50_000
)

// MaxDepth is the deepest nesting of a JSON body; the exchange format needs 12.
const MaxDepth = 32

// maxQuery is the longest query in bytes. CloudFront accepts URLs of 8192 bytes.
const maxQuery = 8 << 10

// maxParameters is the most parameters of a query. Each is one value of a filter;
// the sheet list has 130 parameter names.
const maxParameters = 500

// CodeLongQuery is the error for a query longer than any the dashboard makes.
const CodeLongQuery message.Code = "query.too_long"

// bound refuses a request that is larger than its route declares, before it is
// decoded and validated.
func (r *Route) bound(w http.ResponseWriter, q *http.Request) error {
	if len(q.URL.RawQuery) > maxQuery || strings.Count(q.URL.RawQuery, "&") >= maxParameters {
		return message.New(message.Invalid, CodeLongQuery)
	}
	large := message.New(message.TooLarge, message.CodeTooLarge)
	if q.ContentLength > r.MaxBody {
		return large
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, q.Body, r.MaxBody))
	if err != nil {
		return large.Because(errors.Join(err, q.Body.Close()))
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) > 0 && isJSON(q.Header.Get("Content-Type")) {
		return jsonlimit.Check(body, jsonlimit.Limits{Depth: MaxDepth, Values: r.MaxValues})
	}
	return nil
}

// isJSON reports whether a body of the content type is decoded as JSON, as is one
// without a type. Any other except a form is refused undecoded.
func isJSON(contentType string) bool {
	return contentType == "" || strings.Contains(strings.ToLower(contentType), "json")
}
