package message_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"anzen/shared/domain/message"
)

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

func placeholders(text string) []string {
	return slices.Compact(slices.Sorted(slices.Values(placeholder.FindAllString(text, -1))))
}

func japanese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) })
}

func TestEveryTextIsInBothLanguages(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*(\.[a-z0-9]+(_[a-z0-9]+)*)*$`)
	for _, c := range message.Codes() {
		ja, en := message.Text("ja", c, nil), message.Text("en", c, nil)
		switch {
		case !form.MatchString(string(c)):
			t.Errorf("%s: not a code in lower case", c)
		case !japanese(ja):
			t.Errorf("%s: no Japanese in %q", c, ja)
		case en == "" || japanese(en):
			t.Errorf("%s: not English: %q", c, en)
		case !slices.Equal(placeholders(ja), placeholders(en)):
			t.Errorf("%s: %v in Japanese, %v in English", c, placeholders(ja), placeholders(en))
		case strings.TrimSpace(ja) != ja || strings.TrimSpace(en) != en:
			t.Errorf("%s: spaces at an end", c)
		}
	}
}

// Every constant of type message.Code in the program, and every literal given to
// message.New, has its texts.
func TestEveryCodeOfTheProgramHasTexts(t *testing.T) {
	found := 0
	for _, room := range []string{"functions", "shared"} {
		err := filepath.WalkDir(filepath.Join("..", "..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, c := range codesIn(path, source) {
				found++
				if !message.Known(c) {
					t.Errorf("%s: no texts for %q", path, c)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 30 {
		t.Errorf("only %d codes were found", found)
	}
}

// codesIn are the codes in a file; none where it does not parse, which the compiler reports.
func codesIn(path string, source []byte) (codes []message.Code) {
	file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
	if err != nil {
		return nil
	}
	literal := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				codes = append(codes, message.Code(text))
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if name := typeName(n.Type); name == "message.Code" || name == "Code" && file.Name.Name == "message" {
				for _, v := range n.Values {
					literal(v)
				}
			}
		case *ast.CallExpr:
			if name := typeName(n.Fun); (name == "message.New" || name == "message.Code") && len(n.Args) > 0 {
				literal(n.Args[len(n.Args)-1])
			}
		}
		return true
	})
	return codes
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	default:
		return ""
	}
}

func TestText(t *testing.T) {
	if got := message.Text("ja", message.CodeTooLong, message.Args{"length": 45}); got != "45文字以内で入力してください。" {
		t.Error(got)
	}
	if got := message.Text("en", message.CodeTooLong, message.Args{"length": 45}); got != "Please use at most 45 characters." {
		t.Error(got)
	}
	older := message.Args{"from": "2025-04-01", "revised": "2022-05"}
	if got := message.Text("en", "law.compare.older", older); got != "It applies from 04/01/2025, after the sheet's revision of 05/2022: the sheet needs revising." {
		t.Error(got)
	}
	if got := message.Text("ja", "law.compare.older", older); got != "SDSの改訂日（2022/05）より後の 2025/04/01 から対象となりました。SDSの改訂が必要です。" {
		t.Error(got)
	}
	if got := message.Text("en", "no.such_code", nil); got != "no.such_code" {
		t.Error(got)
	}
}

// An argument is not expanded in turn: a file may be called "{code}".
func TestArgumentsAreNotExpanded(t *testing.T) {
	var code message.Code
	var names []string
	for _, c := range message.Codes() {
		if names = placeholders(message.Text("en", c, nil)); len(names) >= 2 {
			code = c
			break
		}
	}
	if code == "" {
		t.Fatal("no text has two placeholders")
	}
	for range 20 { // in any order of the arguments
		args := message.Args{}
		for i, name := range names {
			args[strings.Trim(name, "{}")] = names[(i+1)%len(names)]
		}
		if got := placeholders(message.Text("en", code, args)); !slices.Equal(got, names) {
			t.Fatalf("%s: %v of %v are left", code, got, names)
		}
	}
}

func TestLocale(t *testing.T) {
	tests := map[string]string{
		"ja": "ja", "ja-JP": "ja", "ja-JP,ja;q=0.9,en-US;q=0.8": "ja", "en-US,en;q=0.9,ja;q=0.8": "en", "en": "en",
		"zh-CN": "ja", "zh-TW,zh;q=0.9": "ja", "zh-CN,en;q=0.8": "en", "fr-FR,fr;q=0.9": "en", "fr,ja;q=0.5": "ja", "": "en",
		"en;q=0.5,ja;q=0.9": "ja", "en;q=0.5, ja": "ja", "ja;q=0.1, en;q=0.2": "en", "ja;q=0, en;q=0.1": "en", "en;q=0,zh": "ja", "ja;q=x,en": "en", "ja ; Q=0.8 , en;q=0.3": "ja", " JA ": "ja",
	}
	for accept, want := range tests {
		if got := message.Locale(accept); got != want {
			t.Errorf("%q: %s, want %s", accept, got, want)
		}
	}
}

func TestErrorKeepsItsCauseApart(t *testing.T) {
	cause := errors.New("the disk is full")
	base := message.New(message.Conflict, message.CodeStale)
	e := base.Because(cause).With(message.Args{"a": 1}).On("name", message.CodeRequired, nil)
	wrapped := fmt.Errorf("while writing: %w", e)
	if !errors.Is(wrapped, base) || !errors.Is(wrapped, cause) || errors.Is(wrapped, message.New(message.Conflict, message.CodeBusy)) {
		t.Errorf("%v", wrapped)
	}
	if base.Cause != nil || base.Args != nil || len(base.Fields) != 0 {
		t.Errorf("the base error has changed: %+v", base)
	}
	if strings.Contains(message.Text("en", e.Code, e.Args), "disk") || e.Kind.Status() != 409 {
		t.Errorf("%d %s", e.Kind.Status(), message.Text("en", e.Code, e.Args))
	}
}

// The memory for collecting errors is proportional to their number.
func TestCollectingIsLinear(t *testing.T) {
	collect := func(n int) func() {
		return func() {
			e := message.New(message.Invalid, message.CodeInvalid)
			for range n {
				e = e.On("field", message.CodeRequired, nil)
			}
			if got := len(e.Fields) + e.Omitted; got != n || len(e.Fields) > message.MaxFields {
				t.Errorf("%d of %d, %d listed", got, n, len(e.Fields))
			}
		}
	}
	bytes := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		collect(n)()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if small, large := bytes(1000), bytes(8000); large > 16*small {
		t.Errorf("1,000 take %d bytes, 8,000 take %d", small, large)
	}
}

// Extending an error does not change it.
func TestErrorsAreCopied(t *testing.T) {
	base := message.New(message.Invalid, message.CodeInvalid).On("a", message.CodeRequired, nil)
	one, two := base.On("b", message.CodeRequired, nil), base.On("c", message.CodeRequired, nil)
	if len(base.Fields) != 1 || one.Fields[1].Path != "b" || two.Fields[1].Path != "c" {
		t.Errorf("%v, %v, %v", base.Fields, one.Fields, two.Fields)
	}
}
