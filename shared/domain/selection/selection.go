// Package selection is of which sheets something is made: by a job, or by a periodic
// export. A selection keeps its filter as text; package library/search reads it.
package selection

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"

	"anzen/shared/domain/sds"
)

// Filter is a filter of the list of sheets in its text form, which stands behind the
// question mark of the list's address: h_code=H225&h_code=H226&removed=true. An empty
// one is all sheets.
type Filter string

// UnmarshalJSON reads the text. It also reads an object of parameters, as requests have
// it and as records of older versions do.
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

// Selection is some sheets of a company: those named, or those that a filter finds when
// they are read. Its zero value is all.
type Selection struct {
	IDs      []sds.SheetID `json:"IDs,omitempty"`
	Filter   Filter        `json:"Filter,omitempty"`
	Excluded []sds.SheetID `json:"Excluded,omitempty"`
	Sort     string        `json:"Sort,omitempty"` // of the catalog; the newest first where none is said
	Desc     bool          `json:"Desc,omitempty"`
}
