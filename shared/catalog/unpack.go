package catalog

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

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
	says := u.uint()
	kind := says & spanKind
	if kind == spanNone {
		return nil
	}
	s := sds.Span{LowOpen: says&spanLowOpen != 0, HighOpen: says&spanHighOpen != 0}
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
		marks := u.uint()
		in.Balance, in.Withheld = marks&1 != 0, marks&2 != 0
	}
	flags := u.uint()
	flag := func(i int) bool { return flags&(1<<i) != 0 }
	switch {
	case flag(6):
		s.WaterSolubility = sds.WaterSoluble
	case flag(7):
		s.WaterSolubility = sds.WaterInsoluble
	}
	s.NameByPerson, s.NoFlashPoint = flag(1), flag(8)
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
	s.Supplier, s.Manufacturer = u.value(FacetSupplier), u.value(FacetManufacturer)
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
	s.Regulations = unpackAll[string](u, FacetRegulation)
	s.ExposureAuthorities, s.State = unpackAll[string](u, FacetExposureAuthority), u.value(FacetState)
	s.FlashPoint, s.BoilingPoint, s.PH, s.AutoIgnition, s.MeltingPoint = u.span(), u.span(), u.span(), u.span(), u.span()
	s.TransportClass, s.PackingGroup = u.value(FacetTransportClass), u.value(FacetPackingGroup)
	s.CheckedLaws, s.Unidentified = unpackAll[string](u, FacetCheckedLaw), u.value(FacetUnidentified)
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
