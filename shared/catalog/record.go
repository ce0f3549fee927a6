package catalog

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// A record is a sheet's head in some 150 bytes: what occurs often stands as the
// number of its value in a facet, ids and hashes as their bytes. What a list
// neither shows nor asks for is left out: the file's key, version and hash, the
// upload, guarded codes, the language's code and the count of attempts. Id and
// times stand in columns; texts come from their folded ones (unfold).

// packer writes records.
type packer struct {
	facets *[facetCount]values
	b      []byte
}

func (p *packer) uint(n uint64) { p.b = binary.AppendUvarint(p.b, n) }
func (p *packer) int(n int64)   { p.b = binary.AppendVarint(p.b, n) }

func (p *packer) text(s string) {
	p.uint(uint64(len(s)))
	p.b = append(p.b, s...)
}

// value writes a value that may be empty.
func (p *packer) value(f Facet, name string) {
	if name == "" {
		p.uint(0)
		return
	}
	p.uint(1 + uint64(p.facets[f].of(name)))
}

func packAll[T ~string](p *packer, f Facet, names []T) {
	p.uint(uint64(len(names)))
	for _, n := range names {
		p.value(f, string(n))
	}
}

// packID writes an id: its bytes where it is a UUID, else as text.
func packID[T ~string](p *packer, id T) {
	if u, err := uuid.Parse(string(id)); err == nil && u.String() == string(id) {
		p.uint(1)
		p.b = append(p.b, u[:]...)
		return
	}
	p.uint(2 * uint64(len(id)))
	p.b = append(p.b, id...)
}

// date writes YYYY-MM-DD as its day; anything else as text.
func (p *packer) date(s string) {
	if d := dayOf(s); d != 0 && dayText(d) == s {
		p.uint(uint64(d)<<1 | 1)
		return
	}
	p.uint(uint64(len(s)) << 1)
	p.b = append(p.b, s...)
}

// decimals is how fine numbers are kept in few bytes; finer ones take eight.
const decimals = 1e4

func (p *packer) number(v float64) {
	if scaled := math.Round(v * decimals); math.Abs(scaled) < 1<<40 && scaled/decimals == v {
		p.int(int64(scaled) << 1)
		return
	}
	p.int(1)
	p.b = binary.LittleEndian.AppendUint64(p.b, math.Float64bits(v))
}

const (
	spanNone = iota
	spanLow
	spanHigh
	spanBoth
	spanOpen // neither end
	spanOne  // both ends the same
	spanKind = 7
)

// Beside the kind of a span stands which of its ends do not belong to it.
const (
	spanLowOpen  = 8
	spanHighOpen = 16
)

func (p *packer) span(s *sds.Span) {
	if s == nil {
		p.uint(spanNone)
		return
	}
	open := uint64(0)
	if s.LowOpen {
		open |= spanLowOpen
	}
	if s.HighOpen {
		open |= spanHighOpen
	}
	switch {
	case s.Low == nil && s.High == nil:
		p.uint(spanOpen | open)
	case s.High == nil:
		p.uint(spanLow | open)
		p.number(*s.Low)
	case s.Low == nil:
		p.uint(spanHigh | open)
		p.number(*s.High)
	case *s.Low == *s.High:
		p.uint(spanOne | open)
		p.number(*s.Low)
	default:
		p.uint(spanBoth | open)
		p.number(*s.Low)
		p.number(*s.High)
	}
}

func (p *packer) flags(flags ...bool) {
	n := uint64(0)
	for i, f := range flags {
		if f {
			n |= 1 << i
		}
	}
	p.uint(n)
}

// pack writes a sheet. Version and ingredients stand first, where they are read alone.
func (p *packer) pack(s *sds.Sheet, folded *texts) {
	p.uint(uint64(s.Version))
	p.uint(uint64(len(s.Ingredients)))
	for i := range s.Ingredients {
		in := &s.Ingredients[i]
		p.value(FacetSubstance, in.Name)
		packAll(p, FacetCAS, in.CAS)
		p.span(in.Concentration)
		p.flags(in.Balance, in.Withheld)
	}
	sameName, sameCAS := s.ProductName == s.Name, slices.Equal(s.CAS, numbersOf(s.Ingredients))
	file, pdf := strings.CutSuffix(s.File.Name, pdfSuffix)
	p.flags(s.DeletedAt != nil, s.NameByPerson, sameName, sameCAS, s.Reason != "", pdf, s.WaterSolubility == sds.WaterSoluble, s.WaterSolubility == sds.WaterInsoluble, s.NoFlashPoint)
	p.unfold(s.Name, folded.name)
	if !sameName {
		p.unfold(s.ProductName, folded.product)
	}
	if !sameCAS {
		packAll(p, FacetCAS, s.CAS)
	}
	if s.DeletedAt != nil {
		p.int(s.DeletedAt.UnixNano())
	}
	if s.Reason != "" {
		p.text(s.Reason)
		p.uint(uint64(len(s.ReasonDetail)))
		for _, k := range slices.Sorted(maps.Keys(s.ReasonDetail)) {
			p.text(k)
			p.text(s.ReasonDetail[k])
		}
	}
	p.uint(uint64(len(s.ProductCodes)))
	for i, code := range s.ProductCodes {
		p.unfold(code, folded.codes[i])
	}
	p.value(FacetSupplier, s.Supplier)
	p.value(FacetManufacturer, s.Manufacturer)
	p.value(FacetStatus, strconv.Itoa(int(s.Status)))
	for _, n := range []int{s.Language, int(s.Source), int(s.Composition), s.Unreviewed, s.FindingCount, s.DeletedItems, s.AttachmentCount, s.File.Pages} {
		p.int(int64(n))
	}
	packAll(p, FacetDepartment, s.Departments)
	packAll(p, FacetAssignee, s.Assignees)
	packAll(p, FacetTag, s.Tags)
	p.unfold(s.Note, folded.note)
	for _, d := range []string{s.IssuedOn, s.RevisedOn, s.SupplierConfirmedOn, s.AssessedOn} {
		p.date(d)
	}
	packID(p, s.Newer)
	packID(p, s.Older)
	p.unfold(file, folded.file)
	p.int(s.File.Size)
	p.value(FacetAssignee, string(s.CreatedBy))
	p.value(FacetSignalWord, s.SignalWord)
	packAll(p, FacetHCode, s.HCodes)
	p.value(FacetUNNumber, s.UNNumber)
	p.uint(uint64(len(s.GHSClassValues)))
	for _, c := range s.GHSClassValues {
		p.value(FacetGHSClass, strconv.Itoa(c))
	}
	packAll(p, FacetGHSCategory, s.GHSCategories)
	packAll(p, FacetPictogram, s.Pictograms)
	packAll(p, FacetLaw, s.Laws)
	packAll(p, FacetRegulation, s.Regulations)
	packAll(p, FacetExposureAuthority, s.ExposureAuthorities)
	p.value(FacetState, s.State)
	p.span(s.FlashPoint)
	p.span(s.BoilingPoint)
	p.span(s.PH)
	p.span(s.AutoIgnition)
	p.span(s.MeltingPoint)
	p.value(FacetTransportClass, s.TransportClass)
	p.value(FacetPackingGroup, s.PackingGroup)
	packAll(p, FacetCheckedLaw, s.CheckedLaws)
	p.value(FacetUnidentified, s.Unidentified)
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
