package input

import (
	"anzen/shared/domain/message"
)

// FieldErrors collects the errors of an input's fields, so that they are reported together.
type FieldErrors struct{ err *message.Error }

// Add adds the error of a field; an empty code adds none.
func (e *FieldErrors) Add(path string, code message.Code) { e.AddWith(path, code, nil) }

// AddWith is Add with arguments for the text.
func (e *FieldErrors) AddWith(path string, code message.Code, args message.Args) {
	if code == "" {
		return
	}
	if e.err == nil {
		e.err = message.New(message.Invalid, message.CodeInvalid)
	}
	e.err = e.err.On(path, code, args)
}

// Line normalizes a text of one line in place, and adds its error.
func (e *FieldErrors) Line(path string, at *string) {
	clean, trouble := Line(*at)
	*at = clean
	e.Add(path, trouble)
}

// Block normalizes a text of several lines in place, and adds its error.
func (e *FieldErrors) Block(path string, at *string) {
	clean, trouble := Block(*at)
	*at = clean
	e.Add(path, trouble)
}

// Cell adds the error of a cell of an uploaded file; an empty code adds none.
func (e *FieldErrors) Cell(cell message.Field) {
	if cell.Code == "" {
		return
	}
	if e.err == nil {
		e.err = message.New(message.Invalid, message.CodeInvalid)
	}
	e.err = e.err.OnCell(cell)
}

// Err is the error with all fields, nil where there is none.
func (e *FieldErrors) Err() error {
	if e.err == nil {
		return nil
	}
	return e.err
}
