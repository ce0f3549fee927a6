// Package selection defines the selection of sheets of a job or a periodic export. Its
// filter is stored as text, which package library/search parses.
package selection

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"

	"anzen/shared/domain/sds"
)

// Filter is a filter of the list of sheets in its text form, the query string of the
// list's URL: h_code=H225&h_code=H226&removed=true. Empty is all sheets.
type Filter string

// UnmarshalJSON reads the text form, or an object of parameters as in requests and in
// records of older versions.
func (f *Filter) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, (*string)(f))
	}
	var parameters map[string]any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&parameters); err != nil {
		return fmt.Errorf("read a filter: %w", err)
	}
	values := url.Values{}
	for name, value := range parameters {
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		for _, v := range list {
			switch v.(type) {
			case string, json.Number, bool:
				values.Add(name, fmt.Sprint(v))
			case nil:
			default:
				return fmt.Errorf("read a filter: %s is neither text nor number", name)
			}
		}
	}
	*f = Filter(values.Encode())
	return nil
}

// Selection is a set of sheets of a company: named ones, or those that a filter finds
// when they are read. Its zero value is all sheets.
type Selection struct {
	IDs      []sds.SheetID `json:"IDs,omitempty"`
	Filter   Filter        `json:"Filter,omitempty"`
	Excluded []sds.SheetID `json:"Excluded,omitempty"`
	Sort     string        `json:"Sort,omitempty"` // a catalog.Sort; empty: the newest first
	Desc     bool          `json:"Desc,omitempty"`
}
