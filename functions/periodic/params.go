package periodic

import (
	"encoding/json"
	"fmt"

	"anzen/functions/jobs/execution"
	"anzen/shared/domain/periodic"
)

// params are the encoded parameters of the job of a setting's export.
func params(s periodic.Setting) (json.RawMessage, error) {
	p, err := execution.OfSetting(s)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of setting %s: %w", s.ID, err)
	}
	return body, nil
}
