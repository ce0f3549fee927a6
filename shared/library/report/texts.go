package report

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/verdict"
)

// contentText is a content in per cent as short text: "10-20", "< 1", "5".
func contentText(c verdict.Content) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	switch {
	case !c.Known && c.Low == 0:
		return ""
	case c.Low == c.High:
		return number(c.Low)
	case c.Low == 0 && c.HighOpen:
		return "< " + number(c.High)
	case c.Low == 0 && c.High < 100:
		return "≤ " + number(c.High)
	case c.High == 100 && c.Low > 0 && c.LowOpen:
		return "> " + number(c.Low)
	case c.High == 100 && c.Low > 0:
		return "≥ " + number(c.Low)
	}
	return number(c.Low) + "-" + number(c.High)
}

// partsText are the ingredients, one a line: "トルエン (108-88-3) 10-20".
func partsText(parts []verdict.Part) string {
	lines := make([]string, len(parts))
	for i, p := range parts {
		lines[i] = p.Name
		if p.CAS != "" {
			lines[i] = strings.TrimSpace(p.Name + " (" + p.CAS + ")")
		}
		if share := contentText(p.Has); share != "" {
			lines[i] += " " + share
		}
	}
	return strings.Join(lines, "\n")
}

func sourceText(p *verdict.Proof) string {
	if p.AsOf == "" {
		return p.Source
	}
	return p.Source + " (" + p.AsOf + ")"
}

func pagesText(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ", ")
}

// pages are the numbers of the pages with the values, counted from 1.
func pages(inputs []verdict.Input) (all []int) {
	for _, in := range inputs {
		for _, s := range in.Sources {
			if !slices.Contains(all, s.Page) {
				all = append(all, s.Page)
			}
		}
	}
	slices.Sort(all)
	return all
}
