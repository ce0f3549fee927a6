package evaluate

import (
	"hash/fnv"

	"anzen/shared/judgement/lawcheck"
)

// groundOf is the hash of proofs of which each one's is known, and of what is stated.
func groundOf(proofs []uint64, stated []string) string {
	for _, code := range stated {
		sum := fnv.New64a()
		_, _ = sum.Write([]byte(code)) // a hash takes everything
		proofs = append(proofs, sum.Sum64()|1)
	}
	return lawcheck.GroundOfAll(proofs)
}
