package s3

import (
	"github.com/versity/versitygw/auth"
)

// accounts lets versitygw check the signatures of the functions' credentials. All are
// administrators to it: guarded checks their permissions.
type accounts struct {
	auth.IAMServiceSingle

	secret func(accessKey string) (string, bool)
}

// GetUserAccount returns the account of an access key, or auth.ErrNoSuchUser.
func (a accounts) GetUserAccount(access string) (auth.Account, error) {
	if a.secret != nil {
		if secret, ok := a.secret(access); ok {
			return auth.Account{Access: access, Secret: secret, Role: auth.RoleAdmin}, nil
		}
	}
	return auth.Account{}, auth.ErrNoSuchUser
}

// ResolveAccounts returns the unknown access keys.
func (a accounts) ResolveAccounts(accessKeys []string) ([]string, error) {
	var unknown []string
	for _, access := range accessKeys {
		if _, err := a.GetUserAccount(access); err != nil {
			unknown = append(unknown, access)
		}
	}
	return unknown, nil
}
