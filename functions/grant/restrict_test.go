package grant

import (
	"slices"
	"testing"

	"anzen/shared/domain/job"
)

type services struct {
	Table  *int              `grant:"table"`
	Sheets *int              `grant:"bucket/sheets/*"`
	Jobs   map[job.Kind]*int `grant:"machine/job-"`
	Name   string
}

func TestRestrict(t *testing.T) {
	one := 1
	all := services{&one, &one, map[job.Kind]*int{job.ZIP: &one, job.Export: &one}, "anzen"}
	got, withheld := Restrict(all, []Grant{Table("GetItem"), StartJob(job.ZIP), SheetsList()})
	if got.Table == nil || got.Sheets != nil || len(got.Jobs) != 1 || got.Jobs[job.ZIP] == nil || got.Name != "anzen" {
		t.Errorf("restricted to %+v", got)
	}
	if !slices.Equal(withheld, []string{"Jobs (machine/job-export)", "Sheets (bucket/sheets/*)"}) {
		t.Errorf("withheld %q", withheld)
	}
	if all.Sheets == nil || len(all.Jobs) != 2 {
		t.Errorf("what others use was changed: %+v", all)
	}
	if none, _ := Restrict(all, nil); none.Table != nil || none.Sheets != nil || len(none.Jobs) != 0 {
		t.Errorf("without grants: %+v", none)
	}
	if every, withheld := Restrict(all, []Grant{Table("Query"), Sheets("GetObject"), StartJob(job.ZIP), StartJob(job.Export)}); every.Sheets == nil || len(every.Jobs) != 2 || withheld != nil {
		t.Errorf("with all grants: %+v, withheld %q", every, withheld)
	}
}
