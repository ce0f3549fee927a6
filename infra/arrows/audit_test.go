package arrows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/audit"
)

// recorders are the functions of which an argument is the action of an audit record.
var recorders = map[string]bool{"Begin": true, "Audit": true, "audit": true, "by": true, "begin": true, "record": true, "write": true, "changePasskeys": true, "endSessions": true, "applier": true, "TakeOff": true, "step": true, "tryStep": true}

var actionForm = regexp.MustCompile(`^[a-z_]+\.[a-z_.]+$`)

// Every action that the code records has a category and a text.
func TestActionsHaveTexts(t *testing.T) {
	found := 0
	for _, folder := range []string{"functions", "shared"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "apitest") {
				return err
			}
			for _, a := range actionsIn(t, path) {
				found++
				if !known(a) {
					t.Errorf("%s records %q, which is not in shared/domain/audit/actions.tsv", path, a)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 80 {
		t.Errorf("only %d actions found: the functions that record them have other names now", found)
	}
}

// known reports whether an action is in the table, or, where the code completes it, one
// that begins so.
func known(action string) bool {
	if !strings.HasSuffix(action, ".") {
		return audit.Find(action).Category != audit.Other
	}
	for _, a := range audit.Actions {
		if strings.HasPrefix(a.Name, action) {
			return true
		}
	}
	return false
}

// actionsIn are the literals of a file that are recorded as actions: arguments of
// recorders, and members named Action or action of audit records.
func actionsIn(t *testing.T, path string) (actions []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	literal := func(e ast.Expr) {
		if sum, ok := e.(*ast.BinaryExpr); ok {
			e = sum.X
		}
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && actionForm.MatchString(text) {
			actions = append(actions, text)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if recorders[nameOf(n.Fun)] {
				for _, argument := range n.Args {
					literal(argument)
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && strings.EqualFold(key.Name, "action") {
				literal(n.Value)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && name.Name == "action" && i < len(n.Rhs) {
					literal(n.Rhs[i])
				}
			}
		}
		return true
	})
	return actions
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return nameOf(e.X)
	}
	return ""
}
