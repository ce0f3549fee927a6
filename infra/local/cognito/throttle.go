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

// checkLock is called before a password is checked.
func (p *Pool) checkLock(sub string) error {
	now, t := p.now(), p.state.throttles[sub]
	if !now.Before(t.Until) {
		return nil
	}
	t.Last = now
	if err := p.commit(change{Throttles: map[string]*throttle{sub: &t}}); err != nil {
		return err
	}
	return fault("NotAuthorizedException", "Password attempts exceeded")
}

// wrongPassword counts a failure and returns the error to answer.
func (p *Pool) wrongPassword(sub string) error {
	now, t := p.now(), p.state.throttles[sub]
	if now.Sub(t.Last) >= longestLock {
		t.Wrong = 0
	}
	t.Wrong, t.Last = t.Wrong+1, now
	if n := t.Wrong - freeAttempts; n >= 0 {
		t.Until = now.Add(min(time.Second<<min(n, 20), longestLock))
	}
	if err := p.commit(change{Throttles: map[string]*throttle{sub: &t}}); err != nil {
		return err
	}
	return fault("NotAuthorizedException", "Incorrect username or password.")
}

// forgive adds the reset of sub's wrong passwords to c.
func (p *Pool) forgive(c *change, sub string) {
	t, ok := p.state.throttles[sub]
	if !ok || t.Wrong == 0 {
		return
	}
	t.Wrong, t.Until = 0, time.Time{}
	c.Throttles = map[string]*throttle{sub: &t}
}
