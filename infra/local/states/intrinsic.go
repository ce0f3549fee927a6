package states

import (
	"crypto/md5"  //nolint:gosec // States.Hash offers it
	"crypto/sha1" //nolint:gosec // States.Hash offers it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// intrinsic is a call such as States.Format('{}', $.name).
type intrinsic struct {
	name      string
	arguments []func(scope) (any, error)
}

// arity is the least and the most number of arguments of each function.
var arity = map[string][2]int{
	"Format": {1, 99}, "Array": {0, 99}, "ArrayPartition": {2, 2}, "ArrayContains": {2, 2}, "ArrayRange": {3, 3},
	"ArrayGetItem": {2, 2}, "ArrayLength": {1, 1}, "ArrayUnique": {1, 1}, "Base64Encode": {1, 1}, "Base64Decode": {1, 1},
	"Hash": {2, 2}, "JsonMerge": {3, 3}, "StringToJson": {1, 1}, "JsonToString": {1, 1}, "MathAdd": {2, 2},
	"StringSplit": {2, 2}, "UUID": {0, 0},
}

func parseIntrinsic(text string) (*intrinsic, error) {
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, "States."), "(")
	if !ok || !strings.HasSuffix(rest, ")") {
		return nil, fmt.Errorf("%q is no call", text)
	}
	limits, known := arity[name]
	if !known {
		return nil, fmt.Errorf("there is no function States.%s", name)
	}
	parts, err := splitArguments(rest[:len(rest)-1])
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	if len(parts) < limits[0] || len(parts) > limits[1] {
		return nil, fmt.Errorf("States.%s does not take %d arguments", name, len(parts))
	}
	call := &intrinsic{name: name}
	for _, part := range parts {
		argument, err := parseArgument(part)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		call.arguments = append(call.arguments, argument)
	}
	return call, nil
}

func parseArgument(text string) (func(scope) (any, error), error) {
	switch {
	case text == "":
		return nil, fmt.Errorf("an argument is empty")
	case text[0] == '\'':
		if len(text) < 2 || text[len(text)-1] != '\'' {
			return nil, errUnbalanced
		}
		plain := strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(text[1 : len(text)-1])
		return func(scope) (any, error) { return plain, nil }, nil
	case text[0] == '$', strings.HasPrefix(text, "States."):
		return func(s scope) (any, error) { return s.query(text) }, checkQuery(text)
	}
	var literal any
	if err := json.Unmarshal([]byte(text), &literal); err != nil {
		return nil, fmt.Errorf("argument %q is neither text in single quotes, number, path nor call", text)
	}
	return func(scope) (any, error) { return literal, nil }, nil
}

// splitArguments splits at the commas outside of quotes and brackets.
func splitArguments(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var parts []string
	depth, quoted, start := 0, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if quoted || depth != 0 {
		return nil, errUnbalanced
	}
	return append(parts, strings.TrimSpace(text[start:])), nil
}

func (c *intrinsic) run(s scope) (result any, err error) {
	arguments := make([]any, len(c.arguments))
	for i, argument := range c.arguments {
		if arguments[i], err = argument(s); err != nil {
			return nil, err
		}
	}
	result, err = c.apply(arguments)
	if err != nil {
		return nil, failure(errIntrinsic, fmt.Sprintf("States.%s: %v", c.name, err))
	}
	return result, nil
}

func (c *intrinsic) apply(arguments []any) (any, error) {
	switch c.name {
	case "Array":
		return arguments, nil
	case "UUID":
		return uuid.NewString(), nil
	case "JsonToString":
		text, err := json.Marshal(arguments[0])
		return string(text), err
	case "MathAdd":
		return mathAdd(arguments)
	case "ArrayRange":
		return arrayRange(arguments)
	case "JsonMerge":
		return jsonMerge(arguments)
	}
	if array, ok := arguments[0].([]any); ok {
		return onArray(c.name, array, arguments[1:])
	}
	if text, ok := arguments[0].(string); ok {
		return onText(c.name, text, arguments[1:])
	}
	if c.name == "Hash" {
		text, err := json.Marshal(arguments[0])
		if err != nil {
			return nil, err
		}
		return onText(c.name, string(text), arguments[1:])
	}
	return nil, fmt.Errorf("the first argument is of the wrong kind")
}

func onArray(name string, array, rest []any) (any, error) {
	switch name {
	case "ArrayLength":
		return float64(len(array)), nil
	case "ArrayContains":
		return slices.ContainsFunc(array, func(each any) bool { return reflect.DeepEqual(each, rest[0]) }), nil
	case "ArrayGetItem":
		index, ok := rest[0].(float64)
		if !ok || index < 0 || int(index) >= len(array) {
			return nil, fmt.Errorf("there is no item %v", rest[0])
		}
		return array[int(index)], nil
	case "ArrayPartition":
		size, ok := rest[0].(float64)
		if !ok || size < 1 {
			return nil, fmt.Errorf("%v is no size", rest[0])
		}
		parts := []any{}
		for part := range slices.Chunk(array, int(size)) {
			parts = append(parts, slices.Clone(part))
		}
		return parts, nil
	case "ArrayUnique":
		unique := []any{}
		for _, each := range array {
			if !slices.ContainsFunc(unique, func(have any) bool { return reflect.DeepEqual(have, each) }) {
				unique = append(unique, each)
			}
		}
		return unique, nil
	}
	return nil, fmt.Errorf("the first argument is an array")
}

func onText(name, text string, rest []any) (any, error) {
	switch name {
	case "Format":
		return format(text, rest)
	case "StringToJson":
		var value any
		err := json.Unmarshal([]byte(text), &value)
		return value, err
	case "StringSplit":
		separators, _ := rest[0].(string)
		parts := []any{}
		for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			parts = append(parts, part)
		}
		return parts, nil
	case "Base64Encode":
		return base64.StdEncoding.EncodeToString([]byte(text)), nil
	case "Base64Decode":
		plain, err := base64.StdEncoding.DecodeString(text)
		return string(plain), err
	case "Hash":
		return hash(text, rest[0])
	}
	return nil, fmt.Errorf("the first argument is a text")
}

func format(text string, values []any) (any, error) {
	parts := strings.Split(text, "{}")
	if len(parts)-1 != len(values) {
		return nil, fmt.Errorf("%d places for %d values", len(parts)-1, len(values))
	}
	var out strings.Builder
	out.WriteString(parts[0])
	for i, value := range values {
		if plain, ok := value.(string); ok {
			out.WriteString(plain)
		} else {
			encoded, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			out.Write(encoded)
		}
		out.WriteString(parts[i+1])
	}
	return out.String(), nil
}

func hash(text string, algorithm any) (any, error) {
	data := []byte(text)
	switch algorithm {
	case "MD5":
		sum := md5.Sum(data) //nolint:gosec // asked for
		return hex.EncodeToString(sum[:]), nil
	case "SHA-1":
		sum := sha1.Sum(data) //nolint:gosec // asked for
		return hex.EncodeToString(sum[:]), nil
	case "SHA-256":
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:]), nil
	case "SHA-384":
		sum := sha512.Sum384(data)
		return hex.EncodeToString(sum[:]), nil
	case "SHA-512":
		sum := sha512.Sum512(data)
		return hex.EncodeToString(sum[:]), nil
	}
	return nil, fmt.Errorf("%v is no algorithm", algorithm)
}

func mathAdd(arguments []any) (any, error) {
	a, ok := arguments[0].(float64)
	b, also := arguments[1].(float64)
	if !ok || !also {
		return nil, fmt.Errorf("an argument is no number")
	}
	return math.Round(a) + math.Round(b), nil
}

func arrayRange(arguments []any) (any, error) {
	var n [3]float64
	for i := range n {
		number, ok := arguments[i].(float64)
		if !ok {
			return nil, fmt.Errorf("argument %d is no number", i)
		}
		n[i] = number
	}
	if n[2] == 0 || math.Abs(n[1]-n[0])/math.Abs(n[2]) >= 1000 {
		return nil, fmt.Errorf("the step is 0, or the range has over 1000 items")
	}
	out := []any{}
	for i := n[0]; n[2] > 0 && i <= n[1] || n[2] < 0 && i >= n[1]; i += n[2] {
		out = append(out, i)
	}
	return out, nil
}

func jsonMerge(arguments []any) (any, error) {
	first, ok := arguments[0].(map[string]any)
	second, also := arguments[1].(map[string]any)
	if !ok || !also || arguments[2] != false {
		return nil, fmt.Errorf("takes two objects and false")
	}
	out := make(map[string]any, len(first)+len(second))
	for _, object := range []map[string]any{first, second} {
		for key, value := range object {
			out[key] = value
		}
	}
	return out, nil
}
