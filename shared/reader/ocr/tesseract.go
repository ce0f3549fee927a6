package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/reader/doc"
)

// Tesseract runs the program of that name (version 4 or 5).
type Tesseract struct {
	// Path of the program; "" for tesseract in PATH.
	Path string
	// Languages in the program's form, "" for jpn; LatinLanguages for pages in Latin
	// script, "" for eng. Where the program lacks these, it reads such pages with
	// Languages.
	Languages, LatinLanguages string

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

func (t *Tesseract) languages(latin bool) string {
	langs, other := t.Languages, t.LatinLanguages
	if langs == "" {
		langs = "jpn"
	}
	if other == "" {
		other = "eng"
	}
	if latin {
		return other
	}
	return langs
}

// Page recognises one page as a single block of text. Words and columns are ordered by
// their boxes later, so the engine's own page analysis, which loses tables, is off.
func (t *Tesseract) Page(ctx context.Context, img Image) ([]doc.Word, error) {
	file, err := PNG(img.Picture)
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", img.Page, err)
	}
	pages, err := t.recognise(ctx, file, img.Latin, "--dpi", strconv.Itoa(int(math.Round(img.DPI))), "--psm", "6")
	if err != nil {
		return nil, fmt.Errorf("page %d: %w", img.Page, err)
	}
	var words []doc.Word
	k := 72 / img.DPI
	for _, p := range pages {
		for _, w := range p {
			w.Page = img.Page
			w.Box = doc.Box{X0: k * w.X0, Y0: k * w.Y0, X1: k * w.X1, Y1: k * w.Y1}
			// The height of a box is that of its ink; most characters fill nine tenths of
			// the em.
			w.Size = 1.1 * w.H()
			words = append(words, w)
		}
	}
	return words, nil
}

// Lines recognises pictures of single lines in one run.
func (t *Tesseract) Lines(ctx context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error) {
	// 300 dpi only keeps the program from estimating it. White on black is not tried: dark
	// areas have been inverted before.
	pages, err := t.recognise(ctx, tiff(lines), latin, "--dpi", "300", "--psm", "7")
	if err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	out := make([][]doc.Word, len(lines))
	for n, words := range pages {
		if n >= 1 && n <= len(out) {
			out[n-1] = words
		}
	}
	return out, nil
}

// recognise returns the words of each picture in a file, by its number from 1, in pixels.
func (t *Tesseract) recognise(ctx context.Context, file []byte, latin bool, args ...string) (map[int][]doc.Word, error) {
	args = append(args, "-c", "tessedit_do_invert=0", "tsv")
	out, err := t.run(ctx, file, append([]string{"-l", t.languages(latin)}, args...)...)
	if latin && errors.Is(err, ErrNoOCR) {
		out, err = t.run(ctx, file, append([]string{"-l", t.languages(false)}, args...)...)
	}
	if err != nil {
		return nil, err
	}
	return parseTSV(out), nil
}

// inherited are the environment variables that the program gets: paths of its libraries and
// data, and the locale. It reads untrusted files, and must not see others, such as the
// function's credentials.
var inherited = []string{"PATH", "LD_LIBRARY_PATH", "TESSDATA_PREFIX", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE"}

func environment() []string {
	// One thread: several would only wait for each other. Huge pages of memory: page faults
	// take a tenth of a run otherwise (glibc 2.35; others ignore it).
	env := []string{"OMP_THREAD_LIMIT=1", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}
	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func (t *Tesseract) run(ctx context.Context, file []byte, args ...string) (string, error) {
	program, err := t.program()
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, append([]string{"stdin", "stdout"}, args...)...)
	cmd.Env = environment()
	cmd.Stdin = bytes.NewReader(file)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if strings.Contains(problems.String(), "loading language") || strings.Contains(problems.String(), "traineddata") {
			return "", fmt.Errorf("%w: %.120s", ErrNoOCR, problems.String())
		}
		return "", fmt.Errorf("run tesseract: %w: %.200s", err, problems.String())
	}
	return out.String(), nil
}

// parseTSV parses Tesseract's table: level, page, block, paragraph, line, word, left, top,
// width, height, confidence, text; level 5 is a word. The boxes are in pixels.
func parseTSV(s string) map[int][]doc.Word {
	out := map[int][]doc.Word{}
	for line := range strings.Lines(s) {
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(f) < 12 || f[0] != "5" || strings.TrimSpace(f[11]) == "" {
			continue
		}
		var v [4]float64
		page, err := strconv.Atoi(f[1])
		ok := err == nil
		for i := range v {
			v[i], err = strconv.ParseFloat(f[6+i], 64)
			ok = ok && err == nil && math.Abs(v[i]) < 1e6 // false for NaN too
		}
		conf, err := strconv.ParseFloat(f[10], 64)
		if ok = ok && err == nil && conf >= 0 && conf <= 100; !ok || v[2] <= 0.01 || v[3] <= 0.01 {
			continue
		}
		out[page] = append(out[page], doc.Word{
			Text: strings.TrimSpace(f[11]), OCR: true, Conf: conf / 100, Ink: 0xff000000,
			Box: doc.Box{X0: v[0], Y0: v[1], X1: v[0] + v[2], Y1: v[1] + v[3]},
		})
	}
	return out
}
