package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"anzen/shared/domain/message"
)

func TestHumasSentencesBecomeCodes(t *testing.T) {
	for sentence, want := range map[string]struct {
		code message.Code
		path string
		args message.Args
	}{
		fmt.Sprintf(validation.MsgExpectedRequiredProperty, "email"):                 {message.CodeRequired, "people[0].email", nil},
		fmt.Sprintf(validation.MsgExpectedMaxLength, 46):                             {message.CodeTooLong, "people[0]", message.Args{"length": "46"}},
		fmt.Sprintf(validation.MsgExpectedMinLength, 8):                              {message.CodeTooShort, "people[0]", message.Args{"length": "8"}},
		fmt.Sprintf(validation.MsgExpectedMinLength, 1):                              {message.CodeRequired, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedMinLength, 12):                             {message.CodeTooShort, "people[0]", message.Args{"length": "12"}},
		fmt.Sprintf(validation.MsgExpectedMaxItems, 50):                              {message.CodeTooManyItems, "people[0]", message.Args{"length": "50"}},
		fmt.Sprintf(validation.MsgExpectedMinItems, 1):                               {message.CodeTooFewItems, "people[0]", message.Args{"length": "1"}},
		fmt.Sprintf(validation.MsgExpectedRFC5322Email, errors.New("mail: no @")):    {message.CodeEmail, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedOneOf, "ja-JP, en-US"):                     {message.CodeChoice, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedMaximumNumber, 10):                         {message.CodeNumberRange, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedMinimumNumber, 10):                         {message.CodeNumberRange, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedExclusiveMaximumNumber, 10):                {message.CodeNumberRange, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedExclusiveMinimumNumber, 10):                {message.CodeNumberRange, "people[0]", nil},
		validation.MsgUnexpectedProperty:                                             {message.CodeUnknownField, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedMatchPattern, "^[0-9a-f]{64}$"):            {message.CodePattern, "people[0]", nil},
		fmt.Sprintf(validation.MsgExpectedRFC4122UUID, errors.New("invalid length")): {message.CodePattern, "people[0]", nil},
		validation.MsgExpectedString:                                                 {message.CodePattern, "people[0]", nil},
		"required query parameter is missing":                                        {message.CodeRequired, "people[0]", nil},
	} {
		err := validationError(422, "validation failed", []error{&huma.ErrorDetail{Message: sentence, Location: "body.people[0]"}})
		var e *message.Error
		if !errors.As(err, &e) || e.Kind != message.Invalid || len(e.Fields) != 1 {
			t.Fatalf("%s: %v", sentence, err)
		}
		if f := e.Fields[0]; f.Code != want.code || f.Path != want.path || !maps.Equal(f.Args, want.args) {
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
			t.Errorf("%v is answered as %+v", err, p)
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

// However many errors there are, and however long the input that they repeat, the answer
// lists a hundred in brief and the number of the others.
func TestAnswersAreBounded(t *testing.T) {
	e := message.New(message.Invalid, message.CodeInvalid)
	long := strings.Repeat("長", 100_000)
	for range 5000 {
		e = e.OnCell(message.Field{Path: long, Code: "csv.unknown_column", Args: message.Args{"column": long}, Column: long})
	}
	p := problemOf("ja", e)
	encoded, err := json.Marshal(p)
	if err != nil || len(encoded) > 256<<10 || len(p.Fields) != message.MaxFields || p.Omitted != 4900 {
		t.Errorf("%d bytes, %d fields, %d left out (%v)", len(encoded), len(p.Fields), p.Omitted, err)
	}
	var errs []error
	for range 5000 {
		errs = append(errs, &huma.ErrorDetail{Message: validation.MsgUnexpectedProperty, Location: "body." + long})
	}
	p = problemOf("en", validationError(422, "validation failed", errs))
	if encoded, err := json.Marshal(p); err != nil || len(encoded) > 256<<10 || len(p.Fields) != message.MaxFields || p.Omitted != 4900 {
		t.Errorf("%d bytes, %d fields, %d left out (%v)", len(encoded), len(p.Fields), p.Omitted, err)
	}
}
