package sds

import "testing"

func TestReadUN(t *testing.T) {
	for text, want := range map[string]string{
		"1294": "1294", " UN1294 ": "1294", "un 1294": "1294", "ＵＮ１２９４": "1294", "UN-1294": "1294", "UN No. 1294": "1294", "not_regulated": "not_regulated",
		"該当しない": "not_regulated", " 非該当 ": "not_regulated", "Not regulated": "not_regulated", "Ｎ／Ａ": "not_regulated", "-": "not_regulated",
		"12": "", "12945": "", "UN": "", "": "", "toluene": "", "1294 1993": "",
	} {
		if got, ok := ReadUN(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

// A UN number is checked and stored in one form, whoever sends it.
func TestUNNumbersAreCheckedWhenSet(t *testing.T) {
	def, ok := DefinitionOf(14, "", "un_number")
	if !ok {
		t.Fatal("no such field")
	}
	var f Field
	if err := f.set(def, &Value{Kind: KindText, Text: "UN 1294"}); err != nil || f.Value.Text != "1294" {
		t.Errorf("%q, %v", f.Value.Text, err)
	}
	if err := f.set(def, &Value{Kind: KindText, Text: "toluene"}); err == nil || f.Value.Text != "1294" {
		t.Errorf("%q, %v", f.Value.Text, err)
	}
}
