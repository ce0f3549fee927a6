package iam

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// dynamoDBRequest contains the parts of DynamoDB's requests that name tables.
type dynamoDBRequest struct {
	TableName     string
	IndexName     string
	RequestItems  map[string]json.RawMessage
	TransactItems []map[string]struct{ TableName string }
	ResourceArn   string
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
			needs = append(needs, on(action, c.named(DynamoDB, "table/", name)))
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
				needs = append(needs, on(known, c.named(DynamoDB, "table/", part.TableName)))
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
	return []need{on(action, resource)}, nil
}

// orAnything fails closed if a request names nothing.
func orAnything(needs []need, action string) []need {
	if len(needs) == 0 {
		return []need{on(action, "*")}
	}
	return needs
}
