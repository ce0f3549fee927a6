package extract

import (
	"slices"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// usWords and euWords indicate the country of a sheet, and so its order of dates.
var (
	usWords = []string{"OSHA", "USA", "United States", "CHEMTREC", "U.S.", "29 CFR", "29CFR", "SARA"}
	euWords = []string{"1907/2006", "1272/2008", "REACH", "EC No", "United Kingdom", "Germany", "France"}
)

// usAddress is the end of an address in the United States: a state with a postal code.
var usAddress = pattern.MustCompile(`\b(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin)\.?,? {0,2}[0-9]{5}(?:-[0-9]{4})?(?:[^0-9\-]|$)`)

func mentions(text string, words []string) int {
	n := 0
	for _, w := range words {
		n += strings.Count(text, w)
	}
	return n
}

var numericDate = pattern.MustCompile(`[0-9]{1,2} ?[/.-] ?[0-9]{1,2} ?[/.-] ?(?:19|20)?[0-9]{2}`)

// dateOrder is the order of all-numeric dates: from unambiguous ones, else the country's.
func dateOrder(d *doc.Document, ja bool) notation.Order {
	var lines []string
	if !ja { // in Japanese sheets headers and footers come from elsewhere
		for _, l := range append(append([]doc.Line{}, d.Headers...), d.Footers...) {
			lines = append(lines, l.Text)
		}
	}
	for i := range d.Sections {
		if n := d.Sections[i].Number; n <= 1 || !ja && (n == 16 || n == 15) {
			for _, l := range d.Sections[i].Lines {
				lines = append(lines, l.Text)
			}
		}
	}
	sort.Strings(lines)
	votes := map[notation.Order]int{}
	for i, l := range lines {
		if i > 0 && lines[i-1] == l || !numericDate.MatchString(l) {
			continue
		}
		for _, found := range notation.FindDates(fold.Printed(l), notation.DayFirst) {
			if found.Proven != nil {
				votes[*found.Proven]++
			}
		}
	}
	switch {
	case votes[notation.MonthFirst] > votes[notation.DayFirst]:
		return notation.MonthFirst
	case votes[notation.DayFirst] > 0 || ja:
		return notation.DayFirst
	}
	all := strings.Join(lines, "\n")
	us := mentions(all, usWords)
	for _, l := range lines {
		us += 2 * len(usAddress.FindAllString(l, -1))
	}
	eu := mentions(all, euWords)
	if us > 0 && us >= eu || us+eu == 0 && slices.ContainsFunc(lines, americanPhone.MatchString) && !slices.ContainsFunc(lines, elsewhere.MatchString) {
		return notation.MonthFirst
	}
	return notation.DayFirst
}

var (
	// americanPhone is a telephone number as North America prints it, without the number of a country.
	americanPhone = pattern.MustCompile(`(?:^|[^0-9+\-) ]) ?(?:1[ \-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[\-.])[2-9][0-9]{2}[\-.][0-9]{4}(?:[^0-9\-]|$)`)
	// elsewhere is the name of another country that prints its numbers so, or a number of another country.
	elsewhere = pattern.MustCompile(`(?i)\b(?:canada|canadian|ontario|qu[eé]bec|british columbia|alberta|manitoba|mexico|m[eé]xico|jamaica)\b|\+ ?(?:[2-9]|1[ \-]?(?:868|876))`)
)
