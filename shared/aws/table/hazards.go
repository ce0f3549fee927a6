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

// rederive derives what sheet records of an older rule lack from their sections, so that what
// is found is what is shown. It reads nothing where all are current.
func (t *Table) rederive(ctx context.Context, c sds.CompanyID, records []*sds.Sheet) error {
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
	sections, err := t.rederivedFrom(ctx, c, ids)
	if err != nil {
		return fmt.Errorf("derive %d sheets of company %s anew: %w", len(ids), c, err)
	}
	for i, id := range ids {
		for _, s := range outdated[id] {
			s.Rederive(sections[i]) // without sections it is not analyzed yet
		}
	}
	return nil
}

// rederivedFrom reads the sections of sheets from which records are derived anew; of a single
// sheet with the verb that read its record.
func (t *Table) rederivedFrom(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([][]sds.Section, error) {
	if len(ids) > 1 {
		return t.SectionsOf(ctx, c, ids, sds.RederivedFrom)
	}
	var sections []sds.Section
	for _, number := range sds.RederivedFrom {
		record, there, err := Get[packed](ctx, t, sectionKey(c, ids[0], number))
		if err != nil {
			return nil, err
		}
		if there {
			var section sds.Section
			if err := record.unpack(&section); err != nil {
				return nil, err
			}
			sections = append(sections, section)
		}
	}
	return [][]sds.Section{sections}, nil
}

// current derives records anew by the current rule.
func (t *Table) current(ctx context.Context, c sds.CompanyID, records []sds.Sheet) error {
	all := make([]*sds.Sheet, len(records))
	for i := range records {
		all[i] = &records[i]
	}
	return t.rederive(ctx, c, all)
}

func (t *Table) currentEntries(ctx context.Context, c sds.CompanyID, entries []sds.LogEntry) error {
	all := make([]*sds.Sheet, len(entries))
	for i := range entries {
		all[i] = &entries[i].Sheet
	}
	return t.rederive(ctx, c, all)
}
