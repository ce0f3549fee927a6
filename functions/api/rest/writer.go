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

// recorder notes the status for the log.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// held keeps an answer back until it is known that it is the one to give.
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
