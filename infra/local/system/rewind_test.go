package system_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/functions/nightly"
	periodicrun "anzen/functions/periodic"
	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/sds"
)

// stored are the records of a company.
func (p *place) stored(t *testing.T) map[string]table.Item {
	t.Helper()
	all := items(t)
	maps.DeleteFunc(all, func(key string, _ table.Item) bool {
		return !strings.Contains(key, string(p.company)) && !strings.Contains(key, p.domain())
	})
	return all
}

// restores brings the records of a company back, as a restored table has them.
func (p *place) restores(t *testing.T, was map[string]table.Item) {
	t.Helper()
	client, name := sdk.NewFromConfig(shared.Config()), shared.Names().Table
	for key, item := range p.stored(t) {
		if was[key] != nil {
			continue
		}
		id := table.Item{table.PartitionAttribute: item[table.PartitionAttribute], table.SortAttribute: item[table.SortAttribute]}
		if _, err := client.DeleteItem(t.Context(), &sdk.DeleteItemInput{TableName: &name, Key: id}); err != nil {
			t.Fatal(err)
		}
	}
	for _, item := range was {
		if _, err := client.PutItem(t.Context(), &sdk.PutItemInput{TableName: &name, Item: item}); err != nil {
			t.Fatal(err)
		}
	}
}

// The table is restored to a moment, and what is beside it follows by an operator's command: a file that was deleted since, the
// schedule of a periodic export that was deleted since, and what the nights had found. A user who was removed since has no account
// of the pool any more, and gets one with a new password.
func TestOpsRewindsWhatIsBesideTheTable(t *testing.T) {
	o := newOperator(t)
	p := newPlace(t, 2)
	list, export := p.checklist(t), p.periodicExport(t)
	night := func() { invoke(t, nightly.Company, nightly.Item{Company: p.company}) }
	night()
	pdf := sheetPDF("Rewound", 1)
	sheet := p.a.completed(t, p.a.upload(t, file{"rewound.pdf", pdf})[0]).ID
	was, hits := p.stored(t), p.hits(t, list)
	time.Sleep(1100 * time.Millisecond) // S3's times are in seconds
	moment := time.Now()
	time.Sleep(1100 * time.Millisecond)

	of := files.New(s3Client(), shared.Names().Bucket("sheets"))
	record, err := p.table().Sheet(t.Context(), p.company, sds.SheetID(sheet))
	if err != nil {
		t.Fatal(err)
	}
	if err := of.Delete(t.Context(), record.File.Key); err != nil { // as of a sheet that was deleted for thirty days
		t.Fatal(err)
	}
	setting := "/companies/{id}/periodic_export/settings/" + string(export.id)
	want[any](t, p.a, call{method: "DELETE", path: setting})
	removed := p.mails[1]
	for _, u := range want[struct{ Items []me }](t, p.a, call{method: "GET", path: "/companies/{id}/users"}).Items {
		if u.Email == removed {
			want[any](t, p.a, call{method: "DELETE", path: "/companies/{id}/users/" + u.ID, version: u.Version})
		}
	}
	p.passesNight(t, list)
	p.add(t, 2)
	night()
	if schedule(t, export.id) != nil || p.hits(t, list) == hits {
		t.Fatal("nothing has changed since")
	}

	p.restores(t, was)
	for range 2 { // it may be repeated, as after a rewind that was interrupted
		o.must(t, "are written anew", "rewind", "-since", moment.UTC().Format(time.RFC3339Nano))
	}
	if got := p.a.pdfOf(t, sheet); !bytes.Equal(got, pdf) {
		t.Errorf("the file of the sheet has %d bytes", len(got))
	}
	if got := p.hits(t, list); got != hits {
		t.Errorf("the night had found\n%s\nnow\n%s", hits, got)
	}
	if keys := objects(t, "catalog", snapshots.Of(p.company)); len(keys) > 0 {
		t.Errorf("snapshots of later: %v", keys)
	}
	invoke(t, periodicrun.Sweep, nil)
	if s := schedule(t, export.id); s == nil || s.State != "ENABLED" {
		t.Errorf("the schedule is %+v", s)
	}
	guest := &browser{site: p.a.site, lang: "en"}
	want[any](t, guest, call{method: "POST", path: "/password-recovery", body: map[string]string{"email": removed}})
	want[any](t, guest, call{method: "POST", path: "/reset-password/", body: tokenBody{Token: p.a.site.mailedToken(t, removed, pageReset), NewPassword: "N3w-Harbour-72"}})
	p.a.site.signIn(t, removed, "N3w-Harbour-72")
	out, code := o.does(t, "yes", "rewind")
	if code != 2 || !strings.Contains(out, "rewind needs -since") {
		t.Errorf("without a time: %d %s", code, out)
	}
	if out, code = o.does(t, "no", "rewind", "-since", "1h"); code != 1 || !strings.Contains(out, "nothing was changed") {
		t.Errorf("refused: %d %s", code, out)
	}
}
