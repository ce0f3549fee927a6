// Package members keeps the members of JSON objects that a type does not know. While a release goes on, older and newer code
// pass the same objects to one another: what newer code has added has to outlive a step of the older.
package members

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Keep adds to an encoded object the members of its former content that the type does not know. Content that is not an
// object has none. Only the object's own members are kept, not those of objects in it.
func Keep(of reflect.Type, was, now []byte) ([]byte, error) {
	unknown, err := unknownTo(of, was)
	if err != nil || len(unknown) == 0 {
		return now, err
	}
	end := bytes.LastIndexByte(now, '}')
	if end < 0 || now[0] != '{' {
		return now, nil
	}
	var out bytes.Buffer
	out.Write(bytes.TrimRight(now[:end], " \n\t"))
	for _, m := range unknown {
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, fmt.Errorf("keep the member %s: %w", m.name, err)
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(m.value)
	}
	out.Write(now[end:])
	return out.Bytes(), nil
}

type member struct {
	name  string
	value json.RawMessage
}

// unknownTo are the members of an object for which a struct has no field, in their order.
func unknownTo(of reflect.Type, object []byte) (unknown []member, err error) {
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of == nil || of.Kind() != reflect.Struct || !bytes.HasPrefix(bytes.TrimLeft(object, " \n\t\r"), []byte("{")) {
		return nil, nil
	}
	known := namesOf(of)
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("read the members: %w", err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("read the members: %w", err)
		}
		m := member{name: fmt.Sprint(name)}
		if err := d.Decode(&m.value); err != nil {
			return nil, fmt.Errorf("read the member %s: %w", m.name, err)
		}
		// encoding/json reads names in any case.
		if !known[strings.ToLower(m.name)] {
			unknown = append(unknown, m)
		}
	}
	return unknown, nil
}

// namesOf are the names of a struct's members in lower case.
func namesOf(of reflect.Type) map[string]bool {
	names := map[string]bool{}
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				for n := range namesOf(inner) {
					names[n] = true
				}
				continue
			}
		}
		if name == "" {
			name = f.Name
		}
		names[strings.ToLower(name)] = true
	}
	return names
}
