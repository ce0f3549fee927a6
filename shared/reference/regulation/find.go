package regulation

import (
	"strconv"
	"time"
)

// tokyo is the time zone of the laws' dates.
var tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)

// Day is the date at a time in Japan, as YYYY-MM-DD.
func Day(t time.Time) string { return t.In(tokyo).Format(time.DateOnly) }

// Tier is the kind of an id.
type Tier string

// The tiers, by the first digit of their ids.
const (
	TierLaw      Tier = "law"
	TierCategory Tier = "category"
	TierClass    Tier = "class"
	TierEntry    Tier = "entry"
	TierLink     Tier = "link"
)

// Place is what an id identifies: a law, or a part of one.
type Place struct {
	Tier     Tier
	Ja, En   string
	Law      string
	Category string
	Class    string // the class's key
}

// Find returns what an id identifies; false for an unknown id.
func (s *Set) Find(id int) (Place, bool) {
	for i := range s.laws {
		if l := &s.laws[i]; l.ID == id {
			return Place{TierLaw, l.Ja, l.En, l.Code, "", ""}, true
		}
	}
	for i := range s.categories {
		if c := &s.categories[i]; c.ID == id {
			return Place{TierCategory, c.Ja, c.En, c.Law, c.Code, ""}, true
		}
	}
	for i := range s.classes {
		if c := &s.classes[i]; c.ID == id {
			return Place{TierClass, c.Ja, c.En, c.Law, c.Category, c.Key()}, true
		}
	}
	classes, e := s.Of(id)
	if e == nil || len(classes) == 0 {
		return Place{}, false
	}
	p := Place{TierEntry, e.Ja, e.En, classes[0].Law, classes[0].Category, e.Class}
	if e.ID != id {
		p.Tier = TierLink
	}
	return p, true
}

// Size is the number of entries, of all versions.
func (s *Set) Size() int { return len(s.entries) }

// Substances is the number of CAS numbers that belong to entries.
func (s *Set) Substances() int { return len(s.byCAS) }

// Version is the newest date of a source.
func (s *Set) Version() string {
	newest := ""
	for i := range s.entries {
		newest = max(newest, s.entries[i].AsOf)
	}
	return newest
}

// String is the threshold for display: "> 0.1", ">= 1".
func (t Threshold) String() string {
	operator := ">= "
	if t.Above {
		operator = "> "
	}
	return operator + strconv.FormatFloat(t.Percent, 'f', -1, 64)
}
