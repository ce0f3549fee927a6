package cognito

import "slices"

type accessRequest struct{ AccessToken string }

type userResponse struct {
	Username           string
	UserAttributes     []attribute
	UserMFASettingList []string
}

func (p *Pool) getUser(q accessRequest) (any, error) {
	u, err := p.signedIn(q.AccessToken)
	if err != nil {
		return nil, err
	}
	return userResponse{Username: u.Sub, UserAttributes: u.attributes(), UserMFASettingList: []string{}}, nil
}

func (p *Pool) globalSignOut(q accessRequest) (any, error) {
	u, err := p.signedIn(q.AccessToken)
	if err != nil {
		return nil, err
	}
	var c change
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

type changePasswordRequest struct {
	AccessToken      string
	PreviousPassword string
	ProposedPassword string
}

func (p *Pool) changePassword(q changePasswordRequest) (any, error) {
	u, err := p.signedIn(q.AccessToken)
	if err != nil {
		return nil, err
	}
	if err := p.checkLock(u.Sub); err != nil {
		return nil, err
	}
	if !u.Credential.matches(p.name(), u.Sub, q.PreviousPassword) {
		return nil, p.wrongPassword(u.Sub)
	}
	if err := p.setPassword(&u, q.ProposedPassword); err != nil {
		return nil, err
	}
	return empty{}, p.saveForgiven(u)
}

// saveForgiven saves u and forgets wrong passwords, as a new password has come
// in their place.
func (p *Pool) saveForgiven(u user) error {
	u.Modified = p.now()
	c := change{Users: map[string]*user{u.Sub: &u}}
	p.forgive(&c, u.Sub)
	return p.commit(c)
}

type updateAttributesRequest struct {
	AccessToken    string
	UserAttributes []attribute
}

func (p *Pool) updateUserAttributes(q updateAttributesRequest) (any, error) {
	u, err := p.signedIn(q.AccessToken)
	if err != nil {
		return nil, err
	}
	if err := p.writeOwn(&u, q.UserAttributes); err != nil {
		return nil, err
	}
	return struct{ CodeDeliveryDetailsList []delivery }{[]delivery{}}, p.saveUser(u)
}

// writeOwn is setAttributes within what the app client may write.
func (p *Pool) writeOwn(u *user, list []attribute) error {
	for _, a := range list {
		if !slices.Contains(p.config.Writable, a.Name) {
			return fault("NotAuthorizedException", "A client attempted to write unauthorized attribute")
		}
	}
	return p.setAttributes(u, list)
}
