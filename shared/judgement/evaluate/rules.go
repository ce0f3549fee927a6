package evaluate

import (
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Rules are the regulations as the catalog judges by them (catalog.Checks). The tables
// are not loaded before something is judged.
type Rules struct {
	// set is what is judged by; nil for the embedded one.
	set *regulation.Set
}

// With are the rules of a set of its own.
func With(set *regulation.Set) Rules { return Rules{set} }

// Set is the set that is judged by.
func (r Rules) Set() *regulation.Set {
	if r.set != nil {
		return r.set
	}
	return regulation.Current()
}

// Version names the tables and the way in which verdicts come about.
func (r Rules) Version() string {
	if r.set != nil {
		return "own/" + lawcheck.Fingerprint()
	}
	return regulation.Fingerprint() + "/" + lawcheck.Fingerprint()
}

// Epoch is from which day on, and up to before which other, verdicts are the same as on
// a day.
func (r Rules) Epoch(day string) (from, until string) {
	set := r.Set()
	return set.Epoch(day), set.Until(day)
}

// Judge sets the verdicts of a head on a day, and of how much of it it is not known what
// it is.
func (r Rules) Judge(day string, record *sds.Sheet) {
	record.CheckedLaws, record.Unidentified = nil, ""
	if !analyzed(record) {
		return
	}
	s := lawcheck.Of(record)
	record.CheckedLaws = lawcheck.CodesOf(r.Set(), &s, day)
	record.Unidentified = openOf(&s)
}

// How much of a product can be anything stands as a value by which lists find it: the
// upper end of the share, "<" before one that does not belong to it, and "g" before that
// where the product may be a gas; or that all of it can be.
const (
	openGas  = "g"
	openBoth = "<"
	openAll  = "all"
)

func openOf(s *lawcheck.Subject) string {
	share, ok := lawcheck.Unidentified(s)
	if !ok {
		return ""
	}
	value := openAll
	if len(s.Ingredients) > 0 {
		value = strconv.FormatFloat(share.High, 'g', -1, 64)
		if share.HighOpen {
			value = openBoth + value
		}
	}
	if lawcheck.GasPossible(s) {
		value = openGas + value
	}
	return value
}

// reaches tells whether so much may reach a threshold: one of gases, and one of others.
func reaches(value string, gases, others *regulation.Threshold) bool {
	value, gas := strings.CutPrefix(value, openGas)
	threshold := others
	if gas {
		threshold = gases
	}
	if threshold == nil {
		return false
	}
	if value == openAll {
		return true
	}
	value, open := strings.CutPrefix(value, openBoth)
	high, err := strconv.ParseFloat(value, 64)
	return err == nil && lawcheck.Share{High: high, HighOpen: open}.MayReach(*threshold)
}
