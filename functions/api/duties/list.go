package duties

import (
	"context"
	"slices"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	judged "anzen/shared/judgement/duties"
	"anzen/shared/library/duties"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// Tag groups the routes in the document.
const Tag = "duties"

// ListRoute is the declaration of GET duties.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/duties", ID: "listDuties", Tag: Tag,
	Rule: rest.Need(access.SDSRead), Summary: "What the laws require for the company's sheets, or for those of departments, and what announced changes will require",
	Grants: append(grant.Catalog(), grant.Table("Query")), Memory: 1769, Timeout: rest.MaxTimeout,
}

// OfDepartments restricts to the sheets of departments.
type OfDepartments struct {
	rest.OfCompany
	Departments []sds.DepartmentID `query:"department_id,explode" maxItems:"100" doc:"only sheets of one of these; absent: all sheets"`
}

// DutiesInput requests the duties.
type DutiesInput struct{ OfDepartments }

// DutyCount is a duty with the number of sheets that bring it.
type DutyCount struct {
	judged.DutyView
	Sheets  int             `json:"sheets" doc:"to which a law applies that brings it, or may"`
	Certain int             `json:"certain_sheets" doc:"of these, those to which one certainly applies"`
	Filter  *filter.Filters `json:"filter" doc:"lists the sheets"`
}

// DutyChange is a day on which entries of a class begin to apply.
type DutyChange struct {
	judged.ClassName
	ClassID int             `json:"class_id"`
	From    string          `json:"from" format:"date"`
	Entries int             `json:"entries" doc:"that begin on the day"`
	Sheets  int             `json:"sheets" doc:"that contain some of them"`
	First   int             `json:"first_sheets" doc:"of these, those to which the class does not apply before"`
	Filter  *filter.Filters `json:"filter" doc:"lists the sheets"`
	Duties  []int           `json:"duty_ids" doc:"that follow from the class"`
}

// DutiesOutput are the duties.
type DutiesOutput struct {
	Body struct {
		AsOf      string            `json:"as_of" format:"date"`
		TableAsOf string            `json:"table_as_of" doc:"of the table of duties"`
		Items     []DutyCount       `json:"items" doc:"by kind"`
		Changes   []DutyChange      `json:"changes" doc:"announced, by day"`
		Announced []judged.DutyView `json:"announced" doc:"the duties of the changes"`
	}
}

// CodeDepartment is the error for a department that does not exist.
const CodeDepartment message.Code = "duty.department"

// List answers what has to be done.
func List(ctx context.Context, call *rest.Call, in *DutiesInput) (*DutiesOutput, error) {
	s, err := in.summary(ctx, call)
	if err != nil {
		return nil, err
	}
	set, t := regulation.Current(), duty.Current()
	out := &DutiesOutput{}
	b := &out.Body
	b.AsOf, b.TableAsOf, b.Items, b.Changes, b.Announced = s.Day, t.AsOf, []DutyCount{}, []DutyChange{}, []judged.DutyView{}
	for _, a := range s.Duties {
		b.Items = append(b.Items, DutyCount{judged.ViewOf(call.Lang, t, a.Duty), a.Sheets, a.Certain, filter.Of(a.Filter.Text())})
	}
	for _, c := range s.Changes {
		view := DutyChange{
			ClassName: judged.NameOf(set, c.Class.Law, c.Class.Category, c.Class.Code), ClassID: c.Class.ID, From: c.Day, Entries: c.Entries,
			Sheets: c.Sheets, First: c.First, Filter: filter.Of(c.Filter.Text()), Duties: []int{},
		}
		for _, d := range c.Duties {
			view.Duties = append(view.Duties, d.ID)
			if !slices.ContainsFunc(b.Announced, func(v judged.DutyView) bool { return v.ID == d.ID }) {
				b.Announced = append(b.Announced, judged.ViewOf(call.Lang, t, d))
			}
		}
		b.Changes = append(b.Changes, view)
	}
	return out, nil
}

// summary counts, where all departments exist.
func (in *OfDepartments) summary(ctx context.Context, call *rest.Call) (*duties.Summary, error) {
	if len(in.Departments) > 0 {
		all, err := call.Table.Departments(ctx, call.CompanyID)
		if err != nil {
			return nil, err
		}
		for _, id := range in.Departments {
			if !slices.ContainsFunc(all, func(d company.Department) bool { return d.ID == id }) {
				var wrong input.FieldErrors
				wrong.Add("department_id", CodeDepartment)
				return nil, wrong.Err()
			}
		}
	}
	return duties.Of(ctx, call.Catalog, regulation.Current(), duty.Current(), filter.Viewer(call), in.Departments)
}
