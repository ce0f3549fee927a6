package company

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/sds"
)

// RecoveryCodes is how many codes a set has.
const RecoveryCodes = 10

// recoveryBytes is the number of random bytes of a code. A single fast hash suffices from 112
// bits (OWASP ASVS 6.5.2): these are 120.
const recoveryBytes = 15

// recoveryGroup is how many characters of a code are between two hyphens.
const recoveryGroup = 4

// crockford is Douglas Crockford's base 32, which has no letters that look like
// digits.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// RecoverySet is a user's one-time codes for signing in without their second factor.
// Only hashes of the codes are stored.
type RecoverySet struct {
	Codes     []RecoveryCode `dynamodbav:"Codes"`
	CreatedAt time.Time      `dynamodbav:"CreatedAt"`
}

// RecoveryCode is a code of a set.
type RecoveryCode struct {
	Hash   string     `dynamodbav:"Hash"`
	UsedAt *time.Time `dynamodbav:"UsedAt"`
}

// Remaining is how many codes have not been used.
func (s RecoverySet) Remaining() int {
	n := 0
	for _, c := range s.Codes {
		if c.UsedAt == nil {
			n++
		}
	}
	return n
}

// NewRecoverySet makes a set for a user, with its codes, which are shown once:
// 4JQ8-0ZKM-W2T5-N7RB-XH3D-1C9P.
func NewRecoverySet(u sds.UserID, now time.Time) (RecoverySet, []string) {
	set, codes := RecoverySet{CreatedAt: now}, make([]string, RecoveryCodes)
	for i := range codes {
		random := make([]byte, recoveryBytes)
		_, _ = rand.Read(random) // documented never to fail
		text := crockford.EncodeToString(random)
		var groups []string
		for group := range slices.Chunk([]byte(text), recoveryGroup) {
			groups = append(groups, string(group))
		}
		codes[i] = strings.Join(groups, "-")
		set.Codes = append(set.Codes, RecoveryCode{Hash: HashRecoveryCode(u, codes[i])})
	}
	return set, codes
}

// HashRecoveryCode is the stored hash of a code, however it is typed: in lower case,
// without hyphens, with O for 0 or I and L for 1. It differs by user.
func HashRecoveryCode(u sds.UserID, typed string) string {
	text := strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
	sum := sha256.Sum256([]byte(string(u) + "\n" + text))
	return hex.EncodeToString(sum[:])
}
