package evaluate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"anzen/shared/domain/checklist"
)

// Definition names what a checklist watches: where it is the same, so is what is found.
// Titles and who made it do not count.
func Definition(l *checklist.List) string {
	body, err := json.Marshal([]any{l.Targets, l.LawIDs, l.RegulationIDs, l.Substances})
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// Basis names by what was judged on a day: the rules, and the epoch.
func (r Rules) Basis(day string) string {
	from, _ := r.Epoch(day)
	return r.Version() + "@" + from
}
