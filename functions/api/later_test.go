package api_test

import (
	"slices"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/grant"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
)

// newRules are today's rules in another version. They judge nothing before they are released.
type newRules struct {
	evaluate.Rules
	released chan struct{}
}

func (newRules) Version() string { return "new" }

func (r newRules) Judge(day string, s *sds.Sheet) {
	<-r.released
	r.Rules.Judge(day, s)
}

// After a release with other rules no route waits until sheets are judged by them: each answers as before the release. A route that
// judged first would never answer here.
func TestNoRouteWaitsForNewRules(t *testing.T) {
	w := apitest.New(t)
	other := stock(t, w)
	admin := w.User(t, other.Company, access.Admin)
	w.Sheets(t, other.Company, 120, nil)
	if err := catalog.Compact(t.Context(), w.Table, w.Snapshots(), evaluate.Rules{}, other.ID, w.Clock.Now); err != nil {
		t.Fatal(err)
	}
	r := newRules{released: make(chan struct{})}
	defer close(r.released)
	w.Catalog = []catalog.Option{catalog.WithChecks(r)}
	asked := 0
	for _, route := range api.Routes() {
		if route.Method != "GET" || !slices.ContainsFunc(route.AllGrants(), func(g grant.Grant) bool { return g.Resource == grant.CatalogBucket }) {
			continue
		}
		asked++
		if answer := w.Do(t, sampled(t, route, &admin, other.params)); answer.Status >= 500 {
			t.Errorf("%s: %d %s", route.ID, answer.Status, answer.Body)
		}
	}
	if t.Logf("%d routes search sheets", asked); asked == 0 {
		t.Error("no route was asked")
	}
}
