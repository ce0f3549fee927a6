package tabletest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
)

// Plain is an item with DynamoDB's types, as its protocol writes it: {"Name": {"S": "x"}}.
func Plain(item table.Item) (map[string]any, error) {
	out := make(map[string]any, len(item))
	for name, v := range item {
		plain, err := plainValue(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = plain
	}
	return out, nil
}

func plainValue(v types.AttributeValue) (any, error) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return map[string]any{"S": v.Value}, nil
	case *types.AttributeValueMemberN:
		return map[string]any{"N": v.Value}, nil
	case *types.AttributeValueMemberB:
		return map[string]any{"B": base64.StdEncoding.EncodeToString(v.Value)}, nil
	case *types.AttributeValueMemberBOOL:
		return map[string]any{"BOOL": v.Value}, nil
	case *types.AttributeValueMemberNULL:
		return map[string]any{"NULL": true}, nil
	case *types.AttributeValueMemberL:
		list := make([]any, len(v.Value))
		for i := range v.Value {
			var err error
			if list[i], err = plainValue(v.Value[i]); err != nil {
				return nil, err
			}
		}
		return map[string]any{"L": list}, nil
	case *types.AttributeValueMemberM:
		m, err := Plain(v.Value)
		return map[string]any{"M": m}, err
	default:
		return nil, fmt.Errorf("nothing is stored as %T", v)
	}
}

// Item reads what Plain writes.
func Item(data []byte) (table.Item, error) {
	var plain map[string]map[string]json.RawMessage
	if err := json.Unmarshal(data, &plain); err != nil {
		return nil, fmt.Errorf("read an item: %w", err)
	}
	item := make(table.Item, len(plain))
	for name, v := range plain {
		value, err := itemValue(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		item[name] = value
	}
	return item, nil
}

func itemValue(v map[string]json.RawMessage) (types.AttributeValue, error) {
	for kind, data := range v {
		switch kind {
		case "S":
			out := &types.AttributeValueMemberS{}
			return out, json.Unmarshal(data, &out.Value)
		case "N":
			out := &types.AttributeValueMemberN{}
			return out, json.Unmarshal(data, &out.Value)
		case "B":
			out := &types.AttributeValueMemberB{}
			return out, json.Unmarshal(data, &out.Value)
		case "BOOL":
			out := &types.AttributeValueMemberBOOL{}
			return out, json.Unmarshal(data, &out.Value)
		case "NULL":
			return &types.AttributeValueMemberNULL{Value: true}, nil
		case "L":
			var list []map[string]json.RawMessage
			if err := json.Unmarshal(data, &list); err != nil {
				return nil, err
			}
			out := &types.AttributeValueMemberL{Value: make([]types.AttributeValue, len(list))}
			for i := range list {
				var err error
				if out.Value[i], err = itemValue(list[i]); err != nil {
					return nil, err
				}
			}
			return out, nil
		case "M":
			m, err := Item(data)
			return &types.AttributeValueMemberM{Value: m}, err
		}
	}
	return nil, fmt.Errorf("%v is no value", v)
}
