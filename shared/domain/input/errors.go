package input

import (
	"anzen/shared/domain/message"
)

// FieldErrors collects what is wrong with the fields of an input, so that a person is
// told everything at once.
type FieldErrors struct{ err *message.Error }

// Add adds that a field is wrong; an empty code is no trouble.
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

// Line cleans a text of one line where it is, and notes what is wrong with it.
func (e *FieldErrors) Line(path string, at *string) {
	clean, trouble := Line(*at)
	*at = clean
	e.Add(path, trouble)
}

// Block cleans a text of several lines where it is, and notes what is wrong with it.
func (e *FieldErrors) Block(path string, at *string) {
	clean, trouble := Block(*at)
	*at = clean
	e.Add(path, trouble)
}

// Cell adds that a cell of an uploaded file is wrong; an empty code is no trouble.
func (e *FieldErrors) Cell(cell message.Field) {
	if cell.Code == "" {
		return
	}
	if e.err == nil {
		e.err = message.New(message.Invalid, message.CodeInvalid)
	}
	e.err = e.err.OnCell(cell)
}

// Err is the error, nil where nothing is wrong.
func (e *FieldErrors) Err() error {
	if e.err == nil {
		return nil
	}
	return e.err
}
