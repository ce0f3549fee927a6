package table

import (
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/selection"
)

// renumberSearch upgrades a saved search to today's numbers of the hazard classes.
func renumberSearch(item Item) error {
	if query, is := item["Query"].(*types.AttributeValueMemberS); is {
		item["Query"] = &types.AttributeValueMemberS{Value: string(selection.Filter(query.Value).Renumbered())}
	}
	return nil
}

// renumberPeriodic upgrades the filter of a periodic export.
func renumberPeriodic(item Item) error {
	export, is := item["Export"].(*types.AttributeValueMemberM)
	if !is {
		return nil
	}
	stored, is := export.Value["Filter"].(*types.AttributeValueMemberB)
	if !is || len(stored.Value) == 0 {
		return nil
	}
	var filter selection.Filter
	if err := json.Unmarshal(stored.Value, &filter); err != nil {
		return fmt.Errorf("its filter: %w", err)
	}
	now := filter.Renumbered()
	if now == filter {
		return nil
	}
	encoded, err := json.Marshal(now)
	export.Value["Filter"] = &types.AttributeValueMemberB{Value: encoded}
	return err
}
