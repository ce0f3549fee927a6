package scim

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

func (r request) userAnswer(ctx context.Context, status int, u company.User) (answer, error) {
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	return answer{status: status, body: r.selected(scim.User, r.user(u, known)), location: r.location("Users", string(u.ID)), version: etag(u.Version)}, nil
}

// one reads a user by the id of a path.
func (r request) one(ctx context.Context, id string) (company.User, error) {
	if !sds.ValidID(id) {
		return company.User{}, table.ErrNotFound
	}
	return r.Table.User(ctx, r.CompanyID, sds.UserID(id))
}

func (r request) readUser(ctx context.Context, id string) (answer, error) {
	u, err := r.one(ctx, id)
	if err != nil {
		return answer{}, err
	}
	return r.userAnswer(ctx, 200, u)
}

func (r request) searchUsers(ctx context.Context, s search) (answer, error) {
	filter, err := scim.User.Filter(s.filter)
	if err != nil {
		return answer{}, err
	}
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	people, found, err := r.named(ctx, filter)
	if err == nil && !found {
		people, err = r.Table.Users(ctx, r.CompanyID)
	}
	if err != nil {
		return answer{}, err
	}
	slices.SortFunc(people, func(a, b company.User) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	all := make([]scim.Resource, len(people))
	for i, u := range people {
		all[i] = r.user(u, known)
	}
	return s.answer(scim.User, filter, all), nil
}

// named finds the user of the filter by which providers look for one: their address. found
// is false where all users have to be searched.
func (r request) named(ctx context.Context, filter *scim.Filter) (people []company.User, found bool, err error) {
	name, ok := filter.Equals("userName")
	if !ok {
		return nil, false, nil
	}
	a, there, err := r.Table.Account(ctx, strings.ToLower(name))
	if err != nil || !there || a.Company != r.CompanyID {
		return nil, false, err
	}
	u, err := r.Table.User(ctx, a.Company, a.User)
	if errors.Is(err, table.ErrNotFound) {
		return nil, false, nil
	}
	return []company.User{u}, err == nil, err
}

func (r request) createUser(ctx context.Context) (answer, error) {
	now := r.Now()
	u := company.User{ID: sds.NewID[sds.UserID](), Company: r.CompanyID, Locale: company.LocaleJapanese, Version: 1, CreatedAt: now, UpdatedAt: now}
	connection, federated, err := r.Table.Connection(ctx, r.CompanyID)
	if err != nil {
		return answer{}, err
	}
	u.Active = federated
	department, err := apply(now, &u, nil, scim.User.Canonical(r.body), creating)
	if err != nil {
		return answer{}, err
	}
	switch {
	case federated && !connection.Covers(u.Email):
		return answer{}, message.New(message.Invalid, CodeDomain).With(message.Args{"domains": strings.Join(connection.Domains, ", ")})
	case !federated && company.FreeMail(u.Email):
		return answer{}, message.New(message.Invalid, message.CodeInvalid).On("userName", company.CodeFreeMail, nil)
	}
	people, err := r.Table.Users(ctx, r.CompanyID)
	if err != nil {
		return answer{}, err
	}
	if slices.ContainsFunc(people, func(other company.User) bool { return other.Email == u.Email }) {
		return answer{}, table.ErrEmailExists
	}
	if !federated {
		if err := r.Table.CheckDisclosures(ctx, r.CompanyID, r.User); err != nil {
			return answer{}, err
		}
	}
	known, err := r.departments(ctx)
	if err == nil {
		err = r.enter(ctx, &u, department, known)
	}
	if err != nil {
		return answer{}, err
	}
	tidy(&u)
	x := r.Begin("user.provisioned", string(u.ID)).CreateUser(u)
	users.RequireDepartments(x, r.Call, u.Departments)
	if err := x.Commit(ctx); err != nil {
		if errors.Is(err, table.ErrEmailExists) && !federated {
			err = errors.Join(r.disclosed(ctx, u.Email), err)
		}
		return answer{}, err
	}
	if !u.Active && !u.Suspended() {
		if err := accounts.Invite(ctx, r.Call, u); err != nil {
			return answer{}, errors.Join(err, users.Uninvite(ctx, r.Call, u))
		}
	}
	return r.userAnswer(ctx, 201, u)
}

// disclosed counts that the provider learned of an account in another company. Providers
// repeat what was refused for days: an address counts once a day.
func (r request) disclosed(ctx context.Context, email string) error {
	a, there, err := r.Table.Account(ctx, email)
	if err != nil || there && a.Company == r.CompanyID {
		return err
	}
	first, err := r.Table.Throttle(ctx, "scim-taken", string(r.CompanyID)+" "+email, 24*time.Hour)
	if err != nil || !first {
		return err
	}
	return r.Table.CountDisclosures(ctx, r.CompanyID, r.Audit("user.address_taken", "1"), 1)
}

func (r request) replaceUser(ctx context.Context, id string) (answer, error) {
	return r.changeUser(ctx, id, func(scim.Resource) (before, after scim.Resource, how intent, err error) {
		return nil, scim.User.Canonical(r.body), replacing, nil
	})
}

func (r request) patchUser(ctx context.Context, id string) (answer, error) {
	operations, err := scim.Operations(r.body)
	if err != nil {
		return answer{}, err
	}
	return r.changeUser(ctx, id, func(have scim.Resource) (before, after scim.Resource, how intent, err error) {
		after, err = scim.User.Patch(have, operations)
		return have, after, patching, err
	})
}

// changeUser changes a user into the resource that wanted makes of the one they are. Whoever
// signs in at the provider needs no mailed link: any change by the provider that does not
// suspend them activates them, as "active" says (Entra ID sends only what differs). Others
// who were suspended before they were activated are invited by mail.
func (r request) changeUser(ctx context.Context, id string, wanted func(have scim.Resource) (before, after scim.Resource, how intent, err error)) (answer, error) {
	if _, err := r.one(ctx, id); err != nil {
		return answer{}, err
	}
	known, err := r.departments(ctx)
	if err != nil {
		return answer{}, err
	}
	connection, _, err := r.Table.Connection(ctx, r.CompanyID)
	if err != nil {
		return answer{}, err
	}
	invited := false
	u, err := users.Change(ctx, r.Call, sds.UserID(id), func(u *company.User) error {
		if err := required(r.http, etag(u.Version)); err != nil {
			return err
		}
		suspended := u.Suspended()
		before, after, how, err := wanted(r.user(*u, known))
		if err != nil {
			return err
		}
		department, err := apply(r.Now(), u, before, after, how)
		if err != nil {
			return err
		}
		if err := r.enter(ctx, u, department, known); err != nil {
			return err
		}
		tidy(u)
		if !u.Active && !u.Suspended() && connection.Covers(u.Email) {
			u.Active, u.LinksFrom = true, r.Now()
		}
		invited = suspended && !u.Suspended() && !u.Active && !connection.Only
		return nil
	})
	if err != nil {
		return answer{}, err
	}
	if invited { // they have no valid link
		if err := accounts.Invite(ctx, r.Call, u); err != nil {
			return answer{}, err
		}
	}
	return r.userAnswer(ctx, 200, u)
}

func (r request) removeUser(ctx context.Context, id string) (answer, error) {
	if r.http.Header.Get("If-Match") != "" {
		u, err := r.one(ctx, id)
		if err == nil {
			err = required(r.http, etag(u.Version))
		}
		if err != nil {
			return answer{}, err
		}
	}
	if !sds.ValidID(id) {
		return answer{}, table.ErrNotFound
	}
	return answer{status: 204}, users.Remove(ctx, r.Call, sds.UserID(id))
}
