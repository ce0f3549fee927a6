package arrows

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the path of the project's module, root its folder.
const (
	module = "anzen/"
	root   = "../.."
)

// modules are the folders of both modules: the deployed one, and the one that deploys and
// tests it.
var modules = []string{root, filepath.Join(root, "infra")}

// rule forbids packages to import others at or below the given paths.
type rule struct {
	of, not []string
	except  []string // packages that may nevertheless
	because string
}

const sdk = "github.com/aws/aws-sdk-go-v2/service/"

// adapters are named for the technology they wrap.
var adapters = []string{
	"anzen/shared/aws/table", "anzen/shared/aws/files", "anzen/shared/aws/workflow", "anzen/shared/aws/idp", "anzen/shared/aws/mailer",
	"anzen/shared/aws/scheduler", "anzen/shared/aws/textract", "anzen/shared/aws/metrics",
}

// wings of shared/, each with the other wings that it may import.
var wings = map[string][]string{
	"text":      nil,
	"domain":    {"text"},
	"reference": {"domain", "text"},
	"reader":    {"domain", "reference", "text"},
	"catalog":   {"domain", "text"},
	"judgement": {"domain", "reference", "reader", "catalog", "text"},
	"formats":   {"domain", "reference", "text"},
	"library":   {"domain", "reference", "reader", "catalog", "judgement", "formats", "text"},
	"aws":       {"domain", "text"},
}

// astride are packages that join wings: reading a PDF by an AWS service, measuring the
// reader together with the findings, and making sheets for tests.
var astride = map[string][]string{
	"anzen/shared/aws/textract":   {"reader"},
	"anzen/shared/reader/eval":    {"judgement"},
	"anzen/shared/reader/hostile": {"judgement"},
	"anzen/shared/catalog/sample": {"reference"},
}

var rules = []rule{
	{of: []string{"anzen/functions", "anzen/shared"}, not: []string{"anzen/infra"}, because: "what runs on AWS does not know where it is deployed"},
	{of: []string{"anzen/shared"}, not: []string{"anzen/functions"}, because: "what functions share depends on none of them"},
	{of: []string{"anzen/shared/domain/sds"}, not: []string{"anzen/functions", "anzen/infra", "anzen/shared/domain"}, because: "the words of the field are the ground that everything stands on; they know how texts and tables are read, and no more"},
	{
		of: []string{"anzen/shared", "anzen/functions"}, not: []string{"golang.org/x/text/unicode/norm"},
		except:  []string{"anzen/shared/text", "anzen/shared/text/fold", "anzen/shared/formats/export", "anzen/shared/formats/archive", "anzen/shared/domain/company"},
		because: "what texts have in common is made by package fold; others normalise only what they write: Shift_JIS, names of files, addresses and telephone numbers",
	},
	{
		of: []string{"anzen/shared", "anzen/functions"}, not: []string{sdk + "dynamodb"},
		except:  []string{"anzen/shared/aws/table", "anzen/shared/aws/table/tabletest", "anzen/shared/aws/tenant", "anzen/functions/api/rest", "anzen/functions/api/apitest", "anzen/functions/accounts", "anzen/functions/signin", "anzen/functions/analysis", "anzen/functions/bounces", "anzen/functions/compaction", "anzen/functions/identity", "anzen/functions/jobs", "anzen/functions/maildomains", "anzen/functions/removal", "anzen/functions/sealing", "anzen/functions/jobs/runner", "anzen/functions/periodic", "anzen/functions/nightly"},
		because: "only the table's adapter speaks DynamoDB; functions make its client and no more",
	},
	{
		of: []string{"anzen/functions", "anzen/shared"}, not: []string{"anzen/shared/aws/tenant"}, except: []string{"anzen/functions/api/rest"},
		because: "in whose name a request reads is said by its verified token, in one place",
	},
	{
		of: []string{"anzen/shared"}, except: adapters, not: []string{sdk + "s3", sdk + "sfn", sdk + "cognitoidentityprovider", sdk + "sesv2", sdk + "scheduler", sdk + "textract"},
		because: "only adapters speak with AWS",
	},
	{
		of:      []string{"anzen/functions", "anzen/shared", "anzen/infra/blueprint", "anzen/infra/local", "anzen/infra/samples", "anzen/infra/ci"},
		not:     []string{"github.com/aws/aws-cdk-go", "github.com/aws/jsii-runtime-go"},
		because: "the CDK brings Node and a gigabyte of build; only the stacks need it",
	},
	{of: []string{"anzen/infra/aws"}, not: []string{"anzen/infra/local"}, because: "the stacks and the local stack agree through the blueprint alone"},
	{of: []string{"anzen/infra/blueprint"}, not: []string{"anzen/infra/aws", "anzen/infra/local"}, because: "the blueprint is plain data"},
}

func init() {
	for wing, knows := range wings {
		var others []string
		for other := range wings {
			if other != wing && !slices.Contains(knows, other) {
				others = append(others, "anzen/shared/"+other)
			}
		}
		r := rule{of: []string{"anzen/shared/" + wing}, not: others, because: "the wing " + wing + " does not know that one"}
		for p := range astride {
			r.except = append(r.except, p)
		}
		rules = append(rules, r)
	}
	for p, joins := range astride {
		var others []string
		own := strings.Split(p, "/")[2]
		for other := range wings {
			if other != own && !slices.Contains(wings[own], other) && !slices.Contains(joins, other) {
				others = append(others, "anzen/shared/"+other)
			}
		}
		rules = append(rules, rule{of: []string{p}, not: others, because: "it joins " + own + " and " + strings.Join(joins, ", ") + " only"})
	}
	for _, a := range adapters {
		others := slices.DeleteFunc(slices.Clone(adapters), func(b string) bool { return b == a })
		rules = append(rules, rule{of: []string{a}, not: others, because: "an adapter wraps one technology"})
	}
}

// pkg is a package as `go list` describes it.
type pkg struct {
	ImportPath, Name, Doc, Dir         string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
}

// packages lists the packages of both modules.
func packages(t *testing.T) []pkg {
	t.Helper()
	var listed []byte
	for _, folder := range modules {
		command := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Doc,Dir,GoFiles,Imports,TestImports,XTestImports", "./...")
		command.Dir = folder
		found, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, found...)
	}
	var all []pkg
	for decoder := json.NewDecoder(strings.NewReader(string(listed))); ; {
		var p pkg
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			if len(all) < 10 {
				t.Fatalf("only %d packages were found", len(all))
			}
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// below reports whether a package is at or below one of the paths.
func below(path string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}

// against returns the imports of a package that a rule forbids.
func (r rule) against(p pkg, imports []string) []string {
	if !below(p.ImportPath, r.of) || slices.Contains(r.except, p.ImportPath) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(imports), func(i string) bool { return !below(i, r.not) })
}

func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		for _, r := range rules {
			for _, i := range r.against(p, p.Imports) {
				t.Errorf("%s imports %s: %s", p.ImportPath, i, r.because)
			}
		}
		// Tests may import anything but the local stand-ins.
		for _, i := range rules[0].against(p, slices.Concat(p.TestImports, p.XTestImports)) {
			t.Errorf("the tests of %s import %s: %s", p.ImportPath, i, rules[0].because)
		}
	}
}

// A rule on a package that does not exist forbids nothing.
func TestRulesAreOfPackagesThatExist(t *testing.T) {
	var paths []string
	for _, p := range packages(t) {
		paths = append(paths, p.ImportPath)
		if parts := strings.Split(p.ImportPath, "/"); len(parts) > 2 && parts[1] == "shared" {
			if _, known := wings[parts[2]]; !known {
				t.Errorf("%s is in no wing of shared/", p.ImportPath)
			}
		}
	}
	for _, r := range rules {
		for _, named := range slices.Concat(r.of, r.except, r.not) {
			if !strings.HasPrefix(named+"/", module) {
				continue
			}
			if !slices.ContainsFunc(paths, func(p string) bool { return below(p, []string{named}) }) {
				t.Errorf("%s does not exist, but a rule names it: %s", named, r.because)
			}
		}
	}
}

func TestRulesForbid(t *testing.T) {
	catalog := pkg{ImportPath: "anzen/shared/catalog"}
	for imported, forbidden := range map[string]bool{
		"anzen/shared/aws/table": true, "anzen/shared/textile": false, "anzen/infra/local/clock": true, "anzen/functions/api": true,
		"anzen/shared/domain/sds": false, sdk + "dynamodb/types": true, "fmt": false,
	} {
		var found []string
		for _, r := range rules {
			found = append(found, r.against(catalog, []string{imported})...)
		}
		if (len(found) > 0) != forbidden {
			t.Errorf("%s importing %s: %v", catalog.ImportPath, imported, found)
		}
	}
	if table := (pkg{ImportPath: "anzen/shared/aws/table"}); len(rules[len(rules)-len(adapters)].against(table, []string{"anzen/shared/aws/files"})) != 1 {
		t.Error("adapters may import each other")
	}
}

func TestEveryPackageHasAComment(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > 0 && len(strings.Fields(p.Doc)) < 4 {
			t.Errorf("%s has no package comment: %q", p.ImportPath, p.Doc)
		}
	}
}
