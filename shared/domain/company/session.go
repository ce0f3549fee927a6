package company

import (
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/sds"
)

// Session is a sign-in of a user: all requests with tokens of the same origin_jti.
type Session struct {
	ID       string    `dynamodbav:"ID"`
	SignedIn time.Time `dynamodbav:"SignedIn"`
	LastUsed time.Time `dynamodbav:"LastUsed"` // at most SessionNoted before the last request
	Address  string    `dynamodbav:"Address"`  // of the client, at LastUsed
	Began    string    `dynamodbav:"Began"`    // the client's address at the first use
	Agent    string    `dynamodbav:"Agent"`    // the client's User-Agent, at LastUsed
	TTL      int64     `dynamodbav:"ttl"`
}

// SessionNoted is how long a session is used before its last use is noted again.
const SessionNoted = 5 * time.Minute

// MaxAgent is the most characters of a User-Agent that are kept.
const MaxAgent = 300

// IdleHours are the choices after how many hours a session ends that is not used. NIST SP
// 800-63B demands reauthentication after 12 hours for most systems (AAL2: an hour), and 30
// days at the latest, which is the life of the refresh token.
var IdleHours = []int{1, 4, 12, 24, 72}

// DefaultIdleHours is the choice of companies that have made none.
const DefaultIdleHours = 12

// IdleTime is after how long a session of the company's users ends that is not used.
func (c Company) IdleTime() time.Duration {
	hours := c.SessionIdleHours
	if !slices.Contains(IdleHours, hours) {
		hours = DefaultIdleHours
	}
	return time.Duration(hours) * time.Hour
}

// Idle reports whether the session has not been used for longer than the time. The last
// use may have been noted SessionNoted ago, so it is never reported early.
func (s Session) Idle(limit time.Duration, now time.Time) bool {
	return now.Sub(s.LastUsed) > limit+SessionNoted
}

// Device is a client in plain words, by its User-Agent; a part that is not recognised is
// empty.
type Device struct{ Browser, System string }

// AgentSAML stands for the browser in sign-ins at a company's identity provider, of which
// the user pool does not tell it.
const AgentSAML = "SAML/2.0"

// DeviceOf recognises the usual browsers and systems. The order matters: most browsers
// also name those that they are compatible with.
func DeviceOf(agent string) Device {
	first := func(names [][2]string) string {
		for _, n := range names {
			if strings.Contains(agent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	return Device{
		Browser: first([][2]string{
			{AgentSAML, "SAML"},
			{"Edg", "Microsoft Edge"},
			{"OPR/", "Opera"},
			{"SamsungBrowser/", "Samsung Internet"},
			{"Vivaldi/", "Vivaldi"},
			{"YaBrowser/", "Yandex"},
			{"Firefox/", "Firefox"},
			{"FxiOS/", "Firefox"},
			{"CriOS/", "Chrome"},
			{"HeadlessChrome/", "Chrome"},
			{"Chrome/", "Chrome"},
			{"Safari/", "Safari"},
			{"curl/", "curl"},
			{"Go-http-client/", "Go"},
			{"python", "Python"},
		}),
		System: first([][2]string{
			{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
		}),
	}
}

// Words are the device in one text: "Chrome (Windows)".
func (d Device) Words(locale string) string {
	switch {
	case d.Browser != "" && d.System != "" && locale == LocaleJapanese:
		return d.Browser + "（" + d.System + "）"
	case d.Browser != "" && d.System != "":
		return d.Browser + " (" + d.System + ")"
	case d.Browser != "" || d.System != "":
		return d.Browser + d.System
	case locale == LocaleJapanese:
		return "不明な端末"
	default:
		return "an unknown device"
	}
}

// japan is the customers' time zone, which has had no daylight saving time since 1951.
var japan = time.FixedZone("JST", 9*60*60)

// TimeText is a time for mails, in the customers' time zone.
func TimeText(at time.Time, locale string) string {
	if locale == LocaleJapanese {
		return at.In(japan).Format("2006年1月2日 15:04")
	}
	return at.In(japan).Format("2 January 2006 15:04") + " (Japan time)"
}

// DayText is a day for mails, in the customers' time zone.
func DayText(at time.Time) string { return at.In(japan).Format("2006/01/02") }

// SignIn is an entry of a user's history: a sign-in, or the attempts of a minute that
// were not completed.
type SignIn struct {
	At       time.Time `dynamodbav:"At"`
	Attempts *int      `dynamodbav:"Attempts,omitempty"` // not completed; nil: the entry is a sign-in
	Agent    string    `dynamodbav:"Agent"`              // what the client called itself
	New      bool      `dynamodbav:"New,omitempty"`      // from a device that was new
	TTL      int64     `dynamodbav:"ttl"`
}

// Nobody is the company of attempts to sign in with an address that has no account: they
// are handled like those of users, so that the time does not reveal who is one.
const Nobody sds.CompanyID = "00000000-0000-4000-8000-000000000000"

// SignInsShown is how many entries of the history are shown.
const SignInsShown = 50

// SignInTakes is the longest time from the first to the last step of a sign-in. A younger
// attempt may still be completed.
const SignInTakes = 10 * time.Minute

// KnownDevice is a device from which a user has signed in.
type KnownDevice struct {
	At  time.Time `dynamodbav:"At"` // the last time
	TTL int64     `dynamodbav:"ttl"`
}
