package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// RecoverySet reads a user's one-time codes; an empty set where they have none.
func (t *Table) RecoverySet(ctx context.Context, c sds.CompanyID, u sds.UserID) (company.RecoverySet, error) {
	set, _, err := Get[company.RecoverySet](ctx, t, recoveryKey(c, u))
	return set, err
}

// RemoveRecoverySet removes a user's one-time codes, if they have any.
func (x *Tx) RemoveRecoverySet(u sds.UserID) *Tx { return x.Remove(recoveryKey(x.company, u)) }

// ReplaceRecoverySet replaces a user's one-time codes.
func (x *Tx) ReplaceRecoverySet(u sds.UserID, set company.RecoverySet) *Tx {
	return x.Put(recoveryKey(x.company, u), set)
}

// ErrNoRecoveryCode is returned for a code that is none of the user's, or was used.
var ErrNoRecoveryCode = errors.New("no such recovery code")

// UseRecoveryCode uses up one of a user's codes as typed, with its audit record; it returns
// how many are left. Of several uses of a code one succeeds, the others get ErrNoRecoveryCode.
func (t *Table) UseRecoveryCode(ctx context.Context, c sds.CompanyID, u sds.UserID, typed string, audit Audit) (left int, err error) {
	set, err := t.RecoverySet(ctx, c, u)
	if err != nil {
		return 0, err
	}
	hash := company.HashRecoveryCode(u, typed)
	n := slices.IndexFunc(set.Codes, func(code company.RecoveryCode) bool { return code.Hash == hash })
	if n < 0 || set.Codes[n].UsedAt != nil {
		return 0, ErrNoRecoveryCode
	}
	code := "Codes[" + strconv.Itoa(n) + "]"
	k := recoveryKey(c, u)
	err = t.Begin(c).Audit(audit).add(k, types.TransactWriteItem{Update: &types.Update{
		TableName: &t.name, Key: k.item(),
		UpdateExpression:         aws.String("SET " + code + ".UsedAt = :at"),
		ConditionExpression:      aws.String(code + ".#hash = :hash AND NOT attribute_type(" + code + ".UsedAt, :text)"),
		ExpressionAttributeNames: map[string]string{"#hash": "Hash"},
		ExpressionAttributeValues: Item{
			":at":   &types.AttributeValueMemberS{Value: t.now().UTC().Format(time.RFC3339Nano)},
			":hash": &types.AttributeValueMemberS{Value: hash}, ":text": &types.AttributeValueMemberS{Value: "S"},
		},
	}}, ErrNoRecoveryCode).Commit(ctx)
	return set.Remaining() - 1, err
}
