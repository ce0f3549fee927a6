// Package ocr recognises the words on an image of a page.
package ocr

import (
	"context"
	"errors"

	"anzen/shared/reader/doc"
)

// ErrNoOCR: there is no engine that could read the image.
var ErrNoOCR = errors.New("ocr: no engine for recognising text is installed")

// ErrRefused: the engine does not take the image; another may.
var ErrRefused = errors.New("ocr: the engine refuses the image")

// Image is a page as a picture.
type Image struct {
	// PNG with its resolution in DPI, on both axes.
	PNG []byte
	DPI float64
	// Page number the words are to carry.
	Page int
	// Turn is by how many degrees clockwise other pages of the file had to be turned, Latin that their text
	// was in Latin script: what is tried first.
	Turn  int
	Latin bool
}

// Engine recognises text. Boxes of the words are in points from the image's top left corner.
type Engine interface {
	// Page answers the words of one page, ErrNoOCR where the engine is not there.
	Page(ctx context.Context, img Image) ([]doc.Word, error)
}
