// Package textract recognises text with Amazon Textract.
//
// According to the service's reference a detected word consists of "ISO basic Latin script characters", and Japanese
// is not mentioned; so pages in Japanese are not sent to it (ocr.Split) unless the configuration enables that.
package textract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
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
	width, height, file, err := fit(img.PNG)
	if err != nil {
		return nil, fmt.Errorf("picture of page %d: %w", img.Page, err)
	}
	out, err := e.Client.DetectDocumentText(ctx, &textract.DetectDocumentTextInput{Document: &types.Document{Bytes: file}})
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", img.Page, refused(err))
	}
	k := 72 / img.DPI
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

// fit returns the size of a picture in pixels, and the picture, reduced to the service's limits.
func fit(file []byte) (width, height float64, small []byte, err error) {
	config, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return 0, 0, nil, fmt.Errorf("decode: %w", err)
	}
	width, height = float64(config.Width), float64(config.Height)
	for times := 0; len(file) > mostBytes || max(config.Width, config.Height) > mostPixels; times++ {
		if times == 4 {
			return 0, 0, nil, fmt.Errorf("%w: too large", ocr.ErrRefused)
		}
		m, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			return 0, 0, nil, fmt.Errorf("decode: %w", err)
		}
		g := halved(m)
		config.Width, config.Height = g.Rect.Dx(), g.Rect.Dy()
		var out bytes.Buffer
		if err := png.Encode(&out, g); err != nil {
			return 0, 0, nil, fmt.Errorf("encode: %w", err)
		}
		file = out.Bytes()
	}
	return width, height, file, nil
}

// halved is a picture in greyscale at half its size.
func halved(m image.Image) *image.Gray {
	b := m.Bounds()
	out := image.NewGray(image.Rect(0, 0, (b.Dx()+1)/2, (b.Dy()+1)/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			sum, n := uint32(0), uint32(0)
			for v := b.Min.Y + 2*y; v < min(b.Min.Y+2*y+2, b.Max.Y); v++ {
				for u := b.Min.X + 2*x; u < min(b.Min.X+2*x+2, b.Max.X); u++ {
					r, g, bl, _ := m.At(u, v).RGBA()
					sum += (299*r + 587*g + 114*bl) / 1000 >> 8
					n++
				}
			}
			out.Pix[y*out.Stride+x] = uint8(sum / n)
		}
	}
	return out
}
