package lawcheck

import (
	"embed"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/unnumber"
	"anzen/shared/text/meaning"
)

//go:embed *.go *.tsv
var rules embed.FS

// Fingerprint identifies the rules, with the facts on substances, classes and UN numbers that they use; the laws have a fingerprint of
// their own. Verdicts under another one may differ for the same laws.
var Fingerprint = sync.OnceValue(func() string {
	return strings.Join([]string{meaning.Of(rules), chem.Fingerprint(), ghs.Fingerprint(), unnumber.Fingerprint()}, ".")
})
