// Package pdf reads characters, ruled lines and pictures from the pages of a PDF, and
// renders pages, by PDFium compiled to WebAssembly.
//
// The work is done in a child process, which is the same executable started once more: a
// hostile file can keep PDFium's code in a loop that only the end of the process
// interrupts. If a worker dies, its document is read again in a fresh one, twice, before
// the document is blamed (ErrCrash) or the machine (ErrMemory); timeouts are not retried.
// Workers inherit no environment. Programs (and tests) that use this package must call
// RunAsWorker before anything else in main (or TestMain).
package pdf

import (
	"bytes"
	"errors"
	"time"

	"anzen/shared/reader/doc"
)

// Why a file cannot be read. Match with errors.Is.
var (
	// ErrEmpty: no bytes.
	ErrEmpty = errors.New("pdf: nothing in the file")
	// ErrNotPDF: no PDF header in the first kilobyte.
	ErrNotPDF = errors.New("pdf: not a PDF")
	// ErrBroken: damaged beyond repair; its pages cannot be found.
	ErrBroken = errors.New("pdf: damaged")
	// ErrEncrypted: a password is needed to open it. An owner password alone does not
	// prevent reading.
	ErrEncrypted = errors.New("pdf: needs a password")
	// ErrTooLarge: more pages, characters or memory than the limits allow.
	ErrTooLarge = errors.New("pdf: too large")
	// ErrTimeout: not read within the time limit.
	ErrTimeout = errors.New("pdf: takes too long")
	// ErrCrash: each worker that read it crashed.
	ErrCrash = errors.New("pdf: the reader crashes")
	// ErrMemory: the system killed each worker that read it, or had no memory for it. The
	// file is not to blame: it may be read later.
	ErrMemory = errors.New("pdf: no memory on the machine")
	// ErrNoText: no page holds any text, and none could be recognised.
	ErrNoText = errors.New("pdf: no text")
)

// Limits of one document.
const (
	MaxPages    = 500
	MaxChars    = 200_000   // a page
	MaxObjects  = 100_000   // a page
	MaxText     = 2_000_000 // characters of all pages
	MaxRules    = 300_000   // of all pages
	maxDepth    = 8         // of forms in forms
	MaxSide     = 6000      // pixels of a rendered page
	textMemory  = 3072      // 64 KiB pages: 192 MiB
	heapMemory  = 80 << 20  // bytes of Go's own beside it, from which on it is collected more often
	imageMemory = 8192      // 512 MiB, for rendering
)

// File is the content of a PDF.
type File struct {
	Pages []doc.Page
	Info  doc.Info
	// Bad counts pages that could not be read; they are in Pages without content.
	Bad int
}

// Config of a Pool; the zero value is valid.
type Config struct {
	// Workers is the number of documents read at the same time; 0 for one.
	Workers int
	// Timeout is the processor time for one request to a worker; 0 for 20 s. On a machine that has
	// much else to do it may take several times as long by the clock.
	Timeout time.Duration
	// CacheDir is the folder of the compiled module; "" for CacheDir().
	CacheDir string
}

// check checks what needs no parser.
func check(b []byte) error {
	if len(b) == 0 {
		return ErrEmpty
	}
	if !bytes.Contains(b[:min(len(b), 1024)], []byte("%PDF-")) {
		return ErrNotPDF
	}
	return nil
}
