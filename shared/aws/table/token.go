package table

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
)

// Codes of invalid mailed links.
const (
	CodeTokenUnknown message.Code = "token.unknown"
	CodeTokenExpired message.Code = "token.expired"
	CodeTokenUsed    message.Code = "token.used"
)

// Errors of invalid mailed links.
var (
	ErrTokenUnknown = message.New(message.Invalid, CodeTokenUnknown)
	ErrTokenExpired = message.New(message.Invalid, CodeTokenExpired)
	ErrTokenUsed    = message.New(message.Invalid, CodeTokenUsed)
)

// tokenRemembered is how long an expired link is distinguished from an unknown one.
const tokenRemembered = 30 * 24 * time.Hour

type tokenRecord struct {
	company.Token
	Version int64 `dynamodbav:"Version"`
	TTL     int64 `dynamodbav:"ttl"`
}

// throttle is when an action is allowed again, in Unix milliseconds, and who may repeat it
// before.
type throttle struct {
	Next int64  `dynamodbav:"Next"`
	By   string `dynamodbav:"By"`
	TTL  int64  `dynamodbav:"ttl"`
}

const secretBytes = 32

// NewSecret is a new secret of a mailed link, and the hash under which it is stored.
func NewSecret() (secret, hash string) {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // documented never to fail
	secret = base64.RawURLEncoding.EncodeToString(random)
	return secret, hashSecret(secret)
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// CreateToken adds a link, whose Hash is of NewSecret.
func (x *Tx) CreateToken(token company.Token) *Tx {
	record := tokenRecord{token, 1, token.ExpiresAt.Add(tokenRemembered).Unix()}
	x.Put(linkKey(x.company, token.Hash), link{token.Hash, record.TTL})
	return x.Create(TokenKey(token.Hash), record, ErrStale)
}

// Token reads a link by its secret: ErrTokenUnknown, ErrTokenUsed or ErrTokenExpired for an
// invalid one.
func (t *Table) Token(ctx context.Context, secret string) (company.Token, error) {
	if raw, err := base64.RawURLEncoding.DecodeString(secret); err != nil || len(raw) != secretBytes {
		return company.Token{}, ErrTokenUnknown
	}
	record, err := GetOr[tokenRecord](ctx, t, TokenKey(hashSecret(secret)), ErrTokenUnknown)
	switch {
	case err != nil:
		return company.Token{}, err
	case record.UsedAt != nil:
		return record.Token, ErrTokenUsed
	case !t.now().Before(record.ExpiresAt):
		return record.Token, ErrTokenExpired
	}
	return record.Token, nil
}

// UseToken marks a link as used: one of several transactions succeeds, the others get
// ErrTokenUsed.
func (x *Tx) UseToken(token company.Token) *Tx {
	now := x.table.now()
	token.UsedAt = &now
	return x.put(TokenKey(token.Hash), tokenRecord{token, 2, token.ExpiresAt.Add(tokenRemembered).Unix()},
		aws.String("Version = :read"), nil, Item{":read": number(1)}, ErrTokenUsed)
}

// RestoreToken makes a used link valid again, after the action that used it has failed.
func (x *Tx) RestoreToken(token company.Token) *Tx {
	token.UsedAt = nil
	return x.put(TokenKey(token.Hash), tokenRecord{token, 1, token.ExpiresAt.Add(tokenRemembered).Unix()},
		aws.String("Version = :read"), nil, Item{":read": number(2)}, ErrTokenUsed)
}

// Throttle reports whether an action is allowed for a subject now, and if so refuses it for
// the duration every: for example one mail a minute to an address.
func (t *Table) Throttle(ctx context.Context, what, subject string, every time.Duration) (bool, error) {
	return t.ThrottleFor(ctx, what, subject, every, "")
}

// ThrottleFor is Throttle for a caller by that may repeat the action after an interruption:
// its own throttle does not apply to it.
func (t *Table) ThrottleFor(ctx context.Context, what, subject string, every time.Duration, by string) (bool, error) {
	k, now := throttleKey(what, subject), t.now()
	update, condition := "SET #next = :next, #ttl = :ttl REMOVE #by", "attribute_not_exists(#next) OR #next <= :now"
	values := Item{":now": number(now.UnixMilli()), ":next": number(now.Add(every).UnixMilli()), ":ttl": number(now.Add(every).Unix() + 1)}
	if by != "" {
		update, condition = "SET #next = :next, #ttl = :ttl, #by = :by", condition+" OR #by = :by"
		values[":by"] = &types.AttributeValueMemberS{Value: by}
	}
	_, err := t.update(ctx, k, &dynamodb.UpdateItemInput{
		UpdateExpression: &update, ConditionExpression: &condition,
		ExpressionAttributeNames: map[string]string{"#next": "Next", "#ttl": TTLAttribute, "#by": "By"}, ExpressionAttributeValues: values,
	})
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("throttle %s: %w", what, err)
	}
	return true, nil
}

// Unthrottle allows an action again at once, after it has failed.
func (t *Table) Unthrottle(ctx context.Context, what, subject string) error {
	_, err := t.update(ctx, throttleKey(what, subject), &dynamodb.UpdateItemInput{
		UpdateExpression:          aws.String("SET #next = :next"),
		ExpressionAttributeNames:  map[string]string{"#next": "Next"},
		ExpressionAttributeValues: Item{":next": number(0)},
	})
	if err != nil {
		return fmt.Errorf("unthrottle %s: %w", what, err)
	}
	return nil
}
