package evaluate

import (
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Rules are the regulations by which the catalog evaluates sheets (catalog.Checks). The
// tables are loaded on first use.
type Rules struct {
	// set replaces the embedded one; nil for the embedded one.
	set *regulation.Set
}

// With returns the rules of a given set.
func With(set *regulation.Set) Rules { return Rules{set} }

// Set returns the set in use.
func (r Rules) Set() *regulation.Set {
	if r.set != nil {
		return r.set
	}
	return regulation.Current()
}

// Version identifies the tables and the rules of the verdicts.
func (r Rules) Version() string {
	if r.set != nil {
		return "own/" + lawcheck.Fingerprint()
	}
	return regulation.Fingerprint() + "/" + lawcheck.Fingerprint()
}

// Epoch returns the days between which verdicts are the same as on day: from is the first,
// until the first after them.
func (r Rules) Epoch(day string) (from, until string) {
	set := r.Set()
	return set.Epoch(day), set.Until(day)
}

// Judge sets the verdicts of a sheet record on a day, and its unidentified share.
func (r Rules) Judge(day string, record *sds.Sheet) {
	record.CheckedLaws, record.LawDates, record.Unidentified = nil, nil, ""
	if !analyzed(record) {
		return
	}
	s := lawcheck.Of(record)
	record.CheckedLaws, record.LawDates = lawcheck.Judged(r.Set(), &s, day)
	record.Unidentified = openOf(&s)
}

// The unidentified share of a product, as a value of the catalog's facet: the upper end of
// the share, preceded by "<" where it is exclusive, or "all" where no composition is
// stated; "g" precedes both where the product may be a gas.
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

// reaches reports whether an unidentified share may reach the threshold of gases or of
// other products.
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
