package rest

import (
	"errors"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"anzen/shared/domain/message"
	"anzen/shared/formats/csvfile"
)

// CodeNotCSV is the code of a file that is not named as a CSV file.
const CodeNotCSV message.Code = "csv.not_csv"

// CSVUpload is embedded in the inputs of routes that take a CSV file in a form.
type CSVUpload struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"true" doc:"CSV in UTF-8 or Shift_JIS, at most 2 MB"`
	}]
}

// Rows reads the rows of the file.
func (u *CSVUpload) Rows() ([]csvfile.Row, error) {
	if name := u.RawBody.Data().File.Filename; !strings.HasSuffix(strings.ToLower(name), ".csv") {
		return nil, message.New(message.WrongType, CodeNotCSV).With(message.Args{"name": name}).On("file", CodeNotCSV, message.Args{"name": name})
	}
	data, err := io.ReadAll(io.LimitReader(u.RawBody.Data().File, csvfile.MaxBytes+1))
	if err != nil {
		return nil, message.New(message.Invalid, message.CodeMalformed).Because(err)
	}
	rows, err := csvfile.Read(data)
	var invalid *message.Error
	if errors.As(err, &invalid) {
		err = invalid.OnCell(message.Field{Path: "file", Code: invalid.Code, Args: invalid.Args, Row: rowOf(invalid)})
	}
	return rows, err
}

func rowOf(e *message.Error) int {
	row, _ := e.Args["row"].(int)
	return row
}
