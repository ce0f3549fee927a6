package lawcheck

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"strings"
	"sync"
)

// The rules are this package, so a hash of its source is their version.
//
//go:embed *.go *.tsv
var rules embed.FS

// Fingerprint is a hash of the rules. Verdicts under another one may differ for the same
// regulations.
var Fingerprint = sync.OnceValue(func() string {
	files, err := rules.ReadDir(".")
	if err != nil {
		panic(err) // it is part of the program
	}
	sum := sha256.New()
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := rules.ReadFile(f.Name())
		if err != nil {
			panic(err)
		}
		_, _ = sum.Write(text) // a hash accepts everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})
