package sdses_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/clp"
	"anzen/shared/reference/gazette"
	"anzen/shared/reference/regulation"
	"anzen/shared/reference/regulation/loading"
)

// tables is a copy of the tables of the laws and of those beside them, into which lists are
// loaded as make regulations FILE= loads them.
type tables string

func copied(t *testing.T) tables {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"regulation", "gazette", "clp"} {
		if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("..", "..", "..", "shared", "reference", name))); err != nil {
			t.Fatal(err)
		}
	}
	return tables(root)
}

func (dir tables) load(t *testing.T, list, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l := loading.Table{File: file, List: list, AsOf: "2026-09-30", Source: "made for this test", Threshold: ">0"}
	if err := l.Load(&bytes.Buffer{}, filepath.Join(string(dir), "regulation")); err != nil {
		t.Fatalf("%s: %v", list, err)
	}
}

// use makes the tables those of the program until the test ends.
func (dir tables) use(t *testing.T) {
	t.Helper()
	laws, numbers, classes := regulation.Current, gazette.Current, clp.Current
	t.Cleanup(func() { regulation.Current, gazette.Current, clp.Current = laws, numbers, classes })
	folder := func(name string) string { return filepath.Join(string(dir), name) }
	set, loaded, table := regulation.In(os.DirFS(folder("regulation"))), gazette.In(os.DirFS(folder("gazette"))), clp.In(os.DirFS(folder("clp")))
	regulation.Current = func() *regulation.Set { return set }
	gazette.Current = func() *gazette.Tables { return loaded }
	clp.Current = func() *clp.Table { return table }
}

// lawsOf are the answers of a sheet's laws.
func lawsOf(t *testing.T, w *apitest.World, as *company.User, s sds.Sheet) (out sdses.SheetLawsOutput) {
	t.Helper()
	r := get(as, s, "/laws?all=true")
	r.Lang = "en"
	answer := w.Do(t, r)
	if err := json.Unmarshal([]byte(answer.Body), &out.Body); err != nil || answer.Status != 200 {
		t.Fatalf("%d %v %s", answer.Status, err, answer.Body)
	}
	return out
}

func verdictOn(t *testing.T, out sdses.SheetLawsOutput, class string) proofs.Proof {
	t.Helper()
	i := slices.IndexFunc(out.Body.Verdicts, func(p proofs.Proof) bool { return p.Key() == class })
	if i < 0 {
		t.Fatalf("no verdict on %s", class)
	}
	return out.Body.Verdicts[i]
}

// A list that is loaded is judged: "not loaded" becomes a verdict with its source and date,
// and what is not on it is not listed.
func TestLoadedLists(t *testing.T) {
	lists := map[string]struct{ list, class, header, toluene, other string }{
		"Annex XVII":         {"EU-REACH/AXVII/ENTRY", "EU-REACH/AXVII/ENTRY", "Entry No.,Substance name,CAS No.", "48,Toluene,108-88-3", "5,Benzene,71-43-2"},
		"Annex VI":           {"EU-CLP/AVI", "EU-CLP/AVI/DEFAULT", "Index No,Chemical name,CAS No,Hazard Class and Category Code(s),Hazard Statement Code(s)", "601-021-00-3,toluene,108-88-3,Flam. Liq. 2,H225", "601-020-00-8,benzene,71-43-2,Carc. 1A,H350"},
		"TSCA inventory":     {"US-TSCA/INVENTORY", "US-TSCA/INVENTORY/DEFAULT", "No.,Chemical name,CASRN", "1,toluene,108-88-3", "2,benzene,71-43-2"},
		"food contact":       {"JP-FOOD/ADDITIVE", "JP-FOOD/ADDITIVE/DEFAULT", "通し番号,物質名,CAS登録番号", "1,トルエン,108-88-3", "2,ベンゼン,71-43-2"},
		"export control":     {"JP-FEFTA/EXP_T1/ITEM1-15", "JP-FEFTA/EXP_T1/ITEM1-15", "項番,貨物の名称,CAS番号", "3,トルエン,108-88-3", "3,ベンゼン,71-43-2"},
		"CSCL inventory":     {"JP-CSCL/EXIST", "JP-CSCL/EXIST/DEFAULT", "番号,名称,CAS番号", "3-2,トルエン,108-88-3", "3-1,ベンゼン,71-43-2"},
		"guidelines, cancer": {"JP-ISHA/GUIDE/CARCGUIDE", "JP-ISHA/GUIDE/CARCGUIDE", "番号,名称,CAS番号", "1,トルエン,108-88-3", "2,ベンゼン,71-43-2"},
	}
	w := apitest.New(t)
	c := w.Company(t)
	user := w.User(t, c, access.Viewer)
	s := readToluene(t, w, c)
	before := lawsOf(t, w, &user, s)
	with, without := copied(t), copied(t)
	for name, l := range lists {
		with.load(t, l.list, l.header+"\n"+l.toluene+"\n"+l.other+"\n")
		without.load(t, l.list, l.header+"\n"+l.other+"\n")
		if p := verdictOn(t, before, l.class); p.Verdict != verdict.Unknown || p.Reason.Code != "law.not_loaded" && p.Reason.Code != "law.partial" || p.Source == "made for this test" {
			t.Errorf("%s before: %s %s", name, p.Verdict, p.Reason.Code)
		}
	}
	t.Run("on the list", func(t *testing.T) {
		with.use(t)
		after := lawsOf(t, w, &user, s)
		for name, l := range lists {
			p := verdictOn(t, after, l.class)
			if p.Verdict != verdict.Applies || p.Source != "made for this test" || p.AsOf != "2026-09-30" || p.Version != "2026-09-30" || p.Confidence != "official" || !strings.Contains(p.Reason.Text, "99.5 %") || len(p.Inputs) == 0 {
				t.Errorf("%s: %s %s of %s (%s): %s", name, p.Verdict, p.Source, p.AsOf, p.Confidence, p.Reason.Text)
			}
		}
	})
	t.Run("not on the list", func(t *testing.T) {
		without.use(t)
		after := lawsOf(t, w, &user, s)
		for name, l := range lists {
			want := verdict.NotListed
			if category := regulation.Current().Category(strings.Split(l.class, "/")[0], strings.Split(l.class, "/")[1]); category.Partial {
				want = verdict.Unknown
			}
			if p := verdictOn(t, after, l.class); p.Verdict != want || p.Source != "made for this test" {
				t.Errorf("%s: %s, %s", name, p.Verdict, p.Source)
			}
		}
	})
}

// The numbers of loaded tables are on the sheet, and go into its document.
func TestLoadedNumbers(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	user := w.User(t, c, access.Editor)
	s := readToluene(t, w, c)
	before := lawsOf(t, w, &user, s).Body.Numbers
	if is := before.Ingredients[0]; len(is.PRTR) > 0 || before.Tables[2].AsOf != "" || before.Tables[2].Complete || before.Tables[0].AsOf == "" || before.Tables[0].Complete || !slices.Equal(is.CSCL, gazette.Current().CSCL.Of("108-88-3")) {
		t.Errorf("before: %+v", before)
	}
	dir := copied(t)
	dir.load(t, loading.ControlNumbers, "政令番号,管理番号,CAS登録番号,物質名\n1-347,300,108-88-3,トルエン\n")
	dir.load(t, loading.GazetteCSCL, "化審法官報公示整理番号,CAS\n(3)-2、(3)-60,108-88-3\n")
	dir.load(t, loading.GazetteISHA, "安衛法官報公示整理番号,CAS\n4-(12)-781,108-88-3\n")
	dir.use(t)
	after := lawsOf(t, w, &user, s).Body.Numbers
	is := after.Ingredients[0]
	if is.Name != "トルエン" || !slices.Equal(is.CSCL, []string{"3-2", "3-60"}) || !slices.Equal(is.ISHA, []string{"4-(12)-781"}) || !slices.Equal(is.PRTR, []string{"300"}) {
		t.Errorf("after: %+v", after)
	}
	for _, table := range after.Tables {
		if table.AsOf != "2026-09-30" || table.Source != "made for this test" || !table.Complete {
			t.Errorf("%+v", table)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "in the document", Request: get(&user, s, "/exchange"), Status: 200, Contains: []string{`"CsclGazetteNo"`, `"3-60"`, `"4-(12)-781"`, `"化管法 管理番号"`, `"300"`}},
		apitest.Scenario{Name: "of the substance", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/substances/108-88-3", As: &user}, Status: 200, Contains: []string{`"3-60"`, `"4-(12)-781"`, `"complete":true`, `"numbers":["300"],"as_of":"2026-09-30"`}},
	)
}

// Members of a group have the control number of its entry.
func TestControlNumbersOfGroups(t *testing.T) {
	dir := copied(t)
	dir.load(t, loading.ControlNumbers, "政令番号,管理番号,CAS登録番号,物質名\n1-353,305,,鉛化合物\n")
	dir.use(t)
	w := apitest.New(t)
	c := w.Company(t)
	user := w.User(t, c, access.Viewer)
	s := w.Sheet(t, c, func(s *sds.Sheet) {
		s.Ingredients = []sds.Ingredient{{Name: "炭酸鉛", CAS: []string{"598-63-0"}}, {Name: "炭酸亜鉛", CAS: []string{"3486-35-9"}}}
	})
	got := lawsOf(t, w, &user, s).Body.Numbers.Ingredients
	if len(got) != 2 || !slices.Equal(got[0].PRTR, []string{"305"}) || len(got[1].PRTR) > 0 {
		t.Errorf("%+v", got)
	}
}
