package catalog

import (
	"encoding/binary"
	"encoding/hex"

	"anzen/shared/domain/sds"
)

// Of the SHA-256 of a sheet's file the catalog has the first four bytes, in hexadecimal:
// enough to find the few sheets whose records are to be compared.

const digestBytes = 4

// digestOf is the beginning of a SHA-256 in hexadecimal as a number; 0 where there is none.
func digestOf(sha256 string) int32 {
	if len(sha256) < 2*digestBytes {
		return 0
	}
	b, err := hex.DecodeString(sha256[:2*digestBytes])
	if err != nil {
		return 0
	}
	if n := int32(binary.BigEndian.Uint32(b)); n != 0 {
		return n
	}
	return 1 // 0 is taken
}

// SameFile is fulfilled by sheets whose file may have the SHA-256, in hexadecimal: the
// records tell. Without one, by none.
func SameFile(sha256 string) Condition {
	n := digestOf(sha256)
	if n == 0 {
		return Either()
	}
	return Between(columnDigest, float64(n), float64(n))
}

func fileDigest(id int) column {
	return column{
		id: id, name: "file_digest", encoding: "four bytes",
		has: func(s *sds.Sheet) bool { return digestOf(s.File.SHA256) != 0 },
		pack: func(p *packer, s *sds.Sheet) {
			b, _ := hex.DecodeString(s.File.SHA256[:2*digestBytes]) // has tells that it is hexadecimal
			p.b = append(p.b, b...)
		},
		unpack: func(u *unpacker, s *sds.Sheet) { s.File.SHA256 = hex.EncodeToString(u.take(digestBytes)) },
	}
}
