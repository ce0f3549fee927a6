package rest

import (
	"bytes"
	"maps"
	"net/http"
	"reflect"
	"strings"
)

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// companyInPath is the {id} of a company's route.
func companyInPath(r *Route, path string) string {
	if !r.OfCompany() {
		return ""
	}
	rest := strings.TrimPrefix(path, Base+"/companies/")
	id, _, _ := strings.Cut(rest, "/")
	return id
}

// fillSlices replaces nil slices by empty ones, in place, so that the API answers []
// and never null where its document states an array.
func fillSlices(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fillSlices(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fillSlices(f)
			}
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		if k := v.Type().Elem().Kind(); k == reflect.Struct || k == reflect.Slice || k == reflect.Pointer {
			for i := range v.Len() {
				fillSlices(v.Index(i))
			}
		}
	}
}

// recorder records the status for the log, and names what was made.
type recorder struct {
	http.ResponseWriter
	status int
	call   *Call
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	if at := r.call.location(); at != "" && (status == http.StatusCreated || status == http.StatusAccepted) {
		r.Header().Set("Location", at)
	}
	r.ResponseWriter.WriteHeader(status)
}

// held buffers an answer until it is known to be the one to give.
type held struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (h *held) Header() http.Header         { return h.header }
func (h *held) WriteHeader(status int)      { h.status = status }
func (h *held) Write(b []byte) (int, error) { return h.body.Write(b) }

func (h *held) release(w http.ResponseWriter) {
	maps.Copy(w.Header(), h.header)
	w.WriteHeader(h.status)
	_, _ = w.Write(h.body.Bytes())
}
