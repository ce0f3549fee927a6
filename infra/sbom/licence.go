package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// permitted are the licences whose works may be part of a closed product: they demand
// no more than that notices are passed on.
var permitted = []string{
	"0BSD", "AGG 2.3 licence", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "FTL", "IJG", "ISC", "MIT", "MIT-0",
	"Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib",
}

// allowed returns the components that may not be shipped, with the reasons.
func allowed(parts []part) error {
	var errs []error
	for _, p := range parts {
		if p.Licenses == nil || len(*p.Licenses) == 0 {
			errs = append(errs, fmt.Errorf("%s %s: unknown licence", p.Name, p.Version))
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

// permits evaluates an SPDX identifier or an expression of one level: of "(A OR B)" one
// has to be permitted, of "A AND B" each.
func permits(licence string) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(licence, "("), ")")
	return slices.ContainsFunc(alternatives.Split(inner, -1), func(one string) bool {
		return !slices.ContainsFunc(strings.Split(one, " AND "), func(id string) bool {
			return !slices.Contains(permitted, strings.TrimSpace(id))
		})
	})
}
