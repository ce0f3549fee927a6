// Package beside puts the catalog beside SQLite with FTS5 on the same sheets, in
// the same run and with the same answers. It is a module of its own, so that
// the product knows nothing of SQLite.
package beside

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	_ "modernc.org/sqlite"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// envSheets adds a size to those measured.
const envSheets = "ANZEN_CATALOG_SHEETS"

func sizes() []int {
	all := []int{1_000, 50_000}
	if n, err := strconv.Atoi(os.Getenv(envSheets)); err == nil {
		all = append(all, n)
	}
	return all
}

// source is a company of generated sheets that nobody changes.
type source struct {
	of *sample.Company
	n  int
}

func (s source) LogHead(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (s source) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (s source) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (s source) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (s source) EachHead(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range s.n {
		sheet := s.of.Sheet(i, 1)
		if err := each(&sheet); err != nil {
			return err
		}
	}
	return nil
}

// question is one list query, run on both.
type question struct {
	name  string
	query catalog.Query
	where string // of table sheet s
	order string
}

const facet = "s.id in (select id from facet where kind='%s' and value in (%s))"

func has(kind string, values ...string) string {
	return fmt.Sprintf(facet, kind, "'"+strings.Join(values, "','")+"'")
}

// text is a word that stands in some field: by trigrams where it is long enough.
func text(word string) string {
	word = fold.Search(word)
	if len([]rune(word)) < 3 {
		return "s.id in (select id from body where text like '%" + word + "%')"
	}
	return `s.id in (select rowid from words where words match '"` + word + `"')`
}

func questions(tag string, n int) []question {
	from := sample.Now.AddDate(-2, 0, 0).Unix()
	low, _ := catalog.DayNumber("2020-01-01")
	return []question{
		{"all", catalog.Query{Sort: catalog.SortCreated}, "1", "created, id16"},
		{"deep page", catalog.Query{Sort: catalog.SortName, Skip: n * 8 / 10}, "1", "name, id16"},
		{"two facets", catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetTag, tag), catalog.Any(catalog.FacetStatus, "60000")}, Sort: catalog.SortCreated}, has("tag", tag) + " and status=60000", "created, id16"},
		{
			"hazards, law, flash point",
			catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetHCode, "H225", "H226"), catalog.Any(catalog.FacetLaw, "消防法"), catalog.Between(catalog.ColumnFlashPoint, -50, 21)}, Sort: catalog.SortRevised},
			has("h", "H225", "H226") + " and " + has("law", "消防法") + " and flash between -50 and 21", "revised, id16",
		},
		{"revised since", catalog.Query{Where: []catalog.Condition{catalog.Between(catalog.ColumnRevised, low, catalog.Unbounded(1))}, Sort: catalog.SortRevised}, "revised >= '2020-01-01'", "revised, id16"},
		{"one character", catalog.Query{Text: "酸", Sort: catalog.SortName}, text("酸"), "name, id16"},
		{"five characters", catalog.Query{Text: "酸化チタン", Sort: catalog.SortCreated}, text("酸化チタン"), "created, id16"},
		{"no such text", catalog.Query{Text: "qqzz9", Sort: catalog.SortCreated}, text("qqzz9"), "created, id16"},
		{
			"text, hazards, dates",
			catalog.Query{Text: "トルエン", Where: []catalog.Condition{catalog.Any(catalog.FacetHCode, "H315", "H319", "H225"), catalog.Between(catalog.ColumnCreated, float64(from), catalog.Unbounded(1))}, Sort: catalog.SortRevised},
			text("トルエン") + " and " + has("h", "H315", "H319", "H225") + fmt.Sprintf(" and created >= %d", from*1000), "revised, id16",
		},
	}
}

func body(s *sds.Sheet) string {
	all := slices.Concat([]string{s.Name, s.ProductName, s.Note, strings.TrimSuffix(s.File.Name, ".pdf"), s.Supplier, s.Manufacturer, s.UNNumber}, s.ProductCodes, s.CAS, s.HCodes, s.Laws)
	for i := range s.Ingredients {
		all = append(all, s.Ingredients[i].Name)
	}
	return fold.Search(strings.Join(all, "\n"))
}

// database is the same company in SQLite, with the indexes that the questions need.
func database(b *testing.B, from source) (db *sql.DB, size int64) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "sheets.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	do := func(statements ...string) {
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				b.Fatalf("%s: %v", s, err)
			}
		}
	}
	do("pragma journal_mode=off", "pragma synchronous=off", "pragma page_size=8192", "pragma cache_size=-400000",
		"create table sheet(id integer primary key, id16 text, name text, status int, created int, revised text, flash real, row blob)",
		"create table facet(kind text, value text, id int, primary key(kind,value,id)) without rowid",
		"create table body(id integer primary key, text text)",
		"create virtual table words using fts5(body, content='', tokenize='trigram')")
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	prepare := func(s string) *sql.Stmt {
		stmt, err := tx.Prepare(s)
		if err != nil {
			b.Fatal(err)
		}
		return stmt
	}
	sheet, value, words, texts := prepare("insert into sheet values(?,?,?,?,?,?,?,?)"), prepare("insert or ignore into facet values(?,?,?)"), prepare("insert into words(rowid,body) values(?,?)"), prepare("insert into body values(?,?)")
	run := func(s *sql.Stmt, args ...any) {
		if _, err := s.Exec(args...); err != nil {
			b.Fatal(err)
		}
	}
	i := 0
	if err := from.EachHead(b.Context(), "", func(s *sds.Sheet) error {
		i++
		if s.DeletedAt != nil {
			return nil
		}
		row, err := json.Marshal(s)
		if err != nil {
			return err
		}
		var flash any
		if s.FlashPoint != nil {
			flash = *s.FlashPoint.Low
		}
		run(sheet, i, string(s.ID), fold.Search(s.Name), int(s.Status), s.CreatedAt.UnixMilli(), s.RevisedOn, flash, row)
		for _, t := range s.Tags {
			run(value, "tag", string(t), i)
		}
		for _, h := range s.HCodes {
			run(value, "h", h, i)
		}
		for _, l := range s.Laws {
			run(value, "law", l, i)
		}
		run(words, i, body(s))
		run(texts, i, body(s))
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	do("create index s1 on sheet(created,id16)", "create index s2 on sheet(revised,id16)", "create index s3 on sheet(name,id16)", "create index s4 on sheet(status)", "analyze")
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return db, info.Size()
}

func ask(b *testing.B, db *sql.DB, q question) (total int) {
	b.Helper()
	if err := db.QueryRow("select count(*) from sheet s where " + q.where).Scan(&total); err != nil {
		b.Fatal(err)
	}
	rows, err := db.Query(fmt.Sprintf("select row from sheet s where %s order by %s limit 50 offset %d", q.where, q.order, q.query.Skip))
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // read to its end
	for rows.Next() {
		var row sql.RawBytes
		if err := rows.Scan(&row); err != nil {
			b.Fatal(err)
		}
	}
	return total
}

func processor() time.Duration {
	const threadTime = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadTime, uintptr(unsafe.Pointer(&t)), 0); failed != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

func timed(b *testing.B, f func()) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took []time.Duration
	for b.Loop() {
		from := processor()
		f()
		took = append(took, processor()-from)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-cpu-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-cpu-ms")
}

// BenchmarkBeside asks the catalog, which is the measure, and SQLite the same.
func BenchmarkBeside(b *testing.B) {
	for _, n := range sizes() {
		from := source{sample.New(1, n), n}
		c := catalog.New(from, func() time.Time { return sample.Now })
		db, size := database(b, from)
		b.Logf("%d sheets: SQLite takes %d MB", n, size/1e6)
		first := from.of.Sheet(0, 1)
		for k := 1; len(first.Tags) == 0; k++ {
			first = from.of.Sheet(k, 1)
		}
		for _, q := range questions(string(first.Tags[0]), n) {
			q.query.Limit = 50
			page, err := c.Search(b.Context(), "c", q.query)
			if err != nil {
				b.Fatal(err)
			}
			if total := ask(b, db, q); total != page.Total {
				b.Errorf("%s: the catalogue finds %d, SQLite %d", q.name, page.Total, total)
			}
			b.Run(fmt.Sprintf("%d/%s/catalogue", n, q.name), func(b *testing.B) {
				timed(b, func() {
					if _, err := c.Search(b.Context(), "c", q.query); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(page.Total), "sheets")
			})
			b.Run(fmt.Sprintf("%d/%s/sqlite", n, q.name), func(b *testing.B) { timed(b, func() { ask(b, db, q) }) })
		}
	}
}
