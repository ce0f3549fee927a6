package cognito

import "time"

// throttle records failures, for existing and made-up users, so that both answer alike.
type throttle struct {
	Wrong int       `json:"wrong,omitempty"` // wrong passwords in a row
	Last  time.Time `json:"last"`            // the latest attempt
	Until time.Time `json:"until,omitzero"`  // locked until then
}

// As the Cognito developer guide states in "Lockout behavior for failed sign-in
// attempts": after five wrong passwords one second, doubled by each further one, up to
// about 15 minutes; attempts during a lockout do not count; 15 minutes without failures
// or a sign-in reset the count.
const (
	freeAttempts = 5
	longestLock  = 15 * time.Minute
)

// checkLock is called before a password or a code is checked.
func (p *Pool) checkLock(key string) error {
	now, t := p.now(), p.state.throttles[key]
	if !now.Before(t.Until) {
		return nil
	}
	t.Last = now
	if err := p.commit(change{Throttles: map[string]*throttle{key: &t}}); err != nil {
		return err
	}
	return fault("NotAuthorizedException", "Password attempts exceeded")
}

// wrongPassword counts a failure and returns the error to answer.
func (p *Pool) wrongPassword(sub string) error {
	if err := p.countFailure(sub); err != nil {
		return err
	}
	return fault("NotAuthorizedException", "Incorrect username or password.")
}

// countFailure counts a wrong password or code, and locks after too many.
func (p *Pool) countFailure(key string) error {
	now, t := p.now(), p.state.throttles[key]
	if now.Sub(t.Last) >= longestLock {
		t.Wrong = 0
	}
	t.Wrong, t.Last = t.Wrong+1, now
	if n := t.Wrong - freeAttempts; n >= 0 {
		t.Until = now.Add(min(time.Second<<min(n, 20), longestLock))
	}
	return p.commit(change{Throttles: map[string]*throttle{key: &t}})
}

// forgive adds the reset of the failures under keys to c.
func (p *Pool) forgive(c *change, keys ...string) {
	for _, key := range keys {
		t, ok := p.state.throttles[key]
		if !ok || t.Wrong == 0 {
			continue
		}
		t.Wrong, t.Until = 0, time.Time{}
		if c.Throttles == nil {
			c.Throttles = map[string]*throttle{}
		}
		c.Throttles[key] = &t
	}
}
