package periodic

import (
	"anzen/shared/periodic"
	"anzen/shared/sds"
)

// exportParams are what the job of an export is started with.
type exportParams struct {
	Operation  string              `json:"operation"`
	Columns    []string            `json:"columns,omitempty"`
	Format     string              `json:"format"`
	Encoding   string              `json:"encoding"`
	Filter     map[string][]string `json:"filter,omitempty"`
	Recipients []sds.UserID        `json:"recipients"`
	Title      string              `json:"title"`
}

func params(s periodic.Setting) exportParams {
	return exportParams{
		Operation: s.Export.Type, Columns: s.Export.Columns, Format: s.Export.Format, Encoding: s.Export.Encoding, Filter: s.Export.Filter,
		Recipients: s.Recipients(), Title: s.Name,
	}
}
