package tabletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/shared/aws/table/wellformed"
)

// strict refuses what DynamoDB refuses and the stand-in accepts.
type strict struct{ next aws.HTTPClient }

func (s strict) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	if refused := wellformed.Check(operation, body); refused != nil {
		answer, err := json.Marshal(map[string]string{"__type": wellformed.Code, "message": refused.Error()})
		return &http.Response{
			StatusCode: http.StatusBadRequest, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
			Body: io.NopCloser(bytes.NewReader(answer)), Request: r,
		}, err
	}
	return s.next.Do(r)
}
