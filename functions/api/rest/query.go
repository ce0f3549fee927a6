package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"anzen/shared/domain/message"
)

// Query reads texts of a query, as they stand behind the question mark of a path,
// exactly as the routes that take them do: with the same parser and the same
// errors. I is a struct of query parameters.
type Query[I any] struct {
	mux   *http.ServeMux
	names []string
}

type queryKey struct{}

// read is what came of reading a query.
type read[I any] struct {
	in  *I
	err error
}

func (r *read[I]) refuse(err error) { r.err = err }

// refuser takes the error that would otherwise be the answer (problem.go).
type refuser interface{ refuse(err error) }

// NewQuery is a reader of queries.
func NewQuery[I any]() *Query[I] {
	q := &Query[I]{mux: http.NewServeMux(), names: queryNames(reflect.TypeFor[I]())}
	huma.Register(newAPI(q.mux), huma.Operation{Method: http.MethodGet, Path: "/", OperationID: "read"}, func(ctx context.Context, in *I) (*struct{}, error) {
		ctx.Value(queryKey{}).(*read[I]).in = in
		return nil, nil
	})
	return q
}

// queryNames are the names of the parameters of a struct.
func queryNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, queryNames(f.Type)...)
		} else if name, _, _ := strings.Cut(f.Tag.Get("query"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Read reads a query, or tells what is wrong with which of its parameters; one
// that there is not is wrong too.
func (q *Query[I]) Read(ctx context.Context, text string) (*I, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, message.New(message.Invalid, message.CodeInvalid).Because(err)
	}
	var wrong Wrong
	for name := range values {
		if !slices.Contains(q.names, name) {
			wrong.Note(name, message.CodeUnknownField)
		}
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	var got read[I]
	request, err := http.NewRequestWithContext(context.WithValue(ctx, queryKey{}, &got), http.MethodGet, "/?"+values.Encode(), nil)
	if err != nil {
		return nil, err
	}
	q.mux.ServeHTTP(&held{header: http.Header{}}, request)
	if got.err == nil && got.in == nil {
		got.err = errors.New("the query was not read")
	}
	return got.in, got.err
}
