package arrows

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Packages that are large or dangerous to link into a function that does not need them,
// named by purpose.
var (
	httpFramework = []string{"github.com/danielgtaylor/huma", "github.com/awslabs/aws-lambda-go-api-proxy"}
	spreadsheets  = []string{"github.com/xuri/excelize"}
	lawEngine     = []string{"anzen/shared/judgement/lawcheck", "anzen/shared/reference/regulation"}
	pdfReader     = []string{"anzen/shared/reader/pdf", "github.com/tetratelabs/wazero", "github.com/klippa-app/go-pdfium"}
	replica       = []string{"anzen/shared/catalog", "github.com/RoaringBitmap/roaring"}
)

// lean lists, for each binary, what it must not link even indirectly.
var lean = map[string][][]string{
	"functions/api":         {pdfReader},
	"functions/analysis":    {httpFramework, spreadsheets, lawEngine},
	"functions/accounts":    {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/bounces":     {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/identity":    {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/jobs":        {httpFramework, pdfReader},
	"functions/maildomains": {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/nightly":     {httpFramework, spreadsheets, pdfReader},
	"functions/compaction":  {httpFramework, spreadsheets, pdfReader},
	"functions/periodic":    {httpFramework, spreadsheets, lawEngine, pdfReader, replica},
	"functions/signin":      {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/redrive":     {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/sealing":     {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/rotation":    {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
	"functions/removal":     {httpFramework, spreadsheets, pdfReader, lawEngine, replica},
}

func TestBinariesLinkWhatTheyRun(t *testing.T) {
	mains, err := filepath.Glob(filepath.Join(root, "functions", "*", "bootstrap"))
	if err != nil || len(mains) != len(lean) {
		t.Fatalf("%d binaries (%v), %d are described", len(mains), err, len(lean))
	}
	for binary, without := range lean {
		command := exec.Command("go", "list", "-deps", "./"+binary+"/bootstrap")
		command.Dir = root
		listed, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v", binary, err)
		}
		linked := strings.Fields(string(listed))
		for _, p := range linked {
			for _, heavy := range without {
				if below(p, heavy) {
					t.Errorf("%s links %s, which it does not run; go list -deps ./%s/bootstrap shows the dependencies", binary, p, binary)
				}
			}
		}
	}
}

// What is deployed is tested with the module versions it is deployed with, and its
// module does not require deployment tools.
func TestModulesAgree(t *testing.T) {
	list := func(folder string, arguments ...string) map[string]string {
		command := exec.Command("go", append([]string{"list"}, arguments...)...)
		command.Dir = folder
		listed, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		versions := map[string]string{}
		for line := range strings.Lines(string(listed)) {
			if path, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				versions[path] = version
			}
		}
		return versions
	}
	const linked = "{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}"
	product := list(root, "-deps", "-f", linked, "./functions/...")
	if len(product) < 20 {
		t.Fatalf("only %d modules were found", len(product))
	}
	for path, version := range list(modules[1], "-deps", "-f", linked, "anzen/functions/...") {
		if product[path] != "" && product[path] != version {
			t.Errorf("%s is tested in version %s and deployed in %s: change go.mod or infra/go.mod", path, version, product[path])
		}
	}
	required := list(root, "-m", "-f", "{{.Path}} {{.Version}}", "all")
	for _, heavy := range []string{"github.com/aws/aws-cdk-go/awscdk/v2", "github.com/aws/jsii-runtime-go", "github.com/versity/versitygw"} {
		if required[heavy] != "" {
			t.Errorf("the deployed module requires %s", heavy)
		}
	}
}
