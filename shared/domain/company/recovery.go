package company

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strings"
	"time"

	"anzen/shared/domain/sds"
)

// RecoveryCodes is how many codes a set has.
const RecoveryCodes = 10

// recoveryBytes are the random bytes of a code: 80 bits, too many to guess, so that
// one hash of it is enough to keep it by.
const recoveryBytes = 10

// crockford is Douglas Crockford's base 32, which has no letters that look like
// digits.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// RecoverySet is a person's one-time codes for signing in without their second
// factor. Only hashes of the codes are kept.
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

// NewRecoverySet makes a set for a person, with its codes as the person is shown
// them once: 4JQ8-0ZKM-W2T5-N7RB.
func NewRecoverySet(u sds.UserID, now time.Time) (RecoverySet, []string) {
	set, codes := RecoverySet{CreatedAt: now}, make([]string, RecoveryCodes)
	for i := range codes {
		random := make([]byte, recoveryBytes)
		_, _ = rand.Read(random) // never fails, says its documentation
		text := crockford.EncodeToString(random)
		codes[i] = text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
		set.Codes = append(set.Codes, RecoveryCode{Hash: HashRecoveryCode(u, codes[i])})
	}
	return set, codes
}

// HashRecoveryCode is what a code is kept by, however it is typed: in small letters,
// without hyphens, with O for 0 or I and L for 1. It holds for one person only.
func HashRecoveryCode(u sds.UserID, typed string) string {
	text := strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
	sum := sha256.Sum256([]byte(string(u) + "\n" + text))
	return hex.EncodeToString(sum[:])
}
