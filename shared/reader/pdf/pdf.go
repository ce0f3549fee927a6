// Package pdf reads characters, ruled lines and pictures off the pages of a PDF, and renders pages, by
// PDFium compiled to WebAssembly.
//
// The work is done in a child process, which is this same executable started once more: a hostile file can
// hold PDFium's code in a loop that nothing but the end of the process interrupts. A worker that dies costs its
// document time only: it is read again in a fresh one, twice, before the document is blamed (ErrCrash) or the machine
// (ErrMemory); what takes too long is not read again. Workers inherit nothing of the environment. Programs (and tests)
// that use this package must call RunAsWorker before anything else in main (or TestMain).
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
	// ErrBroken: damaged beyond repair; its pages are not to be found.
	ErrBroken = errors.New("pdf: damaged")
	// ErrEncrypted: a password is needed to open it. An owner password alone does not hinder reading.
	ErrEncrypted = errors.New("pdf: needs a password")
	// ErrTooLarge: more pages, characters or memory than the limits allow.
	ErrTooLarge = errors.New("pdf: too large")
	// ErrTimeout: not read within the time limit.
	ErrTimeout = errors.New("pdf: takes too long")
	// ErrCrash: whatever worker reads it dies of it.
	ErrCrash = errors.New("pdf: the reader crashes")
	// ErrMemory: the machine ended each worker that read it, or had no memory for it. That is not the file's fault: it
	// may be read at another time.
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
	imageMemory = 8192      // 512 MiB, for rendering
)

// File is what a PDF holds.
type File struct {
	Pages []doc.Page
	Info  doc.Info
	// Bad counts pages that could not be read; they stand in Pages without content.
	Bad int
}

// Config of a Pool; the zero value is ready for use.
type Config struct {
	// Workers is how many documents are read at the same time, 0: one.
	Workers int
	// Timeout is the time allowed for one request to a worker, 0: 20 s.
	Timeout time.Duration
	// CacheDir keeps the compiled module, "": see CacheDir.
	CacheDir string
}

// check what needs no parser.
func check(b []byte) error {
	if len(b) == 0 {
		return ErrEmpty
	}
	if !bytes.Contains(b[:min(len(b), 1024)], []byte("%PDF-")) {
		return ErrNotPDF
	}
	return nil
}
