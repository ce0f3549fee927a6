package system_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/infra/blueprint"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/stack"
)

// strictest are limits at which an upload of some files is throttled everywhere: a call at a time of each task, and a
// partition that is soon exhausted.
func strictest(b *blueprint.Blueprint) *stack.Limits {
	for i := range b.Functions {
		if b.Functions[i].Concurrency > 1 {
			b.Functions[i].Concurrency = 1
		}
	}
	return &stack.Limits{Concurrency: 100, Partition: dynamodb.Throughput{Read: 300, Write: 60}}
}

// With the limits of AWS an upload of several files is throttled, and each is analyzed, once.
func TestThrottledUploadsAreAnalyzed(t *testing.T) {
	p := alone(t, envStrict+"=on")
	b := p.signIn(t, editor, password)
	var files []file
	for i := range 8 {
		files = append(files, file{fmt.Sprintf("strict-%d.pdf", i), sheetPDF(fmt.Sprintf("Strict %d", i), 2)})
	}
	for _, id := range b.upload(t, files...) {
		b.completed(t, id)
		if got := b.actions(t, id); got != "registered analyzed" {
			t.Errorf("history: %s", got)
		}
	}
	kept, err := os.ReadFile(filepath.Join(p.folder, "states", "finished.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(kept), "Lambda.TooManyRequestsException"); n == 0 {
		t.Error("nothing was throttled")
	} else {
		t.Logf("%d calls were throttled", n)
	}
}

// Calls of services by analyses fail, with all attempts of the SDK: of each kind of call of each function the first and then
// every forty-first. Each sheet is analyzed, once.
func TestFailingCallsOfAnalyses(t *testing.T) {
	const uploads, every = 24, 41
	b := here(t).signIn(t, editor, password)
	var mu sync.Mutex
	fails, kinds, failed := map[string]bool{}, map[string]int{}, 0 // by the ids of calls; by kinds
	shared.Fail(func(c stack.Call) bool {
		if !strings.HasPrefix(c.Function, "analysis-") || c.Function == "analysis-sweep" || c.ID == "" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if _, known := fails[c.ID]; !known {
			kind := c.Function + " " + c.Service + " " + c.Operation
			fails[c.ID] = kinds[kind]%every == 0
			kinds[kind]++
			if fails[c.ID] {
				failed++
			}
		}
		return fails[c.ID]
	})
	defer shared.Fail(nil)
	var files []file
	for i := range uploads {
		files = append(files, file{fmt.Sprintf("fails-%d.pdf", i), sheetPDF(fmt.Sprintf("Fails %d", i), 1)})
	}
	ids := b.upload(t, files...)
	for _, id := range ids {
		b.once(t, id)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, kind := range []string{"analysis-start dynamodb GetItem", "analysis-assort s3 GET", "analysis-firstcheck s3 PUT", "analysis-secondcheck dynamodb TransactWriteItems"} {
		if kinds[kind] == 0 {
			t.Errorf("%s was never called: %v", kind, slices.Sorted(maps.Keys(kinds)))
		}
	}
	t.Logf("%d of %d calls failed, of %d kinds", failed, len(fails), len(kinds))
}
