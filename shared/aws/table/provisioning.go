package table

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Provisioning tokens. A token contains its company and its place there, so that one read
// of a record of that company finds it:
//
//	anzen_scim_<company>_<slot>_<secret: 256 bits in base64url>
//
// A company has as many places as it may have tokens, so two requests at once cannot make
// one too many.

// CodeTooManyTokens is the code of a token beyond the most that a company can have.
const CodeTooManyTokens message.Code = "provisioning.too_many_tokens"

// ErrTooManyTokens refuses a token beyond the most that a company can have.
var ErrTooManyTokens = message.New(message.Conflict, CodeTooManyTokens).With(message.Args{"limit": company.MaxProvisioningTokens})

const (
	provisioningPrefix = "anzen_scim_"
	// hashVersion is the version of the hash of tokens: SHA-256 of the whole token. Tokens
	// have 256 random bits, so a slow hash would protect nothing more.
	hashVersion = "v1:"
	// longestProvisioning is longer than any token.
	longestProvisioning = 200
)

func provisioningKey(c sds.CompanyID, slot int) Key {
	return Key{companyPK(c), "SCIM#" + strconv.Itoa(slot)}
}

func hashProvisioning(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hashVersion + hex.EncodeToString(sum[:])
}

// NewProvisioningToken is a new token for a place of a company, and the hash under which
// it is stored.
func NewProvisioningToken(c sds.CompanyID, slot int) (token, hash string) {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // documented never to fail
	token = provisioningPrefix + string(c) + "_" + strconv.Itoa(slot) + "_" + base64.RawURLEncoding.EncodeToString(random)
	return token, hashProvisioning(token)
}

// placeOf is the company and the place that a token names; false for what is none.
func placeOf(token string) (sds.CompanyID, int, bool) {
	rest, ok := strings.CutPrefix(token, provisioningPrefix)
	if !ok || len(token) > longestProvisioning {
		return "", 0, false
	}
	id, rest, _ := strings.Cut(rest, "_")
	place, secret, _ := strings.Cut(rest, "_")
	slot, err := strconv.Atoi(place)
	raw, wrong := base64.RawURLEncoding.DecodeString(secret)
	ok = err == nil && strconv.Itoa(slot) == place && slot >= 1 && slot <= company.MaxProvisioningTokens && wrong == nil && len(raw) == secretBytes && sds.ValidID(id)
	return sds.CompanyID(id), slot, ok
}

// Provisioning finds a token and its company; false for one that is unknown, ended or
// expired. The hashes are compared in constant time.
func (t *Table) Provisioning(ctx context.Context, token string) (sds.CompanyID, company.ProvisioningToken, bool, error) {
	c, slot, ok := placeOf(token)
	if !ok {
		return "", company.ProvisioningToken{}, false, nil
	}
	found, there, err := Get[company.ProvisioningToken](ctx, t, provisioningKey(c, slot))
	if err != nil {
		return "", found, false, err
	}
	same := subtle.ConstantTimeCompare([]byte(hashProvisioning(token)), []byte(found.Hash)) == 1
	return c, found, there && same && !found.Expired(t.now()), nil
}

// ProvisioningTokens are the tokens of a company, also expired ones, by place.
func (t *Table) ProvisioningTokens(ctx context.Context, c sds.CompanyID) ([]company.ProvisioningToken, error) {
	return List[company.ProvisioningToken](ctx, t, Partition{companyPK(c), "SCIM#"})
}

// CreateProvisioningToken adds a token at its place; ErrTooManyTokens where it is taken.
func (x *Tx) CreateProvisioningToken(token company.ProvisioningToken) *Tx {
	return x.Create(provisioningKey(x.company, token.Slot), token, ErrTooManyTokens)
}

// EndProvisioningToken removes a token; ErrNotFound where another one has its place.
func (x *Tx) EndProvisioningToken(token company.ProvisioningToken) *Tx {
	k := provisioningKey(x.company, token.Slot)
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{
		TableName: &x.table.name, Key: k.item(), ConditionExpression: aws.String("#hash = :hash"),
		ExpressionAttributeNames:  map[string]string{"#hash": "Hash"},
		ExpressionAttributeValues: Item{":hash": &types.AttributeValueMemberS{Value: token.Hash}},
	}}, ErrNotFound)
}

// NoteProvisioning notes that a token is in use. One that was ended or noted meanwhile
// stays as it is.
func (t *Table) NoteProvisioning(ctx context.Context, c sds.CompanyID, token company.ProvisioningToken) error {
	now := t.now().UTC().Truncate(time.Second)
	_, err := t.update(ctx, provisioningKey(c, token.Slot), &dynamodb.UpdateItemInput{
		UpdateExpression: aws.String("SET #used = :now"), ConditionExpression: aws.String("#hash = :hash"),
		ExpressionAttributeNames:  map[string]string{"#used": "LastUsedAt", "#hash": "Hash"},
		ExpressionAttributeValues: Item{":now": &types.AttributeValueMemberS{Value: now.Format(time.RFC3339)}, ":hash": &types.AttributeValueMemberS{Value: token.Hash}},
	})
	var refused *types.ConditionalCheckFailedException
	if err != nil && !errors.As(err, &refused) {
		return fmt.Errorf("note the use of a provisioning token: %w", err)
	}
	return nil
}

// rate is how many requests a token has made in a window of time.
type rate struct {
	Requests int   `dynamodbav:"Requests"`
	TTL      int64 `dynamodbav:"ttl"`
}

// rateKept is how long the count of a window is kept.
const rateKept = time.Hour

// CountProvisioning counts a request of a token, and returns how many it has made in the window
// of the duration, with this one, and how long the window lasts yet.
func (t *Table) CountProvisioning(ctx context.Context, c sds.CompanyID, token company.ProvisioningToken, window time.Duration) (requests int, left time.Duration, err error) {
	now := t.now().UTC()
	begin := now.Truncate(window)
	k := Key{companyPK(c), "RATE#" + string(token.ID) + "#" + begin.Format(time.RFC3339)}
	out, err := t.update(ctx, k, &dynamodb.UpdateItemInput{
		UpdateExpression: aws.String("ADD #n :one SET #ttl = :ttl"), ExpressionAttributeNames: map[string]string{"#n": "Requests", "#ttl": TTLAttribute},
		ExpressionAttributeValues: Item{":one": number(1), ":ttl": number(begin.Add(rateKept).Unix())}, ReturnValues: types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count a request of a provisioning token: %w", err)
	}
	if n, ok := out.Attributes["Requests"].(*types.AttributeValueMemberN); ok {
		requests, err = strconv.Atoi(n.Value)
	}
	return requests, begin.Add(window).Sub(now), err
}
