package catalog

import (
	mathbits "math/bits"
	"slices"

	"anzen/shared/domain/sds"
)

// A record is a sheet in some 150 bytes: its version and ingredients, which are read alone,
// a bit for each of the columns of recordColumns that says something, and what these say.
// What occurs often stands as the number of its value in a facet, ids and hashes as their
// bytes. Id and times stand in the columns of the store; texts come from their folded ones
// (unfold).

// presenceBytes are the bits of the columns that say something.
const presenceBytes = (len(recordColumns) + 7) / 8

// silentColumns are those that mean something where they say nothing.
var silentColumns = func() (numbers []int) {
	for i := range recordColumns {
		if recordColumns[i].silent != nil {
			numbers = append(numbers, i)
		}
	}
	return numbers
}()

// packer writes records.
type packer struct {
	facets *[facetCount]values
	folded *texts
	b      []byte
}

// pack writes a sheet.
func (p *packer) pack(s *sds.Sheet, folded *texts) {
	p.folded = folded
	p.uint(uint64(s.Version))
	p.ingredients(s.Ingredients)
	var said [presenceBytes]byte
	at := len(p.b)
	p.b = append(p.b, said[:]...)
	for i := range recordColumns {
		if c := &recordColumns[i]; c.has(s) {
			p.b[at+i/8] |= 1 << (i % 8)
			c.pack(p, s)
		}
	}
}

// unpacker reads records, which only a packer wrote.
type unpacker struct {
	facets *[facetCount]values
	folded foldedTexts
	b      []byte
}

func (u *unpacker) unpack(s *sds.Sheet, folded foldedTexts) {
	u.folded = folded
	s.Version = int64(u.uint())
	s.Ingredients = u.ingredients()
	said := u.take(uint64(presenceBytes))
	for i, some := range said {
		for ; some != 0; some &= some - 1 {
			recordColumns[8*i+mathbits.TrailingZeros8(some)].unpack(u, s)
		}
	}
	for _, i := range silentColumns {
		if said[i/8]&(1<<(i%8)) == 0 {
			recordColumns[i].silent(s)
		}
	}
}

// The bits of an ingredient.
const (
	ingredientBalance = 1 << iota
	ingredientWithheld
)

func (p *packer) ingredients(all []sds.Ingredient) {
	p.uint(uint64(len(all)))
	for i := range all {
		in := &all[i]
		p.value(FacetSubstance, in.Name)
		packAll(p, FacetCAS, in.CAS)
		p.span(in.Concentration)
		bits := uint64(0)
		if in.Balance {
			bits |= ingredientBalance
		}
		if in.Withheld {
			bits |= ingredientWithheld
		}
		p.uint(bits)
	}
}

func (u *unpacker) ingredients() []sds.Ingredient {
	n := u.uint()
	if n == 0 {
		return nil
	}
	all := make([]sds.Ingredient, n)
	for i := range all {
		in := &all[i]
		in.Name, in.CAS, in.Concentration = u.value(FacetSubstance), unpackAll[string](u, FacetCAS), u.span()
		bits := u.uint()
		in.Balance, in.Withheld = bits&ingredientBalance != 0, bits&ingredientWithheld != 0
	}
	return all
}

// concentrationMeets tells whether the record has an ingredient with the CAS
// number, given by its value, whose concentration meets the range.
func (u *unpacker) concentrationMeets(cas uint32, low, high float64) bool {
	u.uint()
	meets := false
	for range u.uint() {
		u.uint()
		has := false
		for range u.uint() {
			has = u.uint() == 1+uint64(cas) || has
		}
		if s := u.span(); has && s.Meets(low, high) {
			meets = true
		}
		u.uint()
	}
	return meets
}

// numbersOf are the CAS numbers of ingredients, each once, as the head lists them.
func numbersOf(ingredients []sds.Ingredient) (numbers []string) {
	for i := range ingredients {
		for _, cas := range ingredients[i].CAS {
			if !slices.Contains(numbers, cas) {
				numbers = append(numbers, cas)
			}
		}
	}
	return numbers
}
