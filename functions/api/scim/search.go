package scim

import (
	"net/url"
	"strconv"
	"strings"

	"anzen/shared/formats/scim"
)

// search is a request for some resources (RFC 7644, sections 3.4.2 and 3.4.3).
type search struct {
	filter        string
	start, count  int // start is 1 for the first
	only, without []string
}

// maxCount is the most resources of an answer.
const maxCount = 200

func searchOfQuery(q url.Values) (s search, err error) {
	s.filter = q.Get("filter")
	if s.start, err = numberOf(q.Get("startIndex"), 1); err != nil {
		return s, err
	}
	if s.count, err = numberOf(q.Get("count"), maxCount); err != nil {
		return s, err
	}
	s.only, s.without = listed(q.Get("attributes")), listed(q.Get("excludedAttributes"))
	return s.bounded(), nil
}

func numberOf(text string, usual int) (int, error) {
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, &scim.Error{Type: scim.InvalidValue, Detail: "startIndex and count must be integers"}
	}
	return n, nil
}

func listed(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func searchOfBody(body scim.Resource) (search, error) {
	s := search{filter: scim.Text(body, "filter"), start: 1, count: maxCount}
	for name, at := range map[string]*int{"startIndex": &s.start, "count": &s.count} {
		switch v := scim.Get(body, name).(type) {
		case nil:
		case float64:
			*at = int(min(max(v, -1), 1<<30))
		default:
			return s, &scim.Error{Type: scim.InvalidValue, Detail: name + " must be an integer"}
		}
	}
	for name, at := range map[string]*[]string{"attributes": &s.only, "excludedAttributes": &s.without} {
		for _, v := range scim.Values(scim.Get(body, name)) {
			*at = append(*at, scim.Text(v, "value"))
		}
	}
	return s.bounded(), nil
}

// bounded has the values that stand for those out of range (RFC 7644, section 3.4.2.4).
func (s search) bounded() search {
	s.start, s.count = max(s.start, 1), min(max(s.count, 0), maxCount)
	return s
}

// list is the body of a list.
type list struct {
	Schemas []string        `json:"schemas"`
	Total   int             `json:"totalResults"`
	PerPage int             `json:"itemsPerPage"`
	Start   int             `json:"startIndex"`
	Items   []scim.Resource `json:"Resources"`
}

// answer is a page of the resources that the filter admits.
func (s search) answer(kind scim.Kind, filter *scim.Filter, all []scim.Resource) answer {
	found := []scim.Resource{}
	for _, r := range all {
		if filter.Matches(r) {
			found = append(found, r)
		}
	}
	from := min(s.start-1, len(found))
	page := found[from:min(from+s.count, len(found))]
	l := list{[]string{scim.ListURN}, len(found), len(page), s.start, []scim.Resource{}}
	for _, r := range page {
		l.Items = append(l.Items, kind.Select(r, s.only, s.without))
	}
	return answer{status: 200, body: l}
}

// selected is a resource with the attributes that the request's query names.
func (r request) selected(kind scim.Kind, one scim.Resource) scim.Resource {
	q := r.http.URL.Query()
	return kind.Select(one, listed(q.Get("attributes")), listed(q.Get("excludedAttributes")))
}
