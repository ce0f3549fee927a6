package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/domain/sds"
)

// adder adds a value to a sheet's index.
type adder = func(f Facet, value string)

// column is a part of a sheet that is stored in its record and may be indexed. Columns
// are packed, unpacked and indexed in the order of recordColumns.
type column struct {
	// id is permanent: it is not reused for another column.
	id       int
	name     string
	encoding string // identifies the packed form
	// has reports whether there is a value to pack.
	has    func(s *sds.Sheet) bool
	pack   func(p *packer, s *sds.Sheet)
	unpack func(u *unpacker, s *sds.Sheet)
	// silent sets the value of a column without a packed one, after the other columns have
	// been unpacked; nil: the zero value.
	silent func(s *sds.Sheet)
	// facets calls add for the indexed values; nil: not indexed.
	facets func(s *sds.Sheet, add adder)
	// revised: the checks set it (Checks.Judge).
	revised bool
}

// indexedBy is the column with the indexed values.
func (c column) indexedBy(facets func(s *sds.Sheet, add adder)) column {
	c.facets = facets
	return c
}

// flagged is the column indexed by a flag where it has a value.
func (c column) flagged(name string) column {
	has := c.has
	return c.indexedBy(func(s *sds.Sheet, add adder) {
		if has(s) {
			add(FacetFlag, name)
		}
	})
}

// byChecks marks a column that the checks set.
func (c column) byChecks() column {
	c.revised = true
	return c
}

// named is one value of a facet, indexed.
func named[T ~string](id int, name string, f Facet, at func(*sds.Sheet) *T) column {
	c := unindexed(id, name, f, at)
	return c.indexedBy(func(s *sds.Sheet, add adder) {
		if v := *at(s); v != "" {
			add(f, string(v))
		}
	})
}

// unindexed is one value of a facet, not indexed.
func unindexed[T ~string](id int, name string, f Facet, at func(*sds.Sheet) *T) column {
	return column{
		id: id, name: name, encoding: "value of " + facetNames[f],
		has:    func(s *sds.Sheet) bool { return *at(s) != "" },
		pack:   func(p *packer, s *sds.Sheet) { p.value(f, string(*at(s))) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = T(u.value(f)) },
	}
}

// several are values of a facet, indexed.
func several[T ~string](id int, name string, f Facet, at func(*sds.Sheet) *[]T) column {
	return column{
		id: id, name: name, encoding: "values of " + facetNames[f],
		has:    func(s *sds.Sheet) bool { return len(*at(s)) > 0 },
		pack:   func(p *packer, s *sds.Sheet) { packAll(p, f, *at(s)) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = unpackAll[T](u, f) },
		facets: func(s *sds.Sheet, add adder) { all(add, f, *at(s)) },
	}
}

// numbered is a number that is a facet's value, indexed for every sheet.
func numbered[T ~int](id int, name string, f Facet, at func(*sds.Sheet) *T) column {
	c := number(id, name, at)
	return c.indexedBy(func(s *sds.Sheet, add adder) { add(f, strconv.Itoa(int(*at(s)))) })
}

func number[T ~int | ~int64](id int, name string, at func(*sds.Sheet) *T) column {
	return column{
		id: id, name: name, encoding: "integer",
		has:    func(s *sds.Sheet) bool { return *at(s) != 0 },
		pack:   func(p *packer, s *sds.Sheet) { p.int(int64(*at(s))) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = T(u.int()) },
	}
}

// boolean packs nothing but its presence.
func boolean(id int, name string, is func(*sds.Sheet) bool, set func(*sds.Sheet)) column {
	return column{
		id: id, name: name, encoding: "flag", has: is,
		pack:   func(*packer, *sds.Sheet) {},
		unpack: func(_ *unpacker, s *sds.Sheet) { set(s) },
	}
}

func date(id int, name string, at func(*sds.Sheet) *string) column {
	return column{
		id: id, name: name, encoding: "date",
		has:    func(s *sds.Sheet) bool { return *at(s) != "" },
		pack:   func(p *packer, s *sds.Sheet) { p.date(*at(s)) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = u.date() },
	}
}

func span(id int, name string, at func(*sds.Sheet) **sds.Span) column {
	return column{
		id: id, name: name, encoding: "span",
		has:    func(s *sds.Sheet) bool { return *at(s) != nil },
		pack:   func(p *packer, s *sds.Sheet) { p.span(*at(s)) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = u.span() },
	}
}

// linked is the id of another sheet.
func linked(id int, name string, at func(*sds.Sheet) *sds.SheetID) column {
	return column{
		id: id, name: name, encoding: "id",
		has:    func(s *sds.Sheet) bool { return *at(s) != "" },
		pack:   func(p *packer, s *sds.Sheet) { packID(p, *at(s)) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = unpackID[sds.SheetID](u) },
	}
}

// folded is a text of which the searched texts contain the folded form.
func folded(id int, name string, at func(*sds.Sheet) *string, packing func(*texts) string, unpacking func(*foldedTexts) []byte) column {
	return column{
		id: id, name: name, encoding: "folded text",
		has:    func(s *sds.Sheet) bool { return *at(s) != "" },
		pack:   func(p *packer, s *sds.Sheet) { p.unfold(*at(s), packing(p.folded)) },
		unpack: func(u *unpacker, s *sds.Sheet) { *at(s) = u.unfold(unpacking(&u.folded)) },
	}
}

// productName is not packed where it is the sheet's name.
func productName(id int) column {
	c := folded(id, "product_name", func(s *sds.Sheet) *string { return &s.ProductName }, func(t *texts) string { return t.product }, func(t *foldedTexts) []byte { return t.product })
	c.has = func(s *sds.Sheet) bool { return s.ProductName != s.Name }
	c.silent = func(s *sds.Sheet) { s.ProductName = s.Name }
	return c
}

func productCodes(id int) column {
	return column{
		id: id, name: "product_codes", encoding: "folded texts",
		has: func(s *sds.Sheet) bool { return len(s.ProductCodes) > 0 },
		pack: func(p *packer, s *sds.Sheet) {
			p.uint(uint64(len(s.ProductCodes)))
			for i, code := range s.ProductCodes {
				p.unfold(code, p.folded.codes[i])
			}
		},
		unpack: func(u *unpacker, s *sds.Sheet) {
			s.ProductCodes = make([]string, u.uint())
			for i := range s.ProductCodes {
				s.ProductCodes[i] = u.unfold(u.folded.code(i))
			}
		},
	}
}

// fileName is packed without its ".pdf" suffix.
func fileName(id int) column {
	base := func(s *sds.Sheet) string { return strings.TrimSuffix(s.File.Name, pdfSuffix) }
	return column{
		id: id, name: "file_name", encoding: "folded text",
		has:    func(s *sds.Sheet) bool { return base(s) != "" },
		pack:   func(p *packer, s *sds.Sheet) { p.unfold(base(s), p.folded.file) },
		unpack: func(u *unpacker, s *sds.Sheet) { s.File.Name = u.unfold(u.folded.file) },
		facets: func(s *sds.Sheet, add adder) {
			if s.File.Name != "" {
				add(FacetFlag, FlagPDF)
			}
		},
	}
}

func reason(id int) column {
	return column{
		id: id, name: "reason", encoding: "text",
		has:    func(s *sds.Sheet) bool { return s.Reason != "" },
		pack:   func(p *packer, s *sds.Sheet) { p.text(s.Reason) },
		unpack: func(u *unpacker, s *sds.Sheet) { s.Reason = u.text() },
	}
}

func reasonDetail(id int) column {
	return column{
		id: id, name: "reason_detail", encoding: "texts by name",
		has: func(s *sds.Sheet) bool { return len(s.ReasonDetail) > 0 },
		pack: func(p *packer, s *sds.Sheet) {
			p.uint(uint64(len(s.ReasonDetail)))
			for _, k := range slices.Sorted(maps.Keys(s.ReasonDetail)) {
				p.text(k)
				p.text(s.ReasonDetail[k])
			}
		},
		unpack: func(u *unpacker, s *sds.Sheet) {
			n := u.uint()
			s.ReasonDetail = make(map[string]string, n)
			for range n {
				k := u.text()
				s.ReasonDetail[k] = u.text()
			}
		},
	}
}

func deletedAt(id int) column {
	return column{
		id: id, name: "deleted_at", encoding: "moment",
		has:  func(s *sds.Sheet) bool { return s.DeletedAt != nil },
		pack: func(p *packer, s *sds.Sheet) { p.int(s.DeletedAt.UnixNano()) },
		unpack: func(u *unpacker, s *sds.Sheet) {
			at := time.Unix(0, u.int()).UTC()
			s.DeletedAt = &at
		},
	}
}

// casNumbers are not packed where they are those of the ingredients.
func casNumbers(id int) column {
	c := several(id, "cas_numbers", FacetCAS, func(s *sds.Sheet) *[]string { return &s.CAS })
	c.has = func(s *sds.Sheet) bool { return !slices.Equal(s.CAS, numbersOf(s.Ingredients)) }
	c.silent = func(s *sds.Sheet) { s.CAS = numbersOf(s.Ingredients) }
	return c
}

func solubility(id int, in string) column {
	return boolean(id, "water_solubility_"+in, func(s *sds.Sheet) bool { return s.WaterSolubility == in }, func(s *sds.Sheet) { s.WaterSolubility = in })
}

// manufacturer indexes the manufacturer, the supplier where the sheet names none.
func manufacturer(s *sds.Sheet, add adder) {
	if name := cmp.Or(s.Manufacturer, s.Supplier); name != "" {
		add(FacetManufacturer, name)
	}
}

// ahead indexes a date that was in the future when the sheet was written.
func ahead(at func(*sds.Sheet) *string) func(*sds.Sheet, adder) {
	return func(s *sds.Sheet, add adder) {
		if d := dayOf(*at(s)); d > dayAt(s.UpdatedAt) {
			add(FacetFlag, flagDated+dayText(d))
		}
	}
}

// confirmed indexes a supplier's confirmation that is later than the revision.
func confirmed(s *sds.Sheet, add adder) {
	if dayOf(s.SupplierConfirmedOn) > revisionDay(s) {
		add(FacetFlag, flagConfirmed)
	}
}
