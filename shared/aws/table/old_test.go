package table_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// testdata/old.jsonl.gz holds records of a table as the product of 22 November 2026
// wrote them, before kinds and versions were named: two companies with people,
// departments, tags, sheets that were edited, revised, removed or could not be read,
// attachments, checklists with reviews, saved searches, jobs and a periodic export.
func oldItems(t *testing.T) (items []table.Item) {
	t.Helper()
	file, err := os.Open("testdata/old.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // read only
	unzip, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzip)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		item, err := tabletest.Item(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	if err := lines.Err(); err != nil || len(items) == 0 {
		t.Fatal(len(items), err)
	}
	return items
}

// Every old record is of a known kind, and is stored as it was when it is read and
// written again: no attribute is lost, and no value.
func TestOldRecordsAreReadAsAWhole(t *testing.T) {
	seen := map[string]int{}
	for _, item := range oldItems(t) {
		kind := table.KindOf(item)
		seen[kind]++
		if !slices.Contains(table.Kinds(), kind) {
			t.Fatalf("%v is of no known kind", item)
		}
		record := table.NewRecord(kind)
		if err := table.DecodeInto(item, record); err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		again, err := table.Encode(record)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range item {
			if name == table.PartitionAttribute || name == table.SortAttribute {
				continue
			}
			if kind == "S" && name == "GHSClassValues" || name == "Body" && strings.HasSuffix(sortKey(item), "SECTION#02") {
				continue // derived from the classes; the codes of the label are stored once now
			}
			if now := again[name]; !reflect.DeepEqual(apart(now), apart(value)) {
				t.Errorf("%s: %s is %v, was %v", kind, name, now, value)
			}
		}
		switch kind {
		case "SECTION":
			unpacks[sds.Section](t, record)
		case "FINDINGS":
			unpacks[sds.CheckResult](t, record)
		case "EDIT":
			unpacks[sds.Edit](t, record)
		}
	}
	for _, kind := range []string{
		"COMPANY", "USAGE", "SEQ", "USER", "RECOVERY", "ENDED", "JOB", "PERIODIC", "LIST", "RUN", "SLOT", "DEPT", "TAG", "TAKEN", "RESULT", "CHANGE", "S", "SECTION", "FINDINGS",
		"EDIT", "ATT", "CODE", "NAME", "EMAIL", "LOG", "AUDIT", "IDEM", "TOKENS", "TOKEN", "UPLOADS", "ALLOWED", "UPLOAD", "SCAN", "FILTER", "FILTERS", "THROTTLE", "SNAPSHOT",
		"CHECKED", "REMOVED",
	} {
		if seen[kind] == 0 {
			t.Errorf("there is no old %s", kind)
		}
	}
}

// apart is a stored sheet without what its hazards are derived by, before and now; other values
// are as they are.
func apart(value types.AttributeValue) types.AttributeValue {
	sheet, is := value.(*types.AttributeValueMemberM)
	if !is {
		return value
	}
	rest := maps.Clone(sheet.Value)
	delete(rest, "GHSClassValues")
	delete(rest, "HazardsAs")
	delete(rest, "ExposureLimits")
	return &types.AttributeValueMemberM{Value: rest}
}

func sortKey(item table.Item) string {
	key, _ := item[table.SortAttribute].(*types.AttributeValueMemberS)
	return key.Value
}

// unpacks checks that what is packed has no name that is not known, and comes out again.
func unpacks[T any](t *testing.T, record any) {
	t.Helper()
	var body json.RawMessage
	if err := table.Unpack(record, &body); err != nil {
		t.Fatal(err)
	}
	var value T
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		t.Errorf("%T: %v", value, err)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var was, is any
	if err := json.Unmarshal(body, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &is); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(is, was) {
		t.Errorf("%T is\n%s, was\n%s", value, encoded, body)
	}
}

// Everything of an old company is found, and what people do goes on.
func TestOldDataIsUsedOn(t *testing.T) {
	const (
		c      sds.CompanyID = "725933a5-ae7a-5d20-999d-a0ff5365b6f2"
		edited sds.SheetID   = "117e9fb0-baf0-5440-aa88-9267589c5e75"
		list   checklist.ID  = "f43c79af-d760-5fb5-9796-56236cf61fd4"
	)
	ctx := t.Context()
	r := newRaw(t)
	for _, item := range oldItems(t) {
		r.put(t, item)
	}
	now := time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)
	tb := table.New(r.Client, r.Name, func() time.Time { return now })
	must := func(what string, n int, err error, want int) {
		t.Helper()
		if err != nil || n != want {
			t.Errorf("%s: %d, want %d, %v", what, n, want, err)
		}
	}

	firm, err := tb.Company(ctx, c)
	if err != nil || firm.Name != "みらい化学工業株式会社" || firm.Plan != 1000 || len(firm.Features) != 6 || len(firm.Addresses) != 1 || firm.Addresses[0].Address != "127.0.0.0/8" {
		t.Errorf("the company is %+v, %v", firm, err)
	}
	users, err := tb.Users(ctx, c)
	must("people", len(users), err, 4)
	p, _, there, err := tb.PersonByEmail(ctx, "admin@demo.example")
	if err != nil || !there || p.User.LastName != "佐藤" || !p.Active() {
		t.Fatalf("the administrator is %+v, %v, %v", p, there, err)
	}
	if other, _, there, err := tb.PersonByEmail(ctx, "owner@second.example"); err != nil || !there || other.Company.Name != "第二化学株式会社" || !other.Active() {
		t.Errorf("the other company's is %+v, %v, %v", other, there, err)
	}
	recovery, err := tb.RecoverySet(ctx, c, p.User.ID)
	must("recovery codes", recovery.Remaining(), err, company.RecoveryCodes)
	departments, err := tb.Departments(ctx, c)
	must("departments", len(departments), err, 4)
	tags, err := tb.Tags(ctx, c)
	must("tags", len(tags), err, 4)
	criteria, err := tb.AllCriteria(ctx, c, p.User.ID)
	must("saved searches", len(criteria), err, 2)
	lists, err := tb.Checklists(ctx, c)
	must("checklists", len(lists), err, 5)
	if one, err := tb.Checklist(ctx, c, list); err != nil || len(one.Substances) != 7 || one.Run == nil || one.Run.Found == "" {
		t.Errorf("the checklist is %+v, %v", one, err)
	}
	marks, err := tb.Reviews(ctx, c, list)
	must("reviews", len(marks), err, 3)
	for id, m := range marks {
		if m.Judgement == "" || len(m.Proofs) == 0 || m.Proofs[0].Law == "" && m.Proofs[0].Entry == "" || m.Ground == "" {
			t.Errorf("the review of %s is %+v", id, m)
		}
	}
	jobs, err := tb.Jobs(ctx, c, p.User.ID)
	must("jobs", len(jobs), err, 4)
	for _, j := range jobs {
		if j.State != job.Done || j.Result == nil || len(j.Params) == 0 {
			t.Errorf("the job is %+v", j)
		}
	}
	settings, err := tb.PeriodicSettings(ctx, c)
	must("periodic exports", len(settings), err, 1)
	records, err := tb.SheetRecordsByID(ctx, c)
	must("sheets", len(records), err, 8)
	states := map[sds.Status]int{}
	removed := 0
	for _, s := range records {
		states[s.Status]++
		if s.DeletedAt != nil {
			removed++
		}
	}
	must("sheets that could not be read", states[sds.StatusImpossible], nil, 1)
	must("removed sheets", removed, nil, 1)

	s, err := tb.Sheet(ctx, c, edited)
	if err != nil || s.Name != "カナデコールBZ-50（現場名）" || s.FlashPoint == nil || s.FlashPoint.Low == nil || *s.FlashPoint.Low != 23.5 || len(s.Ingredients) == 0 || s.AttachmentCount != 1 || s.File.Key == "" {
		t.Fatalf("the sheet is %+v, %v", s, err)
	}
	sections, err := tb.Sections(ctx, c, edited)
	must("sections", len(sections), err, 17)
	if codes := sds.CodesByPerson(sections); !slices.Equal(codes, []string{"KB-50", "KB-51"}) {
		t.Errorf("the product codes are %v", codes)
	}
	edits, err := tb.Edits(ctx, c, edited)
	if err != nil || len(edits) < 3 {
		t.Errorf("the history is %+v, %v", edits, err)
	}
	if result, err := tb.CheckResult(ctx, c, edited); err != nil || len(result.Findings) == 0 && result.Printed == nil {
		t.Errorf("the findings are %+v, %v", result, err)
	}
	attachments, err := tb.Attachments(ctx, c, edited)
	must("attachments", len(attachments), err, 2)

	// It can still be edited.
	before := s
	s.Note = "今日の版で編集"
	if _, err := tb.WriteSheet(ctx, c, sheetWrite(before, s)); err != nil {
		t.Fatal(err)
	}
	if s, err = tb.Sheet(ctx, c, edited); err != nil || s.Note != "今日の版で編集" || s.Version != before.Version+1 || s.Name != before.Name {
		t.Errorf("after an edit it is %+v, %v", s, err)
	}
}

func sheetWrite(before, after sds.Sheet) write.Sheet {
	return write.Sheet{Before: &before, After: after, Audit: audit}
}

// What older versions wrote of a checklist for the nightly run goes with it, and with its company.
func TestOldRecordsOfTheNightlyRunGo(t *testing.T) {
	const c sds.CompanyID = "725933a5-ae7a-5d20-999d-a0ff5365b6f2"
	r := newRaw(t)
	for _, item := range oldItems(t) {
		r.put(t, item)
	}
	left := func() (of []string) {
		for _, item := range r.all(t, "CHECKED") {
			of = append(of, sortKey(item))
		}
		return of
	}
	before := left()
	lists, err := r.Checklists(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	own := slices.IndexFunc(lists, func(l checklist.List) bool { return slices.Contains(before, "C#"+string(c)+"#"+string(l.ID)) })
	if own < 0 {
		t.Fatalf("%v are of no checklist", before)
	}
	gone := "C#" + string(c) + "#" + string(lists[own].ID)
	if err := r.Begin(c).Audit(audit).DeleteChecklist(lists[own]).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := left(); slices.Contains(now, gone) || len(now) != len(before)-1 {
		t.Errorf("after one was deleted there are %v, before %v", now, before)
	}
	for more := true; more; {
		if more, err = r.EraseRest(t.Context(), c, job.Job{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range left() {
		if strings.HasPrefix(key, "C#"+string(c)+"#") {
			t.Errorf("%s stays of a closed company", key)
		}
	}
}
