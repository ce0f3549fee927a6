package extract

import (
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
)

// View is the content of a sheet in the form of the corpus's answers, whose keys are those
// of the fields. What is not stated is null, an empty list [].
type View struct {
	ID       string
	MS       float64
	Pages    int
	Error    string
	Language *string
	// Result has the values of the view with their confidences.
	Result *Result

	HazardStatementCount *int
	Classification       []ViewClass
	Composition          []ViewPart
	ExposureLimits       []ViewLimit
	Laws                 []string

	// singles are the fields outside groups, by key: *string, []string, *ViewQuantity or
	// *bool by the field's kind.
	singles map[string]any
	// keys are those in an answer; nil for a view of a result, which has all.
	keys map[string]bool
}

// Speaks reports whether the view covers a key, be it with a value or without: answers
// written before a field existed do not cover it.
func (v View) Speaks(key string) bool { return v.keys == nil || v.keys[key] }

// Text returns a text, date or choice; nil where it is not stated.
func (v View) Text(key string) *string { return single[*string](v, key) }

// List returns a field of several texts.
func (v View) List(key string) []string { return single[[]string](v, key) }

// Quantity returns a quantity; nil where it is not stated.
func (v View) Quantity(key string) *ViewQuantity { return single[*ViewQuantity](v, key) }

// Flag returns a flag; nil where it is not stated.
func (v View) Flag(key string) *bool { return single[*bool](v, key) }

func single[T any](v View, key string) (value T) {
	if s, ok := v.singles[key]; ok {
		value = s.(T) //nolint:errcheck,forcetypeassert // a key read as another kind is a programming error
	}
	return value
}

// ViewClass is a hazard class with its category.
type ViewClass struct {
	Class    string `json:"class"`
	Category string `json:"category"`
}

// ViewQuantity is a quantity; an end that is not stated is null.
type ViewQuantity struct {
	Low    *float64 `json:"low"`
	LowOp  *string  `json:"low_op"`
	High   *float64 `json:"high"`
	HighOp *string  `json:"high_op"`
	Unit   *string  `json:"unit"`
}

// ViewPart is an ingredient.
type ViewPart struct {
	Name *string  `json:"name"`
	CAS  []string `json:"cas"`
	ViewQuantity
}

// ViewLimit is an exposure limit.
type ViewLimit struct {
	Substance *string  `json:"substance"`
	Authority *string  `json:"authority"`
	Kind      *string  `json:"kind"`
	Value     *float64 `json:"value"`
	Unit      *string  `json:"unit"`
}

// GoldView converts the result to the form of the corpus's answers.
func (r *Result) GoldView() View {
	v := View{
		Result: r, Language: &r.Language, Laws: []string{}, Classification: []ViewClass{}, Composition: []ViewPart{}, ExposureLimits: []ViewLimit{},
		singles: map[string]any{},
	}
	for _, d := range sds.Definitions {
		if d.Group == "" {
			v.singles[d.Key] = r.single(d)
		}
	}
	if l := r.List("laws"); l != nil {
		v.Laws = l
	}
	if c := r.Get("hazard_statement_count"); c != nil {
		n := int(c.Quantity.Low)
		v.HazardStatementCount = &n
	}
	for _, row := range r.Rows("classification") {
		if row["class"] == nil || row["category"] == nil || ghs.Negative(row["category"].Text) {
			continue
		}
		// The answers do not tell the forms of inhalation apart.
		if c := (ViewClass{ghs.FamilyOf(row["class"].Text), row["category"].Text}); !slices.Contains(v.Classification, c) {
			v.Classification = append(v.Classification, c)
		}
	}
	for _, row := range r.Rows("composition") {
		p := ViewPart{Name: cell(row["name"]), CAS: []string{}}
		if c := row["cas"]; c != nil && len(c.List) > 0 {
			p.CAS = c.List
		}
		if c := row["concentration"]; c != nil {
			p.ViewQuantity = viewQuantity(c.Quantity)
		}
		v.Composition = append(v.Composition, p)
	}
	for _, row := range r.Rows("exposure_limits") {
		value := row["value"]
		if value == nil {
			continue
		}
		q := viewQuantity(value.Quantity)
		l := ViewLimit{Substance: cell(row["substance"]), Authority: cell(row["authority"]), Kind: cell(row["kind"]), Unit: q.Unit, Value: q.Low}
		if l.Value == nil {
			l.Value = q.High
		}
		v.ExposureLimits = append(v.ExposureLimits, l)
	}
	return v
}

// single is a field as a view has it.
func (r *Result) single(d sds.Definition) any {
	value := r.Get(d.Key)
	switch d.Kind {
	case sds.KindList:
		l := r.List(d.Key)
		if printed := strings.Fields(rawOf(value)); d.Key == "p_codes" && len(printed) == len(l) {
			return printed // the answers have "P302+352" where the sheet does
		}
		if l != nil {
			return l
		}
		return []string{}
	case sds.KindQuantity:
		if value == nil || !value.Quantity.Stated() {
			return (*ViewQuantity)(nil)
		}
		q := viewQuantity(value.Quantity)
		return &q
	case sds.KindFlag:
		if value == nil {
			return (*bool)(nil)
		}
		yes := value.Text == "true"
		return &yes
	default:
		return cell(value)
	}
}

func rawOf(v *Value) string {
	if v == nil {
		return ""
	}
	return v.Raw
}

func cell(v *Value) *string {
	if v == nil || v.Text == "" {
		return nil
	}
	return &v.Text
}

func viewQuantity(q chem.Quantity) ViewQuantity {
	var v ViewQuantity
	if q.LowOp != "" {
		v.Low, v.LowOp = &q.Low, &q.LowOp
	}
	if q.HighOp != "" {
		v.High, v.HighOp = &q.High, &q.HighOp
	}
	if q.Unit != "" && q.Stated() {
		v.Unit = &q.Unit
	}
	return v
}
