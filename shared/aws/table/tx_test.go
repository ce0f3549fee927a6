package table_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// thing is a record of the tests.
type thing struct {
	Version int64
	Name    string
	At      time.Time
}

var audit = table.Audit{By: "somebody", Action: "test.done", Target: "thing"}

// keyOf is the key of some record of the company.
func keyOf(c sds.CompanyID, name string) table.Key { return table.TagKey(c, sds.TagID(name)) }

func TestTransactionTakesEffectTogetherOrNotAtAll(t *testing.T) {
	c := sds.NewID[sds.CompanyID]()
	mine := errors.New("the answer of the caller")
	three := 3
	tests := []struct {
		name string
		add  func(*table.Tx)
		want error
	}{
		{"everything holds", func(x *table.Tx) { x.Replace(keyOf(c, "old"), thing{Version: 2}, 1).Require(keyOf(c, "other"), mine) }, nil},
		{"created twice", func(x *table.Tx) { x.Create(keyOf(c, "old"), thing{Version: 1}, mine) }, mine},
		{"replaced over another version", func(x *table.Tx) { x.Replace(keyOf(c, "old"), thing{Version: 8}, 7) }, table.ErrStale},
		{"replaced what is not there", func(x *table.Tx) { x.Replace(keyOf(c, "none"), thing{Version: 2}, 1) }, table.ErrStale},
		{"deleted another version", func(x *table.Tx) { x.Delete(keyOf(c, "old"), 7) }, table.ErrStale},
		{"requires what is not there", func(x *table.Tx) { x.Require(keyOf(c, "none"), mine) }, mine},
		{"no room in the counter", func(x *table.Tx) { x.CountUpTo(keyOf(c, "counter"), "N", 3, &three, mine) }, mine},
		{"more than the counter ever has", func(x *table.Tx) { x.CountUpTo(keyOf(c, "fresh"), "N", 4, &three, mine) }, mine},
		{"answered before", func(x *table.Tx) { x.Remember("key", table.Answer{}) }, table.ErrAnswered},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			table1 := tabletest.New(t, time.Now)
			x := table1.Begin(c).Audit(audit).Create(keyOf(c, "old"), thing{Version: 1}, mine).Create(keyOf(c, "other"), thing{Version: 1}, mine)
			x.CountUpTo(keyOf(c, "counter"), "N", 1, nil, mine).Remember("key", table.Answer{Hash: "h"})
			if err := x.Commit(ctx); err != nil {
				t.Fatal(err)
			}
			x = table1.Begin(c).Audit(audit).Put(keyOf(c, "beside"), thing{Name: "beside"})
			tt.add(x)
			if err := x.Commit(ctx); !errors.Is(err, tt.want) {
				t.Fatalf("commit: %v, want %v", err, tt.want)
			}
			_, written, err := table.Get[thing](ctx, table1, keyOf(c, "beside"))
			if err != nil || written != (tt.want == nil) {
				t.Errorf("the record beside: written %v, %v", written, err)
			}
		})
	}
}

func TestTransactionLeavesAnAuditRecord(t *testing.T) {
	engine := tabletest.Start(t)
	clock := tabletest.NewClock()
	table1 := table.New(engine.Client, engine.Name, clock.Now)
	if err := table1.Begin("c").Put(keyOf("c", "a"), thing{}).Commit(t.Context()); err == nil {
		t.Error("a transaction without audit record was committed")
	}
	if n := engine.Count(t); n != 0 {
		t.Errorf("%d records after a refused transaction", n)
	}
	if err := table1.Begin("c").Audit(audit).Put(keyOf("c", "a"), thing{}).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := engine.Count(t); n != 2 {
		t.Errorf("%d records, want the record and its audit record", n)
	}
}

func TestTransactionHasAtMostHundredItems(t *testing.T) {
	table1 := tabletest.New(t, time.Now)
	x := table1.Begin("c").Audit(audit)
	for i := range 99 {
		x.Put(keyOf("c", fmt.Sprint(i)), thing{})
	}
	if err := x.Commit(t.Context()); err != nil {
		t.Errorf("100 items: %v", err)
	}
	if err := x.Put(keyOf("c", "more"), thing{}).Commit(t.Context()); err == nil {
		t.Error("101 items were committed")
	}
}

func TestRecordReadsAsWritten(t *testing.T) {
	table1 := tabletest.New(t, time.Now)
	want := thing{Version: 3, Name: "安全 ㈱", At: time.Date(2026, 11, 20, 1, 2, 3, 456789000, time.UTC)}
	if err := table1.Begin("c").Audit(audit).Put(keyOf("c", "a"), want).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, ok, err := table.Get[thing](t.Context(), table1, keyOf("c", "a"))
	if err != nil || !ok || got != want {
		t.Errorf("read %+v, %v, %v; want %+v", got, ok, err, want)
	}
	if _, ok, err := table.Get[thing](t.Context(), table1, keyOf("other", "a")); ok || err != nil {
		t.Errorf("another company's key reads it: %v, %v", ok, err)
	}
}

// faulty is a table that fails in the ways that DynamoDB does under load.
type faulty struct {
	table.API
	conflicts int           // so many transactions are cancelled by another's
	unread    func(int) int // of so many keys of a batch so many are left unread
	commits   int
}

func (f *faulty) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	f.commits++
	if f.commits <= f.conflicts {
		return nil, &types.TransactionCanceledException{CancellationReasons: []types.CancellationReason{{Code: aws.String("None")}, {Code: aws.String("TransactionConflict")}}}
	}
	return f.API.TransactWriteItems(ctx, in, o...)
}

func (f *faulty) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	now, later := map[string]types.KeysAndAttributes{}, map[string]types.KeysAndAttributes{}
	for name, request := range in.RequestItems {
		left := f.unread(len(request.Keys))
		if left == len(request.Keys) {
			return &dynamodb.BatchGetItemOutput{UnprocessedKeys: in.RequestItems}, nil
		}
		rest := request
		request.Keys, rest.Keys = request.Keys[left:], request.Keys[:left]
		now[name], later[name] = request, rest
	}
	out, err := f.API.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: now}, o...)
	if err == nil {
		out.UnprocessedKeys = later
	}
	return out, err
}

func TestConflictIsTriedAgainAFewTimes(t *testing.T) {
	for conflicts, want := range map[int]error{3: nil, 8: message.New(message.TooMany, message.CodeBusy)} {
		t.Run(fmt.Sprint(conflicts), func(t *testing.T) {
			engine := tabletest.Start(t)
			api := &faulty{API: engine.Client, conflicts: conflicts}
			err := table.New(api, engine.Name, time.Now).Begin("c").Audit(audit).Put(keyOf("c", "a"), thing{}).Commit(t.Context())
			if !errors.Is(err, want) {
				t.Errorf("commit: %v, want %v", err, want)
			}
		})
	}
}

// cancelled is a table whose transactions are cancelled for a reason that no retry overcomes.
type cancelled struct {
	table.API
	commits int
}

func (c *cancelled) TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	c.commits++
	return nil, &types.TransactionCanceledException{CancellationReasons: []types.CancellationReason{{Code: aws.String("ValidationError")}}}
}

// A transaction that DynamoDB will never accept is an internal error, not "try again later".
func TestInvalidTransactionsAreNotBusy(t *testing.T) {
	api := &cancelled{}
	err := table.New(api, "t", time.Now).Begin("c").Audit(audit).Put(keyOf("c", "a"), thing{}).Commit(t.Context())
	var known *message.Error
	if err == nil || errors.As(err, &known) || api.commits != 1 {
		t.Errorf("%v after %d tries", err, api.commits)
	}
}

func TestBatchReadsWhatWasLeftUnread(t *testing.T) {
	engine := tabletest.Start(t)
	table1 := table.New(engine.Client, engine.Name, time.Now)
	x := table1.Begin("c").Audit(audit)
	var keys []table.Key
	for i := range 12 {
		k := keyOf("c", fmt.Sprint(i))
		keys = append(keys, k)
		if i%3 != 0 {
			x.Put(k, thing{Name: fmt.Sprint(i)})
		}
	}
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	read := func(unread func(int) int) ([]table.Item, error) {
		return table.New(&faulty{API: engine.Client, unread: unread}, engine.Name, time.Now).Batch(t.Context(), keys...)
	}
	if _, err := read(func(n int) int { return n }); err == nil {
		t.Error("a batch of which nothing is ever read succeeded")
	}
	items, err := read(func(n int) int { return n / 2 })
	if err != nil {
		t.Fatal(err)
	}
	for i := range keys {
		got, ok, err := table.Decode[thing](items[i])
		if err != nil || ok != (i%3 != 0) || ok && got.Name != fmt.Sprint(i) {
			t.Errorf("key %d: %+v, %v, %v", i, got, ok, err)
		}
	}
}

func TestOneOfManyWritersOfAVersionWins(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	firm := company.Company{ID: "c", Name: "0"}
	if err := table1.Begin("c").Audit(audit).CreateCompany(firm).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	read, err := table1.Company(ctx, "c")
	if err != nil {
		t.Fatal(err)
	}
	won := together(8, func(i int) error {
		x := table1.Begin("c").Audit(audit)
		mine := read
		mine.Name = fmt.Sprint(i + 1)
		x.WriteCompany(mine)
		return x.Commit(ctx)
	})
	successes := 0
	for _, err := range won {
		switch {
		case err == nil:
			successes++
		case !errors.Is(err, table.ErrStale):
			t.Errorf("a loser got %v", err)
		}
	}
	if after, err := table1.Company(ctx, "c"); successes != 1 || err != nil || after.Version != 2 {
		t.Errorf("%d writers succeeded, version %d, %v", successes, after.Version, err)
	}
}

func TestCounterNeverPassesItsLimit(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	limit, full := 5, errors.New("full")
	results := together(8, func(int) error {
		for {
			err := table1.Begin("c").Audit(audit).CountUpTo(keyOf("c", "n"), "N", 1, &limit, full).Commit(ctx)
			if !errors.Is(err, message.New(message.TooMany, message.CodeBusy)) {
				return err
			}
		}
	})
	counted := 0
	for _, err := range results {
		switch {
		case err == nil:
			counted++
		case !errors.Is(err, full):
			t.Error(err)
		}
	}
	got, _, err := table.Get[struct{ N int }](ctx, table1, keyOf("c", "n"))
	if counted != limit || got.N != limit || err != nil {
		t.Errorf("%d counted, the counter says %d, %v; want %d", counted, got.N, err, limit)
	}
}

// together runs f so many times at the same time.
func together(n int, f func(int) error) []error {
	results := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { results[i] = f(i) })
	}
	all.Wait()
	return results
}

func TestAnswerIsRememberedForADay(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	want := table.Answer{Hash: "hash", Status: 201, Body: []byte(`{"id":1}`)}
	if err := table1.Begin("c").Audit(audit).Remember("user#op#key", want).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	got, ok, err := table1.Answered(ctx, "c", "user#op#key")
	if err != nil || !ok || got.Hash != want.Hash || got.Status != want.Status || string(got.Body) != string(want.Body) {
		t.Errorf("answered %+v, %v, %v", got, ok, err)
	}
	if _, ok, _ := table1.Answered(ctx, "other", "user#op#key"); ok {
		t.Error("another company's key was answered")
	}
	clock.Advance(25 * time.Hour)
	if _, ok, err := table1.Answered(ctx, "c", "user#op#key"); ok || err != nil {
		t.Errorf("after a day: %v, %v", ok, err)
	}
}
