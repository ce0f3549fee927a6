package findings

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/unnumber"
)

var sheetRules = []rule{
	{
		id: "un_number_unknown", severity: Warning, source: unList,
		what:   "a UN number that the list of dangerous goods does not have",
		fields: []string{"un_number"},
		ja:     "国連番号「{un}」は危険物リストに見つかりません。",
		en:     "UN number {un} is not in the list of dangerous goods.",
		look:   unUnknown,
	},
	{
		id: "un_class", severity: Warning, source: unList,
		what:   "another transport class than that of the UN number",
		fields: []string{"un_number", "transport_class"},
		ja:     "国連番号{un}の国連分類は{known}ですが、「{class}」と記載されています。",
		en:     "UN number {un} is of class {known}, but the sheet says “{class}”.",
		look:   unClass,
	},
	{
		id: "un_packing_group", severity: Info, source: unList,
		what:   "a packing group that the UN number does not have",
		fields: []string{"un_number", "packing_group"},
		ja:     "国連番号{un}の容器等級は{known}ですが、「{group}」と記載されています。",
		en:     "UN number {un} has packing group {known}, but the sheet says “{group}”.",
		look:   unPackingGroup,
	},
	{
		id: "section_missing", severity: Error, source: jis7253, absence: true,
		what: "one of the sixteen sections is not found",
		ja:   "{sections}項が見つかりません。",
		en:   "Sections not found: {sections}.",
		look: sectionMissing,
	},
	{
		id: "revision_missing", severity: Warning, source: jis7253, absence: true,
		what:   "no revision date",
		fields: []string{"revision_date"},
		ja:     "改訂日が見つかりません。",
		en:     "No revision date was found.",
		look:   revisionMissing,
	},
	{
		id: "revision_future", severity: Error, source: arithmetic, passing: true,
		what:   "a revision date in the future",
		fields: []string{"revision_date"},
		ja:     "改訂日（{date}）が未来の日付です。",
		en:     "The revision date ({date}) lies in the future.",
		look:   revisionFuture,
	},
	{
		id: "revision_old", severity: Warning, source: isha, passing: true,
		what:   "a sheet that needs revision: of long ago, and not confirmed by its supplier since",
		fields: []string{"revision_date", "issue_date"},
		ja:     "最終改訂（{date}）から{years}年以上経過しています。最新版をご確認ください。",
		en:     "The sheet dates from {date}, more than {years} years ago. Please look for a newer version.",
		look:   revisionOld,
	},
	{
		id: "revision_before_issue", severity: Error, source: arithmetic,
		what:   "a revision date before the date of issue",
		fields: []string{"issue_date", "revision_date"},
		ja:     "改訂日（{date}）が作成日（{issue}）より前の日付です。",
		en:     "The revision date ({date}) is before the date of issue ({issue}).",
		look:   revisionBeforeIssue,
	},
}

// goods returns the entries of the list for the sheet's UN number.
func goods(in *Input) (number string, list []unnumber.Goods) {
	number = in.Result.Text("un_number")
	if number == "" || number == unnumber.NotRegulated {
		return "", nil
	}
	return number, unnumber.Lookup(number)
}

// unUnknown finds UN numbers that are not on the list of dangerous goods.
func unUnknown(in *Input, found report) {
	if number, list := goods(in); number != "" && len(list) == 0 {
		found(map[string]string{"un": number}, field("un_number"))
	}
}

// unClass compares the transport class with that of the UN number.
func unClass(in *Input, found report) {
	number, list := goods(in)
	stated := in.Result.Text("transport_class")
	if len(list) == 0 || stated == "" {
		return
	}
	var known []string
	for _, g := range list {
		if g.Class == stated || strings.HasPrefix(g.Class, stated+".") {
			return
		}
		if !slices.Contains(known, g.Class) {
			known = append(known, g.Class)
		}
	}
	found(map[string]string{"un": number, "class": stated, "known": strings.Join(known, ", ")}, field("un_number"), field("transport_class"))
}

// unPackingGroup compares the packing group with those of the UN number.
func unPackingGroup(in *Input, found report) {
	number, list := goods(in)
	stated := in.Result.Text("packing_group")
	if len(list) == 0 || stated == "" {
		return
	}
	var known []string
	for _, g := range list {
		if slices.Contains(g.Groups, stated) {
			return
		}
		known = append(known, g.Groups...)
	}
	if len(known) == 0 {
		return
	}
	slices.Sort(known)
	found(map[string]string{"un": number, "group": stated, "known": strings.Join(slices.Compact(known), ", ")}, field("un_number"), field("packing_group"))
}

// sectionMissing finds sections that the sheet lacks.
func sectionMissing(in *Input, found report) {
	var missing []string
	for n := 1; n <= 16; n++ {
		if !slices.Contains(in.Sections, n) {
			missing = append(missing, strconv.Itoa(n))
		}
	}
	if len(missing) > 0 {
		found(map[string]string{"sections": strings.Join(missing, ", ")})
	}
}

func date(in *Input, key string) (time.Time, string, bool) {
	text := in.Result.Text(key)
	for _, layout := range []string{"2006-01-02", "2006-01"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, text, true
		}
	}
	return time.Time{}, "", false
}

func revisionMissing(in *Input, found report) {
	if _, _, ok := date(in, "revision_date"); !ok {
		found(nil, field("revision_date"))
	}
}

func revisionFuture(in *Input, found report) {
	if t, text, ok := date(in, "revision_date"); ok && t.After(tomorrow(in)) {
		found(map[string]string{"date": text}, field("revision_date"))
	}
}

// tomorrow is the latest acceptable date: in some time zones it has begun.
func tomorrow(in *Input) time.Time { return sds.Day(in.Now).AddDate(0, 0, 1) }

// revision is the revision status that the sheet is shown with, so that no finding
// contradicts it.
func revision(in *Input) sds.RevisionStatus {
	s := sds.Sheet{RevisedOn: in.Result.Text("revision_date"), IssuedOn: in.Result.Text("issue_date"), SupplierConfirmedOn: in.Confirmed}
	if in.Superseded {
		s.Newer = "newer"
	}
	return s.RevisionStatusOn(sds.Day(in.Now), in.Years)
}

func revisionOld(in *Input, found report) {
	if revision(in) != sds.RevisionNeeded {
		return
	}
	for _, key := range []string{"revision_date", "issue_date"} {
		if _, text, ok := date(in, key); ok {
			found(map[string]string{"date": text, "years": strconv.Itoa(in.Years)}, field(key))
			return
		}
	}
	// The sheet has no date, and was confirmed long ago.
	found(map[string]string{"date": in.Confirmed, "years": strconv.Itoa(in.Years)}, field("revision_date"))
}

func revisionBeforeIssue(in *Input, found report) {
	issued, _, ok := date(in, "issue_date")
	revised, text, ok2 := date(in, "revision_date")
	if ok && ok2 && revised.AddDate(0, 1, 0).Before(issued) {
		found(map[string]string{"date": text, "issue": in.Result.Text("issue_date")}, field("issue_date"), field("revision_date"))
	}
}
