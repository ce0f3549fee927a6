package gen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// byNumberAlone is the rule of entries with no members but their CAS numbers.
const byNumberAlone = "-"

// named is an element with its names in the laws.
type named struct {
	symbol, ja, names, not, metal, insoluble string
}

// pattern is a row of groups.tsv for one element, or for none.
type pattern struct {
	class string
	name  *regexp.Regexp
	rule  string
	row   int
}

// group sets the rules by which names and formulas belong to the entries of Japanese laws.
// A row without a matching entry is an error, so that it is reviewed when the reference
// data change.
func group(source string, all []*entry) ([]*entry, error) {
	patterns, rows, err := readGroups(source)
	if err != nil {
		return nil, err
	}
	used := make([]bool, rows)
	for _, e := range all {
		added, more := strings.CutPrefix(e.group, "+")
		if slices.Contains(e.Flags, "single") || e.group != "" && !more {
			continue
		}
		e.group = ""
		for _, p := range patterns {
			if strings.HasPrefix(e.Class, p.class) && p.name.MatchString(e.Ja) {
				used[p.row] = true
				if p.rule != byNumberAlone {
					e.group = p.rule
				}
				break
			}
		}
		e.group = strings.Trim(e.group+";"+added, ";")
	}
	looked(all)
	for _, p := range patterns {
		if !used[p.row] {
			return nil, fmt.Errorf("groups.tsv: no entry named %s in %s", p.name, p.class)
		}
	}
	return all, nil
}

func readGroups(source string) (patterns []pattern, n int, err error) {
	cells, err := readSource(source, "elements.tsv")
	if err != nil {
		return nil, 0, err
	}
	rows, err := readSource(source, "groups.tsv")
	if err != nil {
		return nil, 0, err
	}
	for i, r := range rows {
		any := false
		for _, c := range cells {
			e := named{c[0], c[1], c[2], c[3], c[4], c[5]}
			if !strings.Contains(r[1], "$E") && !e.fits(r[1], r[2]) {
				continue
			}
			any = true
			name, err := regexp.Compile(strings.ReplaceAll(r[1], "$E", "("+e.ja+")"))
			if err != nil {
				return nil, 0, fmt.Errorf("groups.tsv: %w", err)
			}
			patterns = append(patterns, pattern{r[0], name, tidy(e.fill(r[2])), i})
		}
		if !any {
			name, err := regexp.Compile(r[1])
			if err != nil {
				return nil, 0, fmt.Errorf("groups.tsv: %w", err)
			}
			patterns = append(patterns, pattern{r[0], name, tidy(salts(r[2])), i})
		}
	}
	return patterns, len(rows), nil
}

// fits reports whether a row without $E is about the element: its rule uses the element's
// words.
func (e named) fits(name, rule string) bool {
	return strings.Contains(rule, "$") && strings.Contains(rule, "element="+e.symbol+";") && !strings.Contains(name, "$E")
}

// fill inserts an element's words into a rule.
func (e named) fill(rule string) string {
	return salts(strings.NewReplacer("$element", e.symbol, "$names", e.names, "$not", e.not, "$metal", e.metal, "$insoluble", e.insoluble).Replace(rule))
}

var saltsOf = regexp.MustCompile(`\$salts\(((?:[^()]|\([^()]*\))*)\)`)

// salts expands a base in a rule to the names of its salts.
func salts(rule string) string {
	return saltsOf.ReplaceAllStringFunc(rule, func(s string) string {
		var all []string
		for base := range strings.SplitSeq(saltsOf.FindStringSubmatch(s)[1], "|") {
			endings := []string{"塩酸塩", "一塩酸塩", "二塩酸塩", "硫酸塩", "硝酸塩", "酢酸塩"}
			if !strings.ContainsFunc(base, func(r rune) bool { return r > 'α' }) {
				endings = []string{"hydrochloride", "dihydrochloride", "sulfate", "sulphate", "nitrate", "acetate"}
			}
			for _, ending := range endings {
				all = append(all, base+ending)
			}
		}
		return strings.Join(all, "|")
	})
}

// tidy drops the empty parts of a rule.
func tidy(rule string) string {
	var parts []string
	for part := range strings.SplitSeq(rule, ";") {
		what, value, is := strings.Cut(part, "=")
		value = strings.Trim(strings.ReplaceAll(value, "||", "|"), "|")
		if is && value == "" {
			continue
		}
		if is {
			part = what + "=" + value
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ";")
}
