package execution

import (
	"encoding/json"
	"fmt"

	"anzen/shared/domain/periodic"
)

// OfSetting are the parameters of the job of a periodic export.
func OfSetting(s periodic.Setting) (Export, error) {
	p := Export{Operation: s.Export.Type, Columns: s.Export.Columns, Format: s.Export.Format, Encoding: s.Export.Encoding, Lang: s.Export.Lang}
	if len(s.Export.Filter) > 0 {
		if err := json.Unmarshal(s.Export.Filter, &p.Sheets.Filter); err != nil {
			return p, fmt.Errorf("read the filter of setting %s: %w", s.ID, err)
		}
	}
	return p, nil
}
