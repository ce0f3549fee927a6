package table_test

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// raw is a table as newer and older code sees it.
type raw struct {
	tabletest.Engine
	*table.Table
}

func newRaw(t *testing.T) raw {
	t.Helper()
	e := tabletest.Start(t)
	return raw{e, table.New(e.Client, e.Name, tabletest.NewClock().Now)}
}

// all are the stored items of a kind.
func (r raw) all(t *testing.T, kind string) (items []table.Item) {
	t.Helper()
	out, err := r.Client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &r.Name})
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range out.Items {
		if table.KindOf(item) == kind {
			items = append(items, item)
		}
	}
	return items
}

func (r raw) put(t *testing.T, item table.Item) {
	t.Helper()
	if _, err := r.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &r.Name, Item: item}); err != nil {
		t.Fatal(err)
	}
}

// touch changes all items of a kind.
func (r raw) touch(t *testing.T, kind string, change func(table.Item)) {
	t.Helper()
	items := r.all(t, kind)
	if len(items) == 0 {
		t.Fatalf("there is no %s", kind)
	}
	for _, item := range items {
		change(item)
		r.put(t, item)
	}
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n int) types.AttributeValue { return &types.AttributeValueMemberN{Value: strconv.Itoa(n)} }

// writes are a write of each way in which records that are there already are written,
// with the kind of the record.
var writes = []struct {
	name, kind string
	before     func(context.Context, raw) error
	write      func(context.Context, raw) error
}{
	{
		"replaced", "TAG",
		func(ctx context.Context, r raw) error {
			x := r.Begin("c").Audit(audit)
			x.CreateTag(company.Tag{ID: "t", Name: "a"})
			return x.Commit(ctx)
		},
		func(ctx context.Context, r raw) error {
			tag, err := r.Tag(ctx, "c", "t")
			if err != nil {
				return err
			}
			x := r.Begin("c").Audit(audit)
			table.TagRecords.Rename(x, tag, "b")
			return x.Commit(ctx)
		},
	},
	{
		"put", "RECOVERY",
		func(ctx context.Context, r raw) error {
			return r.Begin("c").Audit(audit).ReplaceRecoverySet("u", company.RecoverySet{}).Commit(ctx)
		},
		func(ctx context.Context, r raw) error {
			return r.Begin("c").Audit(audit).ReplaceRecoverySet("u", company.RecoverySet{CreatedAt: time.Unix(1, 0)}).Commit(ctx)
		},
	},
	{"a sheet", "S", newSheet, changeSheet},
	{"a section", "SECTION", newSheet, changeSheet},
	{"what the checks found", "FINDINGS", newSheet, changeSheet},
	{
		"a guard", "EMAIL",
		func(ctx context.Context, r raw) error {
			return r.Begin("c").Audit(audit).CreateUser(company.User{ID: "u", Company: "c", Email: "a@example.com"}).Commit(ctx)
		},
		func(ctx context.Context, r raw) error {
			return r.Begin("d").Audit(audit).CreateUser(company.User{ID: "v", Company: "d", Email: "a@example.com"}).Commit(ctx)
		},
	},
	{"a counter", "USAGE", counted, counted},
	{
		"a sign-in", "USER",
		func(ctx context.Context, r raw) error {
			return r.Begin("c").Audit(audit).CreateUser(company.User{ID: "u", Company: "c", Email: "a@example.com"}).Commit(ctx)
		},
		func(ctx context.Context, r raw) error {
			return r.Begin("c").Audit(audit).SignedIn(company.User{ID: "u", Company: "c"}, time.Unix(1, 0)).Commit(ctx)
		},
	},
	{"a number of the log", "SEQ", newSheet, changeSheet},
	{"a wish for a snapshot", "SNAPSHOT", requestSnapshot, requestSnapshot},
	{
		"a throttle", "THROTTLE", throttled,
		func(ctx context.Context, r raw) error { return r.Unthrottle(ctx, "mail", "a") },
	},
	{"a throttle that is asked again", "THROTTLE", throttled, throttled},
}

func newSheet(ctx context.Context, r raw) error {
	_, err := r.WriteSheet(ctx, "c", write.Sheet{After: sds.Sheet{ID: "s", Note: "a"}, Sections: []sds.Section{{Number: 1}}, CheckResult: &sds.CheckResult{}, Audit: audit})
	return err
}

func changeSheet(ctx context.Context, r raw) error {
	before, err := r.Sheet(ctx, "c", "s")
	if err != nil {
		return err
	}
	after := before
	after.Note = "b"
	_, err = r.WriteSheet(ctx, "c", write.Sheet{Before: &before, After: after, Sections: []sds.Section{{Number: 1, Title: "b"}}, CheckResult: &sds.CheckResult{Findings: []sds.Finding{{ID: "b"}}}, Audit: audit})
	return err
}

func counted(ctx context.Context, r raw) error {
	return r.Begin("c").Audit(audit).CountUpTo(table.UsageKey("c"), table.UsageUploads, 1, nil, nil).Commit(ctx)
}

func requestSnapshot(ctx context.Context, r raw) error { return r.RequestSnapshot(ctx, "c") }

func throttled(ctx context.Context, r raw) error {
	_, err := r.Throttle(ctx, "mail", "a", 0)
	return err
}

// What newer code has written is read, but never written by code that does not know
// its version; not even by one that read it before.
func TestNewerRecordIsNotOverwritten(t *testing.T) {
	for _, w := range writes {
		t.Run(w.name, func(t *testing.T) {
			r := newRaw(t)
			if err := w.before(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			r.touch(t, w.kind, func(i table.Item) { i["V"] = num(table.CurrentVersion(w.kind) + 1) })
			before := r.all(t, w.kind)
			if err := w.write(t.Context(), r); !errors.Is(err, table.ErrNewer) {
				t.Errorf("the write was answered with %v, want %v", err, table.ErrNewer)
			}
			if after := r.all(t, w.kind); !reflect.DeepEqual(after, before) {
				t.Errorf("the record is\n%v, was\n%v", after, before)
			}
			r.touch(t, w.kind, func(i table.Item) { i["V"] = num(table.CurrentVersion(w.kind)) })
			if err := w.write(t.Context(), r); err != nil {
				t.Errorf("of the same version: %v", err)
			}
		})
	}
}

// What a record holds that the code does not know stays when it is written.
func TestUnknownAttributeSurvivesAWrite(t *testing.T) {
	for _, w := range writes {
		t.Run(w.name, func(t *testing.T) {
			r := newRaw(t)
			if err := w.before(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			r.touch(t, w.kind, func(i table.Item) { i["Invented"] = text("later") })
			before := r.all(t, w.kind)
			if err := w.write(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			after := r.all(t, w.kind)
			if len(after) != 1 || !reflect.DeepEqual(after[0]["Invented"], text("later")) {
				t.Errorf("the record is %v", after)
			}
			if w.name != "a throttle that is asked again" && w.kind != "SNAPSHOT" && reflect.DeepEqual(after, before) {
				t.Error("nothing was written")
			}
		})
	}
}

// An attribute that is known and has no value any more does not stay.
func TestAttributeWithoutValueGoes(t *testing.T) {
	r := newRaw(t)
	firm, user := company.Company{ID: "c", Name: "c"}, company.User{ID: "u", Company: "c", Email: "a@example.com"}
	if err := r.Begin("c").Audit(audit).SignUp(firm, user).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r.all(t, "USER")[0]["ttl"] == nil {
		t.Fatal("the record of a sign-up has no time to live")
	}
	read, err := r.User(t.Context(), "c", "u")
	if err != nil {
		t.Fatal(err)
	}
	x := r.Begin("c").Audit(audit)
	x.WriteUser(read)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if ttl, there := r.all(t, "USER")[0]["ttl"]; there {
		t.Errorf("the record of an account goes at %v", ttl)
	}
}

// A record of an older version is upgraded when it is read, step by step, and written
// in today's.
func TestOlderRecordIsUpgraded(t *testing.T) {
	r := newRaw(t)
	if err := writes[0].before(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	r.touch(t, "TAG", func(i table.Item) { i["Title"], i["Left"] = i["Name"], text("as it was"); delete(i, "Name") })
	defer table.Upgraded("TAG", []string{"Title", "Heading"},
		func(i table.Item) error { i["Heading"] = i["Title"]; delete(i, "Title"); return nil },
		func(i table.Item) error { i["Name"] = i["Heading"]; delete(i, "Heading"); return nil },
	)()
	all, err := r.Tags(t.Context(), "c")
	if err != nil || len(all) != 1 || all[0].Name != "a" {
		t.Fatalf("read %+v, %v", all, err)
	}
	if err := writes[0].write(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	item := r.all(t, "TAG")[0]
	if !reflect.DeepEqual(item["V"], num(3)) || !reflect.DeepEqual(item["Name"], text("b")) || !reflect.DeepEqual(item["Left"], text("as it was")) {
		t.Errorf("written as %v", item)
	}
	if item["Title"] != nil || item["Heading"] != nil {
		t.Errorf("of older versions there is %v %v", item["Title"], item["Heading"])
	}
	if tag, err := r.Tag(t.Context(), "c", "t"); err != nil || tag.Name != "b" {
		t.Errorf("read %+v, %v", tag, err)
	}
	x := r.Begin("c").Audit(audit)
	x.CreateTag(company.Tag{ID: "new", Name: "new"})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, item := range r.all(t, "TAG") {
		if !reflect.DeepEqual(item["V"], num(3)) {
			t.Errorf("a new one has the version %v", item["V"])
		}
	}
}

// Of a purged sheet nothing stays that its record has held, known or not.
func TestPurgeLeavesNothingUnknown(t *testing.T) {
	r := newRaw(t)
	if err := newSheet(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	s, err := r.Sheet(t.Context(), "c", "s")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1000, 0)
	if err := r.RemoveSheets(t.Context(), "c", []sds.Sheet{s}, write.Removal{At: at, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	r.touch(t, "S", func(i table.Item) { i["Invented"], i["V"] = text("later"), num(2) })
	purge := func() error { return r.Purge(t.Context(), table.Removed{Company: "c", Sheet: "s", At: at}, audit) }
	if err := purge(); !errors.Is(err, table.ErrNewer) {
		t.Errorf("a sheet of newer code was purged: %v", err)
	}
	r.touch(t, "S", func(i table.Item) { delete(i, "V") })
	if err := purge(); err != nil {
		t.Fatal(err)
	}
	if item := r.all(t, "S")[0]; item["Invented"] != nil || !reflect.DeepEqual(item["Note"], text("")) {
		t.Errorf("what stays of a sheet is %v", item)
	}
}
