package ocr

import (
	"context"

	"anzen/shared/analyze/doc"
)

// Upright recognises a page.
func Upright(ctx context.Context, e Engine, img Image) ([]doc.Word, error) { return e.Page(ctx, img) }
