package textract

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/textract"
	"github.com/aws/aws-sdk-go-v2/service/textract/types"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/ocr"
)

// fake answers what the service would, and keeps what it was sent.
type fake struct {
	blocks []types.Block
	err    error
	sent   []byte
}

func (f *fake) DetectDocumentText(_ context.Context, in *textract.DetectDocumentTextInput, _ ...func(*textract.Options)) (*textract.DetectDocumentTextOutput, error) {
	f.sent = in.Document.Bytes
	if f.err != nil {
		return nil, f.err
	}
	return &textract.DetectDocumentTextOutput{Blocks: f.blocks, DetectDocumentTextModelVersion: aws.String("1.0")}, nil
}

func picture(w, h int, noise bool) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range g.Pix {
		if g.Pix[i] = 255; noise {
			g.Pix[i] = uint8(r.IntN(256))
		}
	}
	return g
}

// block as the service writes them: parts of the page, confidence in per cent.
func block(kind types.BlockType, text string, left, top, width, height float32) types.Block {
	right, low := left+width, top+height
	return types.Block{
		BlockType: kind, Text: aws.String(text), Confidence: aws.Float32(99.5), Id: aws.String("b"),
		Geometry: &types.Geometry{
			BoundingBox:   &types.BoundingBox{Left: left, Top: top, Width: width, Height: height},
			Polygon:       []types.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: low}, {X: left, Y: low}},
			RotationAngle: aws.Float32(0),
		},
	}
}

func TestWordsOfAPage(t *testing.T) {
	page := types.Block{BlockType: types.BlockTypePage, Geometry: &types.Geometry{BoundingBox: &types.BoundingBox{Width: 1, Height: 1}}}
	coarse := block(types.BlockTypeWord, "67-56-1", 0.5, 0.5, 0.1, 0.02)
	coarse.Geometry.Polygon = nil
	lying := block(types.BlockTypeWord, "COPY", 0.9, 0.2, 0.02, 0.1)
	lying.Geometry.RotationAngle = aws.Float32(-90.4)
	f := &fake{blocks: []types.Block{
		page, block(types.BlockTypeLine, "Flash point 11", 0.1, 0.1, 0.3, 0.02),
		block(types.BlockTypeWord, "Flash", 0.1, 0.1, 0.1, 0.02), coarse, lying,
		block(types.BlockTypeWord, " ", 0.3, 0.1, 0.1, 0.02), block(types.BlockTypeWord, "nowhere", 0.3, 0.1, 0, 0.02),
		{BlockType: types.BlockTypeWord, Text: aws.String("no place")},
	}}
	words, err := (&Engine{Client: f}).Page(context.Background(), ocr.Image{Picture: picture(600, 1200, false), DPI: 144, Page: 4})
	if err != nil || len(words) != 3 {
		t.Fatalf("%d words, %v: %+v", len(words), err, words)
	}
	for i, want := range []doc.Box{{X0: 30, Y0: 60, X1: 60, Y1: 72}, {X0: 150, Y0: 300, X1: 180, Y1: 312}, {X0: 270, Y0: 120, X1: 276, Y1: 180}} {
		got := words[i].Box
		if off := max(math.Abs(got.X0-want.X0), math.Abs(got.Y0-want.Y0), math.Abs(got.X1-want.X1), math.Abs(got.Y1-want.Y1)); off > 0.01 {
			t.Errorf("%s at %+v, want %+v", words[i].Text, got, want)
		}
	}
	if w := words[0]; w.Page != 4 || !w.OCR || math.Abs(w.Conf-0.995) > 1e-6 || w.Angle != 0 || words[2].Angle != 270 {
		t.Errorf("%+v, the lying one at %v degrees", w, words[2].Angle)
	}
}

func TestALargePictureIsMadeSmaller(t *testing.T) {
	f := &fake{blocks: []types.Block{block(types.BlockTypeWord, "word", 0.5, 0.5, 0.1, 0.1)}}
	large := picture(3000, 2400, true)
	if file, err := ocr.PNG(large); err != nil || len(file) <= mostBytes {
		t.Fatalf("only %d bytes, %v", len(file), err)
	}
	words, err := (&Engine{Client: f}).Page(context.Background(), ocr.Image{Picture: large, DPI: 300, Page: 1})
	if err != nil || len(f.sent) > mostBytes {
		t.Fatalf("%d bytes sent, %v", len(f.sent), err)
	}
	sent, err := png.DecodeConfig(bytes.NewReader(f.sent))
	if err != nil || sent.Width != 1500 || sent.Height != 1200 {
		t.Errorf("%d x %d sent, %v", sent.Width, sent.Height, err)
	}
	// The places are those on the page, not on what was sent.
	if got := words[0].X0; math.Abs(got-360) > 0.01 {
		t.Errorf("the word begins at %.1f", got)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		refused bool
	}{
		{"bad", &types.BadDocumentException{}, true},
		{"unsupported", &types.UnsupportedDocumentException{}, true},
		{"too large", &types.DocumentTooLargeException{}, true},
		{"throttled for long", &types.ProvisionedThroughputExceededException{}, false},
		{"not allowed", &types.AccessDeniedException{}, false},
	} {
		_, err := (&Engine{Client: &fake{err: c.err}}).Page(context.Background(), ocr.Image{Picture: picture(60, 60, false), DPI: 300, Page: 1})
		if err == nil || errors.Is(err, ocr.ErrRefused) != c.refused || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
