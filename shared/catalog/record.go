package catalog

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"anzen/shared/sds"
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
)

func (p *packer) span(s *sds.Span) {
	switch {
	case s == nil:
		p.uint(spanNone)
	case s.Low == nil && s.High == nil:
		p.uint(spanOpen)
	case s.High == nil:
		p.uint(spanLow)
		p.number(*s.Low)
	case s.Low == nil:
		p.uint(spanHigh)
		p.number(*s.High)
	case *s.Low == *s.High:
		p.uint(spanOne)
		p.number(*s.Low)
	default:
		p.uint(spanBoth)
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
	}
	sameName, sameCAS := s.ProductName == s.Name, slices.Equal(s.CAS, numbersOf(s.Ingredients))
	file, pdf := strings.CutSuffix(s.File.Name, pdfSuffix)
	p.flags(s.DeletedAt != nil, s.NameByPerson, sameName, sameCAS, s.Reason != "", pdf)
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
	packAll(p, FacetExposureAuthority, s.ExposureAuthorities)
	p.value(FacetState, s.State)
	p.span(s.FlashPoint)
	p.span(s.BoilingPoint)
	p.span(s.PH)
	p.value(FacetTransportClass, s.TransportClass)
	p.value(FacetPackingGroup, s.PackingGroup)
	packAll(p, FacetCheckedLaw, s.CheckedLaws)
	packAll(p, FacetCheckList, s.CheckListHits)
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

// unpacker reads records, which only a packer wrote.
type unpacker struct {
	facets *[facetCount]values
	b      []byte
}

func (u *unpacker) uint() uint64 {
	n, size := binary.Uvarint(u.b)
	u.b = u.b[size:]
	return n
}

func (u *unpacker) int() int64 {
	n, size := binary.Varint(u.b)
	u.b = u.b[size:]
	return n
}

func (u *unpacker) take(n uint64) []byte {
	taken := u.b[:n]
	u.b = u.b[n:]
	return taken
}

func (u *unpacker) text() string { return string(u.take(u.uint())) }

func (u *unpacker) value(f Facet) string {
	if n := u.uint(); n > 0 {
		return u.facets[f].names[n-1]
	}
	return ""
}

// number10 reads a value that is a number in decimals.
func (u *unpacker) number10(f Facet) int {
	n, _ := strconv.Atoi(u.value(f)) // only a packer wrote it
	return n
}

func unpackAll[T ~string](u *unpacker, f Facet) []T {
	n := u.uint()
	if n == 0 {
		return nil
	}
	names := make([]T, n)
	for i := range names {
		names[i] = T(u.value(f))
	}
	return names
}

func unpackID[T ~string](u *unpacker) T {
	n := u.uint()
	if n == 1 {
		return T(uuid.UUID(u.take(16)).String())
	}
	return T(u.take(n >> 1))
}

func (u *unpacker) date() string {
	n := u.uint()
	if n&1 == 1 {
		return dayText(int32(n >> 1))
	}
	return string(u.take(n >> 1))
}

func (u *unpacker) number() float64 {
	if n := u.int(); n != 1 {
		return float64(n>>1) / decimals
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(u.take(8)))
}

func (u *unpacker) span() *sds.Span {
	kind := u.uint()
	if kind == spanNone {
		return nil
	}
	var s sds.Span
	if kind == spanLow || kind == spanBoth || kind == spanOne {
		low := u.number()
		s.Low = &low
	}
	if kind == spanHigh || kind == spanBoth {
		high := u.number()
		s.High = &high
	}
	if kind == spanOne {
		high := *s.Low
		s.High = &high
	}
	return &s
}

func (u *unpacker) unpack(s *sds.Sheet, folded foldedTexts) {
	s.Version = int64(u.uint())
	if n := u.uint(); n > 0 {
		s.Ingredients = make([]sds.Ingredient, n)
	}
	for i := range s.Ingredients {
		in := &s.Ingredients[i]
		in.Name, in.CAS, in.Concentration = u.value(FacetSubstance), unpackAll[string](u, FacetCAS), u.span()
	}
	flags := u.uint()
	flag := func(i int) bool { return flags&(1<<i) != 0 }
	s.NameByPerson = flag(1)
	s.Name = u.unfold(folded.name)
	s.ProductName, s.CAS = s.Name, nil
	if !flag(2) {
		s.ProductName = u.unfold(folded.product)
	}
	if flag(3) {
		s.CAS = numbersOf(s.Ingredients)
	} else {
		s.CAS = unpackAll[string](u, FacetCAS)
	}
	if flag(0) {
		at := time.Unix(0, u.int()).UTC()
		s.DeletedAt = &at
	}
	if flag(4) {
		s.Reason = u.text()
		if n := u.uint(); n > 0 {
			s.ReasonDetail = make(map[string]string, n)
			for range n {
				k := u.text()
				s.ReasonDetail[k] = u.text()
			}
		}
	}
	if n := u.uint(); n > 0 {
		s.ProductCodes = make([]string, n)
	}
	for i := range s.ProductCodes {
		s.ProductCodes[i] = u.unfold(folded.code(i))
	}
	s.Supplier = u.value(FacetSupplier)
	s.Status = sds.Status(u.number10(FacetStatus))
	s.Language, s.Source, s.Composition = int(u.int()), sds.SourceType(u.int()), sds.CompositionType(u.int())
	s.Unreviewed, s.FindingCount, s.DeletedItems, s.AttachmentCount, s.File.Pages = int(u.int()), int(u.int()), int(u.int()), int(u.int()), int(u.int())
	s.Departments, s.Assignees, s.Tags = unpackAll[sds.DepartmentID](u, FacetDepartment), unpackAll[sds.UserID](u, FacetAssignee), unpackAll[sds.TagID](u, FacetTag)
	s.Note = u.unfold(folded.note)
	s.IssuedOn, s.RevisedOn, s.SupplierConfirmedOn, s.AssessedOn = u.date(), u.date(), u.date(), u.date()
	s.Newer, s.Older = unpackID[sds.SheetID](u), unpackID[sds.SheetID](u)
	s.File.Name, s.File.Size = u.unfold(folded.file), u.int()
	if flag(5) {
		s.File.Name += pdfSuffix
	}
	s.CreatedBy = sds.UserID(u.value(FacetAssignee))
	s.SignalWord, s.HCodes, s.UNNumber = u.value(FacetSignalWord), unpackAll[string](u, FacetHCode), u.value(FacetUNNumber)
	if n := u.uint(); n > 0 {
		s.GHSClassValues = make([]int, n)
	}
	for i := range s.GHSClassValues {
		s.GHSClassValues[i] = u.number10(FacetGHSClass)
	}
	s.GHSCategories, s.Pictograms, s.Laws = unpackAll[string](u, FacetGHSCategory), unpackAll[string](u, FacetPictogram), unpackAll[string](u, FacetLaw)
	s.ExposureAuthorities, s.State = unpackAll[string](u, FacetExposureAuthority), u.value(FacetState)
	s.FlashPoint, s.BoilingPoint, s.PH = u.span(), u.span(), u.span()
	s.TransportClass, s.PackingGroup = u.value(FacetTransportClass), u.value(FacetPackingGroup)
	s.CheckedLaws, s.CheckListHits = unpackAll[string](u, FacetCheckedLaw), unpackAll[string](u, FacetCheckList)
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
	}
	return meets
}
