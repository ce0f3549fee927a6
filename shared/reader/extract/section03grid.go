package extract

import (
	"sort"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
)

// gridIngredients reads a composition printed with a column for each ingredient: CAS
// numbers side by side on one line, labels at the left.
func gridIngredients(sec *doc.Section) []ingredient {
	words := gridWords(sec)
	type hit struct {
		cas string
		w   doc.Word
	}
	var hits []hit
	for _, w := range words {
		if c, err := chem.ParseCAS(w.Text); err == nil {
			hits = append(hits, hit{string(c), w})
		}
	}
	if len(hits) < 2 {
		return nil
	}
	for _, h := range hits[1:] {
		if h.w.Page != hits[0].w.Page || h.w.OverlapY(hits[0].w.Box) < 0.5*h.w.H() {
			return nil
		}
	}
	sort.Slice(hits, func(i, j int) bool { return hits[i].w.X0 < hits[j].w.X0 })
	out := make([]ingredient, len(hits))
	for i, h := range hits {
		left, right := h.w.X0-4, 1e9
		if i+1 < len(hits) {
			right = hits[i+1].w.X0 - 4
		}
		in := ingredient{cas: []string{h.cas}, raw: map[string]string{"cas": h.w.Text}, source: map[string][]doc.Source{"cas": doc.SourcesOfWords([]doc.Word{h.w})}, rule: "column", confidence: 0.75}
		for _, band := range gridBands(sec, hits[0].w.Page, hits[0].w.X0) {
			var cell []doc.Word
			for _, w := range words {
				if w.Page == hits[0].w.Page && w.CY() >= band.top && w.CY() < band.bottom && w.X0 >= left && w.X0 < right {
					cell = append(cell, w)
				}
			}
			sort.SliceStable(cell, func(a, b int) bool { return cell[a].Y0 < cell[b].Y0-2 })
			text := joinWords(cell)
			switch band.key {
			case "name":
				in.name = ingredientName(text)
				in.raw["name"], in.source["name"] = text, doc.SourcesOfWords(cell)
			case "concentration":
				in.concentration, _ = chem.ParseConcentration(text, band.unit)
				in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOfWords(cell)
			}
		}
		out[i] = in
	}
	return out
}

// gridWords are all words of a section, tables included.
func gridWords(sec *doc.Section) []doc.Word {
	var out []doc.Word
	for _, l := range sec.Lines {
		out = append(out, l.Words...)
	}
	return out
}

func joinWords(words []doc.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return doc.JoinText(texts...)
}

// band is the height of a labelled row.
type band struct {
	key, unit   string
	top, bottom float64
}

// gridBands are the rows of a table whose labels are left of x: each reaches half way to
// its neighbours.
func gridBands(sec *doc.Section, page int, x float64) []band {
	type label struct {
		key, unit string
		y         float64
	}
	var labels []label
	for _, l := range sec.Lines {
		if l.Page != page || l.X0 >= x {
			continue
		}
		var left []doc.Word
		for _, w := range l.Words {
			if w.X1 < x+1 {
				left = append(left, w)
			}
		}
		if len(left) == 0 {
			continue
		}
		text := joinWords(left)
		unit, _ := chem.UnitIn(text)
		labels = append(labels, label{labelKey(3, text), unit, left[0].CY()})
	}
	sort.Slice(labels, func(i, j int) bool { return labels[i].y < labels[j].y })
	var out []band
	for i, l := range labels {
		b := band{key: l.key, unit: l.unit, top: l.y - 40, bottom: l.y + 40}
		if i > 0 {
			b.top = (labels[i-1].y + l.y) / 2
		}
		if i+1 < len(labels) {
			b.bottom = (labels[i+1].y + l.y) / 2
		}
		if b.key != "" {
			out = append(out, b)
		}
	}
	return out
}
