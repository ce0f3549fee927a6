// Package journal keeps records in append-only files that survive kill -9: a record for
// which Append has returned is on disk, and a record torn by a crash is dropped when
// the file is read again. A full disk refuses records but damages none: a refused
// Append may be retried (see Refused), and succeeds once there is space.
package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// File is one append-only file of JSON records, one per line. It is safe for concurrent
// use.
type File struct {
	path string

	mu   sync.Mutex
	file *os.File
	// size is the length of the completely written records; torn means that the file may
	// be longer, by the beginning of a record that the disk had no space for.
	size int64
	torn bool

	// synced counts the bytes known to be on disk: concurrent writers wait for one sync
	// that covers them all. failed means that the last sync failed: the system may count
	// what it could not write as written.
	sync struct {
		mu     sync.Mutex
		synced int64
		failed bool
	}
}

// Open opens the journal at path, creating it and its folder if missing, after cutting
// off an unfinished record of a crash.
func Open(path string) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create folder of journal: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	size, err := wholeLength(file)
	if err == nil {
		err = file.Truncate(size)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare journal %s: %w", path, err), file.Close())
	}
	j := &File{path: path, file: file, size: size}
	j.sync.synced = size
	return j, nil
}

// Refused reports whether an error comes from the disk, which may be full: the same
// Append may succeed later.
func Refused(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && !errors.Is(err, fs.ErrClosed)
}

// Append writes the records at once and returns when they are on disk. It returns the
// offset of the first record. After an error the next Open does not find them, unless
// the sync failed.
func (j *File) Append(records ...any) (int64, error) {
	start, end, err := j.write(records)
	if err != nil {
		return 0, err
	}
	return start, j.flush(end)
}

// AppendLazily writes the records without waiting for the disk: they survive the end of
// the process, but perhaps not that of the machine.
func (j *File) AppendLazily(records ...any) error {
	_, _, err := j.write(records)
	return err
}

func (j *File) write(records []any) (start, end int64, err error) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for _, record := range records {
		if err := encoder.Encode(record); err != nil {
			return 0, 0, fmt.Errorf("encode journal record: %w", err)
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return 0, 0, fmt.Errorf("journal %s: %w", j.path, fs.ErrClosed)
	}
	if j.torn {
		if err := j.file.Truncate(j.size); err != nil {
			return 0, 0, fmt.Errorf("cut off a torn record: %w", err)
		}
		j.torn = false
	}
	start = j.size
	n, err := quota(j.path, j.file, lines.Bytes(), start)
	if err != nil {
		// A partly written record would damage the next one.
		j.torn = n > 0 && j.file.Truncate(start) != nil
		return 0, 0, fmt.Errorf("write journal: %w", err)
	}
	j.size += int64(n)
	return start, j.size, nil
}

func (j *File) flush(end int64) error {
	j.sync.mu.Lock()
	defer j.sync.mu.Unlock()
	if j.sync.synced >= end {
		return nil
	}
	j.mu.Lock()
	file, size := j.file, j.size
	j.mu.Unlock()
	if file == nil {
		return fmt.Errorf("journal %s: %w", j.path, fs.ErrClosed)
	}
	if j.sync.failed {
		if err := writeAgain(file, j.sync.synced, size); err != nil {
			return err
		}
	}
	if err := file.Sync(); err != nil {
		j.sync.failed = true
		return fmt.Errorf("sync journal: %w", err)
	}
	j.sync.synced, j.sync.failed = size, false
	return nil
}

// writeAgain makes the system write a part of the file again that it failed to write
// but counts as written.
func writeAgain(file *os.File, from, to int64) error {
	part := make([]byte, to-from)
	if _, err := file.ReadAt(part, from); err != nil {
		return fmt.Errorf("read what is not on the disk: %w", err)
	}
	if _, err := file.WriteAt(part, from); err != nil {
		return fmt.Errorf("write again what is not on the disk: %w", err)
	}
	return nil
}

// Size is the length of the journal in bytes.
func (j *File) Size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size
}

// ReadAt decodes the record that starts at offset.
func (j *File) ReadAt(offset int64, record any) error {
	file, err := os.Open(j.path)
	if err != nil {
		return fmt.Errorf("open journal: %w", err)
	}
	defer file.Close() //nolint:errcheck // only read
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return fmt.Errorf("seek in journal: %w", err)
	}
	if err := json.NewDecoder(file).Decode(record); err != nil {
		return fmt.Errorf("read journal record at %d: %w", offset, err)
	}
	return nil
}

// Close closes the file. Appended records stay.
func (j *File) Close() error {
	j.sync.mu.Lock()
	defer j.sync.mu.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := errors.Join(j.file.Sync(), j.file.Close())
	j.file = nil
	return err
}

// Read calls each with every complete record of the journal at path and its offset, in
// order. A missing file has no records; a torn last record is left out.
func Read(path string, each func(offset int64, record json.RawMessage) error) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open journal: %w", err)
	}
	defer file.Close() //nolint:errcheck // only read
	return eachLine(file, func(offset int64, line []byte) error {
		return each(offset, json.RawMessage(line))
	})
}

// Replace writes the records as the journal at path in place of its content: a crash or
// a full disk leaves either the old file or the new one.
func Replace(path string, records []any) error {
	next, err := replace(path, records)
	if err != nil {
		return err
	}
	if err := next.Close(); err != nil {
		return fmt.Errorf("close new journal: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// Rewrite reduces the journal to the records. After an error it continues with its
// former content.
func (j *File) Rewrite(records []any) error {
	j.sync.mu.Lock()
	defer j.sync.mu.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return fmt.Errorf("journal %s: %w", j.path, fs.ErrClosed)
	}
	next, err := replace(j.path, records)
	if err != nil {
		return err
	}
	old := j.file
	j.file, j.size, j.torn = next.file, next.size, false
	j.sync.synced, j.sync.failed = next.size, false
	return errors.Join(old.Close(), syncFolder(filepath.Dir(j.path)))
}

// replace replaces the journal at path by a new one, and returns it.
func replace(path string, records []any) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create folder of journal: %w", err)
	}
	temporary := path + ".new"
	if err := Remove(temporary); err != nil {
		return nil, fmt.Errorf("remove unfinished journal: %w", err)
	}
	next, err := Open(temporary)
	if err != nil {
		return nil, err
	}
	if _, err = next.Append(records...); err == nil {
		if err = os.Rename(temporary, path); err != nil {
			err = fmt.Errorf("put new journal in place: %w", err)
		}
	}
	if err != nil {
		// The temporary file would only take space.
		return nil, errors.Join(err, next.Close(), Remove(temporary))
	}
	return next, nil
}

// Remove deletes the journal at path; a missing one is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove journal: %w", err)
	}
	return nil
}

func wholeLength(file *os.File) (int64, error) {
	var whole int64
	err := eachLine(file, func(offset int64, line []byte) error {
		whole = offset + int64(len(line)) + 1
		return nil
	})
	return whole, err
}

// eachLine stops without an error at the first line that is not JSON: nothing after a
// torn record was ever acknowledged.
func eachLine(r io.Reader, each func(offset int64, line []byte) error) error {
	reader := bufio.NewReaderSize(r, 64<<10)
	var offset int64
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read journal: %w", err)
		}
		if !json.Valid(line) {
			return nil
		}
		if err := each(offset, line[:len(line)-1]); err != nil {
			return err
		}
		offset += int64(len(line))
	}
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
