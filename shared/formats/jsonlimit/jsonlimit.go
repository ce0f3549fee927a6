// Package jsonlimit looks at a JSON text before it is decoded, and refuses one
// that would cost more to decode and validate than it can be worth: too many
// values, nested too deeply, names that are endless or stand twice in an object.
// Its work is linear in the text and ends at the first limit that is passed.
package jsonlimit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"anzen/shared/domain/message"
)

// Limits are what a text may hold.
type Limits struct {
	Depth  int // of objects and arrays in each other
	Values int // strings, numbers, objects, arrays ... in all
	// Paths: names may have dots and brackets, as those of SCIM do.
	Paths bool
}

// maxName is the longest name of a member, in bytes. The longest that the API or the
// exchange format knows has 60.
const maxName = 128

// The codes of texts that are refused.
const (
	CodeTooDeep       message.Code = "json.too_deep"
	CodeTooManyValues message.Code = "json.too_many_values"
	CodeTwice         message.Code = "json.member_twice"
	CodeName          message.Code = "json.name"
)

// level is an object or array that is open.
type level struct {
	names map[string]struct{} // of an object; nil for an array
	key   bool                // the next token is a name
}

// Check returns an error for the user where a text breaks the limits.
func Check(data []byte, limits Limits) error {
	if !utf8.Valid(data) {
		return malformed(errors.New("the text is not UTF-8"))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var open []level
	values := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(open) == 0 && values > 0 {
			return nil
		}
		if err != nil {
			return malformed(err)
		}
		if len(open) == 0 && values > 0 {
			return malformed(errors.New("there is more than one value"))
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].names != nil {
			top := &open[n-1]
			if top.key {
				if err := top.name(token, limits.Paths); err != nil {
					return err
				}
				continue
			}
			top.key = true
		}
		if values++; values > limits.Values {
			return message.New(message.Invalid, CodeTooManyValues).With(message.Args{"limit": limits.Values})
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{map[string]struct{}{}, true})
		case json.Delim('['):
			open = append(open, level{})
		}
		if len(open) > limits.Depth {
			return message.New(message.Invalid, CodeTooDeep).With(message.Args{"limit": limits.Depth})
		}
	}
}

// name takes the name of a member.
func (l *level) name(token json.Token, paths bool) error {
	name, ok := token.(string)
	if !ok {
		return malformed(fmt.Errorf("%v is no name", token))
	}
	// The paths in errors part names by dots and brackets. No name of the API or the
	// exchange format has one, and huma loses its way in one that has.
	if len(name) > maxName || !paths && strings.ContainsAny(name, ".[]") {
		return message.New(message.Invalid, CodeName).With(message.Args{"limit": maxName})
	}
	if _, twice := l.names[name]; twice {
		return message.New(message.Invalid, CodeTwice).With(message.Args{"name": name})
	}
	l.names[name], l.key = struct{}{}, false
	return nil
}

func malformed(cause error) error {
	return message.New(message.Invalid, message.CodeMalformed).Because(cause)
}
