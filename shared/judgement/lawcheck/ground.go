package lawcheck

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"math"
	"slices"

	"anzen/shared/domain/verdict"
)

// Ground is a short hash of what verdicts rest on: the verdicts, the entries, the
// ingredients with their shares, and the thresholds; not the dates of versions, nor any
// order.
func Ground(proofs []verdict.Proof) string {
	all := make([]uint64, 0, len(proofs))
	for i := range proofs {
		all = append(all, GroundOf(&proofs[i]))
	}
	return GroundOfAll(all)
}

// GroundOfAll combines the grounds of proofs; it sorts them in place.
func GroundOfAll(all []uint64) string {
	slices.Sort(all)
	sum := fnv.New64a()
	for _, g := range all {
		if g != 0 {
			_, _ = sum.Write(binary.BigEndian.AppendUint64(nil, g)) // a hash accepts everything
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// GroundOf is the hash of one proof; 0 where it is not listed.
func GroundOf(p *verdict.Proof) uint64 {
	if p.Verdict == verdict.NotListed {
		return 0
	}
	parts := make([]uint64, len(p.Parts))
	b := make([]byte, 0, 128)
	for i := range p.Parts {
		part := &p.Parts[i]
		has := part.Has
		b = append(append(b[:0], cmp.Or(part.CAS, part.Name)...), 0)
		for _, v := range []float64{has.Low, has.High, part.Factor} {
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
		}
		for _, is := range []bool{has.LowOpen, has.HighOpen, has.Known} {
			b = append(b, "-+"[btoi(is)])
		}
		parts[i] = hashed(b)
	}
	slices.Sort(parts)
	b = b[:0]
	for _, text := range []string{p.Law, p.Category, p.Class, string(p.Verdict), p.Entry, p.Threshold} {
		b = append(append(b, text...), 0)
	}
	for _, part := range parts {
		b = binary.BigEndian.AppendUint64(b, part)
	}
	return hashed(b) | 1
}

func hashed(b []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(b)
	return sum.Sum64()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
