package lawcheck

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"strings"
	"sync"
)

// The rules are this package, so its own text names their version.
//
//go:embed *.go *.tsv
var rules embed.FS

// Fingerprint names the way in which verdicts come about: where it is another one, other
// verdicts may come of the same regulations.
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
		_, _ = sum.Write(text) // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})
