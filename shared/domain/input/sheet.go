package input

import (
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/domain/message"
)

// CodeForbidden is the code of a text with characters that its field does not take.
const CodeForbidden message.Code = "input.forbidden_characters"

// The limits of a sheet's texts, in characters, and of its lists.
const (
	MaxSheetName = 200
	// MaxSheetNameInFile is that of a row of a CSV file.
	MaxSheetNameInFile = 46
	MaxNote            = 4000
	MaxProductCode     = 100
	// MaxProductCodes: each is guarded by a record, and all must fit into one transaction, twice
	// where a newer version of the sheet takes them over.
	MaxProductCodes = 30
	// MaxEntry is that of an entry of another list.
	MaxEntry = 500
)

// oneLine are the fields of a sheet whose text is one line: names and codes, which are
// printed in lists and CSV files.
var oneLine = []string{
	"product_name", "sds_number", "supplier_name", "supplier_department", "supplier_phone", "supplier_fax", "supplier_email", "emergency_phone", "manufacturer_name",
	"category", "code", "name", "substance", "authority", "method", "un_number", "shipping_name", "transport_class",
}

// Long is CodeTooLong for a text of more characters than its limit, else empty.
func Long(s string, limit int) message.Code {
	if utf8.RuneCountInString(s) > limit {
		return message.CodeTooLong
	}
	return ""
}

// SheetName normalizes the name of a sheet. It may contain commas, as names of substances do.
func SheetName(s string) (string, message.Code) {
	s, trouble := Line(s)
	if trouble == "" {
		trouble = Long(s, MaxSheetName)
	}
	return s, trouble
}

// ProductCode normalizes a product code. It contains no comma, which separates several in
// CSV files.
func ProductCode(s string) (string, message.Code) {
	s, trouble := Line(s)
	switch {
	case trouble != "":
	case s == "":
		trouble = message.CodeRequired
	case strings.ContainsAny(s, ",，"):
		trouble = CodeForbidden
	default:
		trouble = Long(s, MaxProductCode)
	}
	return s, trouble
}

// SheetName normalizes the name of a sheet in place, and adds its error.
func (e *FieldErrors) SheetName(path string, at *string) {
	clean, trouble := SheetName(*at)
	*at = clean
	e.limited(path, trouble, MaxSheetName)
}

// ProductCodes normalizes product codes in place, and adds the errors of each under the path
// that at returns for it. Codes that are the same are refused by their guards.
func (e *FieldErrors) ProductCodes(path string, codes []string, at func(i int) string) {
	if len(codes) > MaxProductCodes {
		e.AddWith(path, message.CodeTooManyItems, message.Args{"length": MaxProductCodes})
	}
	for i := range codes {
		clean, trouble := ProductCode(codes[i])
		codes[i] = clean
		e.limited(at(i), trouble, MaxProductCode)
	}
}

// FieldText normalizes the text of a sheet's field in place, and adds its error.
func (e *FieldErrors) FieldText(path, key string, at *string) {
	if slices.Contains(oneLine, key) {
		e.Line(path, at)
		return
	}
	e.Block(path, at)
}

// Entries normalizes the entries of a list of a sheet's field in place, and adds the first
// error of each.
func (e *FieldErrors) Entries(path, key string, list []string) {
	if key == "product_codes" {
		e.ProductCodes(path, list, func(int) string { return path })
		return
	}
	for i := range list {
		clean, trouble := Line(list[i])
		if list[i] = clean; trouble == "" {
			trouble = Long(clean, MaxEntry)
		}
		e.limited(path, trouble, MaxEntry)
	}
}

func (e *FieldErrors) limited(path string, trouble message.Code, limit int) {
	if trouble == message.CodeTooLong {
		e.AddWith(path, trouble, message.Args{"length": limit})
		return
	}
	e.Add(path, trouble)
}
