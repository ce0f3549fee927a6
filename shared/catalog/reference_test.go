package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// The reference answers a query as it is worded, sheet by sheet, with none of the
// catalog's means.

func naive(sheets []sds.Sheet, q *Query) (ids []sds.SheetID, moving int) {
	var hits []*sds.Sheet
	for i := range sheets {
		if s := &sheets[i]; naiveMatch(s, q) {
			hits = append(hits, s)
			if s.Status.InProgress() {
				moving++
			}
		}
	}
	slices.SortFunc(hits, func(a, b *sds.Sheet) int {
		c := cmp.Or(naiveCompare(a, b, q.Sort), cmp.Compare(a.ID, b.ID))
		if q.Desc {
			return -c
		}
		return c
	})
	for _, s := range hits {
		ids = append(ids, s.ID)
	}
	return ids, moving
}

func naiveCompare(a, b *sds.Sheet, by Sort) int {
	switch by {
	case SortRevised:
		return cmp.Compare(a.RevisedOn, b.RevisedOn)
	case SortName:
		return cmp.Compare(fold.Search(a.Name), fold.Search(b.Name))
	case SortStatus:
		return cmp.Compare(a.Status, b.Status)
	case SortAssessed:
		return cmp.Compare(a.AssessedOn, b.AssessedOn)
	case SortConfirmed:
		return cmp.Compare(a.SupplierConfirmedOn, b.SupplierConfirmedOn)
	case SortUpdated:
		return a.UpdatedAt.Compare(b.UpdatedAt)
	default:
		return a.CreatedAt.Compare(b.CreatedAt)
	}
}

func naiveMatch(s *sds.Sheet, q *Query) bool {
	if (s.DeletedAt != nil) != q.Removed || q.IDs != nil && !slices.Contains(q.IDs, s.ID) {
		return false
	}
	for i := range q.Where {
		if naiveHolds(s, &q.Where[i]) == q.Where[i].not {
			return false
		}
	}
	texts := slices.Concat([]string{s.Name, s.ProductName, s.Note, strings.TrimSuffix(s.File.Name, ".pdf"), s.Supplier, s.Manufacturer, s.UNNumber}, s.ProductCodes, s.CAS, s.HCodes, s.Laws)
	for _, in := range s.Ingredients {
		texts = append(append(texts, in.Name), in.CAS...)
	}
	for _, word := range strings.Fields(fold.Search(q.Text)) {
		if !naiveIn(texts, word) {
			return false
		}
	}
	return true
}

func naiveIn(texts []string, word string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(fold.Search(text), word) })
}

func naiveHolds(s *sds.Sheet, c *Condition) bool {
	switch c.kind {
	case kindAny:
		return slices.ContainsFunc(naiveValues(s, c.facet), func(v string) bool { return slices.Contains(c.values, v) })
	case kindContains:
		return slices.ContainsFunc(c.values, func(text string) bool { return text != "" && naiveIn(naiveField(s, c.field), fold.Search(text)) })
	case kindCode:
		return slices.ContainsFunc(c.values, func(code string) bool {
			return code != "" && slices.ContainsFunc(s.ProductCodes, func(has string) bool { return fold.Search(has) == fold.Search(code) })
		})
	case kindConcentration:
		return slices.ContainsFunc(s.Ingredients, func(in sds.Ingredient) bool {
			return slices.ContainsFunc(in.CAS, func(cas string) bool { return slices.Contains(c.values, cas) }) && in.Concentration.Meets(c.low, c.high)
		})
	case kindMatching:
		return slices.ContainsFunc(naiveValues(s, c.facet), c.match)
	case kindEither:
		return slices.ContainsFunc(c.parts, func(part Condition) bool { return naiveHolds(s, &part) != part.not })
	case kindBoth:
		return !slices.ContainsFunc(c.parts, func(part Condition) bool { return naiveHolds(s, &part) == part.not })
	case kindAmong:
		return slices.Contains(c.ids, s.ID)
	case kindWhere:
		return c.yes(s)
	case kindRevision:
		return slices.Contains(c.revisions, s.RevisionStatusOn(c.day, c.years))
	default:
		return naiveBetween(s, c)
	}
}

func naiveBetween(s *sds.Sheet, c *Condition) bool {
	in := func(v float64, there bool) bool { return there && v >= c.low && v <= c.high }
	date := func(d string) bool {
		t, err := time.Parse(time.DateOnly, d)
		return in(float64(t.Sub(time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC))/(24*time.Hour)), err == nil)
	}
	switch c.column {
	case ColumnCreated:
		return in(float64(s.CreatedAt.Unix()), !s.CreatedAt.IsZero())
	case ColumnUpdated:
		return in(float64(s.UpdatedAt.Unix()), !s.UpdatedAt.IsZero())
	case ColumnRevised:
		return date(s.RevisedOn)
	case ColumnConfirmed:
		return date(s.SupplierConfirmedOn)
	case ColumnAssessed:
		return date(s.AssessedOn)
	case ColumnFlashPoint:
		return s.FlashPoint.Meets(c.low, c.high)
	case ColumnBoilingPoint:
		return s.BoilingPoint.Meets(c.low, c.high)
	default:
		return s.PH.Meets(c.low, c.high)
	}
}

func naiveField(s *sds.Sheet, f Field) []string {
	switch f {
	case FieldName:
		return []string{s.Name}
	case FieldProduct:
		return []string{s.ProductName}
	case FieldCode:
		return s.ProductCodes
	case FieldNote:
		return []string{s.Note}
	case FieldFile:
		return []string{strings.TrimSuffix(s.File.Name, ".pdf")}
	case FieldSupplier:
		return []string{s.Supplier}
	case FieldManufacturer:
		return naiveValues(s, FacetManufacturer)
	case FieldLaw:
		return s.Laws
	default:
		return naiveValues(s, FacetSubstance)
	}
}

func naiveValues(s *sds.Sheet, f Facet) (values []string) {
	number := strconv.Itoa
	texts := func(is string) []string { // nothing is no value
		if is == "" {
			return nil
		}
		return []string{is}
	}
	flag := func(is bool, name string) {
		if is {
			values = append(values, name)
		}
	}
	switch f {
	case FacetStatus:
		return texts(number(int(s.Status)))
	case FacetFlag:
		flag(s.AttachmentCount > 0, FlagAttachment)
		flag(s.FindingCount > 0, FlagFinding)
		flag(s.File.Name != "", FlagPDF)
		flag(s.Unreviewed > 0, FlagUnreviewed)
		flag(s.DeletedItems > 0, FlagDeletedItems)
		flag(s.Newer != "", FlagReplaced)
		revised := cmp.Or(dayOf(s.RevisedOn), dayOf(s.IssuedOn))
		flag(dayOf(s.SupplierConfirmedOn) > revised, flagConfirmed)
		return values
	case FacetLanguage:
		return texts(number(s.Language))
	case FacetSource:
		return texts(number(int(s.Source)))
	case FacetTag:
		return plainTexts(s.Tags)
	case FacetDepartment:
		return plainTexts(s.Departments)
	case FacetAssignee:
		return plainTexts(s.Assignees)
	case FacetSupplier:
		return texts(s.Supplier)
	case FacetManufacturer:
		return texts(cmp.Or(s.Manufacturer, s.Supplier))
	case FacetCAS:
		return s.CAS
	case FacetSubstance:
		for _, in := range s.Ingredients {
			values = append(values, texts(in.Name)...)
		}
		return values
	case FacetComposition:
		return texts(number(int(s.Composition)))
	case FacetHCode:
		return s.HCodes
	case FacetGHSCategory:
		return s.GHSCategories
	case FacetSignalWord:
		return texts(s.SignalWord)
	case FacetPictogram:
		return s.Pictograms
	case FacetExposureAuthority:
		return s.ExposureAuthorities
	case FacetExposureLimit:
		return s.ExposureLimits
	case FacetState:
		return texts(s.State)
	case FacetUNNumber:
		return texts(s.UNNumber)
	case FacetTransportClass:
		return texts(s.TransportClass)
	case FacetPackingGroup:
		return texts(s.PackingGroup)
	case FacetLaw:
		return s.Laws
	case FacetRegulation:
		return s.Regulations
	case FacetCheckedLaw:
		return s.CheckedLaws
	case FacetLawDate:
		return s.LawDates
	default:
		return texts(s.Unidentified)
	}
}

func plainTexts[T ~string](ids []T) (texts []string) {
	for _, id := range ids {
		texts = append(texts, string(id))
	}
	return texts
}
