package ghs

import (
	"embed"
	"sync"

	"anzen/shared/text/meaning"
)

//go:embed *.go *.tsv
var content embed.FS

// Fingerprint identifies what this package knows, by its meaning.
var Fingerprint = sync.OnceValue(func() string { return meaning.Of(content) })
