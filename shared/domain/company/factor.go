package company

import (
	"slices"
	"strings"
	"time"
)

// Factor is a kind of second factor, by the name of its screens.
type Factor string

// The second factors. One-time recovery codes stand in for either (RecoverySet).
const (
	FactorTOTP  Factor = "totp"       // an authenticator app
	FactorPhone Factor = "phone_code" // codes sent to a phone
)

// Factors are the second factors in the order in which a sign-in offers them.
var Factors = []Factor{FactorTOTP, FactorPhone}

// With is the list with a factor, in order.
func With(list []Factor, f Factor) []Factor {
	return slices.DeleteFunc(slices.Clone(Factors), func(each Factor) bool { return each != f && !slices.Contains(list, each) })
}

// Without is the list without a factor.
func Without(list []Factor, f Factor) []Factor {
	return slices.DeleteFunc(slices.Clone(list), func(each Factor) bool { return each == f })
}

// ReauthenticationLasts is for how long a session may change second factors after its user
// has entered their password again.
const ReauthenticationLasts = 10 * time.Minute

// Reauthentication is that the user of a session has entered their password again. It is
// complete once Token is set.
type Reauthentication struct {
	// Token is the user pool's access token, by which second factors are changed. No other
	// token of the user's has the scope for that, and it never leaves the functions.
	Token string `dynamodbav:"Token"`
	// Demands is the second factor whose code is missing; Session continues the sign-in at
	// the user pool.
	Demands Factor `dynamodbav:"Demands"`
	Session string `dynamodbav:"Session"`
	// Recovered: a recovery code stood in for the second factor. Factors can be turned off then,
	// but not set up.
	Recovered bool `dynamodbav:"Recovered,omitempty"`
	// Number is the phone number that a code was sent to, SentAt when.
	Number    string     `dynamodbav:"Number"`
	SentAt    *time.Time `dynamodbav:"SentAt"`
	ExpiresAt time.Time  `dynamodbav:"ExpiresAt"`
	TTL       int64      `dynamodbav:"ttl"`
}

// ResendAfter is how long to wait between two codes to a phone.
const ResendAfter = 30 * time.Second

// International is a phone number in the form of E.164: a number with a leading zero is a
// Japanese one.
func International(number string) string {
	digits := CleanPhone(number)
	digits = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, digits)
	if national, ok := strings.CutPrefix(digits, "0"); ok {
		return "+81" + national
	}
	return "+" + digits
}
