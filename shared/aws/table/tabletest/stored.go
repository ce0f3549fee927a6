package tabletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Fill gives every field of what the pointer points to, and all within, a value of its
// own, which follows from the names under which it is stored alone: tag is the tag that
// has them. It reports which fields have no name.
func Fill(pointer any, tag, name string) (nameless []string) {
	f := filler{tag: tag}
	f.fill(reflect.ValueOf(pointer).Elem(), name)
	return f.nameless
}

type filler struct {
	tag      string
	nameless []string
}

func (f *filler) fill(v reflect.Value, name string) {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name)) // a hash takes everything
	n := int64(sum.Sum32()%100_000) + 1
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Date(2026, 1, 1, 0, 0, 0, int(n)*1000, time.UTC).Add(time.Duration(n) * time.Minute)))
		return
	}
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes(fmt.Appendf(nil, `{"raw":%q}`, name))
		return
	}
	switch v.Kind() { //nolint:exhaustive // the others are not stored
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(n)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n) % 256) //nolint:gosec // positive
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(n) / 8)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), name)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(name))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			f.fill(v.Index(i), fmt.Sprintf("%s.%d", name, i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), fmt.Sprintf("%s.%d", name, i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, name+".key")
		f.fill(value, name+".value")
		v.SetMapIndex(key, value)
	case reflect.Struct:
		f.fields(v, name)
	default:
		f.nameless = append(f.nameless, name+" is a "+v.Kind().String()+", which nothing stored is")
	}
}

func (f *filler) fields(v reflect.Value, name string) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		stored, _, _ := strings.Cut(field.Tag.Get(f.tag), ",")
		switch {
		case field.Anonymous && stored == "":
			f.fields(v.Field(i), name)
		case !field.IsExported() || stored == "-":
		case stored == "":
			f.nameless = append(f.nameless, v.Type().String()+"."+field.Name)
		default:
			f.fill(v.Field(i), name+"."+stored)
		}
	}
}

// JSON checks how what the pointer points to is stored as JSON: with the names and
// values of the file, from which all of them are read again. With update it writes the
// file.
func JSON(t *testing.T, file string, pointer any, update bool) {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	for _, field := range Fill(pointer, "json", name) {
		t.Errorf("%s has no name under which it is stored: give it a json tag", field)
	}
	encoded, err := json.MarshalIndent(pointer, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	stored := Golden(t, file, append(encoded, '\n'), update)
	again := reflect.New(reflect.TypeOf(pointer).Elem())
	if err := json.Unmarshal(stored, again.Interface()); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if !reflect.DeepEqual(again.Interface(), pointer) {
		t.Errorf("%s is read as\n%+v, want\n%+v", file, again.Elem(), reflect.ValueOf(pointer).Elem())
	}
}

// Golden compares with a file, or writes it, and answers what it holds.
func Golden(t *testing.T, file string, got []byte, update bool) []byte {
	t.Helper()
	if update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // files of the repository
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil { //nolint:gosec // files of the repository
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file) //nolint:gosec // named by the test
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("what is stored is not as in %s any more: data that is there could not be read. Keep the names of the tags, or give the kind a new version with a function that upgrades (shared/aws/table/schema.go).\n%s", file, firstDifference(got, want))
	}
	return want
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %s, want %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}
