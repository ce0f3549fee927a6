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
	cmd := exec.CommandContext(ctx, prog, "stdin", "stdout", "-l", langs, "--psm", "6", "--dpi", strconv.Itoa(int(math.Round(img.DPI))), "tsv")
	// One thread: several only wait for each other.
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	cmd.Stdin = bytes.NewReader(img.PNG)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if strings.Contains(problems.String(), "loading language") || strings.Contains(problems.String(), "traineddata") {
			return nil, fmt.Errorf("%w: language %s", ErrNoOCR, langs)
		}
		return nil, fmt.Errorf("run tesseract on page %d: %w: %.200s", img.Page, err, problems.String())
	}
	return parseTSV(out.String(), img), nil
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
			Text: strings.TrimSpace(f[11]), Page: img.Page, OCR: true, Conf: conf / 100, Ink: 0xff000000,
			Box: doc.Box{X0: v[0], Y0: v[1], X1: v[0] + v[2], Y1: v[1] + v[3]},
		})
	}
	return out
}
