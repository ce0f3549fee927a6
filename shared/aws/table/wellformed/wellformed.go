// Package wellformed finds in requests to DynamoDB what DynamoDB refuses with a
// ValidationException whatever the table holds, and what stand-ins of it accept, or notice
// only where the rest of the request succeeds: a call that is refused on AWS is then refused
// on a laptop and in tests.
//
// The rules are those of the Amazon DynamoDB developer guide ("Expressions in DynamoDB",
// "Naming rules and data types", "Key condition expressions for the Query operation") and of
// the API reference of Query:
//
//   - a value of a key is not empty, in key conditions and starting keys too, and a starting
//     key lies in the partition that is queried;
//   - every name (#a) and value (:a) that an expression uses is given, and every one that is
//     given is used;
//   - no attribute has an empty name, within maps neither;
//   - only texts, numbers and binary values are compared by size, and only texts and binary
//     values by their beginning.
package wellformed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Code is the error code with which DynamoDB refuses a request that is not well-formed.
const Code = "ValidationException"

// Check returns why DynamoDB refuses the body of a request to an operation, in its words;
// nil for what is well-formed and for what is not JSON, which every stand-in refuses.
func Check(operation string, body []byte) error {
	var q request
	if json.Unmarshal(body, &q) != nil {
		return nil
	}
	all := []part{q.part}
	for _, item := range q.TransactItems {
		all = slices.AppendSeq(all, maps.Values(item))
	}
	for _, text := range q.RequestItems {
		var p part
		if operation == "BatchGetItem" && json.Unmarshal(text, &p) == nil {
			all = append(all, p)
		}
	}
	for _, p := range all {
		if err := p.check(); err != nil {
			return err
		}
	}
	if bytes.Contains(body, []byte(`"":`)) && nameless(body) {
		return errors.New("Empty attribute name") //nolint:staticcheck // DynamoDB's text
	}
	return nil
}

// request is a request, or the parts of one that are requests to an item themselves.
type request struct {
	part
	TransactItems []map[string]part
	RequestItems  map[string]json.RawMessage
}

// part has the expressions of a request, with what they use.
type part struct {
	ConditionExpression, UpdateExpression, KeyConditionExpression *string
	FilterExpression, ProjectionExpression                        *string
	ExpressionAttributeNames                                      map[string]string
	ExpressionAttributeValues                                     map[string]value
	ExclusiveStartKey                                             map[string]value
}

// value is an attribute's value by its type: {"S": "text"}.
type value map[string]json.RawMessage

// kind is the type's name, like "S" or "NS".
func (v value) kind() string {
	for kind := range v {
		return kind
	}
	return ""
}

// empty reports whether the value is a text or binary value of no length.
func (v value) empty() bool {
	text, ok := v["S"]
	if !ok {
		text, ok = v["B"]
	}
	return ok && string(text) == `""`
}

func (p part) check() error {
	used := map[string]bool{}
	expressions := map[string]*string{
		"ConditionExpression": p.ConditionExpression, "UpdateExpression": p.UpdateExpression, "KeyConditionExpression": p.KeyConditionExpression,
		"FilterExpression": p.FilterExpression, "ProjectionExpression": p.ProjectionExpression,
	}
	expressed := false
	for _, name := range slices.Sorted(maps.Keys(expressions)) {
		if expressions[name] == nil {
			continue
		}
		expressed = true
		e := expression{name: name, tokens: tokens(*expressions[name]), of: p}
		if err := e.check(used); err != nil {
			return err
		}
	}
	if err := unused("ExpressionAttributeNames", p.ExpressionAttributeNames, used, expressed); err != nil {
		return err
	}
	if err := unused("ExpressionAttributeValues", p.ExpressionAttributeValues, used, expressed); err != nil {
		return err
	}
	return p.checkKeys()
}

// unused refuses what is given and no expression uses.
func unused[V any](parameter string, given map[string]V, used map[string]bool, expressed bool) error {
	if given == nil {
		return nil
	}
	if !expressed {
		return fmt.Errorf("%s can only be specified when using expressions", parameter)
	}
	if len(given) == 0 {
		return fmt.Errorf("%s must not be empty", parameter)
	}
	var left []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !used[name] {
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("Value provided in %s unused in expressions: keys: {%s}", parameter, strings.Join(left, ", ")) //nolint:staticcheck // DynamoDB's text
	}
	return nil
}

const emptyKey = "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: %s"

// checkKeys checks the values of keys in the condition and the starting key of a query.
func (p part) checkKeys() error {
	if p.KeyConditionExpression == nil {
		return nil
	}
	compared := map[string]value{} // what attributes are equal to, by their names
	attribute := ""
	words := tokens(*p.KeyConditionExpression)
	for i, word := range words {
		switch {
		case p.names(word) != "":
			attribute = p.names(word)
		case strings.HasPrefix(word, ":"):
			v := p.ExpressionAttributeValues[word]
			if v.empty() {
				return fmt.Errorf(emptyKey, attribute)
			}
			if i > 0 && words[i-1] == "=" {
				compared[attribute] = v
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.ExclusiveStartKey)) {
		v := p.ExclusiveStartKey[name]
		if v.empty() {
			return fmt.Errorf("The provided starting key is invalid: "+emptyKey, name) //nolint:staticcheck // DynamoDB's text
		}
		if equal, ok := compared[name]; ok && !bytes.Equal(equal["S"], v["S"]) {
			return errors.New("The provided starting key is outside query boundaries based on provided conditions") //nolint:staticcheck // DynamoDB's text
		}
	}
	return nil
}

// names is the attribute that a word of a key condition names; "" for any other word.
func (p part) names(word string) string {
	if strings.HasPrefix(word, "#") {
		return p.ExpressionAttributeNames[word]
	}
	keyword := slices.ContainsFunc([]string{"AND", "BETWEEN", "begins_with"}, func(k string) bool { return strings.EqualFold(k, word) })
	if keyword || !letter(word[0]) {
		return ""
	}
	return word
}

// nameless reports whether an attribute of an item, or within a map of one, has an empty
// name: no other object in a request has a member without a name.
func nameless(body []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(body))
	var objects []bool // the open objects (true) and lists
	name := false      // the next token is a member's name
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			objects = append(objects, token == json.Delim('{'))
			name = objects[len(objects)-1]
			continue
		case json.Delim('}'), json.Delim(']'):
			objects = objects[:len(objects)-1]
		default:
			if name {
				if token == "" {
					return true
				}
				name = false
				continue
			}
		}
		name = len(objects) > 0 && objects[len(objects)-1]
	}
}
