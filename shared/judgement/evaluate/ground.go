package evaluate

import (
	"hash/fnv"

	"anzen/shared/judgement/lawcheck"
)

// groundOf combines the hashes of proofs with the stated codes.
func groundOf(proofs []uint64, stated []string) string {
	for _, code := range stated {
		sum := fnv.New64a()
		_, _ = sum.Write([]byte(code)) // a hash accepts everything
		proofs = append(proofs, sum.Sum64()|1)
	}
	return lawcheck.GroundOfAll(proofs)
}
