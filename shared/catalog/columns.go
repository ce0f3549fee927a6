package catalog

import (
	"strings"

	"anzen/shared/domain/sds"
)

// recordColumns are all columns of a record, besides version and ingredients, which precede them.
var recordColumns = [...]column{
	folded(1, "name", func(s *sds.Sheet) *string { return &s.Name }, func(t *texts) string { return t.name }, func(t *foldedTexts) []byte { return t.name }),
	productName(2),
	productCodes(3),
	named(4, "supplier", FacetSupplier, func(s *sds.Sheet) *string { return &s.Supplier }),
	named(5, "manufacturer", FacetManufacturer, func(s *sds.Sheet) *string { return &s.Manufacturer }).indexedBy(manufacturer),
	folded(6, "note", func(s *sds.Sheet) *string { return &s.Note }, func(t *texts) string { return t.note }, func(t *foldedTexts) []byte { return t.note }),
	fileName(7),
	boolean(8, "file_is_pdf", func(s *sds.Sheet) bool { return strings.HasSuffix(s.File.Name, pdfSuffix) }, func(s *sds.Sheet) { s.File.Name += pdfSuffix }),
	number(9, "file_size", func(s *sds.Sheet) *int64 { return &s.File.Size }),
	number(10, "file_pages", func(s *sds.Sheet) *int { return &s.File.Pages }),
	fileDigest(57),
	boolean(11, "name_by_person", func(s *sds.Sheet) bool { return s.NameByPerson }, func(s *sds.Sheet) { s.NameByPerson = true }),

	numbered(12, "status", FacetStatus, func(s *sds.Sheet) *sds.Status { return &s.Status }),
	reason(13),
	reasonDetail(14),
	numbered(15, "language", FacetLanguage, func(s *sds.Sheet) *int { return &s.Language }),
	numbered(16, "source", FacetSource, func(s *sds.Sheet) *sds.SourceType { return &s.Source }),
	several(17, "departments", FacetDepartment, func(s *sds.Sheet) *[]sds.DepartmentID { return &s.Departments }),
	several(18, "assignees", FacetAssignee, func(s *sds.Sheet) *[]sds.UserID { return &s.Assignees }),
	several(19, "tags", FacetTag, func(s *sds.Sheet) *[]sds.TagID { return &s.Tags }),
	unindexed(20, "created_by", FacetAssignee, func(s *sds.Sheet) *sds.UserID { return &s.CreatedBy }),
	deletedAt(21).flagged(flagRemoved),
	linked(22, "newer", func(s *sds.Sheet) *sds.SheetID { return &s.Newer }).flagged(FlagReplaced),
	linked(23, "older", func(s *sds.Sheet) *sds.SheetID { return &s.Older }),

	date(24, "issued_on", func(s *sds.Sheet) *string { return &s.IssuedOn }).indexedBy(ahead(func(s *sds.Sheet) *string { return &s.IssuedOn })),
	date(25, "revised_on", func(s *sds.Sheet) *string { return &s.RevisedOn }).indexedBy(ahead(func(s *sds.Sheet) *string { return &s.RevisedOn })),
	date(26, "supplier_confirmed_on", func(s *sds.Sheet) *string { return &s.SupplierConfirmedOn }).indexedBy(confirmed),
	date(27, "assessed_on", func(s *sds.Sheet) *string { return &s.AssessedOn }),

	number(28, "unreviewed", func(s *sds.Sheet) *int { return &s.Unreviewed }).flagged(FlagUnreviewed),
	number(29, "findings", func(s *sds.Sheet) *int { return &s.FindingCount }).flagged(FlagFinding),
	number(30, "deleted_items", func(s *sds.Sheet) *int { return &s.DeletedItems }).flagged(FlagDeletedItems),
	number(31, "attachments", func(s *sds.Sheet) *int { return &s.AttachmentCount }).flagged(FlagAttachment),

	named(32, "signal_word", FacetSignalWord, func(s *sds.Sheet) *string { return &s.SignalWord }),
	several(33, "h_codes", FacetHCode, func(s *sds.Sheet) *[]string { return &s.HCodes }),
	several(35, "ghs_categories", FacetGHSCategory, func(s *sds.Sheet) *[]string { return &s.GHSCategories }),
	several(36, "pictograms", FacetPictogram, func(s *sds.Sheet) *[]string { return &s.Pictograms }),
	numbered(37, "composition", FacetComposition, func(s *sds.Sheet) *sds.CompositionType { return &s.Composition }),
	casNumbers(38),
	several(39, "exposure_authorities", FacetExposureAuthority, func(s *sds.Sheet) *[]string { return &s.ExposureAuthorities }),
	several(58, "exposure_limits", FacetExposureLimit, func(s *sds.Sheet) *[]string { return &s.ExposureLimits }),
	named(40, "state", FacetState, func(s *sds.Sheet) *string { return &s.State }),
	span(41, "flash_point", func(s *sds.Sheet) **sds.Span { return &s.FlashPoint }),
	boolean(42, "no_flash_point", func(s *sds.Sheet) bool { return s.NoFlashPoint }, func(s *sds.Sheet) { s.NoFlashPoint = true }),
	span(43, "boiling_point", func(s *sds.Sheet) **sds.Span { return &s.BoilingPoint }),
	span(44, "melting_point", func(s *sds.Sheet) **sds.Span { return &s.MeltingPoint }),
	span(45, "ph", func(s *sds.Sheet) **sds.Span { return &s.PH }),
	span(46, "auto_ignition", func(s *sds.Sheet) **sds.Span { return &s.AutoIgnition }),
	solubility(47, sds.WaterSoluble),
	solubility(48, sds.WaterInsoluble),
	named(49, "un_number", FacetUNNumber, func(s *sds.Sheet) *string { return &s.UNNumber }),
	named(50, "transport_class", FacetTransportClass, func(s *sds.Sheet) *string { return &s.TransportClass }),
	named(51, "packing_group", FacetPackingGroup, func(s *sds.Sheet) *string { return &s.PackingGroup }),
	several(52, "laws", FacetLaw, func(s *sds.Sheet) *[]string { return &s.Laws }),
	several(53, "regulations", FacetRegulation, func(s *sds.Sheet) *[]string { return &s.Regulations }),
	several(54, "checked_laws", FacetCheckedLaw, func(s *sds.Sheet) *[]string { return &s.CheckedLaws }).byChecks(),
	named(55, "unidentified", FacetUnidentified, func(s *sds.Sheet) *string { return &s.Unidentified }).byChecks(),
	several(56, "law_dates", FacetLawDate, func(s *sds.Sheet) *[]string { return &s.LawDates }).byChecks(),
}
