package sds

import (
	"cmp"
	"slices"
)

// Replace makes the sheet, which has no older version, the newer version of one that has no
// newer version. The older one no longer guards its product codes. Versions of both that
// were removed stay findable from them.
func (s *Sheet) Replace(older *Sheet) {
	s.Older, older.Newer = older.ID, s.ID
	older.GuardedCodes = nil
	if s.FormerOlder != "" { // those removed before it lead to it
		s.FormerOlder = older.ID
	}
	if older.FormerNewer != "" { // those removed after it lead to it
		s.FormerNewer, older.FormerNewer = cmp.Or(s.FormerNewer, older.FormerNewer), s.ID
	}
}

// Separate makes the versions from the sheet on, and those before it, two sheets. Restored
// sheets join that from which they were removed.
func (s *Sheet) Separate(older *Sheet) {
	s.Older, older.Newer = "", ""
	s.FormerOlder, older.FormerNewer = "", ""
	if s.Newer == "" {
		s.FormerNewer = ""
	}
}

// LatestOn is the day by which versions of a sheet are ordered: that of its revision, or of
// its issue; empty where it states neither.
func (s *Sheet) LatestOn() string { return cmp.Or(s.RevisedOn, s.IssuedOn) }

// MarkUnrelated records that other sheets resemble this one but are not versions of it. The latest
// maxUnrelated are kept.
func (s *Sheet) MarkUnrelated(unrelated ...SheetID) {
	all := slices.Clone(s.Unrelated)
	for _, id := range unrelated {
		if id != s.ID && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	s.Unrelated = all[max(0, len(all)-maxUnrelated):]
}

const maxUnrelated = 100

// IsUnrelated reports whether a user stated that two sheets are not versions of one, of them
// or of the version that one of them replaces.
func (s *Sheet) IsUnrelated(other *Sheet) bool {
	marked := func(s, other *Sheet) bool {
		return slices.Contains(s.Unrelated, other.ID) || other.Older != "" && slices.Contains(s.Unrelated, other.Older)
	}
	return marked(s, other) || marked(other, s)
}
