package system_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/api/rest"
	"anzen/functions/bounces"
	"anzen/functions/identity"
	"anzen/functions/signin"
	"anzen/infra/blueprint"
	"anzen/infra/local/stack"
	"anzen/infra/samples"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/createsimple"
)

// sampleEvent is a function's sample event, with real ids.
func sampleEvent(t testing.TB, b *browser, function, thing string) string {
	t.Helper()
	event, err := os.ReadFile(filepath.Join(root, "events", function+".json"))
	if err != nil {
		t.Fatal(err)
	}
	date := func(at time.Time) string { return at.UTC().Format(samples.DateForm) }
	return strings.NewReplacer(
		samples.Company, b.company, samples.User, b.id, samples.Other, thing, samples.AuthTime, fmt.Sprint(time.Now().Unix()),
		samples.Client, shared.Names().Client, samples.IssuedAt, date(time.Now()), samples.ExpiresAt, date(time.Now().Add(time.Hour)),
	).Replace(string(event))
}

// replay sends a function its sample event.
func replay(t testing.TB, b *browser, function, thing string) (out answer, failed bool) {
	t.Helper()
	text := sampleEvent(t, b, function, thing)
	q, err := http.NewRequest(http.MethodPost, b.site.URL+stack.InvokePath+function, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	a, err := exchange(q)
	if err != nil {
		t.Fatal(err)
	}
	if a.status != http.StatusOK {
		t.Fatalf("invoke %s: %s", function, a)
	}
	return a, a.header.Get("X-Amz-Function-Error") != ""
}

// succeed are the samples that succeed with a sheet's id; the others refer to a missing
// thing, version or link.
var succeed = map[string]bool{
	"getOpenAPI": true, "signUp": true, "recoverPassword": true, "regenerateActivation": true, "getMe": true, "editMe": true, "getMyLanguage": true, "setMyLanguage": true,
	"getCompany": true, "editCompany": true, "listDepartments": true, "listTags": true, "listDepartmentUsage": true, "listTagUsage": true, "getOverview": true, "listSheets": true, "countSheets": true, "getSheet": true, "getSheetPDF": true, "listSheetEdits": true,
	"createDepartment": true, "inviteUser": true, "createTag": true, "createUploads": true, "reanalyseSheet": true, "exportSheetExchange": true,
	"listUsers": true, "listSendableUsers": true, "downloadUsers": true, "uploadUsers": true, "getMyRecoveryCodes": true, "getSheetMixture": true, "listAuditLogs": true, "downloadAuditLogs": true, "verifyAuditLogs": true, "listDuties": true, "exportDuties": true, "listMyPasskeys": true, "getMySecondFactors": true, "preferSecondFactor": true,
	"getClientAddress": true, "sendInquiry": true, "listExports": true, "exportSheets": true, "downloadCSV": true, "listJobs": true, "listPeriodicExports": true,
	"listSubstances": true, "getSubstance": true, "listSubstanceSheets": true, "listLaws": true, "listGHSClasses": true, "getLaw": true, "getSheetLaws": true, "listChecklists": true, "requestChecklist": true,
	"createSimple2": true, "createSimple3": true, "createSimples": true,
	"restoreSheets": true, "findKnownFiles": true, "findRevisionCandidates": true, "dismissRevisionCandidates": true, "signOut": true, "estimatePasswordStrength": true, "listMySessions": true, "listMySignIns": true,
}

// media are the answers that are not JSON.
var media = map[string]string{
	"downloadUsers": "text/csv; charset=utf-8", "downloadAuditLogs": "text/csv; charset=utf-8", "exportDuties": "text/csv; charset=utf-8",
	"createSimple2": createsimple.ContentType, "createSimple3": createsimple.ContentType,
}

// nothing are the functions other than routes and analysis tasks, with their answers
// when there is nothing to do: the samples refer to missing snapshots, jobs and
// settings.
var nothing = map[string]string{
	"catalog-compact": "null", "sheets-purge": "null", "uploads-sweep": "null", "audit-seal": "null", "mail-domains-verify": "null", "jobs-sweep": "null", "periodic-sweep": "null", "periodic-run": "null",
	"accounts-handle": "null", bounces.Name: "null", "events-redrive": `{"batchItemFailures":[]}`, "nightly-start": "null", "nightly-next": `{"day":"2026-01-15","part":1,"after":"","companies":[],"broken":false,"more":false}`, "nightly-company": `{"company":"%s"}`, "catalog-snapshot": `{"company":"%s"}`, "catalog-outcome": `{"companies":[],"broken":false}`,
}

// triggered are parts of the answers of functions that complete their events: the triggers of the
// user pool, and what an operator calls.
var triggered = map[string]string{
	"nightly-plan":      `"companies":[{"company":`, // those of all tests
	"mail-domain-prove": `"domain":"midori.example"`,
	identity.Tokens:     `"scopesToSuppress":["aws.cognito.signin.user.admin"]`,
	identity.Challenge:  `"challengeName":"PASSWORD_VERIFIER"`,
	identity.Recovery:   `"answerCorrect":false`,
	identity.Link:       `"triggerSource":"PreSignUp_AdminCreateUser"`,
	signin.Name:         `"triggerSource":"` + signin.After + `"`,
}

// ended is the answer of a job's function when there is nothing left to do.
var ended = `{"company":"%s","job":"` + samples.Job + `","attempt":1,"more":false}`

// Every function of the blueprint accepts the event of its trigger.
func TestEveryFunctionAcceptsItsEvent(t *testing.T) {
	b := here(t).signIn(t, stranger, password)
	id := b.upload(t, file{"sample.pdf", sheetPDF("Sample 70", 1)})[0]
	b.completed(t, id)
	product := blueprint.New()
	for _, f := range product.Functions {
		a, failed := replay(t, b, f.Name, id)
		if f.Group == "analysis" {
			// The sheet does not wait for an analysis.
			over := f.Name == analysis.TaskAssort || f.Name == analysis.TaskFirstCheck || f.Name == analysis.TaskRecognise || f.Name == analysis.TaskSecondCheck
			if failed != over || over && !bytes.Contains(a.body, []byte(`"errorType":"Superseded"`)) {
				t.Errorf("%s: %s", f.Name, a.body)
			}
			continue
		}
		if slices.ContainsFunc(product.Endpoints, func(r rest.Route) bool { return r.ID == f.Name }) {
			// The sample's token is that of no company.
			if failed || !bytes.Contains(a.body, []byte(`"statusCode":401`)) || !bytes.Contains(a.body, []byte(`messages:2.0:Error`)) {
				t.Errorf("%s: %s", f.Name, a.body)
			}
			continue
		}
		if !slices.ContainsFunc(product.Routes, func(r rest.Route) bool { return r.ID == f.Name }) {
			wanted := nothing[f.Name]
			if strings.HasPrefix(f.Name, "job-") { // each kind of job
				wanted = ended
			}
			if part, ok := triggered[f.Name]; ok {
				if failed || !bytes.Contains(a.body, []byte(part)) {
					t.Errorf("%s: %s, want %s", f.Name, a.body, part)
				}
				continue
			}
			if wanted = strings.ReplaceAll(wanted, "%s", b.company); failed || string(a.body) != wanted {
				t.Errorf("%s: %s, want %s", f.Name, a.body, wanted)
			}
			continue
		}
		var response struct {
			StatusCode        int
			Body              string
			MultiValueHeaders http.Header
		}
		a.into(t, &response)
		if failed || response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusForbidden || response.StatusCode == http.StatusUnauthorized {
			t.Errorf("%s: %s", f.Name, a.body)
		}
		if succeed[f.Name] != (response.StatusCode < 300) {
			t.Errorf("%s: %d %s", f.Name, response.StatusCode, response.Body)
		}
		kind := cmp.Or(media[f.Name], "application/json")
		if got := response.MultiValueHeaders.Get("Content-Type"); response.Body != "" && (got != kind || kind == "application/json" && !json.Valid([]byte(response.Body))) {
			t.Errorf("%s: the answer is %s, not %s: %s", f.Name, got, kind, response.Body)
		}
		if f.Name == "reanalyseSheet" {
			b.completed(t, id) // the tasks' samples follow
		}
	}
}

// The program with the deployed binaries, behind the Lambda Runtime API: they make the demo company, serve routes, and a
// sheet goes through the whole pipeline.
func TestTheDeployedBinaries(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the functions")
	}
	here(t)
	folder := t.TempDir()
	start := func() *process {
		return launch(t, folder, exec.Command(program(t, "infra/local")), "ANZEN_BOOTSTRAP=1", "ANZEN_PORT=0", "ANZEN_DATA="+folder)
	}
	p := start()
	if a := get(t, p.URL+"/api/v1/openapi.json"); a.status != http.StatusOK || !bytes.Contains(a.body, []byte(`"openapi"`)) {
		t.Errorf("the API's document: %s", a)
	}
	b := p.admin(t)
	// The demo company has a file of the same content.
	id := b.upload(t, file{"クロラサニ.pdf", append(sample(t, "js-005.pdf"), "\n% again\n"...)}, file{"locked.pdf", textPDF("himitsu", []string{"a"})})
	s := b.analyzed(t, id...)
	if s[0].Status != int(sds.StatusCompleted) || s[0].ProductName != "クロラサニ12" {
		t.Errorf("status %d, product %q, %+v", s[0].Status, s[0].ProductName, s[0].Reason)
	}
	if s[1].Status != int(sds.StatusImpossible) || s[1].Reason == nil || s[1].Reason.Code != "analysis.encrypted" {
		t.Errorf("the locked one: status %d, %+v", s[1].Status, s[1].Reason)
	}
	if got := b.list(t, ""); got.Total != demoSheets+2 {
		t.Errorf("%d sheets in the list", got.Total)
	}
	if a, failed := replay(t, b, analysis.TaskSweep, id[0]); failed || string(a.body) != "null" {
		t.Errorf("sweep: %s", a)
	}
	if n := len(family(p.command.Process.Pid)); n < 8 {
		t.Errorf("only %d processes: do the functions run as their binaries?", n)
	}
	p.kill(t)
	p = start()
	if got := p.admin(t).list(t, ""); got.Total != demoSheets+2 {
		t.Errorf("%d sheets in the list after a kill", got.Total)
	}
	p.end(t, syscall.SIGTERM)
	if p.command.ProcessState.ExitCode() != 0 {
		t.Errorf("the program ended with %v\n%s", p.command.ProcessState, p.console)
	}
}
