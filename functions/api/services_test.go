package api_test

import (
	"reflect"
	"slices"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/jobs"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/job"
)

// reached are the resources of services. All other fields are settings.
var reached = map[string]grant.Resource{
	"Table": grant.TableItems, "Catalog": grant.CatalogBucket, "NightlyResults": grant.CatalogObjects, "Snapshots": grant.CatalogObjects,
	"Results": grant.WorkObjects, "Analysis": grant.Analysis, "Accounts": grant.Accounts, "Users": grant.UserPool, "Mail": grant.MailSender,
	"Schedules": grant.PeriodicSchedules, "Sheets": grant.SheetObjects,
}

// Every route and every kind of job gets the services that its grants name, and no other.
func TestFunctionsGetTheServicesOfTheirGrants(t *testing.T) {
	all := rest.Services{Jobs: map[job.Kind]*workflow.Machine{}}
	for _, kind := range job.Kinds {
		all.Jobs[kind] = &workflow.Machine{}
	}
	fill(&all)
	for _, r := range api.Routes() {
		given := all.For(r)
		holds(t, r.ID, *given, r.AllGrants(), map[string]grant.Resource{"Files": grant.SheetObjects})
		for _, kind := range job.Kinds {
			if got, want := given.Jobs[kind] != nil, names(r.AllGrants(), grant.Job(kind)); got != want {
				t.Errorf("%s may start %s: %v, its grants name %v", r.ID, kind, got, want)
			}
		}
	}
	var works runner.Services
	fill(&works)
	for _, k := range jobs.Kinds() {
		holds(t, k.FunctionName(), *works.For(k), k.Task().Grants, map[string]grant.Resource{"Files": grant.WorkObjects})
	}
}

// fill makes services without a missing one.
func fill(services any) {
	v := reflect.ValueOf(services).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer {
			f.Set(reflect.New(f.Type().Elem()))
		}
	}
}

func names(grants []grant.Grant, r grant.Resource) bool {
	return slices.ContainsFunc(grants, func(g grant.Grant) bool { return g.Resource == r })
}

func holds(t *testing.T, function string, given any, grants []grant.Grant, also map[string]grant.Resource) {
	t.Helper()
	v := reflect.ValueOf(given)
	for i := range v.NumField() {
		field, at := v.Type().Field(i), v.Field(i)
		resource, reaches := reached[field.Name]
		if r, is := also[field.Name]; is {
			resource, reaches = r, true
		}
		switch {
		case at.Kind() != reflect.Pointer && at.Kind() != reflect.Interface || field.Name == "Log":
		case !reaches:
			t.Errorf("%s: the resource of %s is not declared", function, field.Name)
		case names(grants, resource) == at.IsNil():
			t.Errorf("%s: it has %s: %v; its grants are %v", function, field.Name, !at.IsNil(), grants)
		}
	}
}
