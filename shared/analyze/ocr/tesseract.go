package ocr

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/analyze/doc"
)

// Tesseract runs the program of that name (version 4 or 5).
type Tesseract struct {
	// Path of the program, "": tesseract in PATH.
	Path string
	// Languages in the program's form, "": jpn.
	Languages string

	find sync.Once
	path string
	err  error
}

func (t *Tesseract) program() (string, error) {
	t.find.Do(func() {
		name := t.Path
		if name == "" {
			name = "tesseract"
		}
		if t.path, t.err = exec.LookPath(name); t.err != nil {
			t.err = fmt.Errorf("%w: %w", ErrNoOCR, t.err)
		}
	})
	return t.path, t.err
}

// Page recognises one page as a single block of text; parts of words and columns are put in order by their
// boxes later, so the engine's own page analysis, which loses tables, stays off.
func (t *Tesseract) Page(ctx context.Context, img Image) ([]doc.Word, error) {
	prog, err := t.program()
	if err != nil {
		return nil, err
	}
	langs := t.Languages
	if langs == "" {
		langs = "jpn"
	}
	out, err := t.run(ctx, prog, img, "-l", langs, "--psm", "6", "tsv")
	if err != nil {
		return nil, err
	}
	return parseTSV(out, img), nil
}

// Orientation by the program's script detection; its file for that must be installed.
func (t *Tesseract) Orientation(ctx context.Context, img Image) (int, error) {
	prog, err := t.program()
	if err != nil {
		return 0, err
	}
	out, err := t.run(ctx, prog, img, "--psm", "0")
	if err != nil {
		return 0, err
	}
	for l := range strings.Lines(out) {
		if v, ok := strings.CutPrefix(l, "Rotate:"); ok {
			n, err := strconv.Atoi(strings.TrimSpace(v))
			return n, err
		}
	}
	return 0, nil
}

func (t *Tesseract) run(ctx context.Context, prog string, img Image, args ...string) (string, error) {
	args = append([]string{"stdin", "stdout", "--dpi", strconv.Itoa(int(math.Round(img.DPI)))}, args...)
	cmd := exec.CommandContext(ctx, prog, args...)
	// One thread: several only wait for each other.
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(img.PNG)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if strings.Contains(problems.String(), "loading language") || strings.Contains(problems.String(), "traineddata") {
			return "", fmt.Errorf("%w: %.120s", ErrNoOCR, problems.String())
		}
		return "", fmt.Errorf("run tesseract on page %d: %w: %.200s", img.Page, err, problems.String())
	}
	return out.String(), nil
}

// parseTSV reads Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
// confidence, text; level 5 is a word.
func parseTSV(s string, img Image) []doc.Word {
	k := 72 / img.DPI
	var out []doc.Word
	for line := range strings.Lines(s) {
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(f) < 12 || f[0] != "5" || strings.TrimSpace(f[11]) == "" {
			continue
		}
		var v [4]float64
		ok := true
		for i := range v {
			x, err := strconv.ParseFloat(f[6+i], 64)
			ok = ok && err == nil
			v[i] = x * k
		}
		conf, err := strconv.ParseFloat(f[10], 64)
		if !ok || err != nil || conf < 0 || v[2] <= 0 || v[3] <= 0 {
			continue
		}
		out = append(out, doc.Word{
			// The height of a box is that of its ink; most characters fill nine tenths of the em.
			Size: 1.1 * v[3],
			Text: strings.TrimSpace(f[11]), Page: img.Page, OCR: true, Conf: conf / 100, Ink: 0xff000000,
			Box: doc.Box{X0: v[0], Y0: v[1], X1: v[0] + v[2], Y1: v[1] + v[3]},
		})
	}
	return out
}
