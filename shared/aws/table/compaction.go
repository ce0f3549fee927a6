package table

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/sds"
)

const snapshotPK = "SNAPSHOT"

func snapshotKey(c sds.CompanyID) Key { return Key{snapshotPK, companyPK(c)} }

// snapshotRequest says that a company's catalog has asked for a snapshot, and when
// the making of the last one began. Both are Unix nanoseconds.
type snapshotRequest struct {
	Company   sds.CompanyID `dynamodbav:"Company"`
	Requested int64         `dynamodbav:"Asked"`
	Made      int64         `dynamodbav:"Made"`
	TTL       int64         `dynamodbav:"ttl"`
}

// snapshotRequestLasts is how long a wish is remembered: a catalog that still needs the
// snapshot asks again.
const snapshotRequestLasts = 24 * time.Hour

// RequestSnapshot notes that a new snapshot of the company's catalog is wanted.
func (t *Table) RequestSnapshot(ctx context.Context, c sds.CompanyID) error {
	return t.noteSnapshot(ctx, c, "Asked", t.now())
}

// SnapshotMade notes that a snapshot was made that has everything up to a time.
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
		return fmt.Errorf("note the snapshot of company %s: %w", c, err)
	}
	return nil
}

// SnapshotRequests are the companies that wait for a snapshot: for the compactor alone.
func (t *Table) SnapshotRequests(ctx context.Context) ([]sds.CompanyID, error) {
	wishes, err := List[snapshotRequest](ctx, t, Partition{pk: snapshotPK})
	if err != nil {
		return nil, err
	}
	var companies []sds.CompanyID
	for _, w := range wishes {
		if w.Requested >= w.Made {
			companies = append(companies, w.Company)
		}
	}
	return companies, nil
}
