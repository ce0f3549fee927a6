package check

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/unnumber"
)

// goods are the entries of the list for the sheet's UN number.
func goods(in *Input) (number string, list []unnumber.Goods) {
	number = in.Result.Text("un_number")
	if number == "" || number == unnumber.NotRegulated {
		return "", nil
	}
	return number, unnumber.Lookup(number)
}

// unUnknown finds UN numbers that the list of dangerous goods does not have.
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
	if t, text, ok := date(in, "revision_date"); ok && t.After(in.Now.AddDate(0, 0, 1)) {
		found(map[string]string{"date": text}, field("revision_date"))
	}
}

func revisionOld(in *Input, found report) {
	if t, text, ok := date(in, "revision_date"); ok && t.AddDate(in.Years, 0, 0).Before(in.Now) {
		found(map[string]string{"date": text, "years": strconv.Itoa(in.Years)}, field("revision_date"))
	}
}

func revisionBeforeIssue(in *Input, found report) {
	issued, _, ok := date(in, "issue_date")
	revised, text, ok2 := date(in, "revision_date")
	if ok && ok2 && revised.AddDate(0, 1, 0).Before(issued) {
		found(map[string]string{"date": text, "issue": in.Result.Text("issue_date")}, field("issue_date"), field("revision_date"))
	}
}
