package regulation

import (
	"strconv"
	"time"
)

// tokyo is where the dates of laws are judged.
var tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)

// Day is the day on which laws are judged at a time.
func Day(t time.Time) string { return t.In(tokyo).Format(time.DateOnly) }

// Tier is a kind of ids.
type Tier string

// The tiers, by the first digit of their ids.
const (
	TierLaw      Tier = "law"
	TierCategory Tier = "category"
	TierClass    Tier = "class"
	TierEntry    Tier = "entry"
	TierLink     Tier = "link"
)

// Place is what an id stands for: a law, or something of it.
type Place struct {
	Tier     Tier
	Ja, En   string
	Law      string
	Category string
	Class    string // the class's key
}

// Find is what an id stands for; false where it is of nothing.
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

// Size is how many entries there are, of all versions.
func (s *Set) Size() int { return len(s.entries) }

// Substances is how many CAS numbers belong to entries.
func (s *Set) Substances() int { return len(s.byCAS) }

// Version is the newest date of a source.
func (s *Set) Version() string {
	newest := ""
	for i := range s.entries {
		newest = max(newest, s.entries[i].AsOf)
	}
	return newest
}

// String is a threshold as people read it: "> 0.1", ">= 1".
func (t Threshold) String() string {
	operator := ">= "
	if t.Above {
		operator = "> "
	}
	return operator + strconv.FormatFloat(t.Percent, 'f', -1, 64)
}
