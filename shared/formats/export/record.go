package export

import (
	"strings"

	"anzen/shared/domain/sds"
)

// partSheet is where columns are listed that a person manages sheets by.
const partSheet = "sheet"

// listSeparator stands between the values of a list in one cell; names of tags
// and departments cannot hold it.
const listSeparator = ","

func joined(parts []string) Cell { return TextOf(strings.Join(parts, listSeparator)) }

func recordColumn(id, ja, en string, width float64, standard bool, cell func(v *View, h *sds.Sheet) Cell) Column {
	return Column{
		ID: id, Part: partSheet, Standard: standard, label: label{ja, en}, width: width,
		cell: func(v *View, s *Sheet, _ *sds.Row) Cell { return cell(v, &s.Record) },
	}
}

func number(n int) Cell { return NumberOf(float64(n)) }

// recordColumns are those that need the sheet record alone, so a table of them is made
// without reading a section.
var recordColumns = []Column{
	recordColumn("id", "SDS ID", "SDS ID", 38, true, func(_ *View, h *sds.Sheet) Cell { return TextOf(string(h.ID)) }),
	recordColumn("name", "SDS名", "SDS name", 36, true, func(_ *View, h *sds.Sheet) Cell { return TextOf(h.Name) }),
	recordColumn("product_name", "製品名", "Product name", 36, true, func(_ *View, h *sds.Sheet) Cell { return TextOf(h.ProductName) }),
	recordColumn("product_codes", "製品コード", "Product codes", 20, true, func(_ *View, h *sds.Sheet) Cell { return joined(h.ProductCodes) }),
	recordColumn("supplier_name", "供給者名", "Supplier", 30, true, func(_ *View, h *sds.Sheet) Cell { return TextOf(h.Supplier) }),
	recordColumn("status", "解析状況", "Analysis status", 12, true, func(v *View, h *sds.Sheet) Cell { return TextOf(or(v.words.Status, string(h.Status.Group()))) }),
	recordColumn("revision_status", "改訂状況", "Revision status", 14, true, func(v *View, h *sds.Sheet) Cell {
		return TextOf(or(v.words.Revision, string(h.RevisionStatusOn(v.Today, v.Years))))
	}),
	recordColumn("issue_date", "作成日", "Issue date", 12, false, func(_ *View, h *sds.Sheet) Cell { return DateOf(h.IssuedOn) }),
	recordColumn("revision_date", "改訂日", "Revision date", 12, true, func(_ *View, h *sds.Sheet) Cell { return DateOf(h.RevisedOn) }),
	recordColumn("supplier_confirmed_at", "供給者確認日", "Confirmed by supplier on", 12, true, func(_ *View, h *sds.Sheet) Cell { return DateOf(h.SupplierConfirmedOn) }),
	recordColumn("assessed_at", "リスクアセスメント実施日", "Risk assessed on", 12, true, func(_ *View, h *sds.Sheet) Cell { return DateOf(h.AssessedOn) }),
	recordColumn("departments", "部署", "Departments", 20, true, func(v *View, h *sds.Sheet) Cell { return joined(named(v.Names.Departments, h.Departments)) }),
	recordColumn("assignees", "担当者", "Assignees", 20, true, func(v *View, h *sds.Sheet) Cell { return joined(named(v.Names.Users, h.Assignees)) }),
	recordColumn("tags", "タグ", "Tags", 20, true, func(v *View, h *sds.Sheet) Cell { return joined(named(v.Names.Tags, h.Tags)) }),
	recordColumn("note", "備考", "Note", 36, true, func(_ *View, h *sds.Sheet) Cell { return TextOf(h.Note) }),
	recordColumn("language", "言語", "Language", 10, false, func(v *View, h *sds.Sheet) Cell {
		if h.Language == 0 {
			return Cell{}
		}
		return TextOf(or(v.words.Language, number(h.Language).String()))
	}),
	recordColumn("source_type", "登録方法", "Registered by", 14, false, func(v *View, h *sds.Sheet) Cell {
		return TextOf(or(v.words.Source, number(int(h.Source)).String()))
	}),
	recordColumn("file_name", "ファイル名", "File name", 36, false, func(_ *View, h *sds.Sheet) Cell { return TextOf(h.File.Name) }),
	recordColumn("pages", "ページ数", "Pages", 8, false, func(_ *View, h *sds.Sheet) Cell {
		if h.File.Pages == 0 {
			return Cell{}
		}
		return number(h.File.Pages)
	}),
	recordColumn("attachment_count", "添付ファイル数", "Attachments", 10, false, func(_ *View, h *sds.Sheet) Cell { return number(h.AttachmentCount) }),
	recordColumn("unreviewed_count", "未確認の値の数", "Values to review", 10, false, func(_ *View, h *sds.Sheet) Cell { return number(h.Unreviewed) }),
	recordColumn("finding_count", "指摘の数", "Findings", 10, false, func(v *View, h *sds.Sheet) Cell { return number(v.Findings(h)) }),
	recordColumn("created_at", "登録日時", "Registered at", 19, true, func(_ *View, h *sds.Sheet) Cell { return MomentOf(h.CreatedAt) }),
	recordColumn("updated_at", "更新日時", "Updated at", 19, true, func(_ *View, h *sds.Sheet) Cell { return MomentOf(h.UpdatedAt) }),
	recordColumn("cas_numbers", "CAS番号（すべて）", "CAS numbers (all)", 24, false, func(_ *View, h *sds.Sheet) Cell { return joined(h.CAS) }),
}

func named[T comparable](names map[T]string, ids []T) []string {
	var found []string
	for _, id := range ids {
		if n := names[id]; n != "" {
			found = append(found, n)
		}
	}
	return found
}
