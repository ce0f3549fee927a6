package catalog

import (
	mathbits "math/bits"
	"slices"

	"anzen/shared/domain/sds"
)

// A record is a sheet in some 150 bytes: its version and ingredients, which can be read
// alone, a presence bit for each of recordColumns, and the values of the present ones.
// Frequent values are packed as their number in a facet, ids and hashes as their bytes. Id
// and times are in the columns of the store; texts are restored from their folded forms
// (unfold).

// presenceBytes is the size of the presence bits.
const presenceBytes = (len(recordColumns) + 7) / 8

// silentColumns are those with a default other than the zero value.
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
	var presence [presenceBytes]byte
	at := len(p.b)
	p.b = append(p.b, presence[:]...)
	for i := range recordColumns {
		if c := &recordColumns[i]; c.has(s) {
			p.b[at+i/8] |= 1 << (i % 8)
			c.pack(p, s)
		}
	}
}

// unpacker reads records written by a packer.
type unpacker struct {
	facets *[facetCount]values
	folded foldedTexts
	b      []byte
}

func (u *unpacker) unpack(s *sds.Sheet, folded foldedTexts) {
	u.folded = folded
	s.Version = int64(u.uint())
	s.Ingredients = u.ingredients()
	presence := u.take(uint64(presenceBytes))
	for i, some := range presence {
		for ; some != 0; some &= some - 1 {
			recordColumns[8*i+mathbits.TrailingZeros8(some)].unpack(u, s)
		}
	}
	for _, i := range silentColumns {
		if presence[i/8]&(1<<(i%8)) == 0 {
			recordColumns[i].silent(s)
		}
	}
}

// The bits of an ingredient.
const (
	ingredientBalance = 1 << iota
	ingredientWithheld
	ingredientByVolume
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
		if in.ByVolume {
			bits |= ingredientByVolume
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
		in.ByVolume = bits&ingredientByVolume != 0
	}
	return all
}

// concentrationMeets reports whether the record has an ingredient with the CAS number,
// given by its number in the facet, whose concentration overlaps the range.
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

// numbersOf are the CAS numbers of ingredients, each once, as in the sheet record.
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
