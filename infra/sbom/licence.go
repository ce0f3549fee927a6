package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// permitted are the licences under which others' work may be part of a product
// that is not open itself: all ask for no more than that notices be passed on.
var permitted = []string{
	"0BSD", "AGG 2.3 licence", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "FTL", "IJG", "ISC", "MIT", "MIT-0",
	"Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib",
}

// allowed says which components may not be shipped, and why.
func allowed(parts []part) error {
	var errs []error
	for _, p := range parts {
		if p.Licenses == nil || len(*p.Licenses) == 0 {
			errs = append(errs, fmt.Errorf("%s %s: its licence is not known", p.Name, p.Version))
			continue
		}
		for _, l := range *p.Licenses {
			if name := licenceName(l); !permits(name) {
				errs = append(errs, fmt.Errorf("%s %s: may not be shipped under %q", p.Name, p.Version, name))
			}
		}
	}
	return errors.Join(errs...)
}

func licenceName(l cyclonedx.LicenseChoice) string {
	switch {
	case l.Expression != "":
		return l.Expression
	case l.License == nil:
		return ""
	case l.License.ID != "":
		return l.License.ID
	default:
		return l.License.Name
	}
}

var alternatives = regexp.MustCompile(`\s+OR\s+`)

// permits judges an SPDX identifier or an expression of one level: of "(A OR B)"
// one has to be permitted, of "A AND B" each.
func permits(licence string) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(licence, "("), ")")
	return slices.ContainsFunc(alternatives.Split(inner, -1), func(one string) bool {
		return !slices.ContainsFunc(strings.Split(one, " AND "), func(id string) bool {
			return !slices.Contains(permitted, strings.TrimSpace(id))
		})
	})
}
