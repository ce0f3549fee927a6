package sdses

import (
	"strings"

	"anzen/functions/api/rest"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// clean cleans the texts of an edit where they are, or tells what is wrong with them.
func (in *EditInput) clean() error {
	var wrong rest.Wrong
	if in.Body.Name != nil {
		wrong.Line("name", in.Body.Name)
	}
	if in.Body.Note != nil {
		wrong.Block("note", in.Body.Note)
	}
	for i := range in.Body.Fields {
		e, path := &in.Body.Fields[i], "fields["+itoa(i)+"]"
		if e.Value != nil {
			cleanValue(&wrong, path, e.Value)
		}
		for key, v := range e.Row {
			cleanValue(&wrong, path, &v)
			e.Row[key] = v
		}
	}
	return wrong.Err()
}

func cleanValue(wrong *rest.Wrong, path string, v *sds.Value) {
	wrong.Block(path, &v.Text)
	for i := range v.List {
		wrong.Line(path, &v.List[i])
	}
	if v.Quantity != nil {
		wrong.Line(path, &v.Quantity.Unit)
	}
}

// cleanNames cleans the names that a person gives to the sheets of a list where they
// are, or tells what is wrong with them.
func cleanNames[T any](sheets []T, nameOf func(*T) *string) error {
	var wrong rest.Wrong
	for i := range sheets {
		wrong.Line("sds_list["+itoa(i)+"].name", nameOf(&sheets[i]))
	}
	return wrong.Err()
}

// cleanComment cleans what a person says with a request.
func cleanComment(comment *string) error {
	var wrong rest.Wrong
	wrong.Block("comment", comment)
	return wrong.Err()
}

// cleanFileName is a file's name as it is kept, or what is wrong with it. A browser
// sends no folders.
func cleanFileName(name string) (string, message.Code) {
	clean, trouble := input.Line(name)
	if trouble == "" && strings.ContainsAny(clean, `/\`) {
		trouble = CodeAttachmentName
	}
	return clean, trouble
}
