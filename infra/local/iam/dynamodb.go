package iam

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"anzen/shared/aws/table"
)

// dynamoDBRequest contains the parts of DynamoDB's requests that name tables.
type dynamoDBRequest struct {
	IndexName     string
	RequestItems  map[string]json.RawMessage
	TransactItems []map[string]part
	ResourceArn   string
	part
	KeyConditionExpression    string
	ExpressionAttributeValues map[string]attribute
}

// part is what names one item.
type part struct {
	TableName string
	Key, Item map[string]attribute
}

type attribute struct{ S string }

// partition is the name of the table's partition key.
const partition = table.PartitionAttribute

func (p part) leading() []string {
	for _, of := range []map[string]attribute{p.Key, p.Item} {
		if pk, ok := of[partition]; ok {
			return []string{pk.S}
		}
	}
	return nil
}

// leadingKeys are the partition keys that a request names; none where it cannot be told, which a condition on them refuses.
func (q dynamoDBRequest) leadingKeys() []string {
	if q.KeyConditionExpression == "" {
		return q.leading()
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(q.KeyConditionExpression, partition+" = "), " ")
	if value, ok := q.ExpressionAttributeValues[name]; ok && strings.HasPrefix(q.KeyConditionExpression, partition+" = ") && q.IndexName == "" {
		return []string{value.S}
	}
	return nil
}

// batchKeys are the partition keys in the part of a batch for one table.
func batchKeys(text json.RawMessage) (keys []string) {
	var q struct{ Keys []map[string]attribute }
	if json.Unmarshal(text, &q) != nil {
		return nil
	}
	for _, k := range q.Keys {
		keys = append(keys, k[partition].S)
	}
	return keys
}

// transactActions are the actions of the parts of a transaction: there is no
// action for the transaction itself.
var transactActions = map[string]string{
	"Put": "dynamodb:PutItem", "Update": "dynamodb:UpdateItem", "Delete": "dynamodb:DeleteItem",
	"ConditionCheck": "dynamodb:ConditionCheckItem", "Get": "dynamodb:GetItem",
}

func dynamoDBNeeds(c *Checker, r *http.Request, body []byte) ([]need, error) {
	var q dynamoDBRequest
	if err := json.Unmarshal(body, &q); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	operation := target(r)
	action := "dynamodb:" + operation
	switch operation {
	case "BatchGetItem", "BatchWriteItem":
		var needs []need
		for _, name := range slices.Sorted(maps.Keys(q.RequestItems)) {
			needs = append(needs, need{action, []string{c.named(DynamoDB, "table/", name)}, batchKeys(q.RequestItems[name])})
		}
		return orAnything(needs, action), nil
	case "TransactWriteItems", "TransactGetItems":
		var needs []need
		for _, item := range q.TransactItems {
			for kind, part := range item {
				known, ok := transactActions[kind]
				if !ok {
					return nil, fmt.Errorf("%w: a transaction has no %s", errUnreadable, kind)
				}
				needs = append(needs, need{known, []string{c.named(DynamoDB, "table/", part.TableName)}, part.leading()})
			}
		}
		return orAnything(needs, action), nil
	case "ListTables", "DescribeLimits", "DescribeEndpoints":
		return []need{on(action, "*")}, nil
	}
	if q.ResourceArn != "" {
		return []need{on(action, q.ResourceArn)}, nil
	}
	resource := c.named(DynamoDB, "table/", q.TableName)
	if q.IndexName != "" {
		resource += "/index/" + q.IndexName
	}
	return []need{{action, []string{resource}, q.leadingKeys()}}, nil
}

// orAnything fails closed if a request names nothing.
func orAnything(needs []need, action string) []need {
	if len(needs) == 0 {
		return []need{on(action, "*")}
	}
	return needs
}
