package rest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"anzen/shared/message"
)

func TestHumasSentencesBecomeCodes(t *testing.T) {
	for sentence, want := range map[string]struct {
		code message.Code
		path string
	}{
		"expected required property email to be present":      {message.CodeRequired, "people[0].email"},
		"expected length <= 46":                               {message.CodeTooLong, "people[0]"},
		"expected length >= 8":                                {message.CodeTooShort, "people[0]"},
		"expected length >= 1":                                {message.CodeRequired, "people[0]"},
		"expected array length <= 50":                         {message.CodeTooManyItems, "people[0]"},
		"expected string to be RFC 5322 email: mail: no @":    {message.CodeEmail, "people[0]"},
		`expected value to be one of "ja-JP, en-US"`:          {message.CodeChoice, "people[0]"},
		"expected number <= 10":                               {message.CodeNumberRange, "people[0]"},
		"unexpected property":                                 {message.CodeUnknownField, "people[0]"},
		"expected string to match pattern ^[0-9a-f]{64}$":     {message.CodePattern, "people[0]"},
		"expected string to be RFC 4122 uuid: invalid length": {message.CodePattern, "people[0]"},
	} {
		err := validationError(422, "validation failed", []error{&huma.ErrorDetail{Message: sentence, Location: "body.people[0]"}})
		var e *message.Error
		if !errors.As(err, &e) || e.Kind != message.Invalid || len(e.Fields) != 1 {
			t.Fatalf("%s: %v", sentence, err)
		}
		if f := e.Fields[0]; f.Code != want.code || f.Path != want.path {
			t.Errorf("%s: %s at %s, want %s at %s", sentence, f.Code, f.Path, want.code, want.path)
		}
	}
}

func TestCausesAreNeverShown(t *testing.T) {
	for _, err := range []error{
		errors.New("dynamodb: table anzen is on fire"),
		fmt.Errorf("read company: %w", errors.New("password=hunter2")),
		message.New(message.Internal, message.CodeInternal).Because(errors.New("secret")),
	} {
		p := problemOf("en", err)
		if p.status != 500 || p.Code != "internal" || p.Detail != message.Text("en", message.CodeInternal, nil) {
			t.Errorf("%v is told as %+v", err, p)
		}
	}
	wrapped := fmt.Errorf("deep inside: %w", message.New(message.Conflict, message.CodeStale))
	if p := problemOf("ja", wrapped); p.status != 409 || p.Detail != message.Text("ja", message.CodeStale, nil) {
		t.Errorf("a wrapped error loses its words: %+v", p)
	}
}

func TestListsAreNeverNull(t *testing.T) {
	type inner struct{ Names []string }
	out := struct {
		Body struct {
			Items []inner
			Ptr   *inner
			None  *inner
		}
	}{}
	out.Body.Items = []inner{{}}
	out.Body.Ptr = &inner{}
	fillSlices(reflect.ValueOf(&out))
	if out.Body.Items[0].Names == nil || out.Body.Ptr.Names == nil || out.Body.None != nil {
		t.Errorf("%+v", out)
	}
}

func TestTheClientsAddressIsTheEdges(t *testing.T) {
	for header, want := range map[string]string{
		"203.0.113.7:44321": "203.0.113.7", "[2001:db8::1]:443": "2001:db8::1", "2001:db8::1:443": "2001:db8::1", "::ffff:203.0.113.7:443": "203.0.113.7", "": "", "203.0.113.7": "", "nonsense": "",
	} {
		if got := clientAddress(header); got != want {
			t.Errorf("%q is %q, want %q", header, got, want)
		}
	}
}
