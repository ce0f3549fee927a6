package classification

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
)

// Match is how section 2 and the result of a class agree.
type Match string

// The matches.
const (
	Agrees     Match = "agrees"       // the stated category is one that the result allows
	Stricter   Match = "stricter"     // the sheet states a severer one
	LessStrict Match = "less_strict"  // the sheet states a milder one, or none
	NotJudged  Match = "cannot_judge" // no category follows, or section 2 was not read
)

// Compared is a result beside what section 2 states.
type Compared struct {
	Result
	Match Match
	// Stated is the severest category that section 2 states for the class; a negative one of
	// package ghs where it denies it, and empty where it does not name it.
	Stated string
	// Explained is set where what is unknown may explain the difference.
	Explained bool
}

// statement is a class that section 2 states.
type statement struct {
	class, category, note string
}

// Compare compares the results with section 2.
func Compare(results []Result, record *sds.Sheet, sections []sds.Section) []Compared {
	stated := statements(sections)
	out := make([]Compared, len(results))
	for i, r := range results {
		c := Compared{Result: r, Match: NotJudged}
		for _, s := range stated {
			if category, of := s.of(&r, record.HCodes); of {
				c.Stated = louder(c.Stated, category)
			}
		}
		if len(stated) > 0 {
			c.match()
		}
		out[i] = c
	}
	return out
}

func statements(sections []sds.Section) (out []statement) {
	for i := range sections {
		if sections[i].Number != 2 {
			continue
		}
		g := sections[i].Group(sds.GroupClassification)
		if g == nil {
			continue
		}
		for j := range g.Rows {
			var s statement
			for k := range g.Rows[j].Fields {
				f := &g.Rows[j].Fields[k]
				switch {
				case f.State == sds.StateDeleted:
				case f.Key == "class":
					s.class = f.Value.Text
				case f.Key == "category":
					s.category = f.Value.Text
				default:
					s.note += " " + f.Value.Text + " " + strings.Join(f.Value.List, " ")
				}
			}
			if s.category = ghs.CategoryKey(s.class, s.category); s.class != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

var (
	irritates = regexp.MustCompile(`(?i)刺激|irrita`)
	narcotic  = regexp.MustCompile(`(?i)麻酔|眠気|narco|drows`)
)

// of reports whether a statement is of a result's class, with the category as it compares:
// what JIS Z 7252 does not have is none.
func (s *statement) of(r *Result, codes []string) (category string, of bool) {
	if !covers(s.class, r.Class) {
		return "", false
	}
	negative := ghs.Negative(s.category)
	switch r.Effect {
	case Lactation:
		return s.category, s.category == lactationKey
	case Irritation, Narcosis:
		return s.category, s.category == "3" && s.speaksOf(r.Effect, codes) || negative
	}
	switch {
	case s.category == lactationKey || s.category == "not_lactation", r.Class == "stot_single" && s.category == "3":
		return "", false
	case notAdopted[r.Class] == s.category, isAcute(r.Class) && s.category == "5":
		return ghs.NotClassified.Key, true
	}
	return s.category, true
}

// speaksOf reports whether category 3 is stated for an effect: by its note, else by the
// hazard statements; where neither tells, it may be any.
func (s *statement) speaksOf(effect Effect, codes []string) bool {
	irritation, narcosis := irritates.MatchString(s.note), narcotic.MatchString(s.note)
	if !irritation && !narcosis {
		irritation, narcosis = slices.Contains(codes, "H335"), slices.Contains(codes, "H336")
	}
	if !irritation && !narcosis {
		return true
	}
	return effect == Irritation && irritation || effect == Narcosis && narcosis
}

// covers reports whether a stated class is, or may be, that of a result: sheets state
// inhalation without its form, and dusts and mists apart.
func covers(stated, class string) bool {
	if stated == class {
		return true
	}
	a, known := ghs.ClassByKey(stated)
	b, known2 := ghs.ClassByKey(class)
	return known && known2 && a.Family() == b.Family() && a.Index <= b.Last && b.Index <= a.Last
}

// louder is the severer of two stated categories; a negative one says more than none.
func louder(a, b string) string {
	if a == "" || ghs.Negative(a) && (!ghs.Negative(b) || b == ghs.NotClassified.Key) {
		return b
	}
	if ghs.Negative(b) || b == "" || rank(a) >= rank(b) {
		return a
	}
	return b
}

// match compares the stated category with both ends.
func (c *Compared) match() {
	of := 0
	if c.Stated != "" && !ghs.Negative(c.Stated) {
		of = rank(base(c.Stated))
	}
	mild, severe := rank(base(c.Mildest)), rank(base(c.Severest))
	switch {
	case c.Verdict == Unknown && of == 0 && c.Stated == ghs.NotPossible.Key:
		c.Match = Agrees
	case c.Verdict == Unknown:
		c.Match, c.Explained = NotJudged, true
	case of < mild:
		c.Match, c.Explained = LessStrict, of >= rank(base(c.Certain))
	case of > severe:
		c.Match, c.Explained = Stricter, c.Incomplete()
	default:
		c.Match = Agrees
	}
}
