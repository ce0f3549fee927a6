package cognito

import (
	"crypto/subtle"
	"encoding/base32"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// Codes of authenticator apps (RFC 6238): six digits of SHA-1, a new one every 30 seconds.
// The one before and the one after are accepted too, for clocks that differ.
const (
	totpPeriod = 30 * time.Second
	totpBytes  = 32
	totpWindow = 1
)

func (p *Pool) newTOTPSecret() string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(p.random(totpBytes))
}

// stepOf finds the time step, near now, to which a code belongs: the latest of several.
func stepOf(secret, code string, now time.Time) (uint64, bool) {
	current := uint64(now.Unix()) / uint64(totpPeriod.Seconds()) //nolint:gosec // after 1970
	for step := current + totpWindow; step >= current-totpWindow; step-- {
		ok, err := hotp.ValidateCustom(code, step, secret, hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && ok {
			return step, true
		}
	}
	return 0, false
}

func equal(a, b string) bool { return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
