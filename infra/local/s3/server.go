// Package s3 runs versitygw, an S3 server over plain files, inside this process. It
// adds what versitygw lacks: every call is checked against the policy of the function
// that signed it, a stored object creates an event that neither a crash nor a full disk
// can lose, an object inherits nothing from what it replaces, and versions that are gone
// can be deleted again.
//
// versitygw allows one server per process, and changes the working directory to its
// data: other paths have to be absolute.
package s3

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"os"
	"path/filepath"
	"time"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"

	"anzen/infra/local/clock"
	"anzen/shared/aws/port"
)

// Config configures the server.
type Config struct {
	// Folder keeps objects, their versions and their metadata.
	Folder string
	// Region of the signatures.
	Region string
	// Secret returns the secret key of a function's access key.
	Secret func(accessKey string) (secret string, ok bool)
	// Authorize checks whether the owner of an access key may do an action
	// ("s3:GetObject") on a resource ("arn:aws:s3:::bucket/key"). Its error is sent to the
	// caller. Nil allows everything.
	Authorize func(accessKey, action, resource string) error
	// Created is called with every new object in a bucket with events, before the writer
	// gets its answer, and again until it succeeds; after a crash perhaps twice. Nil: no
	// events.
	Created func(ctx context.Context, object Created) error
	// Room is asked before something is stored. Its error means that nothing can be for the moment, and is sent to the
	// caller with status 503. Nil: there is always room.
	Room func() error
	// Buckets to create.
	Buckets []Bucket
	// Clock times the retries of events; the real one if nil.
	Clock clock.Clock
	// Log receives faults. Nil: none.
	Log *slog.Logger
}

// Server is the running S3.
type Server struct {
	// URL is its own address on loopback. Functions and browsers reach it through Handler,
	// at the address in their signatures.
	URL string
	// Credentials of the account that may do everything.
	RootAccess, RootSecret string

	events    *eventing
	transport *http.Transport
	proxy     http.Handler
	stop      context.CancelFunc
	ended     chan error
}

const readyWithin = time.Minute

// Start starts the server, creates missing buckets, and announces objects that were
// stored just before a crash.
func Start(ctx context.Context, config Config) (*Server, error) {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Clock == nil {
		config.Clock = clock.System{}
	}
	store, err := openStore(config.Folder)
	if err != nil {
		return nil, err
	}
	events, err := newEventing(filepath.Join(config.Folder, "unannounced.jsonl"), store, config)
	if err != nil {
		store.Shutdown()
		return nil, err
	}
	free, err := port.Free(1)
	if err != nil {
		return nil, errors.Join(err, events.close())
	}
	address := fmt.Sprintf("127.0.0.1:%d", free)
	running, stop := context.WithCancel(context.Background())
	s := &Server{
		URL: "http://" + address, RootAccess: "AKIALOCALROOT", RootSecret: rand.Text(),
		events: events, stop: stop, ended: make(chan error, 1),
		transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true},
	}
	s.proxy = s.newProxy(config.Log, address)
	backend := &guarded{Backend: events, authorize: config.Authorize, room: config.Room, root: s.RootAccess}
	go func() {
		s.ended <- embedgw.RunVersityGW(running, backend, &embedgw.Config{
			RootUserAccess: s.RootAccess, RootUserSecret: s.RootSecret, Region: config.Region,
			Ports: []string{address}, IAMService: accounts{secret: config.Secret},
			MaxConnections: 1000, MaxRequests: 500, MultipartMaxParts: 10000,
			HealthPath: "/_health", KeepAlive: true, Quiet: true,
		})
	}()
	if err := s.waitReady(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.ensure(ctx, config.Region, config.Buckets); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	events.recover(ctx)
	return s, nil
}

func openStore(folder string) (*posix.Posix, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("find S3's folder: %w", err)
	}
	objects, sidecar, versions := filepath.Join(folder, "objects"), filepath.Join(folder, "meta"), filepath.Join(folder, "versions")
	for _, each := range []string{objects, sidecar, versions} {
		if err := os.MkdirAll(each, 0o700); err != nil {
			return nil, fmt.Errorf("create S3's folder: %w", err)
		}
	}
	files, err := meta.NewSideCar(sidecar)
	if err != nil {
		return nil, fmt.Errorf("open S3's metadata: %w", err)
	}
	store, err := posix.New(objects, newAttributes(files), posix.PosixOpts{
		SideCarDir: sidecar, VersioningDir: versions, CopyObjectThreshold: 5 << 30,
	})
	if err != nil {
		return nil, fmt.Errorf("open S3's objects: %w", err)
	}
	return store, nil
}

// ServeHTTP forwards a request unchanged: the signature covers its host.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.proxy.ServeHTTP(w, r) }

func (s *Server) newProxy(log *slog.Logger, address string) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", address
			// The address changes, but nothing that is signed.
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			r.Out.Host = r.In.Host
		},
		Transport: s.transport,
		ModifyResponse: func(r *http.Response) error {
			r.Header.Set("X-Content-Type-Options", "nosniff")
			return nil
		},
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

func (s *Server) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	for {
		err := s.Health(ctx)
		if err == nil {
			return nil
		}
		select {
		case ended := <-s.ended:
			s.ended <- ended
			return fmt.Errorf("start S3: %w", ended)
		case <-ctx.Done():
			return fmt.Errorf("start S3: not ready in time: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Health checks that the server responds.
func (s *Server) Health(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/_health", nil)
	if err != nil {
		return fmt.Errorf("create health request: %w", err)
	}
	response, err := s.transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("request S3's health: %w", err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("request S3's health: status %d, %w", response.StatusCode, err)
	}
	return nil
}

// Close ends the server after the running requests.
func (s *Server) Close() error {
	s.transport.CloseIdleConnections()
	s.stop()
	err := <-s.ended
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, s.events.close())
}
