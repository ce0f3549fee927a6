package arrows

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Functions are created and started only by functions/handler, whose response buffers
// belong to one call; those of the library are shared by all calls of a process.
const (
	lambdaLibrary = "github.com/aws/aws-lambda-go/lambda"
	handlerFolder = "functions/handler/"
)

// allowedOfLambda are the library's names that any package may use.
var allowedOfLambda = []string{"Handler"}

// libraryHandlers lists a file's uses of the library that create or start handlers.
func libraryHandlers(name string, source []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	local := ""
	for _, i := range file.Imports {
		if i.Path.Value != `"`+lambdaLibrary+`"` {
			continue
		}
		local = "lambda"
		if i.Name != nil {
			local = i.Name.Name
		}
	}
	if local == "" {
		return nil, nil
	}
	if local == "." || local == "_" {
		return []string{fmt.Sprintf("%s imports it as %s", name, local)}, nil
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		use, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := use.X.(*ast.Ident); ok && of.Name == local && !slices.Contains(allowedOfLambda, use.Sel.Name) {
			found = append(found, fmt.Sprintf("%s uses %s", files.Position(use.Pos()), use.Sel.Name))
		}
		return true
	})
	return found, nil
}

func TestHandlersAreOurOwn(t *testing.T) {
	for name, source := range files(t, "*.go") {
		if strings.HasPrefix(name, handlerFolder) {
			continue
		}
		found, err := libraryHandlers(name, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, use := range found {
			t.Errorf("%s of %s: handlers are created and started by %s only", use, lambdaLibrary, handlerFolder)
		}
	}
}

func TestLibraryHandlersAreFound(t *testing.T) {
	for code, found := range map[string]int{
		`import "` + lambdaLibrary + `"; var h lambda.Handler`:                           0,
		`import "` + lambdaLibrary + `"; var h = lambda.NewHandler(f)`:                   1,
		`import aws "` + lambdaLibrary + `"; var h = aws.NewHandlerWithOptions(f)`:       1,
		`import "` + lambdaLibrary + `"; func main() { lambda.Start(func() {}) }`:        1,
		`import "` + lambdaLibrary + `"; func main() { g(lambda.StartWithOptions) }`:     1,
		`import . "` + lambdaLibrary + `"; func main() { Start(f) }`:                     1,
		`import "anzen/infra/local/lambda"; func main() { lambda.NewInvoker(nil, nil) }`: 0,
	} {
		uses, err := libraryHandlers("x.go", []byte("package x; "+code))
		if err != nil {
			t.Fatal(err)
		}
		if len(uses) != found {
			t.Errorf("%s: %v", code, uses)
		}
	}
}
