package ocr

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"anzen/shared/reader/doc"
)

// Split reads pages in Latin script with one engine and all others with another, which also
// determines orientation and script.
type Split struct {
	LineReader
	// Latin reads whole pages, straight and without rules and pictograms; pages that it
	// refuses are read by the other.
	Latin Engine
	// All is set where Latin reads pages in every script.
	All bool
}

// sampled is the number of lines by which the script of a page is determined.
const sampled = 8

// whole reads a page with the engine for Latin script; ok is false where the page is in
// another script, or refused.
func (s *Split) whole(ctx context.Context, m *mosaic, img Image) (words []doc.Word, ok bool, err error) {
	if !s.All {
		latin, err := m.latin(ctx, s.LineReader)
		if err != nil || !latin {
			return nil, false, err
		}
	}
	img.Picture = m.page
	words, err = s.Latin.Page(ctx, img)
	if errors.Is(err, ErrRefused) {
		return nil, false, nil
	}
	return words, err == nil, err
}

// latin determines from the longest lines whether a page is in Latin script and upright.
func (m *mosaic) latin(ctx context.Context, e LineReader) (bool, error) {
	pieces := slices.Clone(m.pieces)
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(b.from.Dx(), a.from.Dx()) })
	var strips []strip
	for _, p := range pieces {
		if s, ok := m.strip(p, 1); ok && p.from.Dx() > 4*p.from.Dy() && len(strips) < sampled {
			strips = append(strips, s)
		}
	}
	if len(strips) == 0 {
		return false, nil
	}
	// An engine for Latin script reads Japanese as Latin too, but with low confidence.
	read, err := readStrips(ctx, e, strips, false)
	if err != nil {
		return false, err
	}
	var words []doc.Word
	for _, w := range read {
		words = append(words, w...)
	}
	share, letters := latinShare(words)
	return letters >= sampled && share > latinPage && confidence(words) >= poor, nil
}
