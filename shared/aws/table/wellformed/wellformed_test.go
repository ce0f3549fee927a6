package wellformed_test

import (
	"strings"
	"testing"

	"anzen/shared/aws/table/wellformed"
)

// What DynamoDB accepts and refuses, with a part of its message.
func TestCheck(t *testing.T) {
	for _, tt := range []struct{ name, operation, body, want string }{
		{
			"a query", "Query",
			`{"KeyConditionExpression":"pk = :pk AND sk BETWEEN :least AND :most","ExpressionAttributeValues":{":pk":{"S":"C#1"},":least":{"S":"0"},":most":{"S":"~"}}}`, "",
		},
		{
			"from the empty key", "Query",
			`{"KeyConditionExpression":"pk = :pk AND sk BETWEEN :least AND :most","ExpressionAttributeValues":{":pk":{"S":"C#1"},":least":{"S":""},":most":{"S":"~"}}}`,
			"cannot contain an empty string value. Key: sk",
		},
		{
			"after the empty key", "Query", `{"KeyConditionExpression":"pk = :pk AND #k > :sk","ExpressionAttributeNames":{"#k":"sk"},"ExpressionAttributeValues":{":pk":{"S":"C#1"},":sk":{"S":""}}}`,
			"cannot contain an empty string value. Key: sk",
		},
		{
			"with the empty beginning", "Query", `{"KeyConditionExpression":"pk = :pk AND begins_with(sk, :sk)","ExpressionAttributeValues":{":pk":{"S":"C#1"},":sk":{"S":""}}}`,
			"cannot contain an empty string value. Key: sk",
		},
		{
			"an empty partition key", "Query", `{"KeyConditionExpression":"pk = :pk","ExpressionAttributeValues":{":pk":{"S":""}}}`, "cannot contain an empty string value. Key: pk",
		},
		{
			"the next page", "Query",
			`{"KeyConditionExpression":"pk = :pk","ExpressionAttributeValues":{":pk":{"S":"C#1"}},"ExclusiveStartKey":{"pk":{"S":"C#1"},"sk":{"S":"A"}}}`, "",
		},
		{
			"a page from the empty key", "Query",
			`{"KeyConditionExpression":"pk = :pk","ExpressionAttributeValues":{":pk":{"S":"C#1"}},"ExclusiveStartKey":{"pk":{"S":"C#1"},"sk":{"S":""}}}`, "starting key is invalid",
		},
		{
			"a page of another partition", "Query",
			`{"KeyConditionExpression":"pk = :pk","ExpressionAttributeValues":{":pk":{"S":"C#1"}},"ExclusiveStartKey":{"pk":{"S":"C#2"},"sk":{"S":"A"}}}`, "outside query boundaries",
		},
		{
			"an empty value of another attribute", "PutItem",
			`{"Item":{"pk":{"S":"a"},"x":{"S":""}},"ConditionExpression":"x = :x","ExpressionAttributeValues":{":x":{"S":""}}}`, "",
		},
		{
			"an unused value", "PutItem", `{"Item":{},"ConditionExpression":"attribute_exists(pk)","ExpressionAttributeValues":{":x":{"S":"a"}}}`,
			"Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}",
		},
		{
			"an unused name", "UpdateItem",
			`{"UpdateExpression":"SET #a = :a","ExpressionAttributeNames":{"#a":"a","#ab":"b"},"ExpressionAttributeValues":{":a":{"S":"a"}}}`,
			"Value provided in ExpressionAttributeNames unused in expressions: keys: {#ab}",
		},
		{
			"names of two expressions", "UpdateItem",
			`{"UpdateExpression":"SET #a = :a","ConditionExpression":"#b[0].#c <> :b","ExpressionAttributeNames":{"#a":"a","#b":"b","#c":"c"},"ExpressionAttributeValues":{":a":{"S":"a"},":b":{"BOOL":true}}}`, "",
		},
		{"names without an expression", "GetItem", `{"ExpressionAttributeNames":{"#a":"a"}}`, "ExpressionAttributeNames can only be specified when using expressions"},
		{"no values", "PutItem", `{"ConditionExpression":"attribute_exists(pk)","ExpressionAttributeValues":{}}`, "ExpressionAttributeValues must not be empty"},
		{"an unknown name", "UpdateItem", `{"UpdateExpression":"REMOVE #a"}`, "Invalid UpdateExpression: An expression attribute name used in the document path is not defined; attribute name: #a"},
		{
			"an unknown value", "DeleteItem", `{"ConditionExpression":"a = :a"}`,
			"Invalid ConditionExpression: An expression attribute value used in expression is not defined; attribute value: :a",
		},
		{
			"a part of a transaction", "TransactWriteItems",
			`{"TransactItems":[{"Put":{"Item":{}}},{"Delete":{"ConditionExpression":"attribute_exists(pk)","ExpressionAttributeValues":{":x":{"S":"a"}}}}]}`, "keys: {:x}",
		},
		{"a part of a batch", "BatchGetItem", `{"RequestItems":{"anzen":{"Keys":[],"ExpressionAttributeNames":{"#a":"a"}}}}`, "only be specified when using expressions"},
		{"a batch of writes", "BatchWriteItem", `{"RequestItems":{"anzen":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}}]}}`, ""},
		{"an attribute without a name", "PutItem", `{"Item":{"pk":{"S":"a"},"":{"S":"b"}}}`, "Empty attribute name"},
		{"one in a map", "PutItem", `{"Item":{"pk":{"S":"a"},"m":{"L":[{"S":""},{"M":{"":{"S":"b"}}}]}}}`, "Empty attribute name"},
		{"a text like one", "PutItem", `{"Item":{"pk":{"S":"\"\":"},"m":{"L":[{"S":""}, {"S":""}]}}}`, ""},
		{
			"a comparison of truths", "PutItem", `{"ConditionExpression":"a >= :t","ExpressionAttributeValues":{":t":{"BOOL":true}}}`,
			"operator or function: >=, operand type: BOOL",
		},
		{
			"one from the right", "PutItem", `{"ConditionExpression":":l < a","ExpressionAttributeValues":{":l":{"L":[]}}}`, "operator or function: <, operand type: L",
		},
		{
			"a span of sets", "PutItem", `{"ConditionExpression":"a BETWEEN :a AND :b AND :t = c","ExpressionAttributeValues":{":a":{"N":"1"},":b":{"NS":["1"]},":t":{"BOOL":true}}}`,
			"operator or function: BETWEEN, operand type: NS",
		},
		{
			"a span of numbers, and a truth", "PutItem",
			`{"ConditionExpression":"a between :a and :b AND :t = c","ExpressionAttributeValues":{":a":{"N":"1"},":b":{"N":"2"},":t":{"BOOL":true}}}`, "",
		},
		{
			"the beginning of a number", "PutItem", `{"ConditionExpression":"begins_with(a.b[1], :n)","ExpressionAttributeValues":{":n":{"N":"1"}}}`,
			"operator or function: begins_with, operand type: N",
		},
		{"no type", "PutItem", `{"ConditionExpression":"attribute_type(a, :k)","ExpressionAttributeValues":{":k":{"S":"TEXT"}}}`, "Invalid attribute type name found; type: TEXT"},
		{"a type", "PutItem", `{"ConditionExpression":"NOT attribute_type(a, :k)","ExpressionAttributeValues":{":k":{"S":"NULL"}}}`, ""},
		{"one of a list", "PutItem", `{"ConditionExpression":"a IN (:a, :b)","ExpressionAttributeValues":{":a":{"BOOL":true},":b":{"L":[]}}}`, ""},
		{"an argument that is a list", "UpdateItem", `{"UpdateExpression":"SET a = list_append(a, :b)","ExpressionAttributeValues":{":b":{"L":[]}}}`, ""},
		{"not JSON", "PutItem", `{`, ""},
	} {
		err := wellformed.Check(tt.operation, []byte(tt.body))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
