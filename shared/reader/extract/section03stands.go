package extract

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// wholeShare matches a word in the place of a share.
var wholeShare = pattern.MustCompile(`(?i)^(?:balance|bal\.?|remainder|rest|trace|traces|proprietary|confidential|trade secret|\*+|[-–—]+)$`)

// anchors are the middles of the rows, by a column whose cells have a line each: a share, a CAS number, or a word in its place; nil where a line is neither.
func anchors(lines []doc.Line, isValue func(text string) bool) []float64 {
	var out []float64
	for _, l := range lines {
		if !isValue(strings.Trim(fold.Printed(l.Text), "│|")) {
			return nil
		}
		if n := len(out); n > 0 && l.CY()-out[n-1] < 0.8*l.H() {
			return nil
		}
		out = append(out, l.CY())
	}
	return out
}

func isShareText(text string) bool {
	if wholeShare.MatchString(text) {
		return true
	}
	c, ok := shareOf(text, "%")
	return ok && c.Stated() && len(text) < 24 && !openShare.MatchString(text)
}

// openShare matches a share whose upper end is on the next line.
var openShare = pattern.MustCompile(`(?i)(?:[-–~<>≤≥]=?|\bto)$`)

func isNumberText(text string) bool {
	if found := chem.FindCAS(text); len(found) == 1 && found[0].Valid {
		return true
	}
	return withheldLine.MatchString(text) || wholeShare.MatchString(text) || strings.EqualFold(text, "mixture")
}

// How cells stand beside the line of their row.
const (
	atTop = iota
	atMiddle
	atBottom
)

// besideRows divides the lines of a column among rows by their middles, each row's lines begun, centred or ended at it; ok is false where they do not stand
// so. lead is the number of lines above the first row, where those may belong to a row of the page before.
func besideRows(lines []doc.Line, rows []float64, stand int, carried bool) (parts [][]doc.Line, lead int, ok bool) {
	parts = make([][]doc.Line, len(rows))
	if len(lines) == 0 {
		return parts, 0, true
	}
	slack := 0.4 * math.Max(lines[0].H(), 4)
	switch stand {
	case atTop:
		for i, l := range lines {
			at := -1
			for k, y := range rows {
				if y <= l.CY()+slack {
					at = k
				}
			}
			switch {
			case at < 0 && carried:
				lead = i + 1
				continue
			case at == len(rows)-1 && len(parts[at]) > 0 && !pitched(lines[i-1], l):
				return parts, lead, true // what stands below the table
			case at < 0, len(parts[at]) == 0 && math.Abs(l.CY()-rows[at]) > slack, len(parts[at]) > 0 && !pitched(lines[i-1], l):
				return nil, 0, false
			}
			parts[at] = append(parts[at], l)
		}
		return parts, lead, true
	case atBottom:
		for i, l := range lines {
			at := len(rows)
			for k := len(rows) - 1; k >= 0; k-- {
				if rows[k] >= l.CY()-slack {
					at = k
				}
			}
			if at == len(rows) || len(parts[at]) > 0 && !pitched(lines[i-1], l) {
				return nil, 0, false
			}
			parts[at] = append(parts[at], l)
		}
		for k, part := range parts {
			if n := len(part); n > 0 && math.Abs(part[n-1].CY()-rows[k]) > slack {
				return nil, 0, false
			}
		}
		return parts, 0, true
	}
	return centredParts(lines, rows, slack)
}

// pitched reports lines that follow each other as those of one cell do.
func pitched(a, b doc.Line) bool { return b.Y0-a.Y1 < 0.8*math.Max(a.H(), b.H()) }

// centredParts divides the lines of a column so that the middles of the parts are those of the rows: for each row from the top, the shortest part
// that has its middle.
func centredParts(lines []doc.Line, rows []float64, slack float64) (parts [][]doc.Line, lead int, ok bool) {
	parts = make([][]doc.Line, len(rows))
	next := 0
	for k, y := range rows {
		if next < len(lines) && lines[next].CY() > y+slack {
			continue // an empty cell
		}
		to := next
		for to < len(lines) && (lines[next].CY()+lines[to].CY())/2 < y-slack {
			to++
		}
		if to == len(lines) || math.Abs((lines[next].CY()+lines[to].CY())/2-y) > slack {
			if next == len(lines) {
				continue
			}
			return nil, 0, false
		}
		for i := next + 1; i <= to; i++ {
			if !pitched(lines[i-1], lines[i]) {
				return nil, 0, false
			}
		}
		parts[k] = lines[next : to+1]
		next = to + 1
	}
	return parts, 0, next == len(lines)
}

// firstBeside divides the lines of a column among rows by the first way in which they may stand beside them; nil where there is none.
func firstBeside(lines []doc.Line, tops []float64, stands []int, carried bool) (out [][]doc.Line, above int) {
	for _, stand := range stands {
		if out, above, ok := besideRows(lines, tops, stand, carried && stand == atTop); ok {
			return out, above
		}
	}
	return nil, 0
}
