package eval

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"anzen/shared/reader/extract"
)

// Scored is a value read, and whether it is right.
type Scored struct {
	// Sheet is the id of its sheet, Language the group of sheets that the reader puts it in
	// (extract.Result.Group).
	Sheet, Language string
	// Set is the table of sealed answers that the sheet is in ("wild3-test"), or its set.
	Set string

	Key, Extractor string
	Confidence     float64
	Right          bool
	// Signs of the value (extract.Value).
	Signs []string
	// Weight of the value; 0 counts as 1.
	Weight float64
	// Earlier is set for a value of an earlier reading: it counts in a fit, and is not tried by it.
	Earlier bool
}

// fieldOf maps keys to the fields by which their values are scored, where the names differ.
// Columns of a table that are scored with another one have none.
var fieldOf = map[string]string{
	"classification.category": "classification", "exposure_limits.value": "exposure_limits", "composition.concentration": "composition.row",
}

// Judge scores the values of a view by its answer. Values that the answer does not cover are
// left out.
func (a Answer) Judge(view extract.View) []Scored {
	if view.Result == nil {
		return nil
	}
	var out []Scored
	left := map[string]map[string]int{}
	rows := map[string]map[int][]extract.Value{}
	for _, v := range view.Result.Values {
		if table, _, ok := strings.Cut(v.Key, "."); ok && v.Row >= 0 {
			if rows[table] == nil {
				rows[table] = map[int][]extract.Value{}
			}
			rows[table][v.Row] = append(rows[table][v.Row], v)
		}
	}
	for _, v := range view.Result.Values {
		name := v.Key
		if f := fieldOf[v.Key]; f != "" {
			name = f
		}
		at := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if at < 0 {
			continue
		}
		stated, covered := a.items[name]
		if !covered {
			continue
		}
		one := extract.Result{Language: view.Result.Language, Values: []extract.Value{v}}
		if table, _, ok := strings.Cut(v.Key, "."); ok && v.Row >= 0 {
			one.Values = nil
			for _, x := range rows[table][v.Row] {
				x.Row = 0
				one.Values = append(one.Values, x)
			}
		}
		items := a.of(fields[at], one.GoldView())
		if len(items) == 0 {
			continue
		}
		if left[name] == nil {
			left[name] = tally(stated)
		}
		right := true
		for _, item := range items {
			if left[name][item] == 0 {
				right = false
			} else if name != "composition.cas" {
				left[name][item]--
			}
		}
		out = append(out, Scored{Language: view.Result.Group(), Key: v.Key, Extractor: v.Extractor, Confidence: v.Confidence, Signs: v.Signs, Right: right})
	}
	return out
}

// Calibration is a list of scored values, from which it computes how often values of a
// confidence were right.
type Calibration []Scored

// bounds separate the classes of confidence; a value belongs to the highest bound that it
// reaches.
var bounds = []float64{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98}

// of is the part of the sheets of a set.
func (c Calibration) of(set string) Calibration {
	return slices.DeleteFunc(slices.Clone(c), func(j Scored) bool { return Set(j.Sheet) != set })
}

// Right is the number of values with at least a confidence, and the share of them that are right (0 where there are none).
func (c Calibration) Right(from float64) (values int, share float64) {
	right := 0
	for _, j := range c {
		if j.Confidence < from {
			continue
		}
		values++
		if j.Right {
			right++
		}
	}
	if values == 0 {
		return 0, 0
	}
	return values, float64(right) / float64(values)
}

// String is one line per class, and the mean distance between confidence and share of right
// values.
func (c Calibration) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s %7s %9s %7s\n", "confidence", "values", "promised", "right")
	distance := 0.0
	for i, from := range bounds {
		to := math.Inf(1)
		if i+1 < len(bounds) {
			to = bounds[i+1]
		}
		n, sum, right := 0, 0.0, 0
		for _, j := range c {
			if j.Confidence >= from && j.Confidence < to {
				n++
				sum += j.Confidence
				if j.Right {
					right++
				}
			}
		}
		if n == 0 {
			continue
		}
		distance += math.Abs(sum - float64(right))
		label := fmt.Sprintf("%.2f and more", from)
		if i+1 < len(bounds) {
			label = fmt.Sprintf("%.2f to %.2f", from, to)
		}
		fmt.Fprintf(&b, "%-16s %7d %9.3f %7.3f\n", label, n, sum/float64(n), float64(right)/float64(n))
	}
	if len(c) > 0 {
		fmt.Fprintf(&b, "mean distance %.3f over %d values\n", distance/float64(len(c)), len(c))
	}
	return b.String()
}

// The number of values from which a rule's, and a key's, own share outweighs the prior.
const (
	ruleWeight = 8
	keyWeight  = 12
)

// count of values, weighted, and of the right ones among them.
type count struct{ n, right float64 }

func (c count) plus(j Scored) count {
	one := 1.0
	if j.Weight > 0 {
		one = j.Weight
	}
	c.n += one
	if j.Right {
		c.right += one
	}
	return c
}

// share expects the next value to be right as often as those seen, and weight others that were
// so as often as towards says.
func (c count) share(weight, towards float64) float64 {
	return (c.right + weight*towards) / (c.n + weight)
}

// fitted are the counts of values of all, by language, by key, by key and language, and by rule and language.
type fitted struct {
	all   count
	whole map[string]count
	keys  map[string]count
	langs map[[2]string]count
	rules map[[3]string]count
}

func fit(c Calibration) fitted {
	f := fitted{whole: map[string]count{}, keys: map[string]count{}, langs: map[[2]string]count{}, rules: map[[3]string]count{}}
	for _, j := range c {
		f.all = f.all.plus(j)
		f.whole[j.Language] = f.whole[j.Language].plus(j)
		f.keys[j.Key] = f.keys[j.Key].plus(j)
		f.langs[[2]string{j.Key, j.Language}] = f.langs[[2]string{j.Key, j.Language}].plus(j)
		f.rules[[3]string{j.Key, j.Extractor, j.Language}] = f.rules[[3]string{j.Key, j.Extractor, j.Language}].plus(j)
	}
	return f
}

// base is the share of all values; key that of a key, lang of a key in a language, rule of a
// rule in a language. Each leans towards the one before it, a key in a language towards the key
// as far as the language differs from all: what is read worse in one language says little of another.
func (f fitted) base() float64          { return f.all.share(1, 0.9) }
func (f fitted) key(key string) float64 { return f.keys[key].share(keyWeight, f.base()) }
func (f fitted) lang(key, language string) float64 {
	towards := shifted(f.key(key), f.base(), f.whole[language].share(1, f.base()))
	if wider, _, narrow := strings.Cut(language, " "); narrow {
		towards = f.lang(key, wider) // "en plain" leans towards "en"
	}
	return f.langs[[2]string{key, language}].share(keyWeight, towards)
}

// shifted is a share whose odds change as those from one share to another.
func shifted(share, from, to float64) float64 {
	odds := func(p float64) float64 {
		p = min(max(p, 0.001), 0.999)
		return p / (1 - p)
	}
	o := odds(share) * odds(to) / odds(from)
	return o / (1 + o)
}

func (f fitted) rule(key, rule, language string) float64 {
	return f.langs[[2]string{key, language}].doubted(f.rules[[3]string{key, rule, language}].share(ruleWeight, f.lang(key, language)))
}

// Doubt about fields of which few values were seen: so many further values count as wrong, and a share is lowered to certain at most by it.
const (
	doubt   = 4
	certain = 0.88
)

// doubted is a share that is no higher than the values seen of its field allow: a dozen right ones promise no 99 %.
func (c count) doubted(share float64) float64 {
	return min(share, max(certain, (c.right+1)/(c.n+1+doubt)))
}

// Shares is the table (package tsv) for the reader's confidences: key, rule, language, values,
// right ones, the expected share of the next. The line of a key without a rule applies to rules
// not seen in the language, that without a language to languages not seen.
func (c Calibration) Shares() string {
	f := fit(c)
	var lines []string
	line := func(key, rule, language string, n count, share float64) {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%.1f\t%.1f\t%.3f\n", key, rule, language, n.n, n.right, share))
	}
	for key, n := range f.keys {
		line(key, "", "", n, n.doubted(f.key(key)))
	}
	for k, n := range f.langs {
		line(k[0], "", k[1], n, n.doubted(f.lang(k[0], k[1])))
	}
	for k, n := range f.rules {
		if k[1] != "" {
			line(k[0], k[1], k[2], n, f.rule(k[0], k[1], k[2]))
		}
	}
	sort.Strings(lines)
	return "key\trule\tlanguage\tvalues\tright\tconfidence\n" + strings.Join(lines, "")
}

// CrossValidated gives each value the confidence that it would have if the sheets of its own
// house had not been there.
func (c Calibration) CrossValidated() Calibration {
	return c.apart(func(j Scored) string { return house(j.Sheet) }, func(a, b string) bool { return a == b })
}

// Transferred gives each value of the test sets the confidence that it would have if no sheet of its set,
// nor of the half beside it, had been there.
func (c Calibration) Transferred() Calibration {
	return c.apart(func(j Scored) string { return j.Set }, func(a, b string) bool { return family(a) == family(b) }).Blind()
}

// Blind are the values of the test sets, with which no rule was made.
func (c Calibration) Blind() Calibration {
	return slices.DeleteFunc(slices.Clone(c), func(j Scored) bool { return j.Set != SetTest && !strings.HasSuffix(j.Set, "-"+SetTest) })
}

// family is what the halves of a set have in common: "wild3" of "wild3-test".
func family(set string) string {
	name, _, _ := strings.Cut(set, "-")
	return name
}

// apart divides the values by a name, and gives those of each part the confidence by a fit of the others that are no kin of it.
func (c Calibration) apart(of func(Scored) string, kin func(a, b string) bool) Calibration {
	parts := map[string]Calibration{}
	for _, j := range c {
		parts[of(j)] = append(parts[of(j)], j)
	}
	var out Calibration
	for name, own := range parts {
		others := slices.DeleteFunc(slices.Clone(c), func(j Scored) bool { return kin(of(j), name) })
		f := fit(others)
		weights, _ := others.signs(f)
		for _, j := range own {
			if j.Earlier {
				continue
			}
			j.Confidence = extract.Weighed(f.rule(j.Key, j.Extractor, j.Language), j.Signs, weights)
			out = append(out, j)
		}
	}
	return out
}

// house is what the sheets of one maker have in common: real English ones, also those met in the wild, are of a maker each,
// the ids of others differ in their last number.
func house(id string) string {
	switch Set(id) {
	case SetTune, SetTest, "known", "wd", "un":
		return id
	}
	return strings.TrimRight(id, "0123456789-")
}
