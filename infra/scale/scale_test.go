package scale

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/functions/analysis"
	"anzen/functions/api/apitest/prices"
	"anzen/functions/api/rest"
	"anzen/functions/compaction"
	"anzen/functions/nightly"
	"anzen/functions/sealing"
	"anzen/infra/blueprint"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/simulation"
	"anzen/infra/local/stack"
	"anzen/shared/aws/idp"
	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
)

// What was measured, as the page's section says with which command.
const (
	measuredSheets = 250_000
	heapMB         = 122.2 // of their replica
	snapshotMB     = 63.2
	loadMs         = 213 // of a processor
	listMs         = 4.7 // of a processor, p99 of mixed filters
	medianMs       = 1.4

	nightSheets = 20_000
	quietS      = 1.9 // a night without changes
	changedS    = 8.3 // one after regulations have changed

	archiveMB = 14.6 // the largest archive of a function
)

// What is assumed.
const (
	scansIn        = 0.1 // share of uploads that are pictures
	listCalls      = 4   // of services, by a list
	serviceMs      = 6.0 // a call of a service within the region
	ownMs          = 6.0 // the rest of a list
	requestEvery   = 5   // seconds, of a person at work
	logParts       = 8
	searchUnits    = 2 // the fewest with a spare: one that indexes, one that searches
	textPerSheetKB = 60.0
	pdfPerSheetMB  = 0.3
)

// page is the package comment, with its blanks as one.
func page(t *testing.T) string {
	t.Helper()
	return strings.Join(strings.Fields(strings.ReplaceAll(source(t, "infra/scale/doc.go"), "//", " ")), " ")
}

func source(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// constant is a number that a file's code has after a text.
func constant(t *testing.T, path, after string) int {
	t.Helper()
	found := regexp.MustCompile(`(?m)` + regexp.QuoteMeta(after) + `\s*([0-9_]+)`).FindStringSubmatch(source(t, path))
	if found == nil {
		t.Fatalf("%s has no number after %q", path, after)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(found[1], "_", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// grouped writes a number rounded down to two digits, and its thousands apart: a calculation is no more exact.
func grouped(x float64) string {
	if unit := math.Pow(10, math.Floor(math.Log10(x))-1); unit > 1 {
		x = math.Floor(x/unit+1e-9) * unit
	}
	return exact(int(x))
}

func exact(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return exact(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// recordBytes is the mean size of the record of a made sheet in the table.
func recordBytes(t *testing.T) float64 {
	t.Helper()
	const n = 1000
	of, total := sample.New(1, n), 0
	for i := range n {
		s := of.Sheet(i, 1)
		item, err := attributevalue.MarshalMap(s)
		if err != nil {
			t.Fatal(err)
		}
		total += bytesOf(&types.AttributeValueMemberM{Value: item})
	}
	return float64(total) / n
}

// bytesOf is the size of a value by DynamoDB's rules ("Item sizes and formats" in its developer guide).
func bytesOf(v types.AttributeValue) int {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return len(v.Value)/2 + 2
	case *types.AttributeValueMemberB:
		return len(v.Value)
	case *types.AttributeValueMemberL:
		n := 3
		for _, each := range v.Value {
			n += 1 + bytesOf(each)
		}
		return n
	case *types.AttributeValueMemberM:
		n := 3
		for name, each := range v.Value {
			n += 1 + len(name) + bytesOf(each)
		}
		return n
	}
	return 1
}

func function(t *testing.T, name string) blueprint.Function {
	t.Helper()
	f, ok := blueprint.New().Function(name)
	if !ok {
		t.Fatalf("there is no function %s", name)
	}
	return f
}

// seconds is how long the simulation has a task take.
func seconds(t *testing.T, task string) float64 {
	t.Helper()
	return float64(constant(t, "infra/local/simulation/calls.go", "analysis."+task+":"))
}

// Every figure of the page is that of the code, or follows from it by the page's formula.
func TestFiguresAreTheCodes(t *testing.T) {
	text, b := page(t), blueprint.New()
	for _, figures := range [][]string{catalogue(t), partitions(t), uploads(t), nights(t), requests(t, b), deployment(t, b), costs(t)} {
		for _, figure := range figures {
			if !strings.Contains(text, figure) {
				t.Errorf("the page does not say %q", figure)
			}
		}
	}
}

func catalogue(t *testing.T) []string {
	list, record := function(t, "listSheets"), recordBytes(t)
	each := heapMB * 1e6 / measuredSheets
	unsnapped := rest.MaxTimeout.Seconds() * dynamodb.OnDemand.Read * 4096 / record
	compact := function(t, compaction.Company)
	folded := 2*each + snapshotMB*1e6/measuredSheets
	return []string{
		fmt.Sprintf("%d MB of replicas in a function of %s MB", catalog.Budget>>20, exact(list.Memory)),
		fmt.Sprintf("%.0f bytes a sheet", each),
		grouped(catalog.Budget/each) + " sheets a company",
		fmt.Sprintf("%.0f ms for the slowest hundredth of lists", listMs/measuredSheets*catalog.Budget/each),
		fmt.Sprintf("a record of %s bytes", grouped(record)),
		fmt.Sprintf("%s sheets in the %.0f s of a request", grouped(unsnapped), rest.MaxTimeout.Seconds()),
		fmt.Sprintf("%s sheets in the %s MB of %s", grouped(float64(compact.Memory)*(1<<20)/folded), exact(compact.Memory), compact.Name),
		fmt.Sprintf("%s sheets: %.1f MB of memory, %.1f MB of snapshot, loaded in %d ms", exact(measuredSheets), heapMB, snapshotMB, loadMs),
		fmt.Sprintf("mixed filters: %.1f ms in the median, the slowest hundredth %.1f ms", medianMs, listMs),
	}
}

// changeUnits are the write units of a sheet's record or log entry in a transaction.
func changeUnits(t *testing.T) float64 { return 2 * math.Ceil(recordBytes(t)/1024) }

func partitions(t *testing.T) []string {
	units, write := changeUnits(t), dynamodb.OnDemand.Write
	return []string{
		fmt.Sprintf("%s write units and %s read units a second", exact(int(write)), exact(int(dynamodb.OnDemand.Read))),
		fmt.Sprintf("%.0f units a change", units),
		fmt.Sprintf("%s changes a second", grouped(write/units)),
		fmt.Sprintf("%s uploads an hour of one company", grouped(write/units/3*3600)),
		fmt.Sprintf("%s uploads an hour of all companies", grouped(write/4*3600)),
	}
}

func uploads(t *testing.T) []string {
	first, recognise := function(t, analysis.TaskFirstCheck), function(t, analysis.TaskRecognise)
	hour, err := simulation.Run(simulation.Hour, 0)
	if err != nil || !hour.Good() {
		t.Errorf("%s, %v", hour, err)
	}
	scans := float64(recognise.Concurrency) * 3600 / seconds(t, "TaskRecognise")
	return []string{
		fmt.Sprintf("%s uploads in an hour, a tenth of them scans: none lost, the slowest took %.0f minutes", exact(simulation.Hour.Uploads), hour.Longest.Minutes()),
		fmt.Sprintf("%d at once, %.0f s each: %s scans an hour", recognise.Concurrency, seconds(t, "TaskRecognise"), grouped(scans)),
		fmt.Sprintf("%s uploads an hour with a tenth of scans", grouped(scans/scansIn)),
		fmt.Sprintf("%d at once, %.0f s each: %s uploads an hour", first.Concurrency, seconds(t, "TaskFirstCheck"), grouped(float64(first.Concurrency)*3600/seconds(t, "TaskFirstCheck"))),
	}
}

func nights(t *testing.T) []string {
	company, compact := function(t, nightly.Company), function(t, compaction.Company)
	const night = 6 * time.Hour
	rate := func(s float64) string { return grouped(float64(company.Concurrency) * night.Seconds() / s) }
	atOnce := constant(t, "functions/nightly/nightly.go", "const atOnce =")
	retries := strings.Count(nightly.Definition, `"MaxAttempts": 5`) * 5
	return []string{
		fmt.Sprintf("%d companies at once", company.Concurrency),
		rate(changedS) + " companies in six hours after a change of the laws",
		rate(quietS) + " where nothing has changed",
		fmt.Sprintf("%d companies an execution take %s of %s events", atOnce, exact(atOnce*(7+3*retries)), exact(constant(t, "infra/local/simulation/calls.go", "const historyLimit ="))),
		fmt.Sprintf("%s sheets and 100 checklists: %.1f s without a change, %.1f s", exact(nightSheets), quietS, changedS),
		fmt.Sprintf("%d companies a minute, %d at once", constant(t, "functions/compaction/compaction.go", "const atOnce ="), compact.Concurrency),
		fmt.Sprintf("%s seals %d companies side by side", sealing.Name, constant(t, "functions/sealing/sealing.go", "parallel =")),
	}
}

func requests(t *testing.T, b blueprint.Blueprint) []string {
	return []string{
		fmt.Sprintf("%d requests a second, %d in a burst", blueprint.RequestRate, blueprint.RequestBurst),
		fmt.Sprintf("%s people at work at the same time", exact(blueprint.RequestRate*requestEvery)),
		fmt.Sprintf("%s requests of an address in %.0f minutes", exact(constant(t, "infra/aws/stacks/guard.go", "requestsAnAddress       =")), blueprint.AddressWindow.Minutes()),
		fmt.Sprintf("%d passwords and codes", b.Pool.AnswersAnAddress),
		fmt.Sprintf("%s calls at once, of which %d are reserved", exact(stack.Usual.Concurrency), b.Reserved()),
		fmt.Sprintf("%d companies with SAML", idp.MaxProviders),
	}
}

func deployment(t *testing.T, b blueprint.Blueprint) []string {
	n := len(b.Functions)
	limits := "infra/aws/stacks/limits_test.go"
	// An archive is there as the newest code and as a version, and during a deployment as the next version.
	stage := float64(n) * archiveMB * 3 / 1000
	// Counted in the templates (TestStacksFit).
	var deployed, largest, roles int
	if _, err := fmt.Sscanf(source(t, "infra/aws/stacks/testdata/size.txt"), "%d resources\n%d in the largest stack\n%d roles", &deployed, &largest, &roles); err != nil {
		t.Fatal(err)
	}
	return []string{
		fmt.Sprintf("%s of 2,500 resources", exact(deployed)),
		fmt.Sprintf("%d of 500 in the stack Api", largest),
		fmt.Sprintf("fails above %s", exact(constant(t, limits, "total >"))),
		fmt.Sprintf("and above %d", constant(t, limits, "n); n >")),
		fmt.Sprintf("%s more functions of 6 resources", grouped(float64(2500-deployed)/6)),
		fmt.Sprintf("%d roles of a stage, one a function and %d of releases, machines, schedules: %d stages", roles, roles-n, 1000/roles),
		fmt.Sprintf("%d functions x %.0f MB x 3 = %.0f GB", n, archiveMB, stage),
		fmt.Sprintf("%.0f stages in 75 GB", math.Floor(75/stage)),
	}
}

func costs(t *testing.T) []string {
	list := function(t, "listSheets")
	lambda := func(ms float64, memory int) float64 {
		return ms / 1000 * float64(memory) / 1024 * prices.Of("lambda.gbs")
	}
	ms := serviceMs*listCalls + ownMs
	large := 10_240
	each := heapMB * 1e6 / measuredSheets
	perMillion := 1e6 * (textPerSheetKB/1e6*(prices.Of("dynamodb.storage")+prices.Of("dynamodb.pitr")) + pdfPerSheetMB/1000*prices.Of("s3.storage"))
	return []string{
		"prices of " + prices.AsOf(),
		fmt.Sprintf("%.2f instead of %.2f USD a million lists", 1e6*lambda(ms, large), 1e6*lambda(ms, list.Memory)),
		grouped(catalog.Budget*float64(large)/float64(list.Memory)/each) + " sheets a company in 10,240 MB",
		fmt.Sprintf("%d parts: %.2f USD more a million lists", logParts, 1e6*(logParts-1)*prices.Of("dynamodb.read")),
		fmt.Sprintf("%.2f USD a thousand scans", 1000*lambda(1000*seconds(t, "TaskRecognise"), function(t, analysis.TaskRecognise).Memory)),
		fmt.Sprintf("%.0f USD a month a million sheets", perMillion),
		fmt.Sprintf("%d units of OpenSearch Serverless, %.0f USD a month", searchUnits, searchUnits*730*prices.Of("opensearch.unit")),
		fmt.Sprintf("%.2f USD a month a million sheets on EFS", snapshotMB/measuredSheets*1000*prices.Of("efs.storage")),
	}
}
