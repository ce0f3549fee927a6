package cognito

import (
	"time"
)

// seconds is a time as the JSON 1.1 protocol writes it.
type seconds float64

func since1970(t time.Time) seconds { return seconds(float64(t.UnixMilli()) / 1000) }

type createUserRequest struct {
	UserPoolId        string //nolint:revive // as on the wire
	Username          string
	TemporaryPassword string
	MessageAction     string
	UserAttributes    []attribute
}

type userType struct {
	Username             string
	Attributes           []attribute
	UserCreateDate       seconds
	UserLastModifiedDate seconds
	Enabled              bool
	UserStatus           status
}

// adminCreateUser makes a user with a temporary password and mails it, unless
// MessageAction is SUPPRESS; RESEND invites one who has not signed in yet
// again.
func (p *Pool) adminCreateUser(q createUserRequest) (any, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return nil, err
	}
	switch q.MessageAction {
	case "", "SUPPRESS", "RESEND":
	default:
		return nil, fault("InvalidParameterException", "Invalid MessageAction "+q.MessageAction)
	}
	u, exists := p.find(q.Username)
	resend := q.MessageAction == "RESEND"
	switch {
	case exists && !resend:
		return nil, fault("UsernameExistsException", "An account with the given email already exists.")
	case !exists && resend:
		return nil, fault("UserNotFoundException", "User does not exist.")
	case resend && u.Status != forceChangePassword:
		return nil, fault("UnsupportedUserStateException", "Resend not possible. "+q.Username+" status is not FORCE_CHANGE_PASSWORD")
	case !exists:
		u = user{Sub: p.uuid(), Enabled: true, Created: p.now()}
		for _, a := range q.UserAttributes {
			if a.Name == "email" && fold(a.Value) != fold(q.Username) {
				return nil, fault("InvalidParameterException", "Email and username do not match.")
			}
		}
		list := append([]attribute{{"email", q.Username}}, q.UserAttributes...)
		if err := p.setAttributes(&u, list); err != nil {
			return nil, err
		}
	}
	password := q.TemporaryPassword
	if password == "" {
		password = p.temporaryPassword()
	}
	if err := p.setTemporaryPassword(&u, password); err != nil {
		return nil, err
	}
	if err := p.saveUser(u); err != nil {
		return nil, err
	}
	if q.MessageAction != "SUPPRESS" {
		if err := p.invite(u, password); err != nil {
			return nil, err
		}
	}
	u = p.state.users[u.Sub]
	return struct{ User userType }{userType{
		Username: u.Sub, Attributes: u.attributes(), Enabled: u.Enabled, UserStatus: u.Status,
		UserCreateDate: since1970(u.Created), UserLastModifiedDate: since1970(u.Modified),
	}}, nil
}

func (p *Pool) invite(u user, password string) error {
	email := u.Attributes["email"]
	err := p.config.Mail(Mail{
		Kind: Invitation, To: email, Subject: "仮パスワードのお知らせ / Your temporary password",
		Text: "ユーザー名: " + email + "\n仮パスワード: " + password + "\n\nYour username is " + email + " and temporary password is " + password + "\n",
	})
	if err != nil {
		return fault("CodeDeliveryFailureException", "Failed to deliver the invitation: "+err.Error())
	}
	return nil
}

type adminUserRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	Username   string
}

func (p *Pool) adminGetUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	return struct {
		Username             string
		UserAttributes       []attribute
		UserCreateDate       seconds
		UserLastModifiedDate seconds
		Enabled              bool
		UserStatus           status
		UserMFASettingList   []string
	}{u.Sub, u.attributes(), since1970(u.Created), since1970(u.Modified), u.Enabled, u.Status, []string{}}, nil
}

func (p *Pool) adminDeleteUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	c := change{Users: map[string]*user{u.Sub: nil}, Throttles: map[string]*throttle{u.Sub: nil}}
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

func (p *Pool) adminEnableUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	u.Enabled = true
	return empty{}, p.saveUser(u)
}

// adminDisableUser also revokes all tokens of the user.
func (p *Pool) adminDisableUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	u.Enabled, u.Modified = false, p.now()
	c := change{Users: map[string]*user{u.Sub: &u}}
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

func (p *Pool) adminUserGlobalSignOut(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	var c change
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

type setPasswordRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	Username   string
	Password   string
	Permanent  bool
}

func (p *Pool) adminSetUserPassword(q setPasswordRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	set := p.setTemporaryPassword
	if q.Permanent {
		set = p.setPassword
	}
	if err := set(&u, q.Password); err != nil {
		return nil, err
	}
	return empty{}, p.saveForgiven(u)
}

type adminAttributesRequest struct {
	UserPoolId     string //nolint:revive // as on the wire
	Username       string
	UserAttributes []attribute
}

func (p *Pool) adminUpdateUserAttributes(q adminAttributesRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	if err := p.setAttributes(&u, q.UserAttributes); err != nil {
		return nil, err
	}
	if u.Attributes["email"] == "" {
		return nil, fault("InvalidParameterException", "Attributes did not conform to the schema: email: The attribute is required")
	}
	return empty{}, p.saveUser(u)
}
