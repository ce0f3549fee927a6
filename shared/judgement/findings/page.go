package findings

import (
	"fmt"
	"strings"
)

// Page returns the catalog of all rules in Markdown.
func Page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Rules\n\n%d rules check the values read from a sheet. Errors cannot be right, warnings do not agree, infos are worth a look.\n\n", len(rules))
	b.WriteString("| rule | severity | finds | looks at | source | ja | en |\n|---|---|---|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	for _, r := range Rules() {
		fields := strings.Join(r.Fields, ", ")
		if fields == "" {
			fields = "the sheet"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", r.ID, r.Severity, cell.Replace(r.What), fields, cell.Replace(r.Source), cell.Replace(r.Ja), cell.Replace(r.En))
	}
	return b.String()
}
