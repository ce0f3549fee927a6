package apitest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// spy is a testing.TB that records failures.
type spy struct {
	testing.TB
	failures []string
}

func (s *spy) Helper() {}

func (s *spy) Errorf(format string, args ...any) {
	s.failures = append(s.failures, fmt.Sprintf(format, args...))
}

// The watch detects handlers that leave out a check.
func TestTheWatchCatchesWhoReadsAnotherCompany(t *testing.T) {
	w := New(t)
	mine, other := w.Company(t), w.Company(t)
	me := w.User(t, mine, access.Admin)
	foreign := w.Sheet(t, other, nil)
	touch := func(do func(ctx context.Context, call *rest.Call) error) rest.Handler[struct{}, struct{}] {
		return func(ctx context.Context, call *rest.Call, _ *struct{}) (*struct{}, error) { return nil, do(ctx, call) }
	}
	audit := table.Audit{Action: "test"}
	for i, tt := range []struct {
		name   string
		do     func(ctx context.Context, call *rest.Call) error
		caught bool
	}{
		{"its own company", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.Company(ctx, call.CompanyID)
			return err
		}, false},
		{"a record of another's", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.Company(ctx, other.ID)
			return err
		}, true},
		{"one of several in a batch", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.Batch(ctx, table.CompanyKey(call.CompanyID), table.UserKey(other.ID, me.ID))
			return err
		}, true},
		{"a list of another's", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.Tags(ctx, other.ID)
			return err
		}, true},
		{"another's catalogue", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.LogEnd(ctx, other.ID)
			return err
		}, true},
		{"a write to another's", func(ctx context.Context, call *rest.Call) error {
			x := call.Table.Begin(other.ID).Audit(audit)
			x.CreateTag(company.Tag{ID: "t", Name: "t"})
			return x.Commit(ctx)
		}, true},
		{"another's sheet", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.Sheet(ctx, other.ID, foreign.ID)
			return err
		}, true},
		{"a counter of another's", func(ctx context.Context, call *rest.Call) error {
			return call.Table.RequestSnapshot(ctx, other.ID)
		}, true},
		{"its own among those that wait", func(ctx context.Context, call *rest.Call) error {
			return call.Table.RequestSnapshot(ctx, call.CompanyID)
		}, false},
		{"all that wait", func(ctx context.Context, call *rest.Call) error {
			_, err := call.Table.AllPending(ctx)
			return err
		}, true},
		{"an address, from a route that has nothing to do with it", func(ctx context.Context, call *rest.Call) error {
			_, _, err := table.Get[struct{}](ctx, call.Table, table.EmailKey(me.Email))
			return err
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := rest.Handle(rest.Route{
				Method: "GET", Path: fmt.Sprintf("/mutant/%d", i), ID: fmt.Sprintf("mutant%d", i), Tag: "mutants", Rule: rest.Session,
				Grants: []grant.Grant{grant.Table("GetItem", "Query", "UpdateItem", "PutItem")},
			}, touch(tt.do))
			w.routes = append(w.routes, r)
			s := &spy{TB: t}
			answer := w.Do(s, Request{Method: "GET", Path: r.Path, As: &me})
			if caught := len(s.failures) > 0; caught != tt.caught || caught && answer.Status != 500 {
				t.Errorf("caught %v, want %v: %d %s; %v", caught, tt.caught, answer.Status, answer.Body, s.failures)
			}
		})
	}
}

// A panic of a handler is answered like any other error.
func TestAPanicShowsNothing(t *testing.T) {
	w := New(t)
	me := w.User(t, w.Company(t), access.Viewer)
	r := rest.Handle(rest.Route{Method: "GET", Path: "/mutant", ID: "mutant", Tag: "mutants", Rule: rest.Session}, func(context.Context, *rest.Call, *struct{}) (*struct{}, error) {
		panic("inside out")
	})
	w.routes = append(w.routes, r)
	answer := w.Do(t, Request{Method: "GET", Path: r.Path, As: &me})
	if p := answer.Problem(t); answer.Status != 500 || p.Code != "internal" || p.Request != "request" || strings.Contains(answer.Body, "inside out") {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if !strings.Contains(w.Logs.String(), "inside out") {
		t.Error("the log does not have the cause")
	}
}

// Calls that the watch does not know fail.
func TestTheWatchKnowsEveryCall(t *testing.T) {
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	for name, in := range map[string]any{
		"an index":              &dynamodb.QueryInput{IndexName: aws.String("i"), KeyConditionExpression: aws.String("pk = :pk")},
		"another condition":     &dynamodb.QueryInput{KeyConditionExpression: aws.String("sk = :sk")},
		"a beginning elsewhere": &dynamodb.QueryInput{KeyConditionExpression: aws.String("pk = :pk"), ExpressionAttributeValues: map[string]types.AttributeValue{":pk": text("a")}, ExclusiveStartKey: map[string]types.AttributeValue{"pk": text("b")}},
		"nothing":               &dynamodb.BatchGetItemInput{},
		"a scan":                &dynamodb.ScanInput{},
	} {
		if keys, err := keysOf(in); err == nil {
			t.Errorf("%s is taken for %v", name, keys)
		}
	}
	api := reflect.TypeFor[table.API]()
	for i := range api.NumMethod() {
		if in := reflect.New(api.Method(i).Type.In(1).Elem()).Interface(); errors.Is(errOf(keysOf(in)), errUnknownCall) {
			t.Errorf("the watch does not know %s", api.Method(i).Name)
		}
	}
}

func errOf(_ []key, err error) error { return err }

// Logs finds personal data anywhere in the log.
func TestTheWatchOfTheLog(t *testing.T) {
	l := &Logs{personal: map[string]string{}}
	l.noteBody(`{"users":[{"last_name":"佐藤","phone":"090-1234-5678"}],"name":"塗料"}`)
	for line, leaks := range map[string]int{
		`{"msg":"request","company":"` + sds.NewID[string]() + `"}`: 0,
		`{"cause":"read EMAIL#taro@midori.example: timeout"}`:       1,
		`{"cause":"佐藤 has no department"}`:                          1,
		`{"cause":"tel 090-1234-5678"}`:                             1,
		`{"cause":"tag 塗料"}`:                                        0,
	} {
		l.text.Reset()
		if _, err := l.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
		if found := l.Leaks(); len(found) != leaks {
			t.Errorf("%s: %v", line, found)
		}
	}
}
