package evaluate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"anzen/shared/domain/checklist"
)

// Definition is a hash of what a checklist watches: checklists with the same one find the
// same. Title and author do not count.
func Definition(l *checklist.List) string {
	body, err := json.Marshal([]any{l.Targets, l.LawIDs, l.RegulationIDs, l.Substances})
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// Basis identifies what verdicts of a day depend on: the rules and the epoch.
func (r Rules) Basis(day string) string {
	from, _ := r.Epoch(day)
	return r.Version() + "@" + from
}
