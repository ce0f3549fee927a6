package system_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/infra/blueprint"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/makers"
	"anzen/infra/local/stack"
	"anzen/shared/reader/pdf"
)

// The environment with which this program runs as a stack of its own: its data folder,
// grants to remove from the blueprint ("function action", separated by commas), the
// folder of the functions' binaries.
const (
	envData      = "ANZEN_SYSTEM_DATA"
	envWithout   = "ANZEN_SYSTEM_WITHOUT"
	envBootstrap = "ANZEN_SYSTEM_BOOTSTRAP"
	envStrict    = "ANZEN_SYSTEM_STRICT"  // not empty: as strict as AWS, with very low limits
	envMalware   = "ANZEN_SYSTEM_MALWARE" // not empty: uploads are scanned for malware
)

// shared is the stack of most tests, in this process. S3's stand-in runs once per
// process, so other stacks have processes of their own.
var shared struct {
	*stack.Stack
	folder string
	output *os.File // of the functions
	err    error
}

var root string

func TestMain(m *testing.M) {
	pdf.RunAsWorker()
	os.Exit(runAll(m))
}

func runAll(m *testing.M) int {
	var err error
	if root, err = dynamodb.FindRoot("."); err != nil {
		return fail(err)
	}
	if folder := os.Getenv(envData); folder != "" {
		return serve(folder)
	}
	folder, err := os.MkdirTemp("", "anzen-system-")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	shared.folder = folder
	if shared.output, err = os.Create(filepath.Join(folder, "output.log")); err != nil { //nolint:gosec // in a temporary folder
		return fail(err)
	}
	defer func() {
		if shared.Stack != nil {
			_ = shared.Close() // Close is tested elsewhere
		}
	}()
	defer func() { _ = os.Chdir(root) }() // S3 changes the working directory
	return m.Run()
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// startShared starts the shared stack. The functions' output goes to a file, as it goes to CloudWatch on AWS: they take it when they
// start. (Package testing sets os.Stderr anew when the tests begin to run, where their results are to be JSON.)
var startShared = sync.OnceFunc(func() {
	os.Stderr = shared.output
	shared.Stack, shared.err = start(shared.folder, blueprint.New(), nil)
})

// start starts a stack. Without limits, calls may take as long as API Gateway lets any of them: the machine may be busy.
func start(folder string, b blueprint.Blueprint, limits *stack.Limits) (*stack.Stack, error) {
	for i := range b.Functions {
		if f := &b.Functions[i]; limits == nil && path.Dir(f.Package) == "functions/api" {
			f.Timeout = max(f.Timeout, rest.MaxTimeout)
		}
	}
	return stack.Start(context.Background(), stack.Config{
		Blueprint: b, Root: root, Folder: folder, Seed: seed, Limits: limits, Bootstrap: os.Getenv(envBootstrap),
		Makers: makers.All,
	})
}

// serve is a stack that runs until its standard input ends.
func serve(folder string) int {
	b := blueprint.New()
	if os.Getenv(envMalware) != "" {
		b = blueprint.New(blueprint.WithMalwareScan())
	}
	for i := range b.Functions {
		f := &b.Functions[i]
		grants := f.Grants
		f.Grants = nil
		for _, g := range grants {
			actions := slices.DeleteFunc(slices.Clone(g.Actions), func(action string) bool {
				return slices.Contains(strings.Split(os.Getenv(envWithout), ","), f.Name+" "+action)
			})
			if len(actions) > 0 {
				f.Grants = append(f.Grants, grant.Grant{Resource: g.Resource, Actions: actions})
			}
		}
	}
	var limits *stack.Limits
	if os.Getenv(envStrict) != "" {
		limits = strictest(&b)
	}
	s, err := start(folder, b, limits)
	if err != nil {
		return fail(err)
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
	if err := s.Close(); err != nil {
		return fail(err)
	}
	return 0
}

// here is the shared stack. The test is skipped if its stand-ins are not installed.
func here(t testing.TB) site {
	t.Helper()
	startShared()
	if shared.err != nil {
		if _, err := dynamodb.FindEngine(root); err != nil {
			t.Skip(err)
		}
		t.Fatal(shared.err)
	}
	return site{URL: shared.URL, AWS: shared.AWS, Mailbox: shared.Mailbox}
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(root, "shared", "reader", "testdata", name)) //nolint:gosec // our own sample
	if err != nil {
		t.Fatal(err)
	}
	return body
}
