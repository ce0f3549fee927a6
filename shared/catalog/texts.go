package catalog

import (
	"bytes"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// The fields of a search text are separated by line feeds, codes by the unit
// separator; sameAsName stands for a field with the text of the name.
const (
	fieldEnd   = '\n'
	codeEnd    = '\x1f'
	sameAsName = '\x01'
	pdfSuffix  = ".pdf"
)

// texts are a sheet's folded texts that are not values of a facet.
type texts struct {
	name, product, note, file string
	codes                     []string
}

func textsOf(s *sds.Sheet) *texts {
	t := &texts{name: fold.Search(s.Name), note: fold.Search(s.Note), file: fold.Search(strings.TrimSuffix(s.File.Name, pdfSuffix))}
	t.product = t.name
	if s.ProductName != s.Name {
		t.product = fold.Search(s.ProductName)
	}
	for _, code := range s.ProductCodes {
		t.codes = append(t.codes, fold.Search(code))
	}
	return t
}

// bytes is the searched text, with the fields in their order.
func (t *texts) bytes() []byte {
	b := append([]byte(t.name), fieldEnd)
	same := func(text string) {
		if text == t.name {
			b = append(b, sameAsName)
		} else {
			b = append(b, text...)
		}
		b = append(b, fieldEnd)
	}
	same(t.product)
	b = append(b, strings.Join(t.codes, string(codeEnd))...)
	b = append(b, fieldEnd)
	b = append(b, t.note...)
	b = append(b, fieldEnd)
	same(t.file)
	return b
}

// foldedTexts are the fields of a searched text.
type foldedTexts struct{ name, product, codes, note, file []byte }

func readTexts(b []byte) (t foldedTexts) {
	for _, field := range []*[]byte{&t.name, &t.product, &t.codes, &t.note, &t.file} {
		*field, b, _ = bytes.Cut(b, []byte{fieldEnd})
	}
	for _, field := range []*[]byte{&t.product, &t.file} {
		if len(*field) == 1 && (*field)[0] == sameAsName {
			*field = t.name
		}
	}
	return t
}

// code is the i-th product code.
func (t *foldedTexts) code(i int) []byte {
	rest, code := t.codes, t.codes
	for range i + 1 {
		code, rest, _ = bytes.Cut(rest, []byte{codeEnd})
	}
	return code
}
