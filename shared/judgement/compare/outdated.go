package compare

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// The days on which numbers and names that sheets print were changed.
const (
	prtrRenumbered = "2023-04-01" // the cabinet order of the PRTR act has new numbers
	ishaMoved      = "2025-04-01" // the names of table 9 of the order moved to table 2 of the ordinance
)

var (
	oldMonitored = regexp.MustCompile(`第[1-3一二三]種監視化学物質`)
	tableNine    = regexp.MustCompile(`別表第[9九]`)
	tableNineNo  = regexp.MustCompile(`別表第[9九][^0-9]{0,12}([0-9]{1,3})`)
	orderNumber  = regexp.MustCompile(`政令番号[^0-9]{0,4}(?:第?[12]種?[-の ]+)?([0-9]{1,3})(?:[^0-9]|$)`)
)

// lastOfTableNine is the last number of table 9 after the names of single substances left
// it.
const lastOfTableNine = 33

// outdated finds a statement in terms or numbers that the law no longer has.
func (c *comparer) outdated(class *regulation.Class, stated []Stated) (verdict.Reason, bool) {
	for _, s := range stated {
		switch {
		case class.Law == "JP-CSCL" && oldMonitored.MatchString(s.Text):
			return note("old_monitored", "words", oldMonitored.FindString(s.Text)), true
		case class.Law == "JP-ISHA" && c.oldTableNine(s.Text):
			return note("old_table_nine"), true
		}
	}
	if class.Law == "JP-PRTR" {
		if number, old := c.oldNumber(class, stated); old {
			return note("old_prtr_number", "number", number), true
		}
	}
	return verdict.Reason{}, false
}

func (c *comparer) oldTableNine(text string) bool {
	if !tableNine.MatchString(text) {
		return false
	}
	if m := tableNineNo.FindStringSubmatch(text); m != nil && number(m[1]) > lastOfTableNine {
		return true
	}
	return c.revisedOn != "" && c.revisedOn < ishaMoved
}

// oldNumber finds a number of the cabinet order that none of the entries found for the
// class has, on a sheet whose date is of the former order.
func (c *comparer) oldNumber(class *regulation.Class, stated []Stated) (string, bool) {
	if c.revisedOn == "" || c.revisedOn >= prtrRenumbered {
		return "", false
	}
	for _, s := range stated {
		for _, m := range orderNumber.FindAllStringSubmatch(s.Text, -1) {
			if !slices.ContainsFunc(c.proofs[class.Key()], func(p verdict.Proof) bool { return lastNumber(p.Number) == number(m[1]) }) {
				return m[1], true
			}
		}
	}
	return "", false
}

// lastNumber is the number at the end of a statutory number: 353 of "1-353".
func lastNumber(s string) int {
	if i := strings.LastIndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		s = s[i+1:]
	}
	return number(s)
}

func number(digits string) (n int) {
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0
		}
		n = 10*n + int(d-'0')
	}
	return n
}
