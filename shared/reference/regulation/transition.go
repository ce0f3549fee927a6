package regulation

// transition is a provision that leaves alone, until a day, what entries newly name.
type transition struct{ class, from, number, until, ja, en string }

// readTransitions gives entries the end of their transition. An entry that follows another
// one of a substance of its class, with a changed content, names nothing new.
func (f folder) readTransitions(entries []Entry, links []Link) {
	var all []transition
	for r := range f.table("transitions.tsv").Rows() {
		all = append(all, transition{r.Text("class"), r.Text("from"), r.Text("number"), r.Text("until"), r.Text("ja"), r.Text("en")})
	}
	numbers := map[int][]string{}
	for _, l := range links {
		numbers[l.Entry] = append(numbers[l.Entry], l.CAS)
	}
	for _, t := range all {
		ended := map[string]bool{} // numbers, names and CAS numbers of entries that end as the others begin
		for i := range entries {
			if e := &entries[i]; e.Class == t.class && e.To == t.from {
				ended[e.Ja] = true
				for _, cas := range numbers[e.ID] {
					ended[cas] = true
				}
			}
		}
		for i := range entries {
			if e := &entries[i]; t.covers(e) && !ended[e.Ja] && !anyOf(ended, numbers[e.ID]) {
				e.TransitionTo, e.TransitionJa, e.TransitionEn = t.until, t.ja, t.en
			}
		}
	}
}

func (t *transition) covers(e *Entry) bool {
	return e.Class == t.class && e.From == t.from && (t.number == "" || t.number == e.Number)
}

func anyOf(set map[string]bool, keys []string) bool {
	for _, k := range keys {
		if set[k] {
			return true
		}
	}
	return false
}
