package table

import (
	"context"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"anzen/shared/domain/sds"
)

const hazardSection = 2

// uniteStatements upgrades section 2 of a sheet, which stored the codes of the label both in
// lists and in the rows of the statements.
func uniteStatements(item Item) error {
	if !strings.HasSuffix(keyOf(item).sk, fmt.Sprintf("#%02d", hazardSection)) {
		return nil
	}
	var record packed
	if err := attributevalue.UnmarshalMap(item, &record); err != nil {
		return err
	}
	var section sds.Section
	if err := record.unpack(&section); err != nil {
		return err
	}
	sds.UniteStatements(&section)
	record, err := pack(section)
	if err != nil {
		return err
	}
	body, err := attributevalue.Marshal(record.Body)
	item["Body"] = body
	return err
}

// deriveHazards derives the hazards of sheet records of an older rule from their sections,
// so that what is found is what is shown. It reads nothing where all are current.
func (t *Table) deriveHazards(ctx context.Context, c sds.CompanyID, records []*sds.Sheet) error {
	outdated := map[sds.SheetID][]*sds.Sheet{} // the log has several entries of a sheet
	var ids []sds.SheetID
	for _, s := range records {
		if s.HazardsAs >= sds.HazardRule || s.Status == sds.StatusDefault {
			continue
		}
		if outdated[s.ID] == nil {
			ids = append(ids, s.ID)
		}
		outdated[s.ID] = append(outdated[s.ID], s)
	}
	if ids == nil {
		return nil
	}
	sections, err := t.hazardSections(ctx, c, ids)
	if err != nil {
		return fmt.Errorf("hazards of %d sheets of company %s: %w", len(ids), c, err)
	}
	for i, id := range ids {
		for _, s := range outdated[id] {
			if len(sections[i]) == 0 {
				s.HazardsAs = sds.HazardRule // not analyzed yet
				continue
			}
			s.DeriveHazards(&sections[i][0])
		}
	}
	return nil
}

// hazardSections reads section 2 of sheets; of a single one with the verb that read its record.
func (t *Table) hazardSections(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([][]sds.Section, error) {
	if len(ids) > 1 {
		return t.SectionsOf(ctx, c, ids, []int{hazardSection})
	}
	record, there, err := Get[packed](ctx, t, sectionKey(c, ids[0], hazardSection))
	if err != nil || !there {
		return make([][]sds.Section, 1), err
	}
	sections := make([]sds.Section, 1)
	return [][]sds.Section{sections}, record.unpack(&sections[0])
}

// current derives the hazards of records by the current rule.
func (t *Table) current(ctx context.Context, c sds.CompanyID, records []sds.Sheet) error {
	all := make([]*sds.Sheet, len(records))
	for i := range records {
		all[i] = &records[i]
	}
	return t.deriveHazards(ctx, c, all)
}

func (t *Table) currentEntries(ctx context.Context, c sds.CompanyID, entries []sds.LogEntry) error {
	all := make([]*sds.Sheet, len(entries))
	for i := range entries {
		all[i] = &entries[i].Sheet
	}
	return t.deriveHazards(ctx, c, all)
}
