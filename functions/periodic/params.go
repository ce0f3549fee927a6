package periodic

import (
	"encoding/json"
	"fmt"

	"anzen/functions/jobs/execution"
	"anzen/shared/domain/periodic"
)

// params are the parameters of the job of a setting's export.
func params(s periodic.Setting) (json.RawMessage, error) {
	p := execution.Export{Operation: s.Export.Type, Columns: s.Export.Columns, Format: s.Export.Format, Encoding: s.Export.Encoding, Lang: s.Export.Lang}
	if len(s.Export.Filter) > 0 {
		if err := json.Unmarshal(s.Export.Filter, &p.Sheets.Filter); err != nil {
			return nil, fmt.Errorf("read the filter of setting %s: %w", s.ID, err)
		}
	}
	body, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of setting %s: %w", s.ID, err)
	}
	return body, nil
}
