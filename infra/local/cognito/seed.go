package cognito

// Seed is a user to make without the wire, as tests and sample data want.
type Seed struct {
	Email    string
	Password string
	// Temporary asks for a new password at the first sign-in.
	Temporary bool
	// Attributes besides the e-mail address, like "custom:company_id".
	Attributes map[string]string
}

// Ensure makes the user, with a verified address, if nobody has it yet, and
// returns the sub. One who is there keeps password, status and attributes.
func (p *Pool) Ensure(s Seed) (sub string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u, ok := p.find(s.Email); ok {
		return u.Sub, nil
	}
	u := user{Sub: p.uuid(), Enabled: true, Created: p.now()}
	list := []attribute{{"email", s.Email}, {"email_verified", "true"}}
	for name, value := range s.Attributes {
		list = append(list, attribute{name, value})
	}
	if err := p.setAttributes(&u, list); err != nil {
		return "", err
	}
	set := p.setPassword
	if s.Temporary {
		set = p.setTemporaryPassword
	}
	if err := set(&u, s.Password); err != nil {
		return "", err
	}
	return u.Sub, p.saveUser(u)
}
