// Package tenant narrows a function's access to the table to one company: every call is made with the credentials of a role whose
// session has the company as a tag, and the role's policy allows keys of that company alone. Code that builds another company's
// key is refused by IAM. A call in the name of no company is an error.
//
// The credentials of a company are kept by the instance until shortly before they expire, of a limited number of companies. The first
// request of a company to an instance waits for one call of STS.
package tenant

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials/stscreds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sts/types"

	"anzen/shared/domain/sds"
)

// Tag is the session's tag with the company.
const Tag = "company"

const (
	// lasts is the lifetime of credentials: the longest of a role that another role assumes ("Role chaining" in IAM's user guide).
	lasts = time.Hour
	// early is how long before their end credentials are renewed.
	early = 2 * time.Minute
	// most is of how many companies an instance keeps credentials.
	most = 200
)

// ErrNobody is the error of a call in the name of no company.
var ErrNobody = errors.New("the call is made for no company")

type companyKey struct{}

// With makes the calls of a context in the name of a company.
func With(ctx context.Context, c sds.CompanyID) context.Context {
	return context.WithValue(ctx, companyKey{}, c)
}

// STS is the used part of the security token service.
type STS = stscreds.AssumeRoleAPIClient

// DynamoDB is the used part of DynamoDB.
type DynamoDB interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// Client makes each call with the credentials of its company.
type Client struct {
	table DynamoDB
	sts   STS
	role  string

	mu    sync.Mutex
	held  map[sds.CompanyID]*held
	calls int64
}

type held struct {
	credentials *aws.CredentialsCache
	used        int64 // the call that used it last
}

// New is the client by which a function assumes the role, an ARN.
func New(table DynamoDB, sts STS, role string) *Client {
	return &Client{table: table, sts: sts, role: role, held: map[sds.CompanyID]*held{}}
}

// of adds the credentials of the call's company to its options.
func (c *Client) of(ctx context.Context, options []func(*dynamodb.Options)) ([]func(*dynamodb.Options), error) {
	company, _ := ctx.Value(companyKey{}).(sds.CompanyID)
	if !sds.ValidID(string(company)) {
		return nil, ErrNobody
	}
	provider := c.credentials(company)
	return append(options[:len(options):len(options)], func(o *dynamodb.Options) { o.Credentials = provider }), nil
}

func (c *Client) credentials(company sds.CompanyID) *aws.CredentialsCache {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	h := c.held[company]
	if h == nil {
		c.makeRoom()
		h = &held{credentials: aws.NewCredentialsCache(stscreds.NewAssumeRoleProvider(c.sts, c.role, func(o *stscreds.AssumeRoleOptions) {
			o.RoleSessionName, o.Duration = string(company), lasts
			o.Tags = []types.Tag{{Key: aws.String(Tag), Value: aws.String(string(company))}}
		}), func(o *aws.CredentialsCacheOptions) { o.ExpiryWindow = early })}
		c.held[company] = h
	}
	h.used = c.calls
	return h.credentials
}

// makeRoom drops the credentials that were used longest ago where there are too many.
func (c *Client) makeRoom() {
	if len(c.held) < most {
		return
	}
	var oldest sds.CompanyID
	for id, h := range c.held {
		if oldest == "" || h.used < c.held[oldest].used {
			oldest = id
		}
	}
	delete(c.held, oldest)
}

func call[I, O any](ctx context.Context, c *Client, do func(context.Context, I, ...func(*dynamodb.Options)) (*O, error), in I, options []func(*dynamodb.Options)) (*O, error) {
	options, err := c.of(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("narrow the access to the table: %w", err)
	}
	return do(ctx, in, options...)
}

// GetItem implements table.API.
func (c *Client) GetItem(ctx context.Context, in *dynamodb.GetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return call(ctx, c, c.table.GetItem, in, o)
}

// BatchGetItem implements table.API.
func (c *Client) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	return call(ctx, c, c.table.BatchGetItem, in, o)
}

// Query implements table.API.
func (c *Client) Query(ctx context.Context, in *dynamodb.QueryInput, o ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return call(ctx, c, c.table.Query, in, o)
}

// UpdateItem implements table.API.
func (c *Client) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return call(ctx, c, c.table.UpdateItem, in, o)
}

// TransactWriteItems implements table.API.
func (c *Client) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	return call(ctx, c, c.table.TransactWriteItems, in, o)
}

// Held is of how many companies credentials are kept.
func (c *Client) Held() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.held)
}
