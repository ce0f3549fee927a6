package journal

import (
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// quotas are the bytes that journals may still write, by folder. Only tests set them,
// as they cannot fill a real disk.
var quotas struct {
	mu   sync.Mutex
	left map[string]int
}

// Limit lets the journals of a folder, and of those below it, write that many more
// bytes only, like a disk that fills up: a write that does not fit is done in part.
// lift frees the disk.
func Limit(folder string, bytes int) (lift func()) {
	quotas.mu.Lock()
	defer quotas.mu.Unlock()
	if quotas.left == nil {
		quotas.left = map[string]int{}
	}
	quotas.left[folder] = bytes
	return func() {
		quotas.mu.Lock()
		defer quotas.mu.Unlock()
		delete(quotas.left, folder)
	}
}

// quota writes as much as there is space for.
func quota(path string, to io.WriterAt, what []byte, at int64) (int, error) {
	fits := what
	quotas.mu.Lock()
	for folder, left := range quotas.left {
		if strings.HasPrefix(path, folder+string(filepath.Separator)) {
			fits = what[:min(len(what), left)]
			quotas.left[folder] = left - len(fits)
		}
	}
	quotas.mu.Unlock()
	n, err := to.WriteAt(fits, at)
	if err == nil && n < len(what) {
		err = &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return n, err
}
