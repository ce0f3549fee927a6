package tenant_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/aws-sdk-go-v2/service/sts/types"

	"anzen/shared/aws/table"
	"anzen/shared/aws/tenant"
	"anzen/shared/domain/sds"
)

// fake is STS and the table: it notes with whose credentials it is called.
type fake struct {
	table.API
	assumed atomic.Int64
	lasts   time.Duration
	fails   error
	mu      sync.Mutex
	last    string
}

func (f *fake) AssumeRole(_ context.Context, in *sts.AssumeRoleInput, _ ...func(*sts.Options)) (*sts.AssumeRoleOutput, error) {
	f.assumed.Add(1)
	if f.fails != nil {
		return nil, f.fails
	}
	if len(in.Tags) != 1 || *in.Tags[0].Key != tenant.Tag || *in.RoleArn != "role" || *in.DurationSeconds != 3600 {
		return nil, errors.New("another request than expected")
	}
	return &sts.AssumeRoleOutput{Credentials: &types.Credentials{
		AccessKeyId: in.Tags[0].Value, SecretAccessKey: aws.String("s"), SessionToken: aws.String("t"), Expiration: aws.Time(time.Now().Add(f.lasts)),
	}}, nil
}

func (f *fake) GetItem(ctx context.Context, _ *dynamodb.GetItemInput, options ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	var o dynamodb.Options
	for _, each := range options {
		each(&o)
	}
	c, err := o.Credentials.Retrieve(ctx)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = c.AccessKeyID
	return &dynamodb.GetItemOutput{}, nil
}

func get(t *testing.T, c *tenant.Client, f *fake, of sds.CompanyID) {
	t.Helper()
	if _, err := c.GetItem(tenant.With(t.Context(), of), nil); err != nil || f.last != string(of) {
		t.Errorf("%s is called by the credentials of %s, %v", of, f.last, err)
	}
}

// Each company has credentials of its own, which are asked for once, also by calls at the same time.
func TestCredentialsAreOfTheCompany(t *testing.T) {
	f := &fake{lasts: time.Hour}
	c := tenant.New(f, f, "role")
	a, b := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	for range 3 {
		get(t, c, f, a)
		get(t, c, f, b)
	}
	other := sds.NewID[sds.CompanyID]()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := c.GetItem(tenant.With(t.Context(), other), nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := f.assumed.Load(); n != 3 {
		t.Errorf("%d calls of STS for three companies", n)
	}
}

// Without a company nothing is read, by no credentials at all.
func TestACallForNobody(t *testing.T) {
	f := &fake{lasts: time.Hour}
	c := tenant.New(f, f, "role")
	for _, ctx := range []context.Context{t.Context(), tenant.With(t.Context(), ""), tenant.With(t.Context(), "*")} {
		if _, err := c.GetItem(ctx, nil); !errors.Is(err, tenant.ErrNobody) {
			t.Errorf("%v", err)
		}
	}
	if f.assumed.Load() != 0 || f.last != "" {
		t.Errorf("%d calls of STS, one of the table by %q", f.assumed.Load(), f.last)
	}
}

// Credentials that are about to expire are asked for again, and so are those that could not be got.
func TestCredentialsAreRenewed(t *testing.T) {
	f := &fake{lasts: time.Minute}
	c := tenant.New(f, f, "role")
	a := sds.NewID[sds.CompanyID]()
	get(t, c, f, a)
	get(t, c, f, a)
	if n := f.assumed.Load(); n != 2 {
		t.Errorf("%d calls of STS", n)
	}
	f.fails = errors.New("throttled")
	b := sds.NewID[sds.CompanyID]()
	if _, err := c.GetItem(tenant.With(t.Context(), b), nil); err == nil {
		t.Error("a call without credentials succeeds")
	}
	f.fails, f.lasts = nil, time.Hour
	get(t, c, f, b)
}

// An instance keeps the credentials of a limited number of companies, those used last.
func TestFewCredentialsAreKept(t *testing.T) {
	f := &fake{lasts: time.Hour}
	c := tenant.New(f, f, "role")
	often := sds.NewID[sds.CompanyID]()
	for range 450 {
		get(t, c, f, often)
		get(t, c, f, sds.NewID[sds.CompanyID]())
	}
	if n := f.assumed.Load(); n != 451 {
		t.Errorf("%d calls of STS", n)
	}
	if n := c.Held(); n != 200 {
		t.Errorf("credentials of %d companies are kept", n)
	}
}
