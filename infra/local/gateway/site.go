package gateway

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"
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

// Handler returns the site's handler.
func (s Site) Handler() http.Handler {
	return gzhttp.GzipHandler(http.HandlerFunc(s.serve))
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
	// Names below assets/ contain a hash of their content.
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	http.ServeContent(w, r, name, info.ModTime(), file)
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
