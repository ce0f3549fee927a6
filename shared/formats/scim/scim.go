// Package scim is the part of SCIM 2.0 that does not depend on what is provisioned: the
// schemas of users and groups (RFC 7643), filters, paths, changes by PATCH, and the
// selection of attributes (RFC 7644). A resource is what its JSON decodes into.
//
// Names of attributes, and of operators and operations, are case-insensitive, as the RFCs
// demand; results have the names of the schemas.
package scim

import (
	"fmt"
	"strings"
)

// The URNs of schemas and messages.
const (
	UserURN          = "urn:ietf:params:scim:schemas:core:2.0:User"
	GroupURN         = "urn:ietf:params:scim:schemas:core:2.0:Group"
	EnterpriseURN    = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
	SchemaURN        = "urn:ietf:params:scim:schemas:core:2.0:Schema"
	ResourceTypeURN  = "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
	ConfigURN        = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
	ListURN          = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
	SearchRequestURN = "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
	PatchURN         = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
	ErrorURN         = "urn:ietf:params:scim:api:messages:2.0:Error"
)

// MediaType is that of all bodies (RFC 7644, section 8.1).
const MediaType = "application/scim+json"

// Resource is a resource, or a complex value in it, as decoded from JSON.
type Resource = map[string]any

// The types of errors (RFC 7644, section 3.12, table 9).
const (
	InvalidFilter = "invalidFilter"
	TooMany       = "tooMany"
	Uniqueness    = "uniqueness"
	Mutability    = "mutability"
	InvalidSyntax = "invalidSyntax"
	InvalidPath   = "invalidPath"
	NoTarget      = "noTarget"
	InvalidValue  = "invalidValue"
)

// Error is an error of a request, with status 400.
type Error struct {
	Type   string // one of the types above
	Detail string // in English: identity providers show it in their logs
}

func (e *Error) Error() string { return e.Type + ": " + e.Detail }

func fail(kind, format string, args ...any) *Error {
	return &Error{kind, fmt.Sprintf(format, args...)}
}

// Get is the value of a member, whatever the case of its name; nil for none.
func Get(r Resource, name string) any {
	if v, ok := r[name]; ok {
		return v
	}
	for key, v := range r {
		if strings.EqualFold(key, name) {
			return v
		}
	}
	return nil
}

// Text is the text of a member; empty for none, and for a value of another type.
func Text(r Resource, name string) string {
	s, _ := Get(r, name).(string)
	return s
}

// Bool is the boolean of a value: true or false, or the words in any case as Microsoft
// Entra ID sends them. ok is false for anything else.
func Bool(v any) (is, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		switch strings.ToLower(v) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return false, false
}

// Values are the values of a multi-valued member as complex values: a single one counts as
// a list of one, and a text as its member "value".
func Values(v any) []Resource {
	var all []Resource
	add := func(one any) {
		switch one := one.(type) {
		case Resource:
			all = append(all, one)
		case string:
			all = append(all, Resource{"value": one})
		}
	}
	if list, ok := v.([]any); ok {
		for _, one := range list {
			add(one)
		}
		return all
	}
	add(v)
	return all
}
