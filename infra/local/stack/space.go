package stack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// ErrNoSpace: the disk of the data is full.
var ErrNoSpace = errors.New("the disk is full")

// reserve is the space, in bytes, below which the table and the buckets take no writes. They keep a record in several places,
// and a disk that ends between two of them is theirs to mend; several uploads of 10 MB that have begun still fit. What is left
// is for the journals and the log, which a full disk may cut off anywhere.
const reserve = 64 << 20

// Room is ErrNoSpace if the disk of a folder, which need not exist yet, has too little space for a stack.
func Room(folder string) error { return roomOf(folder, freeOf) }

func roomOf(folder string, free func(folder string) (int64, error)) error {
	left, err := free(folder)
	if err != nil || left >= reserve { // writes show what is wrong with a disk that cannot be measured
		return nil //nolint:nilerr // see above
	}
	return fmt.Errorf("%w: %d MB are left for %s, %d MB are needed", ErrNoSpace, left>>20, folder, reserve>>20)
}

// freeOf is the free space of a folder's disk in bytes.
func freeOf(folder string) (int64, error) {
	var disk syscall.Statfs_t
	for {
		err := syscall.Statfs(folder, &disk)
		if parent := filepath.Dir(folder); errors.Is(err, fs.ErrNotExist) && parent != folder {
			folder = parent
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("measure the disk of %s: %w", folder, err)
		}
		return int64(disk.Bavail) * int64(disk.Bsize), nil //nolint:unconvert,gosec // their types differ between systems
	}
}

// space says once when the disk has become full, and once when there is room again.
type space struct {
	folder  string
	free    func(folder string) (int64, error)
	log     *slog.Logger
	console io.Writer

	mu   sync.Mutex
	full bool
}

// room is ErrNoSpace if nothing may be stored for the moment.
func (s *space) room() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := roomOf(s.folder, s.free)
	if full := err != nil; full != s.full {
		s.full = full
		s.report(err)
	}
	return err
}

func (s *space) report(err error) {
	if err == nil {
		s.log.Info("there is room on the disk again", "folder", s.folder)
		_, _ = fmt.Fprintf(s.console, "there is room for %s again\n", s.folder)
		return
	}
	s.log.Error("the disk is full", "folder", s.folder, "needed_mb", reserve>>20, "error", err.Error())
	_, _ = fmt.Fprintf(s.console, "%v. Until there is room, uploads and changes are refused, and work in progress waits.\n", err)
}

// roomy passes on what writes to the table only while there is room.
func (s *space) roomy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !reads(r) {
			if err := s.room(); err != nil {
				unavailable(w, err.Error())
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// reads reports whether an operation of DynamoDB changes nothing.
func reads(r *http.Request) bool {
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	for _, verb := range []string{"Get", "BatchGet", "TransactGet", "Query", "Scan", "Describe", "List"} {
		if strings.HasPrefix(operation, verb) {
			return true
		}
	}
	return false
}

// unavailable is the answer of a service that is not available for the moment: callers try again.
func unavailable(w http.ResponseWriter, message string) {
	w.Header().Set("X-Amzn-ErrorType", "ServiceUnavailable")
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": "ServiceUnavailable", "message": message})
}
