package eval

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// stiffness holds the weights of signs near zero, as that many values of even odds; sweeps is how often each is improved.
const (
	stiffness = 24
	sweeps    = 12
)

// signs are the weights by which the signs of values change the confidences of their rules, fitted by logistic regression
// over them, and how many values have each. Values of earlier readings have none.
func (c Calibration) signs(f fitted) (map[string]float64, map[string]int) {
	type row struct {
		odds, weight, right float64 // odds: the logarithm
		signs               []int
	}
	index, counts := map[string]int{}, map[string]int{}
	var rows []row
	for _, j := range c {
		if j.Earlier {
			continue
		}
		p := min(max(f.rule(j.Key, j.Extractor, j.Language), 0.001), 0.999)
		r := row{odds: math.Log(p / (1 - p)), weight: count{}.plus(j).n}
		if j.Right {
			r.right = 1
		}
		for _, sign := range j.Signs {
			if _, known := index[sign]; !known {
				index[sign] = len(index)
			}
			counts[sign]++
			r.signs = append(r.signs, index[sign])
		}
		rows = append(rows, r)
	}
	having := make([][]int, len(index))
	for i, r := range rows {
		for _, s := range r.signs {
			having[s] = append(having[s], i)
		}
	}
	weights := make([]float64, len(index))
	for range sweeps {
		// The level of these sheets, which are better known than those of the first readings: it is no sign's.
		slope, curve := 0.0, 1.0
		for _, r := range rows {
			p := 1 / (1 + math.Exp(-r.odds))
			slope += r.weight * (r.right - p)
			curve += r.weight * p * (1 - p)
		}
		for i := range rows {
			rows[i].odds += slope / curve
		}
		for s, at := range having {
			slope, curve := -stiffness/4.0*weights[s], stiffness/4.0
			for _, i := range at {
				p := 1 / (1 + math.Exp(-rows[i].odds))
				slope += rows[i].weight * (rows[i].right - p)
				curve += rows[i].weight * p * (1 - p)
			}
			step := min(max(slope/curve, -1), 1)
			weights[s] += step
			for _, i := range at {
				rows[i].odds += step
			}
		}
	}
	out := map[string]float64{}
	for sign, i := range index {
		out[sign] = weights[i]
	}
	return out, counts
}

// Signs is the table (package tsv) of the weights of signs: sign, values that have it, weight.
func (c Calibration) Signs() string {
	weights, counts := c.signs(fit(c))
	var b strings.Builder
	b.WriteString("sign\tvalues\tweight\n")
	for _, sign := range slices.Sorted(maps.Keys(weights)) {
		fmt.Fprintf(&b, "%s\t%d\t%.3f\n", sign, counts[sign], weights[sign])
	}
	return b.String()
}
