package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"anzen/shared/reader/extract"
	"anzen/shared/text/fold"
)

// TableSections are the sections whose tables are compared as trees.
var TableSections = []int{3, 8}

// TEDS has the similarities of tables by section and group of sheets: the mean of 1 - d/n, where d
// is the edit distance of the trees of two tables and n the nodes of the larger one (Zhong et
// al., Image-based table recognition, 2019). A tree is the table, its rows and their cells; to
// change a cell costs the share of its characters that differ. The rows are those of the
// answers, since the corpus says what tables state and not how their cells are drawn. A sheet
// counts where its answer has rows, or rows were read.
type TEDS map[int]map[string][]float64

// add adds the similarities of one sheet to its groups.
func (t TEDS) add(want, got extract.View, groups ...string) {
	for _, section := range TableSections {
		a, b := tableOf(want, section), tableOf(got, section)
		if len(a.rows)+len(b.rows) == 0 {
			continue
		}
		if t[section] == nil {
			t[section] = map[string][]float64{}
		}
		for i, g := range groups {
			if slices.Contains(groups[:i], g) {
				continue // a set that is called as its language
			}
			t[section][g] = append(t[section][g], Similarity(a, b))
		}
	}
}

// String prints the means, a line for each section.
func (t TEDS) String() string {
	var b strings.Builder
	for _, section := range TableSections {
		if len(t[section]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "TEDS of section %d:", section)
		for _, g := range slices.Sorted(maps.Keys(t[section])) {
			of := t[section][g]
			sum := 0.0
			for _, v := range of {
				sum += v
			}
			fmt.Fprintf(&b, "  %s %.3f (%d)", g, sum/float64(len(of)), len(of))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Grid is a table of texts.
type Grid struct{ rows [][]string }

// NewGrid is a table of rows.
func NewGrid(rows ...[]string) Grid { return Grid{rows} }

// tableOf is what a view has of a section's table.
func tableOf(v extract.View, section int) Grid {
	var g Grid
	if section == 3 {
		for _, p := range v.Composition {
			g.rows = append(g.rows, []string{fold.Answer(orEmpty(p.Name)), strings.Join(p.CAS, " "), bound(p.LowOp, p.Low), bound(p.HighOp, p.High), unit(p.Unit)})
		}
		return g
	}
	for _, l := range v.ExposureLimits {
		g.rows = append(g.rows, []string{fold.Answer(orEmpty(l.Substance)), fold.Answer(orEmpty(l.Authority)), orNull(l.Kind), end(l.Value), unit(l.Unit)})
	}
	return g
}

func bound(op *string, value *float64) string { return orNull(op) + " " + end(value) }

// node is a node of a table's tree in postorder: its text, and the number of its leftmost leaf.
type node struct {
	text string
	kind byte // 'c' cell, 'r' row, 't' table
	left int
}

// nodes are the nodes of a table in postorder.
func (g Grid) nodes() []node {
	var out []node
	for _, row := range g.rows {
		first := len(out)
		for _, text := range row {
			out = append(out, node{text: text, kind: 'c', left: len(out)})
		}
		out = append(out, node{kind: 'r', left: first})
	}
	return append(out, node{kind: 't', left: 0})
}

// keyRoots are the nodes that are the highest with their leftmost leaf.
func keyRoots(tree []node) []int {
	highest := map[int]int{}
	for i, n := range tree {
		highest[n.left] = i
	}
	return slices.Sorted(maps.Values(highest))
}

// change is the cost to make one node another.
func change(a, b node) float64 {
	switch {
	case a.kind != b.kind:
		return 1
	case a.text == b.text:
		return 0
	}
	return float64(levenshtein.ComputeDistance(a.text, b.text)) / float64(max(len([]rune(a.text)), len([]rune(b.text))))
}

// Similarity is the similarity of two tables, from 0 to 1: by the edit distance of Zhang and
// Shasha (1989).
func Similarity(x, y Grid) float64 {
	a, b := x.nodes(), y.nodes()
	whole := make([][]float64, len(a))
	for i := range whole {
		whole[i] = make([]float64, len(b))
	}
	for _, i := range keyRoots(a) {
		for _, j := range keyRoots(b) {
			forests(a, b, i, j, whole)
		}
	}
	return 1 - whole[len(a)-1][len(b)-1]/float64(max(len(a), len(b)))
}

// forests fills in the distances of the subtrees whose leftmost leaves are those of two key roots.
func forests(a, b []node, i, j int, whole [][]float64) {
	la, lb := a[i].left, b[j].left
	dist := make([][]float64, i-la+2)
	for x := range dist {
		dist[x] = make([]float64, j-lb+2)
		dist[x][0] = float64(x)
	}
	for y := range dist[0] {
		dist[0][y] = float64(y)
	}
	for x := 1; x < len(dist); x++ {
		for y := 1; y < len(dist[0]); y++ {
			p, q := la+x-1, lb+y-1
			best := min(dist[x-1][y], dist[x][y-1]) + 1
			if a[p].left == la && b[q].left == lb {
				dist[x][y] = min(best, dist[x-1][y-1]+change(a[p], b[q]))
				whole[p][q] = dist[x][y]
				continue
			}
			dist[x][y] = min(best, dist[a[p].left-la][b[q].left-lb]+whole[p][q])
		}
	}
}
