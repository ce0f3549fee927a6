package csvfile_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"pgregory.net/rapid"

	"anzen/shared/domain/message"
	"anzen/shared/formats/csvfile"
)

func TestRead(t *testing.T) {
	sjis, err := japanese.ShiftJIS.NewEncoder().String("名前,㈱みどり\r\n髙橋,ｱｾﾄﾝ～\r\n")
	if err != nil {
		t.Fatal(err)
	}
	row := func(number int, cells ...string) csvfile.Row { return csvfile.Row{Number: number, Cells: cells} }
	for name, tt := range map[string]struct {
		data string
		want []csvfile.Row
	}{
		"plain":                        {"a,b\n1,2\n", []csvfile.Row{row(1, "a", "b"), row(2, "1", "2")}},
		"marked, CRLF, no end of line": {"\ufeffa,b\r\n1,2", []csvfile.Row{row(1, "a", "b"), row(2, "1", "2")}},
		"Shift_JIS":                    {sjis, []csvfile.Row{row(1, "名前", "㈱みどり"), row(2, "髙橋", "ｱｾﾄﾝ～")}},
		"empty rows keep the numbers":  {"a\n\n,,\n \n1\n", []csvfile.Row{row(1, "a"), row(5, "1")}},
		"breaks in a cell are no rows": {"a,\"x\ny\nz\"\nb\n", []csvfile.Row{row(1, "a", "x\ny\nz"), row(2, "b")}},
		"quotes and commas":            {"\"a,\"\"b\"\"\",c\n", []csvfile.Row{row(1, `a,"b"`, "c")}},
		"spaces around":                {" a ,　b　\n", []csvfile.Row{row(1, "a", "b")}},
		"guarded":                      {"'+81 3,'t Hooft,'=1\n", []csvfile.Row{row(1, "+81 3", "'t Hooft", "=1")}},
	} {
		got, err := csvfile.Read([]byte(tt.data))
		if err != nil || !slices.EqualFunc(got, tt.want, func(a, b csvfile.Row) bool { return a.Number == b.Number && slices.Equal(a.Cells, b.Cells) }) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// The longest and the widest that is read.
func TestReadTakesALot(t *testing.T) {
	for name, data := range map[string]string{
		"columns":    strings.Repeat("a,", 999) + "a\n",
		"characters": strings.Repeat("長", 32_767),
		"rows":       strings.Repeat("a,b\n", 100_000),
		"empty rows": strings.Repeat("\n", 1_000_000) + "a\n",
	} {
		if _, err := csvfile.Read([]byte(data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		data string
		kind message.Kind
		code message.Code
		row  any
	}{
		"nothing":                     {"", message.Invalid, csvfile.CodeEmpty, nil},
		"nothing but a mark":          {"\ufeff", message.Invalid, csvfile.CodeEmpty, nil},
		"nothing but commas":          {",,\n,\n", message.Invalid, csvfile.CodeEmpty, nil},
		"neither UTF-8 nor Shift_JIS": {"a\xff\xfe\xfdb", message.Invalid, csvfile.CodeEncoding, nil},
		"UTF-16":                      {"\xff\xfea\x00,\x00", message.Invalid, csvfile.CodeEncoding, nil},
		"a spreadsheet":               {"PK\x03\x04\x00\x00\x00\x00", message.Invalid, csvfile.CodeEncoding, nil},
		"marked and not UTF-8":        {"\ufeff\x83\x41", message.Invalid, csvfile.CodeEncoding, nil},
		"a quote within":              {"a,b\n\"x\ny\",1\nc\"d,1\n", message.Invalid, csvfile.CodeMalformed, 3},
		"a quote that does not end":   {"a\n\"b\n", message.Invalid, csvfile.CodeMalformed, 2},
		"a million columns":           {strings.Repeat(",", 1_000_000), message.Invalid, csvfile.CodeColumns, 1},
		"a column too many":           {"a\n" + strings.Repeat("a,", 1000) + "a\n", message.Invalid, csvfile.CodeColumns, 2},
		"a cell of 2 MB":              {"a\n" + strings.Repeat("x", 2_000_000), message.Invalid, csvfile.CodeLongCell, 2},
		"2 MB of quotes":              {strings.Repeat(`"`, 2_000_000), message.Invalid, csvfile.CodeLongCell, 1},
		"quotes that do not end":      {strings.Repeat(`"`, 1_999_999), message.Invalid, csvfile.CodeMalformed, 1},
		"a cell over many lines":      {`"` + strings.Repeat("x\n", 900_000) + `"`, message.Invalid, csvfile.CodeLongCell, 1},
		"200,000 rows":                {strings.Repeat("a,b\n", 200_000), message.Invalid, csvfile.CodeRows, 100_001},
		"a row too many":              {strings.Repeat("a,b\n", 100_000) + "\n\na\n", message.Invalid, csvfile.CodeRows, 100_003},
		"too many cells":              {strings.Repeat("a"+strings.Repeat(",", 99)+"\n", 6000), message.Invalid, csvfile.CodeCells, 5001},
		"NUL":                         {"a,b\n\x00,1\n", message.Invalid, csvfile.CodeEncoding, nil},
		"too large":                   {strings.Repeat("a", csvfile.MaxBytes+1), message.TooLarge, csvfile.CodeTooLarge, nil},
	} {
		_, err := csvfile.Read([]byte(tt.data))
		var e *message.Error
		if !errors.As(err, &e) || e.Kind != tt.kind || e.Code != tt.code || e.Args["row"] != tt.row {
			t.Errorf("%s: %v %v", name, err, e)
		}
	}
	if _, err := csvfile.Read(bytes.Repeat([]byte("a,"+strings.Repeat("b", 29)+"\n"), csvfile.MaxBytes/32)); err != nil {
		t.Errorf("the largest: %v", err)
	}
}

func TestWriteGuards(t *testing.T) {
	got, err := csvfile.Write([][]string{{"=1+1", "+81 3", "-5", "-1.5e3", "@x", "a=b", "", "'t Hooft", "a\"b", "x,y"}})
	if want := "\ufeff'=1+1,'+81 3,-5,-1.5e3,'@x,a=b,,'t Hooft,\"a\"\"b\",\"x,y\"\r\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	cell := rapid.StringMatching(`[A-Za-z0-9あ-ん漢字㈱=+\-@,"'; \n]{0,12}`).Filter(func(s string) bool {
		return strings.TrimSpace(s) == s && !(len(s) > 1 && s[0] == '\'' && strings.ContainsRune("=+-@", rune(s[1])))
	})
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 2, 5), 1, 6).Draw(t, "rows")
		data, err := csvfile.Write(rows)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]string
		for _, r := range rows {
			if strings.Join(r, "") != "" {
				want = append(want, r)
			}
		}
		got, err := csvfile.Read(data)
		if len(want) == 0 {
			if !errors.Is(err, message.New(message.Invalid, csvfile.CodeEmpty)) {
				t.Fatal(err)
			}
			return
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%q is read as %v, %v", data, got, err)
		}
		for i := range got {
			if !slices.Equal(got[i].Cells, want[i]) {
				t.Fatalf("%q, want %q", got[i].Cells, want[i])
			}
		}
	})
}
