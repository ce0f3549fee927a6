package batch

import (
	"slices"

	"anzen/shared/domain/input"
	"anzen/shared/domain/sds"
	"anzen/shared/text"
)

// FoldCode makes product codes comparable, as their guards are kept.
func FoldCode(code string) string { return text.Fold(code) }

// NewCodes are the product codes that a file gives to sheets that have them not,
// folded: those whose owners a Checker must know.
func NewCodes(f File, records map[sds.SheetID]sds.Sheet) []string {
	var all []string
	seen := map[string]bool{}
	for _, l := range f.Lines {
		cell, ok := l.Cells[Codes]
		record, there := records[l.Sheet]
		if !ok || !there || sameCodes(entries(cell), record.ProductCodes) {
			continue
		}
		for _, code := range entries(cell) {
			if code = FoldCode(code); code != "" && len(code) <= 4*maxCode && !seen[code] {
				seen[code] = true
				all = append(all, code)
			}
		}
	}
	return all
}

func sameCodes(asked, has []string) bool {
	var exportedCodes []string
	for _, code := range has {
		exportedCodes = append(exportedCodes, entries(exported(code))...)
	}
	return slices.Equal(asked, exportedCodes)
}

func (k *Checker) product(l Line, record sds.Sheet, c *Change) {
	cell, ok := l.Cells[Codes]
	codes := entries(cell)
	if !ok || sameCodes(codes, record.ProductCodes) {
		return
	}
	seen := map[string]bool{}
	for i, code := range codes {
		clean, trouble := input.ProductCode(code)
		codes[i] = clean
		switch {
		case seen[FoldCode(code)]:
			k.addError(l, Codes, CodeTwice, code)
			return
		case trouble != "":
			k.addError(l, Codes, CodeProductInvalid, code)
			return
		}
		seen[FoldCode(code)] = true
	}
	if len(codes) > maxCodes {
		k.addError(l, Codes, CodeProductMany, cell)
		return
	}
	if codes == nil {
		codes = []string{}
	}
	c.Codes = &codes
}

// codes sees to it that a product code belongs to one sheet only once the whole
// file has taken effect, and puts off what must be given up by another row first.
func (k *Checker) codes(f File, plan *Plan) {
	changed := map[sds.SheetID]*Change{}
	for i := range plan.Changes {
		if plan.Changes[i].Codes != nil {
			changed[plan.Changes[i].Sheet] = &plan.Changes[i]
		}
	}
	claimed := map[string]sds.SheetID{}
	for _, l := range f.Lines {
		c := changed[l.Sheet]
		if c == nil || c.Row != l.Row {
			continue
		}
		var now []string
		for _, code := range *c.Codes {
			folded := FoldCode(code)
			owner, owned := k.Owners[folded]
			gives := changed[owner]
			switch _, twice := claimed[folded]; {
			case twice:
				k.addError(l, Codes, CodeProductTwice, code)
			case owned && owner != l.Sheet && (gives == nil || hasCode(gives.final(), folded)):
				k.addError(l, Codes, CodeProductTaken, code)
			case owned && owner != l.Sheet:
				later := *c.Codes
				c.Later = &later
			default:
				now = append(now, code)
			}
			claimed[folded] = l.Sheet
		}
		if c.Later != nil {
			if now == nil {
				now = []string{}
			}
			c.Codes = &now
		}
	}
}

// final are the product codes that the sheet has in the end.
func (c Change) final() []string {
	if c.Later != nil {
		return *c.Later
	}
	return *c.Codes
}

func hasCode(codes []string, folded string) bool {
	return slices.ContainsFunc(codes, func(c string) bool { return FoldCode(c) == folded })
}
