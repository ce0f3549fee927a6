package laws

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/reference/ghs"
)

// GHSRoute is the declaration of GET /ghs_classes.
var GHSRoute = rest.Route{
	Method: "GET", Path: "/ghs_classes", ID: "listGHSClasses", Tag: "laws", Rule: rest.Session,
	Summary: "GHS hazard classes with their categories, organs and effects",
}

// GHSInput is empty.
type GHSInput struct{}

// GHSOutput are the hazard classes in the order of the GHS.
type GHSOutput struct {
	Body struct {
		Default       GHSCategoryView `json:"default" doc:"the category of a value that is not known"`
		NotClassified GHSCategoryView `json:"not_classified" doc:"the category of a class that does not apply"`
		Classes       []GHSClassView  `json:"classes"`
	}
}

// GHSClassView is a hazard class.
type GHSClassView struct {
	Value      int               `json:"value" doc:"as the filter ghs_class takes it"`
	Key        string            `json:"key" doc:"as sheets state it"`
	Text       string            `json:"text" doc:"Japanese / English"`
	TextJp     string            `json:"textJp"`
	TextEn     string            `json:"textEn"`
	Categories []GHSCategoryView `json:"categories"`
	Effects    []GHSEffectView   `json:"effects" doc:"organs of target organ toxicity, effects of reproductive toxicity"`
}

// GHSCategoryView is a category of a class.
type GHSCategoryView struct {
	Value  int    `json:"value" doc:"as the filter ghs_category takes it"`
	Key    string `json:"key" doc:"as sheets state it"`
	Text   string `json:"text" doc:"Japanese ; English"`
	TextJp string `json:"textJp"`
	TextEn string `json:"textEn"`
	ItemID int    `json:"itemId" doc:"the class; 0: of any class"`
	InGHS  bool   `json:"in_ghs" doc:"an edition of the GHS gives the class this category; false: a reserved number"`
}

// GHSEffectView is an organ or an effect.
type GHSEffectView struct {
	Value  int    `json:"value"`
	Text   string `json:"text" doc:"Japanese ; English"`
	TextJp string `json:"textJp"`
	TextEn string `json:"textEn"`
	ItemID int    `json:"itemId" doc:"the class"`
}

// GHSClasses answers the hazard classes.
func GHSClasses(context.Context, *rest.Call, *GHSInput) (*GHSOutput, error) {
	out := &GHSOutput{}
	out.Body.Default, out.Body.NotClassified = categoryView(ghs.NotPossible), categoryView(ghs.NotClassified)
	for _, c := range ghs.Classes() {
		v := GHSClassView{Value: c.ID(), Key: c.Key, Text: c.Text(), TextJp: c.Ja, TextEn: c.En, Categories: []GHSCategoryView{}, Effects: []GHSEffectView{}}
		for _, k := range ghs.Categories(c.ID()) {
			v.Categories = append(v.Categories, categoryView(k))
		}
		for _, e := range ghs.Effects(c.Key) {
			v.Effects = append(v.Effects, GHSEffectView{Value: e.ID, Text: e.Ja + " ; " + e.En, TextJp: e.Ja, TextEn: e.En, ItemID: c.ID()})
		}
		out.Body.Classes = append(out.Body.Classes, v)
	}
	return out, nil
}

func categoryView(k ghs.Category) GHSCategoryView {
	return GHSCategoryView{Value: k.ID, Key: k.Key, Text: k.Text(), TextJp: k.Ja, TextEn: k.En, ItemID: k.ClassID, InGHS: k.Assigned}
}
