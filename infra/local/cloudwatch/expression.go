package cloudwatch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// optional is a number that a period may lack.
type optional struct {
	value float64
	ok    bool
}

// evaluate computes an expression of metric math: arithmetic, comparisons, IF and FILL. Its syntax is that of Go's
// expressions.
func evaluate(expression string, values map[string]optional) (optional, error) {
	e, err := parser.ParseExpr(expression)
	if err != nil {
		return optional{}, fmt.Errorf("read the expression %q: %w", expression, err)
	}
	v, err := compute(e, values)
	if err != nil {
		return optional{}, fmt.Errorf("the expression %q: %w", expression, err)
	}
	return v, nil
}

func compute(e ast.Expr, values map[string]optional) (optional, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return compute(e.X, values)
	case *ast.BasicLit:
		n, err := strconv.ParseFloat(e.Value, 64)
		return optional{n, true}, err
	case *ast.Ident:
		v, known := values[e.Name]
		if !known {
			return optional{}, fmt.Errorf("nothing is called %s", e.Name)
		}
		return v, nil
	case *ast.BinaryExpr:
		x, err := compute(e.X, values)
		if err != nil {
			return optional{}, err
		}
		y, err := compute(e.Y, values)
		if err != nil {
			return optional{}, err
		}
		return combine(e.Op, x, y)
	case *ast.CallExpr:
		return call(e, values)
	}
	return optional{}, fmt.Errorf("%T is not known", e)
}

func combine(op token.Token, x, y optional) (optional, error) {
	if !x.ok || !y.ok {
		return optional{}, nil
	}
	truth := func(is bool) (optional, error) {
		if is {
			return optional{1, true}, nil
		}
		return optional{0, true}, nil
	}
	switch op {
	case token.ADD:
		return optional{x.value + y.value, true}, nil
	case token.SUB:
		return optional{x.value - y.value, true}, nil
	case token.MUL:
		return optional{x.value * y.value, true}, nil
	case token.QUO: // CloudWatch has no value where the divisor is 0
		return optional{x.value / y.value, y.value != 0}, nil
	case token.GTR:
		return truth(x.value > y.value)
	case token.GEQ:
		return truth(x.value >= y.value)
	case token.LSS:
		return truth(x.value < y.value)
	case token.LEQ:
		return truth(x.value <= y.value)
	default:
		return optional{}, fmt.Errorf("the operator %s is not known", op)
	}
}

func call(e *ast.CallExpr, values map[string]optional) (optional, error) {
	name, _ := e.Fun.(*ast.Ident)
	arguments := make([]optional, len(e.Args))
	for i, a := range e.Args {
		var err error
		if arguments[i], err = compute(a, values); err != nil {
			return optional{}, err
		}
	}
	switch {
	case name != nil && name.Name == "FILL" && len(arguments) == 2:
		if arguments[0].ok {
			return arguments[0], nil
		}
		return arguments[1], nil
	case name != nil && name.Name == "IF" && len(arguments) == 3:
		if !arguments[0].ok {
			return optional{}, nil
		}
		if arguments[0].value != 0 {
			return arguments[1], nil
		}
		return arguments[2], nil
	}
	return optional{}, fmt.Errorf("the function %v with %d arguments is not known", e.Fun, len(e.Args))
}
