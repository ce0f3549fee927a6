package chem

import (
	_ "embed"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed everyday.tsv
var everydayFile string

var everyday = sync.OnceValue(func() map[string]CAS {
	numbers := map[string]CAS{}
	for row := range tsv.Embedded("chem/everyday.tsv", everydayFile).Rows() {
		cas, key := CAS(row.Text("cas")), NameKey(row.Text("name"))
		if _, ok := ByCAS(cas); !ok {
			row.Fail("the dictionary has no %q", cas)
		}
		if numbers[key] != "" {
			row.Fail("the name stands here twice")
		}
		numbers[key] = cas
	}
	return numbers
})

// ByEverydayName returns the number of the one substance that an everyday name stands for
// (苛性ソーダ, IPA), which the dictionary need not have as a name.
func ByEverydayName(name string) (cas CAS, ok bool) {
	cas, ok = everyday()[NameKey(name)]
	return cas, ok
}
