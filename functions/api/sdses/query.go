package sdses

import (
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

// Query is what the filters ask of the catalogue for a person at a time, as the
// list does: for work that goes on after the answer.
func (f *Filters) Query(who access.Principal, of company.Company, now time.Time) (catalog.Query, error) {
	return f.query(&rest.Call{Services: &rest.Services{Now: func() time.Time { return now }}, Principal: who, Of: of})
}
