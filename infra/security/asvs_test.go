package security

import (
	_ "embed"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

//go:embed asvs.tsv
var table string

// root is the project's folder.
const root = "../.."

type row struct{ id, level, state, how, tests string }

func rows(t *testing.T) []row {
	t.Helper()
	var all []row
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || cells[0] == "id" {
			continue
		}
		if len(cells) != 5 {
			t.Fatalf("%q has %d cells", line, len(cells))
		}
		all = append(all, row{cells[0], cells[1], cells[2], cells[3], cells[4]})
	}
	return all
}

// requirements is how many of levels 1 and 2 a chapter has.
var requirements = map[string]int{
	"1": 27, "2": 11, "3": 19, "4": 10, "5": 9, "6": 35, "7": 18, "8": 7, "9": 7, "10": 29, "11": 14, "12": 9, "13": 13, "14": 9, "15": 13, "16": 16, "17": 7,
}

// Every requirement is there once: met by tests that exist, or not met for a written reason.
func TestRequirements(t *testing.T) {
	number := regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)
	reasons := reasons(t)
	seen, count := map[string]bool{}, map[string]int{}
	for _, r := range rows(t) {
		if !number.MatchString(r.id) || seen[r.id] || r.level != "1" && r.level != "2" {
			t.Errorf("%s of level %s is no requirement, or twice", r.id, r.level)
		}
		seen[r.id] = true
		chapter, _, _ := strings.Cut(r.id, ".")
		count[chapter]++
		switch r.state {
		case "met":
			for test := range strings.SplitSeq(r.tests, "; ") {
				if !exists(t, test) {
					t.Errorf("%s: there is no test %q", r.id, test)
				}
			}
		case "deviation":
			if !reasons[r.id] {
				t.Errorf("%s: the deviation has no reason", r.id)
			}
			delete(reasons, r.id)
		case "none":
			if r.how == "-" {
				t.Errorf("%s: it is not said what there is not", r.id)
			}
		default:
			t.Errorf("%s: the state %q", r.id, r.state)
		}
	}
	for chapter, n := range requirements {
		if count[chapter] != n {
			t.Errorf("chapter %s has %d of %d requirements", chapter, count[chapter], n)
		}
	}
	for id := range reasons {
		t.Errorf("%s has the reason for a deviation, and is none", id)
	}
}

// unsafe is what no source of the product contains, by the ending of its file.
var unsafe = map[string]*regexp.Regexp{
	".go":  regexp.MustCompile(`InsecureSkipVerify|exec\.Command(Context)?\([^)]*"(sh|bash)"|text/template"`),
	".ts":  regexp.MustCompile(`\binnerHTML\b|\beval\(|new Function\(|addEventListener\('message'|document\.write`),
	".tsx": regexp.MustCompile(`dangerouslySetInnerHTML|\binnerHTML\b|\beval\(|new Function\(|addEventListener\('message'`),
}

// Certificates are verified, no shell is called, HTML and code are never made of text, and no messages of other windows are read.
func TestNothingUnsafe(t *testing.T) {
	files := 0
	for _, folder := range []string{"functions", "shared", "frontend/src"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry os.DirEntry, err error) error {
			pattern := unsafe[filepath.Ext(path)]
			if err != nil || entry.IsDir() || pattern == nil || strings.Contains(path, "_test.") || strings.Contains(path, ".test.") || strings.Contains(path, "/src/test/") || strings.Contains(path, "/tabletest/") {
				return err
			}
			content, err := os.ReadFile(path)
			if found := pattern.Find(content); found != nil {
				t.Errorf("%s has %s", path, found)
			}
			files++
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}

// reasons are the deviations of the package comments.
func reasons(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, file := range []string{"functions/identity/doc.go", "infra/security/doc.go"} {
		_, section, _ := strings.Cut(read(t, file), "// # Deviations")
		for _, m := range regexp.MustCompile(`(?m)^//\t([0-9]+\.[0-9]+\.[0-9]+) `).FindAllStringSubmatch(section, -1) {
			found[m[1]] = true
		}
	}
	return found
}

// exists looks for a test: "folder TestName", or "file: words of its title".
func exists(t *testing.T, test string) bool {
	t.Helper()
	if file, words, isFile := strings.Cut(test, ": "); isFile {
		return strings.Contains(read(t, file), words)
	}
	folder, name, ok := strings.Cut(test, " ")
	files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if ok && strings.Contains(string(content), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Error(err)
	}
	return string(content)
}
