package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"anzen/shared/aws/table"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/settle"
	"anzen/shared/reference/ghs"
)

// A transaction has up to 100 parts, of which a sheet takes its record, its log entry, its
// check result and its seven sections.
const (
	inTransaction = 9
	growers       = 6
	beforeSamples = 90 // days
)

// moreDepartments are those of a large company, besides the first ones.
var moreDepartments = []string{"資材調達部", "環境安全室", "生産技術部", "第一工場 製造課", "第二工場 製造課", "分析センター", "物流部", "設備保全課", "塗装課", "めっき課", "海外事業部", "購買部"}

// Grow adds made sheets to the demo company until it has so many, as data without PDFs:
// their products, suppliers, substances and dates are distributed as on real sheets. What
// an interrupted growth has added stays, and the same sheets are made again.
func (t Target) Grow(ctx context.Context, sheets int, progress func(done int)) error {
	if sheets <= len(samples) {
		return nil
	}
	if err := t.grownDepartments(ctx); err != nil {
		return err
	}
	of := sample.New(1, sheets)
	numbers := make([]int, sheets-len(samples))
	for i := range numbers {
		numbers[i] = i
	}
	parts := slices.Collect(slices.Chunk(numbers, inTransaction))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(growers)
	for i, part := range parts {
		group.Go(func() error {
			if progress != nil && i%200 == 0 {
				progress(i * inTransaction)
			}
			return t.add(ctx, of, part)
		})
	}
	return group.Wait()
}

func (t Target) grownDepartments(ctx context.Context) error {
	there, err := t.Table.Departments(ctx, Company)
	if err != nil {
		return err
	}
	x := t.Table.Begin(Company).Audit(table.Audit{Action: "demo.grown", Target: string(Company)})
	added := 0
	for _, name := range moreDepartments {
		if !slices.ContainsFunc(there, func(d company.Department) bool { return d.Name == name }) {
			x.CreateDepartment(company.Department{ID: id[sds.DepartmentID](name), Name: name, CreatedAt: t.Now(), UpdatedAt: t.Now()})
			added++
		}
	}
	if added == 0 {
		return nil
	}
	return x.Commit(ctx)
}

// add writes made sheets in one transaction, unless the first of them is there: then all
// are.
func (t Target) add(ctx context.Context, of *sample.Company, numbers []int) error {
	if _, err := t.Table.Sheet(ctx, Company, of.ID(numbers[0])); !errors.Is(err, table.ErrNotFound) {
		return err
	}
	writes := make([]write.Sheet, len(numbers))
	for i, n := range numbers {
		writes[i] = madeSheet(of, n)
	}
	if err := t.Table.WriteSheets(ctx, Company, writes, table.Audit{Action: "demo.grown", Target: string(Company)}); err != nil {
		return fmt.Errorf("made sheets from number %d: %w", numbers[0], err)
	}
	return nil
}

// madeSheet is the n-th made sheet as one that was read: what lists show follows from its
// sections.
func madeSheet(of *sample.Company, n int) write.Sheet {
	made := of.Sheet(n, 1)
	// Before the samples, whose PDFs the list shows first.
	made.CreatedAt, made.UpdatedAt = made.CreatedAt.AddDate(0, 0, -beforeSamples), made.UpdatedAt.AddDate(0, 0, -beforeSamples)
	all := append(slices.Clone(departments), moreDepartments...)
	s := sds.Sheet{
		ID: made.ID, Version: 1, Name: made.Name, NameByPerson: made.NameByPerson, Status: sds.StatusCompleted, Source: sds.SourceBatch, Attempt: 1,
		Language: made.Language, Note: made.Note, SupplierConfirmedOn: made.SupplierConfirmedOn, AssessedOn: made.AssessedOn,
		CreatedAt: made.CreatedAt, CreatedBy: id[sds.UserID]("editor"), UpdatedAt: made.UpdatedAt,
		Departments: []sds.DepartmentID{id[sds.DepartmentID](all[n*7%len(all)])},
	}
	if n%3 == 0 {
		s.Assignees = []sds.UserID{id[sds.UserID](people[n/3%len(people)].name)}
	}
	if len(made.Tags) > 0 {
		s.Tags = []sds.TagID{id[sds.TagID](tags[n%len(tags)])}
	}
	if s.UpdatedAt.After(sample.Now) {
		s.UpdatedAt = s.CreatedAt
	}
	sections := sectionsOf(&made)
	result := settle.Sheet(&s, sections, nil)
	return write.Sheet{After: s, Sections: sections, CheckResult: &result}
}

// page builds the sections of a made sheet.
type page struct {
	all    []sds.Section
	unsure int // how many of the next values are uncertain
}

func (p *page) section(number int) {
	p.all = append(p.all, sds.Section{Number: number, Fields: []sds.Field{}, Groups: []sds.Group{}})
}

func (p *page) field(key string, v sds.Value) {
	if v.Text == "" && v.Quantity == nil && len(v.List) == 0 {
		return
	}
	s := &p.all[len(p.all)-1]
	s.Fields = append(s.Fields, p.made(key, key, v))
}

func (p *page) row(group string, values ...any) {
	s := &p.all[len(p.all)-1]
	g := s.Group(group)
	if g == nil {
		s.Groups = append(s.Groups, sds.Group{Key: group, Rows: []sds.Row{}})
		g = s.Group(group)
	}
	row := sds.Row{ID: strconv.Itoa(len(g.Rows) + 1)}
	for i := 0; i < len(values); i += 2 {
		key, v := values[i].(string), values[i+1].(sds.Value)
		if v.Text != "" || v.Quantity != nil || len(v.List) > 0 {
			row.Fields = append(row.Fields, p.made(sds.FieldID(group, row.ID, key), key, v))
		}
	}
	g.Rows = append(g.Rows, row)
}

// made is a field; the first ones are uncertain, as many as unsure says.
func (p *page) made(fieldID, key string, v sds.Value) sds.Field {
	f := sds.Field{ID: fieldID, Key: key, Value: v, Raw: v.Text, Confidence: 0.97, State: sds.StateMachine, Extractor: "made", Sources: []sds.Source{}}
	if p.unsure > 0 {
		p.unsure--
		f.Confidence = sds.ReviewBelow / 2
	}
	return f
}

func text(s string) sds.Value   { return sds.Value{Kind: sds.KindText, Text: s} }
func choice(s string) sds.Value { return sds.Value{Kind: sds.KindChoice, Text: s} }
func date(s string) sds.Value   { return sds.Value{Kind: sds.KindDate, Text: s} }

func list(values []string) sds.Value { return sds.Value{Kind: sds.KindList, List: values} }

func quantity(span *sds.Span, unit string) sds.Value {
	if span == nil {
		return sds.Value{}
	}
	q := &sds.Quantity{Low: span.Low, High: span.High, Unit: unit}
	switch {
	case q.Low != nil && q.High != nil && *q.Low == *q.High:
		q.LowOp, q.HighOp = "=", "="
	default:
		if q.Low != nil {
			q.LowOp = ">="
		}
		if q.High != nil {
			q.HighOp = "<="
		}
	}
	return sds.Value{Kind: sds.KindQuantity, Quantity: q}
}

// sectionsOf are the sections from which the values of a made record follow.
func sectionsOf(made *sds.Sheet) []sds.Section {
	p := &page{unsure: made.Unreviewed}
	p.section(1)
	p.field("product_name", text(made.ProductName))
	p.field("product_codes", list(made.ProductCodes))
	p.field("supplier_name", text(made.Supplier))
	p.field("manufacturer_name", text(made.Manufacturer))
	p.field("issue_date", date(made.IssuedOn))
	p.field("revision_date", date(made.RevisedOn))
	p.section(2)
	p.field("signal_word", choice(made.SignalWord))
	p.field("pictograms", list(made.Pictograms))
	for _, both := range made.GHSCategories {
		class, category, _ := strings.Cut(both, "/")
		p.row(sds.GroupClassification, "class", choice(class), "category", text(category))
	}
	p.hazards(made.HCodes)
	p.section(3)
	if made.Composition == sds.CompositionSubstance {
		p.field("composition_type", choice("substance"))
	} else if len(made.Ingredients) > 0 {
		p.field("composition_type", choice("mixture"))
	}
	for _, in := range made.Ingredients {
		p.row(sds.GroupComposition, "name", text(in.Name), "cas", list(in.CAS), "concentration", quantity(in.Concentration, "%"))
	}
	p.section(8)
	for _, text := range made.ExposureLimits {
		if l, ok := sds.ReadExposureLimit(text); ok {
			p.limit(made, &l)
		}
	}
	p.section(9)
	p.field("state", choice(made.State))
	p.field("ph", quantity(made.PH, ""))
	p.field("boiling_point", quantity(made.BoilingPoint, "°C"))
	p.field("flash_point", quantity(made.FlashPoint, "°C"))
	p.section(14)
	p.field("un_number", text(made.UNNumber))
	p.field("transport_class", text(made.TransportClass))
	p.field("packing_group", choice(made.PackingGroup))
	p.section(15)
	for _, name := range made.Laws {
		p.row(sds.GroupLaws, "name", text(name))
	}
	return p.all
}

// limit adds the limit of exposure to an ingredient.
func (p *page) limit(made *sds.Sheet, l *sds.ExposureLimit) {
	at := slices.IndexFunc(made.Ingredients, func(in sds.Ingredient) bool { return slices.Contains(in.CAS, l.CAS) })
	p.row(sds.GroupExposureLimits, "substance", text(made.Ingredients[at].Name), "authority", text(l.Authority), "kind", choice(l.Kind), "value", sds.Value{Kind: sds.KindQuantity, Quantity: &l.Value})
}

// hazards adds the codes of hazard statements, and the statements.
func (p *page) hazards(codes []string) {
	p.field("h_codes", list(codes))
	for _, code := range codes {
		if s, ok := ghs.StatementByCode(code); ok {
			p.row(sds.GroupHazards, "code", text(code), "text", text(s.Ja))
		}
	}
}
