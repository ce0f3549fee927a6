package saml

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/saml"
)

// DeleteRoute is the declaration of DELETE saml_connections.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/saml_connections", ID: "deleteSAMLConnection", Tag: "saml", Rule: rest.Need(access.CompanyEdit), Recent: true, Status: 204,
	Summary: "Disconnect the company's identity provider; users sign in with their passwords again. Mails the administrators",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.Mail(), grant.Users("DeleteIdentityProvider", "ListIdentityProviders", "DescribeUserPoolClient", "UpdateUserPoolClient")},
}

// DeleteInput names the company.
type DeleteInput struct{ rest.OfCompany }

// Delete disconnects the identity provider: at the user pool first, so that the record
// exists as long as the provider may. It needs no option: what a company can no more use,
// it can still end.
func Delete(ctx context.Context, call *rest.Call, _ *DeleteInput) (*struct{}, error) {
	c, ok, err := call.Table.Connection(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, table.ErrNotFound
	}
	if err := call.Users.Disconnect(ctx, saml.ProviderName(call.CompanyID)); err != nil {
		return nil, err
	}
	if err := call.Begin("saml.connection_deleted", string(call.CompanyID)).DeleteConnection(c).Commit(ctx); err != nil {
		return nil, err
	}
	notify(ctx, call, mail.SAMLDisconnected, settings(c))
	return nil, nil
}
