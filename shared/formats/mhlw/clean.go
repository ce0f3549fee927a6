package mhlw

import (
	"maps"
	"slices"
	"strconv"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// cleanTexts cleans the texts of a document where they are, as every text that
// comes in is cleaned, and returns which cannot be kept.
func (r *reader) cleanTexts(v any, path string) any {
	switch v := v.(type) {
	case string:
		clean, trouble := input.Block(v)
		if trouble != "" {
			r.errors = append(r.errors, message.Field{Path: path, Code: trouble})
		}
		return clean
	case object:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			at := name
			if path != "" {
				at = path + "." + name
			}
			v[name] = r.cleanTexts(v[name], at)
		}
	case []any:
		for i, item := range v {
			v[i] = r.cleanTexts(item, path+"["+strconv.Itoa(i)+"]")
		}
	}
	return v
}
