// Package textract recognises text with Amazon Textract.
//
// According to the service's reference a detected word consists of "ISO basic Latin script characters", and Japanese
// is not mentioned; so pages in Japanese are not sent to it (ocr.Split) unless the configuration enables that.
package textract

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/textract"
	"github.com/aws/aws-sdk-go-v2/service/textract/types"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/ocr"
)

// Client is the used part of the service's client, which retries throttled calls itself.
type Client interface {
	DetectDocumentText(ctx context.Context, in *textract.DetectDocumentTextInput, options ...func(*textract.Options)) (*textract.DetectDocumentTextOutput, error)
}

// Engine is an ocr.Engine.
type Engine struct{ Client Client }

const (
	// mostBytes is the maximum size of a picture in bytes, below the service's 10 MB, to which base64 adds a third.
	mostBytes = 5 << 20
	// mostPixels is the service's maximum of pixels a side.
	mostPixels = 10_000
)

// Page returns the words of a page. The service's boxes are in fractions of the page; those of rotated text enclose
// it. The error is ocr.ErrRefused where the service refuses the picture.
func (e *Engine) Page(ctx context.Context, img ocr.Image) ([]doc.Word, error) {
	file, err := fit(img.Picture)
	if err != nil {
		return nil, fmt.Errorf("picture of page %d: %w", img.Page, err)
	}
	out, err := e.Client.DetectDocumentText(ctx, &textract.DetectDocumentTextInput{Document: &types.Document{Bytes: file}})
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", img.Page, refused(err))
	}
	k := 72 / img.DPI
	width, height := float64(img.Picture.Rect.Dx()), float64(img.Picture.Rect.Dy())
	var words []doc.Word
	for _, b := range out.Blocks {
		text := strings.TrimSpace(aws.ToString(b.Text))
		box, ok := boxOf(b.Geometry)
		if b.BlockType != types.BlockTypeWord || text == "" || !ok {
			continue
		}
		box = doc.Box{X0: box.X0 * width * k, Y0: box.Y0 * height * k, X1: box.X1 * width * k, Y1: box.Y1 * height * k}
		angle := 0.0
		if g := b.Geometry; g.RotationAngle != nil {
			angle = quarter(float64(*g.RotationAngle))
		}
		words = append(words, doc.Word{
			Text: text, Box: box, Page: img.Page, Size: box.H(), Angle: angle, OCR: true,
			Conf: min(max(float64(aws.ToFloat32(b.Confidence))/100, 0), 1), Ink: 0xff000000,
		})
	}
	return words, nil
}

// refused wraps errors caused by the picture in ocr.ErrRefused.
func refused(err error) error {
	var (
		bad         *types.BadDocumentException
		unsupported *types.UnsupportedDocumentException
		large       *types.DocumentTooLargeException
		parameter   *types.InvalidParameterException
	)
	if errors.As(err, &bad) || errors.As(err, &unsupported) || errors.As(err, &large) || errors.As(err, &parameter) {
		return fmt.Errorf("%w: %w", ocr.ErrRefused, err)
	}
	return fmt.Errorf("detect text: %w", err)
}

// quarter is an angle as one of the directions of writing, in [0, 360).
func quarter(deg float64) float64 {
	return math.Mod(math.Round(deg/90)*90+360, 360)
}

// boxOf is the polygon's box, else the coarser bounding box, in fractions of the page.
func boxOf(g *types.Geometry) (doc.Box, bool) {
	if g == nil {
		return doc.Box{}, false
	}
	if len(g.Polygon) > 2 {
		b := doc.Box{X0: 1, Y0: 1}
		for _, p := range g.Polygon {
			x, y := min(max(float64(p.X), 0), 1), min(max(float64(p.Y), 0), 1)
			b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, x), min(b.Y0, y), max(b.X1, x), max(b.Y1, y)
		}
		return b, !b.Empty()
	}
	if c := g.BoundingBox; c != nil {
		b := doc.Box{X0: float64(c.Left), Y0: float64(c.Top), X1: float64(c.Left + c.Width), Y1: float64(c.Top + c.Height)}
		return b, !b.Empty()
	}
	return doc.Box{}, false
}

// fit returns a picture as a file within the service's limits, reduced if necessary.
func fit(g *image.Gray) ([]byte, error) {
	for range 5 {
		if max(g.Rect.Dx(), g.Rect.Dy()) <= mostPixels {
			file, err := ocr.PNG(g)
			if err != nil || len(file) <= mostBytes {
				return file, err
			}
		}
		g = halved(g)
	}
	return nil, fmt.Errorf("%w: too large", ocr.ErrRefused)
}

// halved is a picture at half its size.
func halved(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, (w+1)/2, (h+1)/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			sum, n := 0, 0
			for v := 2 * y; v < min(2*y+2, h); v++ {
				for _, p := range g.Pix[v*g.Stride+2*x : v*g.Stride+min(2*x+2, w)] {
					sum += int(p)
					n++
				}
			}
			out.Pix[y*out.Stride+x] = uint8(sum / n)
		}
	}
	return out
}
