package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

const snapshotPK = "SNAPSHOT"

func snapshotKey(c sds.CompanyID) Key { return Key{snapshotPK, companyPK(c)} }

// snapshotRequest is when a company's catalog requested a snapshot, when it was last handed to the compactor, and when the making
// of the last one began, in Unix nanoseconds.
type snapshotRequest struct {
	Company   sds.CompanyID `dynamodbav:"Company"`
	Requested int64         `dynamodbav:"Asked"`
	Begun     int64         `dynamodbav:"Begun"`
	Made      int64         `dynamodbav:"Made"`
	TTL       int64         `dynamodbav:"ttl"`
}

// snapshotRequestLasts is how long a request is kept: a catalog that still needs the
// snapshot repeats it.
const snapshotRequestLasts = 24 * time.Hour

// RequestSnapshot records a request for a new snapshot of the company's catalog.
func (t *Table) RequestSnapshot(ctx context.Context, c sds.CompanyID) error {
	return t.noteSnapshot(ctx, c, "Asked", t.now())
}

// SnapshotMade records that a snapshot was made that includes everything up to began.
func (t *Table) SnapshotMade(ctx context.Context, c sds.CompanyID, began time.Time) error {
	return t.noteSnapshot(ctx, c, "Made", began)
}

func (t *Table) noteSnapshot(ctx context.Context, c sds.CompanyID, what string, at time.Time) error {
	_, err := t.update(ctx, snapshotKey(c), &dynamodb.UpdateItemInput{
		UpdateExpression:         aws.String("SET #what = :at, Company = :company, #ttl = :ttl"),
		ExpressionAttributeNames: map[string]string{"#what": what, "#ttl": TTLAttribute},
		ExpressionAttributeValues: Item{
			":at": number(at.UnixNano()), ":ttl": number(t.now().Add(snapshotRequestLasts).Unix()), ":company": &types.AttributeValueMemberS{Value: string(c)},
		},
	})
	if err != nil {
		return fmt.Errorf("record the snapshot of company %s: %w", c, err)
	}
	return nil
}

// snapshotTakes is how long the making of a snapshot may take, retries included, before it is begun again.
const snapshotTakes = time.Hour

// SnapshotRequests are the companies that wait for a snapshot and have not been begun, at most some, those that have waited longest
// first: only for the compactor.
func (t *Table) SnapshotRequests(ctx context.Context, limit int) ([]sds.CompanyID, error) {
	requests, err := List[snapshotRequest](ctx, t, Partition{pk: snapshotPK})
	if err != nil {
		return nil, err
	}
	late := t.now().Add(-snapshotTakes).UnixNano()
	requests = slices.DeleteFunc(requests, func(r snapshotRequest) bool {
		return r.Requested < r.Made || r.Begun > r.Made && r.Begun > late
	})
	slices.SortStableFunc(requests, func(a, b snapshotRequest) int { return cmp.Compare(a.Requested, b.Requested) })
	companies := make([]sds.CompanyID, 0, min(limit, len(requests)))
	for _, r := range requests[:min(limit, len(requests))] {
		companies = append(companies, r.Company)
	}
	return companies, nil
}

// SnapshotsBegun records that the making of snapshots has begun.
func (t *Table) SnapshotsBegun(ctx context.Context, companies []sds.CompanyID, at time.Time) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(recordQueries)
	for _, c := range companies {
		all.Go(func() error { return t.noteSnapshot(ctx, c, "Begun", at) })
	}
	return all.Wait() //nolint:wrapcheck // its own
}
