package sds

// ValueKind is the kind of a Value; it determines the member that is set.
type ValueKind string

// The kinds of value.
const (
	KindText     ValueKind = "text"     // Text
	KindDate     ValueKind = "date"     // Text: YYYY-MM-DD, or YYYY-MM where the sheet states no day
	KindQuantity ValueKind = "quantity" // Quantity
	KindList     ValueKind = "list"     // List
	KindChoice   ValueKind = "choice"   // Text: one of the field's choices
	KindFlag     ValueKind = "flag"     // Text: "true" or "false"
)

// Value is the value of a field.
type Value struct {
	Kind     ValueKind `json:"kind" enum:"text,date,quantity,list,choice,flag"`
	Text     string    `json:"text,omitempty" maxLength:"20000"`
	Quantity *Quantity `json:"quantity,omitempty"`
	List     []string  `json:"list,omitempty" maxItems:"500"`
}

// Quantity is a number or a range with its bounds' operators and its unit as printed. A
// single value has Low equal to High and both operators "=".
type Quantity struct {
	Low    *float64 `json:"low,omitempty"`
	LowOp  string   `json:"low_op,omitempty" enum:"=,>=,>"`
	High   *float64 `json:"high,omitempty"`
	HighOp string   `json:"high_op,omitempty" enum:"=,<=,<"`
	Unit   string   `json:"unit,omitempty" maxLength:"40"`
}

// ListValue is a list of ids as a value of a sheet's history.
func ListValue[T ~string](ids []T) Value {
	v := Value{Kind: KindList}
	for _, id := range ids {
		v.List = append(v.List, string(id))
	}
	return v
}

// Equal reports whether two values are equal.
func (v Value) Equal(w Value) bool {
	if v.Kind != w.Kind || v.Text != w.Text || len(v.List) != len(w.List) || (v.Quantity == nil) != (w.Quantity == nil) {
		return false
	}
	for i := range v.List {
		if v.List[i] != w.List[i] {
			return false
		}
	}
	return v.Quantity == nil || v.Quantity.equal(*w.Quantity)
}

func (q Quantity) equal(p Quantity) bool {
	same := func(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
	return same(q.Low, p.Low) && same(q.High, p.High) && q.LowOp == p.LowOp && q.HighOp == p.HighOp && q.Unit == p.Unit
}

// Box is a rectangle on a page in PDF points, its origin at the top left of the
// page as it is displayed.
type Box struct {
	X0 float64 `json:"x0" dynamodbav:"X0"`
	Y0 float64 `json:"y0" dynamodbav:"Y0"`
	X1 float64 `json:"x1" dynamodbav:"X1"`
	Y1 float64 `json:"y1" dynamodbav:"Y1"`
}

// Source is the place in the PDF from which a value was read: a page, counted
// from 1, and the boxes of its words, one a line.
type Source struct {
	Page  int   `json:"page" dynamodbav:"Page"`
	Boxes []Box `json:"boxes" dynamodbav:"Boxes"`
}

// FieldState is the origin of a field's value: read, or confirmed, edited or deleted by
// a user.
type FieldState string

// The states of a field. An analysis overwrites only StateMachine.
const (
	StateMachine   FieldState = "machine"
	StateConfirmed FieldState = "confirmed"
	StateEdited    FieldState = "edited"
	StateDeleted   FieldState = "deleted"
)

// Field is one value of a sheet with its sources.
type Field struct {
	// ID is unique in its section and stable over edits and analyses: the key for a
	// single field, group/row/key for one of a table.
	ID         string     `json:"id"`
	Key        string     `json:"key"`
	Value      Value      `json:"value"`
	Raw        string     `json:"raw,omitempty" doc:"the text as printed in the PDF"`
	Sources    []Source   `json:"sources,omitempty"`
	Extractor  string     `json:"extractor,omitempty" doc:"the rule that read the value"`
	Confidence float64    `json:"confidence" doc:"how likely the value is right, from 0 to 1"`
	State      FieldState `json:"state" enum:"machine,confirmed,edited,deleted"`
	// Machine is the value that was read, kept when a user changes the field.
	Machine *Value `json:"machine,omitempty"`
}

// ByPerson reports whether a user has confirmed, edited or deleted the field, so that no
// analysis overwrites it.
func (f Field) ByPerson() bool { return f.State != StateMachine }

// Row is a row of a group: one ingredient, one hazard class, one exposure limit.
type Row struct {
	ID     string  `json:"id"`
	Fields []Field `json:"fields"`
}

// Group is a table of rows, such as the composition.
type Group struct {
	Key  string `json:"key"`
	Rows []Row  `json:"rows"`
}

// Section is one of the sixteen sections of a sheet with its values.
type Section struct {
	Number int     `json:"number" minimum:"0" maximum:"16"`
	Title  string  `json:"title,omitempty" doc:"the heading as printed"`
	Fields []Field `json:"fields"`
	Groups []Group `json:"groups"`
}
