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
	// Sheet is the id of its sheet.
	Sheet          string
	Key, Extractor string
	Confidence     float64
	Right          bool
	// Weight of the value; 0 counts as 1.
	Weight float64
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
		out = append(out, Scored{Key: v.Key, Extractor: v.Extractor, Confidence: v.Confidence, Right: right})
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

// Shares is the table (package tsv) for the reader's confidences: key, rule, values, right
// ones, the expected share of the next. The line of a key without a rule applies to rules
// not seen.
func (c Calibration) Shares() string {
	type count struct{ n, right float64 }
	all := count{}
	keys, rules := map[string]count{}, map[[2]string]count{}
	for _, j := range c {
		one := count{n: 1}
		if j.Weight > 0 {
			one.n = j.Weight
		}
		if j.Right {
			one.right = one.n
		}
		all = count{all.n + one.n, all.right + one.right}
		k := keys[j.Key]
		keys[j.Key] = count{k.n + one.n, k.right + one.right}
		r := rules[[2]string{j.Key, j.Extractor}]
		rules[[2]string{j.Key, j.Extractor}] = count{r.n + one.n, r.right + one.right}
	}
	share := func(c count, weight, towards float64) float64 {
		return (c.right + weight*towards) / (c.n + weight)
	}
	base := share(all, 1, 0.9)
	var lines []string
	for key, k := range keys {
		mine := share(k, keyWeight, base)
		lines = append(lines, fmt.Sprintf("%s\t\t%.1f\t%.1f\t%.3f\n", key, k.n, k.right, mine))
		for rule, r := range rules {
			if rule[0] == key && rule[1] != "" {
				lines = append(lines, fmt.Sprintf("%s\t%s\t%.1f\t%.1f\t%.3f\n", key, rule[1], r.n, r.right, share(r, ruleWeight, mine)))
			}
		}
	}
	sort.Strings(lines)
	return "key\trule\tvalues\tright\tconfidence\n" + strings.Join(lines, "")
}
