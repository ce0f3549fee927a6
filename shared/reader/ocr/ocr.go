// Package ocr recognises the words on an image of a page.
package ocr

import (
	"context"
	"errors"
	"image"

	"anzen/shared/reader/doc"
)

// ErrNoOCR: no engine could read the image.
var ErrNoOCR = errors.New("ocr: no engine for recognising text is installed")

// ErrRefused: the engine does not accept the image; another may.
var ErrRefused = errors.New("ocr: the engine refuses the image")

// Image is a page as a picture.
type Image struct {
	// Picture in grey, its resolution in dots per inch.
	Picture *image.Gray
	DPI     float64
	// Page is the page number for the words.
	Page int
	// Turn is the rotation in degrees clockwise that other pages of the file needed, Latin
	// is set where their text was in Latin script: both are tried first.
	Turn  int
	Latin bool
}

// Engine recognises text. Boxes of the words are in points from the image's top left corner.
type Engine interface {
	// Page returns the words of one page; ErrNoOCR where the engine is missing.
	Page(ctx context.Context, img Image) ([]doc.Word, error)
}
