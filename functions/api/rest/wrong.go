package rest

import (
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// Wrong collects what is wrong with the fields of an input, so that a person is
// told everything at once.
type Wrong struct{ err *message.Error }

// Note adds that a field is wrong; an empty code is no trouble.
func (w *Wrong) Note(path string, code message.Code) { w.NoteWith(path, code, nil) }

// NoteWith is Note with arguments for the text.
func (w *Wrong) NoteWith(path string, code message.Code, args message.Args) {
	if code == "" {
		return
	}
	if w.err == nil {
		w.err = message.New(message.Invalid, message.CodeInvalid)
	}
	w.err = w.err.On(path, code, args)
}

// Line cleans a text of one line where it is, and notes what is wrong with it.
func (w *Wrong) Line(path string, at *string) {
	clean, trouble := input.Line(*at)
	*at = clean
	w.Note(path, trouble)
}

// Block cleans a text of several lines where it is, and notes what is wrong with it.
func (w *Wrong) Block(path string, at *string) {
	clean, trouble := input.Block(*at)
	*at = clean
	w.Note(path, trouble)
}

// Cell adds that a cell of an uploaded file is wrong; an empty code is no trouble.
func (w *Wrong) Cell(cell message.Field) {
	if cell.Code == "" {
		return
	}
	if w.err == nil {
		w.err = message.New(message.Invalid, message.CodeInvalid)
	}
	w.err = w.err.OnCell(cell)
}

// Err is the error, nil where nothing is wrong.
func (w *Wrong) Err() error {
	if w.err == nil {
		return nil
	}
	return w.err
}
