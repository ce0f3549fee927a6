package search

import (
	"strings"

	"anzen/shared/catalog"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/duty"
)

// certainly follows the id of a duty where only sheets are meant to which a law certainly
// applies: "600000034:applies".
const certainly = ":" + string(verdict.Applies)

// isDuty reports whether a value is the id of a duty, with or without certainly.
func isDuty(value string) bool {
	return duty.Current().ByText(strings.TrimSuffix(value, certainly)) != nil
}

// withDuty are sheets to which a law applies, or may apply, that brings one of the duties
// (package duties derives the same from proofs).
func withDuty(_ *query, values []string) catalog.Condition {
	either := make([]catalog.Condition, 0, len(values))
	for _, value := range values {
		id, sure := strings.CutSuffix(value, certainly)
		d := duty.Current().ByText(id) // validated when it was parsed
		brought := catalog.Matching(catalog.FacetCheckedLaw, func(value string) bool {
			class, result, _ := strings.Cut(value, ":")
			v := verdict.Verdict(result)
			return (v == verdict.Applies || !sure && v == verdict.RequiresContext) && d.Covers(class)
		})
		if len(d.CAS) > 0 {
			brought = catalog.Both(brought, catalog.Any(catalog.FacetCAS, d.CAS...))
		}
		either = append(either, brought)
	}
	return catalog.Either(either...)
}
