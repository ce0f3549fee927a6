package apitest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
)

// A watch checks every call of DynamoDB that a request makes: each key must belong to the
// caller's company. It is passed in the request's context, so it sees every call. A call
// with a key of another company fails the test and is not made.
type watch struct {
	t       testing.TB
	route   rest.Route
	company sds.CompanyID // of the caller's claims; of public routes the first one touched

	mu     sync.Mutex
	calls  int
	failAt int // which call of a service fails; 0: none
	failed bool
	used   Consumed
	did    []string // the actions of its calls
	free   bool     // it only counts
}

type watchKey struct{}

func watched(ctx context.Context) *watch {
	w, _ := ctx.Value(watchKey{}).(*watch)
	return w
}

// ErrFault is the error of a call that is made to fail: a text that no answer may contain.
var ErrFault = errors.New("dial tcp 10.0.3.7:8000: connect: connection refused (table anzen-internal)")

// note records an action of a call.
func (w *watch) note(action string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.did = append(w.did, action)
}

// service counts a call of a service, and fails where the test requests it.
func (w *watch) service() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	if w.calls == w.failAt {
		w.failed = true
		return ErrFault
	}
	return nil
}

// Common are the partitions outside of companies, with their reason and the tags of the
// routes that may touch them. All other keys must belong to the caller's company.
var Common = []struct {
	Prefix string // of the partition key
	Why    string
	// Company: the sort key begins with the key of a company, which must be the
	// caller's, possibly after a time.
	Company bool
	Tags    []string // of the routes that may; nil: of all
}{
	{Prefix: "EMAIL#", Why: "an address has one account in the whole product: the key is the address itself", Tags: []string{"accounts", "users", "companies", "provisioning"}},
	{Prefix: "TOKEN#", Why: "a mailed link is opened without a session: the key is the hash of its secret", Tags: []string{"accounts", "users", "provisioning"}},
	{Prefix: "DOMAIN#", Why: "a mail domain has one identity provider in the whole product: the key is the domain itself", Tags: []string{"saml"}},
	{Prefix: "THROTTLE#", Why: "rates of requests without a session; a hash, and no data"},
	{Prefix: "REQUEST#", Why: "requests without a session: their user is determined later", Tags: []string{"accounts"}},
	{Prefix: "UPLOAD#", Why: "the event of a stored file contains only the upload's id; the record has the company, which is compared", Tags: []string{"sdses", "batch", "exchange", "attachments"}},
	{Prefix: "SNAPSHOT", Why: "the compactor's list of pending companies, each under its own sort key", Company: true},
	{Prefix: "PAUSE", Why: "whether operators have paused the starting of analyses, for all companies; no data of any", Tags: []string{"sdses", "exchange", "batch"}},
	{Prefix: "PENDING", Why: "the sweep's list of analyses under way, each under its company's sort key", Company: true},
	{Prefix: "WAITING", Why: "the sweep's list of jobs under way, each under its company's sort key", Company: true},
	{Prefix: "UNALIGNED", Why: "the sweep's list of periodic exports whose schedules have to follow, each under its company's sort key", Company: true},
	{Prefix: "CHECKED", Why: "what older versions wrote of a checklist, each under its company's sort key; it goes with the checklist", Company: true},
	{Prefix: "ALLOWED", Why: "the sweep's list of uploads by their time, each under its company's sort key", Company: true},
	{Prefix: "REMOVED", Why: "the sweep's list of removed sheets by their day, each under its company's sort key", Company: true},
}

// key is what a call of DynamoDB addresses; without a sort key it is a whole partition.
type key struct{ pk, sk string }

func keyOf(item map[string]types.AttributeValue) key {
	text := func(name string) string {
		s, _ := item[name].(*types.AttributeValueMemberS)
		if s == nil {
			return ""
		}
		return s.Value
	}
	return key{text(table.PartitionAttribute), text(table.SortAttribute)}
}

// queried is the key that a query addresses: one partition, and sort keys from a text on.
// Any other query is an error.
func queried(in *dynamodb.QueryInput) (key, error) {
	values := func(name string) string {
		s, _ := in.ExpressionAttributeValues[name].(*types.AttributeValueMemberS)
		if s == nil {
			return ""
		}
		return s.Value
	}
	condition := aws.ToString(in.KeyConditionExpression)
	known := condition == "pk = :pk" || strings.HasPrefix(condition, "pk = :pk AND ") && !strings.Contains(condition, " OR ")
	if !known || in.IndexName != nil || in.KeyConditions != nil {
		return key{}, fmt.Errorf("a query that the watch does not know: %q", condition)
	}
	k := key{values(":pk"), values(":sk")}
	if start := in.ExclusiveStartKey; start != nil && keyOf(start).pk != k.pk {
		return key{}, errors.New("a query that begins in another partition")
	}
	return k, nil
}

var errUnknownCall = errors.New("a call that the watch does not know")

// keysOf are the keys that a call addresses.
func keysOf(in any) (keys []key, err error) {
	switch in := in.(type) {
	case *dynamodb.GetItemInput:
		keys = append(keys, keyOf(in.Key))
	case *dynamodb.BatchGetItemInput:
		for _, of := range in.RequestItems {
			for _, k := range of.Keys {
				keys = append(keys, keyOf(k))
			}
		}
	case *dynamodb.QueryInput:
		k, err := queried(in)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	case *dynamodb.UpdateItemInput:
		keys = append(keys, keyOf(in.Key))
	case *dynamodb.TransactWriteItemsInput:
		for _, item := range in.TransactItems {
			switch {
			case item.Put != nil:
				keys = append(keys, keyOf(item.Put.Item))
			case item.Update != nil:
				keys = append(keys, keyOf(item.Update.Key))
			case item.Delete != nil:
				keys = append(keys, keyOf(item.Delete.Key))
			case item.ConditionCheck != nil:
				keys = append(keys, keyOf(item.ConditionCheck.Key))
			}
		}
	default:
		return nil, fmt.Errorf("%w: %T", errUnknownCall, in)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("a call without keys: %T", in)
	}
	return keys, nil
}

// companyIn is the company with whose key a text begins.
func companyIn(text string) (sds.CompanyID, bool) {
	rest, ok := strings.CutPrefix(text, "C#")
	id, _, _ := strings.Cut(rest, "#")
	return sds.CompanyID(id), ok && sds.ValidID(id)
}

// table checks a call of DynamoDB before it is made.
func (w *watch) table(action string, in any) error {
	if w == nil || w.free {
		return nil
	}
	keys, err := keysOf(in)
	for _, k := range keys {
		if err = errors.Join(err, w.key(k), w.written(in, k)); err != nil {
			break
		}
	}
	if err != nil {
		w.t.Helper()
		w.t.Errorf("tenants: %s: %s: %v", w.route.ID, action, err)
	}
	return err
}

// written checks what a route writes that only reads.
func (w *watch) written(in any, k key) error {
	switch in.(type) {
	case *dynamodb.UpdateItemInput, *dynamodb.TransactWriteItemsInput:
	default:
		return nil
	}
	if !w.route.Narrowed() || slices.Contains(table.NotedKeys(string(w.company)), k.pk) || slices.Contains(table.SnapshotKeys(), k.pk) {
		return nil
	}
	return fmt.Errorf("the route's role reads, and does not write %q", k.pk)
}

func (w *watch) key(k key) error {
	Checked.keys.Add(1)
	if id, ok := companyIn(k.pk); ok {
		return w.of(id, k)
	}
	for _, c := range Common {
		if !strings.HasPrefix(k.pk, c.Prefix) {
			continue
		}
		if w.route.Narrowed() && !slices.Contains(table.SnapshotKeys(), k.pk) {
			return fmt.Errorf("the route's role sees the records of one company, not %s: %s", c.Prefix, c.Why)
		}
		if c.Tags != nil && !slices.Contains(c.Tags, w.route.Tag) {
			return fmt.Errorf("the route may not touch %s: %s", c.Prefix, c.Why)
		}
		if id, ok := companyIn(strings.TrimPrefix(strings.TrimLeft(k.sk, "0123456789"), "#")); c.Company {
			if !ok {
				return fmt.Errorf("key %q %q belongs to no company", k.pk, k.sk)
			}
			return w.of(id, k)
		}
		return nil
	}
	return fmt.Errorf("key %q belongs to no company", k.pk)
}

// of checks that a company is the caller's. A public route has no caller, and may touch
// the records of only one company.
func (w *watch) of(id sds.CompanyID, k key) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.company == "" && w.route.Rule.IsPublic() {
		w.company = id
	}
	if id != w.company {
		return fmt.Errorf("key %q %q belongs to another company than %q", k.pk, k.sk, w.company)
	}
	return nil
}
