package ghs

import (
	_ "embed"
	"math"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed symbols.tsv
var symbolsFile string

// SymbolSide is the width and height of the grid on which symbols are compared.
const SymbolSide = 20

// symbolLike is the minimum similarity of a picture to a symbol.
const symbolLike = 0.64

type symbol struct {
	code string
	dots []float64 // centred, of length one
}

var symbols = sync.OnceValue(func() []symbol {
	var out []symbol
	for row := range tsv.Embedded("ghs/symbols.tsv", symbolsFile).Rows() {
		hex := row.Text("darkness")
		if len(hex) != SymbolSide*SymbolSide {
			row.Fail("the drawing has %d dots, not %d", len(hex), SymbolSide*SymbolSide)
		}
		grid := make([]float64, len(hex))
		for i := range hex {
			grid[i] = float64(strings.IndexByte("0123456789abcdef", hex[i]))
		}
		out = append(out, symbol{row.Text("code"), centred(grid)})
	}
	return out
})

// MatchSymbol returns the pictogram that a picture shows. grey holds side by side values
// from 0 (black) to 255 (white), row by row. likeness is the correlation with the closest
// known drawing; code is empty where none is close.
func MatchSymbol(grey []byte, side int) (code string, likeness float64) {
	grid, ok := SymbolGrid(grey, side)
	if !ok {
		return "", 0
	}
	dots := centred(grid)
	for _, s := range symbols() {
		sum := 0.0
		for i, v := range dots {
			sum += v * s.dots[i]
		}
		if sum > likeness {
			code, likeness = s.code, sum
		}
	}
	if likeness < symbolLike {
		return "", likeness
	}
	return code, likeness
}

// SymbolGrid is the darkness inside the frame of a picture, a square set on edge, on a grid
// of SymbolSide. ok is false where the picture has no such frame: its corners are dark or
// its inside is empty.
func SymbolGrid(grey []byte, side int) (grid []float64, ok bool) {
	if side < 8 || len(grey) != side*side {
		return nil, false
	}
	x0, y0, x1, y1 := side, side, -1, -1
	for y := range side {
		for x := range side {
			if grey[y*side+x] < 190 {
				x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
			}
		}
	}
	w, h := float64(x1-x0+1), float64(y1-y0+1)
	if x1 < x0 || w < 0.6*float64(side) || h < 0.6*float64(side) || math.Abs(w-h) > 0.2*w {
		return nil, false
	}
	at := func(u, v float64) float64 { // u, v from 0 to 1 over the frame
		x, y := float64(x0)+u*w-0.5, float64(y0)+v*h-0.5
		xi, yi := int(math.Floor(x)), int(math.Floor(y))
		fx, fy := x-float64(xi), y-float64(yi)
		px := func(x, y int) float64 {
			x, y = min(max(x, 0), side-1), min(max(y, 0), side-1)
			return float64(grey[y*side+x])
		}
		return (px(xi, yi)*(1-fx)+px(xi+1, yi)*fx)*(1-fy) + (px(xi, yi+1)*(1-fx)+px(xi+1, yi+1)*fx)*fy
	}
	// Outside of the frame the picture is white.
	for _, c := range [][2]float64{{0.1, 0.1}, {0.9, 0.1}, {0.1, 0.9}, {0.9, 0.9}} {
		if at(c[0], c[1]) < 150 {
			return nil, false
		}
	}
	grid = make([]float64, SymbolSide*SymbolSide)
	darkest := 0.0
	for gy := range SymbolSide {
		for gx := range SymbolSide {
			u, v := (float64(gx)+0.5)/SymbolSide, (float64(gy)+0.5)/SymbolSide
			// The grid covers the middle of the picture; the corners hold the frame.
			u, v = 0.17+0.66*u, 0.17+0.66*v
			if math.Abs(u-0.5)+math.Abs(v-0.5) > 0.36 {
				continue
			}
			d := math.Max(0, 225-at(u, v))
			grid[gy*SymbolSide+gx] = d
			darkest = math.Max(darkest, d)
		}
	}
	if darkest < 60 {
		return nil, false
	}
	for i := range grid {
		grid[i] = math.Round(15 * grid[i] / darkest)
	}
	return grid, true
}

// centred shifts a grid to mean zero and scales it to length one.
func centred(grid []float64) []float64 {
	mean := 0.0
	for _, v := range grid {
		mean += v
	}
	mean /= float64(len(grid))
	out := make([]float64, len(grid))
	length := 0.0
	for i, v := range grid {
		out[i] = v - mean
		length += out[i] * out[i]
	}
	if length == 0 {
		return out
	}
	length = math.Sqrt(length)
	for i := range out {
		out[i] /= length
	}
	return out
}
