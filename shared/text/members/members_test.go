package members

import (
	"reflect"
	"testing"
)

type base struct {
	Trace string `json:"trace,omitempty"`
}

type input struct {
	base
	Sheet string `json:"sheet"`
	Pages []int  `json:"pages,omitempty"`
	Plain int
}

// What a type does not know stays; what it knows and has removed does not come back.
func TestKeep(t *testing.T) {
	for _, tt := range []struct{ was, now, want string }{
		{`{"sheet":"a","later":{"b":[1,"<x>"]},"more":null}`, `{"sheet":"b"}`, `{"sheet":"b","later":{"b":[1,"<x>"]},"more":null}`},
		{`{"sheet":"a","pages":[1],"trace":"t","Plain":1,"SHEET":"x"}`, `{"sheet":"a"}`, `{"sheet":"a"}`},
		{`{"later":12345678901234567890}`, `{}`, `{"later":12345678901234567890}`},
		{` {"later":1} `, "{ }\n", "{\"later\":1}\n"},
		{`null`, `{"sheet":"a"}`, `{"sheet":"a"}`},
		{`["later"]`, `{"sheet":"a"}`, `{"sheet":"a"}`},
		{``, `{"sheet":"a"}`, `{"sheet":"a"}`},
		{`{"later":1}`, `null`, `null`},
	} {
		for _, of := range []reflect.Type{reflect.TypeFor[input](), reflect.TypeFor[*input]()} {
			if got, err := Keep(of, []byte(tt.was), []byte(tt.now)); err != nil || string(got) != tt.want {
				t.Errorf("%s to %s: %s, %v; want %s", tt.was, tt.now, got, err, tt.want)
			}
		}
	}
	if got, err := Keep(reflect.TypeFor[map[string]int](), []byte(`{"a":1}`), []byte(`{}`)); err != nil || string(got) != `{}` {
		t.Errorf("a map knows all its members: %s, %v", got, err)
	}
	if _, err := Keep(reflect.TypeFor[input](), []byte(`{"later":`), []byte(`{}`)); err == nil {
		t.Error("half an object was read")
	}
}
