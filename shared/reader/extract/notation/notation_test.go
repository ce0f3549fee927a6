package notation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
)

func TestParseDate(t *testing.T) {
	tests := []struct {
		text  string
		order notation.Order
		want  string
	}{
		{"2015年5月1日", notation.DayFirst, "2015-05-01"},
		{"２０１５年　５月　１日", notation.DayFirst, "2015-05-01"},
		{"2022/10/03", notation.DayFirst, "2022-10-03"},
		{"2022.11.30", notation.DayFirst, "2022-11-30"},
		{"2022-1-3 改訂", notation.DayFirst, "2022-01-03"},
		{"令和元年5月1日", notation.DayFirst, "2019-05-01"},
		{"令和6年10月1日", notation.DayFirst, "2024-10-01"},
		{"平成28年10月03日", notation.DayFirst, "2016-10-03"},
		{"昭和63年1月7日", notation.DayFirst, "1988-01-07"},
		{"R6.10.1", notation.DayFirst, "2024-10-01"},
		{"H28/03/01", notation.DayFirst, "2016-03-01"},
		{"2012年6月", notation.DayFirst, "2012-06"},
		{"2012/06", notation.DayFirst, "2012-06"},
		{"06/3月/2013", notation.DayFirst, "2013-03-06"},
		{"発行日 2026 1月 9", notation.DayFirst, "2026-01-09"},
		{"15-Mar-2012", notation.DayFirst, "2012-03-15"},
		{"15 March 2012", notation.DayFirst, "2012-03-15"},
		{"March 15, 2012", notation.DayFirst, "2012-03-15"},
		{"Sept. 5, 2012", notation.DayFirst, "2012-09-05"},
		{"May 2012", notation.DayFirst, "2012-05"},
		{"13 Ekim 2015", notation.DayFirst, "2015-10-13"},
		{"20 mars 2026", notation.DayFirst, "2026-03-20"},
		{"7. März 2019", notation.DayFirst, "2019-03-07"},
		{"31/12/2009", notation.MonthFirst, "2009-12-31"},
		{"12/31/2009", notation.DayFirst, "2009-12-31"},
		{"09-04-2015", notation.MonthFirst, "2015-09-04"},
		{"09-04-2015", notation.DayFirst, "2015-04-09"},
		{"04.09.2015", notation.MonthFirst, "2015-09-04"},
		{"20150401", notation.DayFirst, "2015-04-01"},
		{"15-8-2015", notation.DayFirst, "2015-08-15"},
		{"27Oct2006", notation.DayFirst, "2006-10-27"},
		{"04 00 May 12, 2017", notation.DayFirst, "2017-05-12"},
		{"March/9/2012", notation.DayFirst, "2012-03-09"},
		{"REVISED 03-2005", notation.DayFirst, "2005-03"},
		{"16 4月 2018", notation.DayFirst, "2018-04-16"},
		{"Day 12 Month 05 Year 2010", notation.MonthFirst, "2010-05-12"},
		{"Month: June Day: 3 Year: 2011", notation.DayFirst, "2011-06-03"},
		{"2015年13月1日", notation.DayFirst, ""},
		{"JIS Z 7253:2019", notation.DayFirst, ""},
		{"データなし", notation.DayFirst, ""},
		{"67-64-1", notation.DayFirst, ""},
	}
	for _, tt := range tests {
		got := ""
		if d, ok := notation.ParseDate(fold.Printed(tt.text), tt.order); ok {
			got = d.String()
		}
		if got != tt.want {
			t.Errorf("ParseDate(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestDateRoundTrip(t *testing.T) {
	formats := []func(d time.Time) string{
		func(d time.Time) string { return d.Format("2006-01-02") },
		func(d time.Time) string { return d.Format("2006/1/2") },
		func(d time.Time) string { return d.Format("2006年1月2日") },
		func(d time.Time) string { return d.Format("02-Jan-2006") },
		func(d time.Time) string { return d.Format("January 2, 2006") },
		func(d time.Time) string { return d.Format("2.1.2006") },
		func(d time.Time) string {
			if d.Year() < 2020 {
				return d.Format("2006.01.02")
			}
			return fmt.Sprintf("令和%d年%d月%d日", d.Year()-2018, d.Month(), d.Day())
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		day := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 20000).Draw(t, "day"))
		text := formats[rapid.IntRange(0, len(formats)-1).Draw(t, "format")](day)
		d, ok := notation.ParseDate(fold.Printed(text), notation.DayFirst)
		if !ok || d.String() != day.Format("2006-01-02") {
			t.Fatalf("%q is read as %v, %v", text, d, ok)
		}
	})
}

func TestFindPhones(t *testing.T) {
	for text, want := range map[string]string{
		"052-381-5281": "052-381-5281",
		"TEL：０３－５７１９－７８６０　FAX：03-5719-7861": "03-5719-7860 fax:03-5719-7861",
		"+81 50 5057 7850":                             "+81-50-5057-7850",
		"(03)3255-1234(代)":                             "03-3255-1234",
		"1-800-424-9300 (CHEMTREC)":                    "1-800-424-9300",
		"+44 (0)191 555 0111 24hr":                     "+44-0-191-555-0111",
		"+1 (703) 527-3887":                            "+1-703-527-3887",
		"+44 (0) 1235 239670":                          "+44-0-1235-239670",
		"〒455-0021 名古屋市":                               "",
		"2015-04-01":                                   "",
		"67-64-1":                                      "",
		"0834-00-2299(24時間)":                           "0834-00-2299",
		"+81 50 5057 7850 (24時間受付)":                    "+81-50-5057-7850",
		"800 243-0028 8:00 am":                         "800-243-0028",
		"01-2119484862-27-XXXX":                        "",
		"index number 017-002-01-X":                    "",
		"8174309449":                                   "8174309449",
		"(877) 555-0183 (8AM-5PM)":                     "877-555-0183",
		"1-613-555-0166(24HR)":                         "1-613-555-0166",
		"(215) 555-0143 885 Louis":                     "215-555-0143",
		"(407) 555.0180 111 West":                      "407-555-0180",
		"Tel: +41 22 555 53 22 Fax":                    "+41-22-555-53-22",
		"(+34) 93 745 64 00 - FAX: (+34) 93 715 27 65": "+34-93-745-64-00 fax:+34-93-715-27-65",
		"TELEPHONE: 1+504-555-0100":                    "1-504-555-0100",
		"Formula 012-8-75-012-4-343":                   "",
		"+49 (0) 40 / 555490":                          "+49-0-40-555490",
		"03-1234-5678 / 06-1234-5678":                  "03-1234-5678",
		"Springfield, NC 27216 336-555-0116":           "336-555-0116",
	} {
		var got []string
		for _, p := range notation.FindPhones(fold.Printed(text)) {
			n := p.Number
			if p.Fax {
				n = "fax:" + n
			}
			got = append(got, n)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("FindPhones(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzNotation(f *testing.F) {
	f.Add("令和元年5月1日 TEL 03-1234-5678")
	f.Add("15-Mar-2012 R6.1.2 20150401")
	f.Fuzz(func(t *testing.T, s string) {
		s = fold.Printed(s)
		for _, d := range notation.FindDates(s, notation.MonthFirst) {
			if d.Start < 0 || d.End > len(s) || d.Start >= d.End {
				t.Fatalf("%q: %+v", s, d)
			}
		}
		for _, p := range notation.FindPhones(s) {
			if p.End > len(s) || len(p.Number) < 8 {
				t.Fatalf("%q: %+v", s, p)
			}
		}
	})
}
