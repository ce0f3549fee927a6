package gateway

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// Site serves the built dashboard as CloudFront does from its bucket.
type Site struct {
	// Folder is the absolute path of the build.
	Folder string
	// Headers are sent with every answer.
	Headers map[string]string
}

// types of files that not every system knows.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
	".ico": "image/x-icon", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
	".bcmap": "application/octet-stream", ".icc": "application/vnd.iccprofile",
}

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Anzen</title>
<p>The dashboard is not built yet: run <code>npm ci && npm run build</code> in <code>frontend/</code>, then reload.</p>
<p>画面がまだビルドされていません。<code>frontend/</code> で <code>npm ci && npm run build</code> を実行し、再読み込みしてください。</p>
`

// compressible are the beginnings of the content types that CloudFront compresses (a subset of its list).
var compressible = []string{"text/", "application/json", "application/wasm", "application/manifest+json", "image/svg+xml", "application/vnd.ms-fontobject"}

// CloudFront compresses files of these sizes.
const compressedFrom, compressedTo = 1_000, 10_000_000

// Handler returns the site's handler. Answers are compressed by the build or as CloudFront does:
// with Brotli where the browser takes it, else with gzip.
func (s Site) Handler() http.Handler {
	return http.HandlerFunc(s.serve)
}

func (s Site) serve(w http.ResponseWriter, r *http.Request) {
	for name, value := range s.Headers {
		w.Header().Set(name, value)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	file, info, err := s.open(name)
	if errors.Is(err, fs.ErrNotExist) && name == "index.html" {
		w.Header().Set("Content-Type", types[".html"])
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, notBuilt)
		return
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close() //nolint:errcheck // only read
	kind := types[path.Ext(name)]
	if kind == "" {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	// Names below static/ contain a hash of their content.
	if strings.HasPrefix(name, "static/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	if packed, info, ok := s.compressed(name, r); ok {
		defer packed.Close() //nolint:errcheck // only read
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Vary", "Accept-Encoding")
		http.ServeContent(w, r, name, info.ModTime(), packed)
		return
	}
	isText := slices.ContainsFunc(compressible, func(start string) bool { return strings.HasPrefix(kind, start) })
	if !isText || info.Size() < compressedFrom || info.Size() > compressedTo || r.Header.Get("Range") != "" {
		http.ServeContent(w, r, name, info.ModTime(), file)
		return
	}
	packed := &encoder{ResponseWriter: w}
	packed.start = func() io.WriteCloser { return brotli.HTTPCompressor(w, r) }
	http.ServeContent(packed, r, name, info.ModTime(), file)
	if packed.body != nil {
		_ = packed.body.Close() // the client has gone
	}
}

// compressed opens what the build has compressed of a file below static/, for browsers that take
// it: the edge leads them to it (viewerFunction of package stacks).
func (s Site) compressed(name string, r *http.Request) (*os.File, fs.FileInfo, bool) {
	accepted := strings.FieldsFunc(r.Header.Get("Accept-Encoding"), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	if !strings.HasPrefix(name, "static/") || !slices.Contains(accepted, "br") {
		return nil, nil, false
	}
	file, info, err := s.open(name + ".br")
	return file, info, err == nil
}

// encoder compresses the body of a full answer; one without a body, such as 304, has nothing to compress.
type encoder struct {
	http.ResponseWriter
	start func() io.WriteCloser
	body  io.WriteCloser
}

func (e *encoder) WriteHeader(status int) {
	if status == http.StatusOK {
		e.Header().Del("Content-Length")
		e.Header().Del("Accept-Ranges")
		e.body = e.start()
	}
	e.ResponseWriter.WriteHeader(status)
}

func (e *encoder) Write(p []byte) (int, error) {
	if e.body == nil {
		return e.ResponseWriter.Write(p)
	}
	return e.body.Write(p)
}

// open opens a file of the build; folders, and links leading out of it, are refused.
func (s Site) open(name string) (*os.File, fs.FileInfo, error) {
	root, err := os.OpenRoot(s.Folder)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close() //nolint:errcheck // only read
	file, err := root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}
