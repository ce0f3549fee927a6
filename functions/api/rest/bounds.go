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

// The largest bodies in bytes. What a route takes without a session is PublicBody
// at most; one that takes more than SmallBody says so in its declaration. API
// Gateway lets 10 MB through and Lambda 6 MB, encoded.
const (
	PublicBody = 64 << 10
	SmallBody  = 64 << 10
	// ListBody is for lists of ids, filters and checklists.
	ListBody = 512 << 10
	// SheetBody is for the values of a sheet.
	SheetBody = 1 << 20
	// UploadBody is for a CSV file in a form: the largest file with what the form puts around it.
	UploadBody = csvfile.MaxBytes + 64<<10
	// LargestBody is what Lambda takes of a body in base64.
	LargestBody = 4 << 20
)

// The most values (texts, numbers, lists ...) that a JSON body may have in all.
const (
	SmallValues = 1000
	ListValues  = 10_000
	SheetValues = 50_000
)

// MaxDepth is how deep the values of a JSON body may lie in each other; the exchange format needs 12.
const MaxDepth = 32

// maxQuery is the longest query in bytes. CloudFront takes no longer address than
// 8192 bytes.
const maxQuery = 8 << 10

// maxParameters is how many parameters a query may have. Each selects or filters by
// one value; all of the list's have 130 names.
const maxParameters = 500

// CodeLongQuery is answered for a query that no screen makes.
const CodeLongQuery message.Code = "query.too_long"

// bound refuses a request that would cost more to read and validate than its route
// declares. What passes is validated at a cost that the limits hold down.
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

// isJSON tells whether a body of the type may be decoded as JSON, which is also what
// one without a type is. Any other but a form is refused without being decoded.
func isJSON(contentType string) bool {
	return contentType == "" || strings.Contains(strings.ToLower(contentType), "json")
}
