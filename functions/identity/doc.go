// Package identity holds the triggers of the user pool. The tokens of users lack the scope
// by which they could change their second factors at the pool themselves (Tokens), so that
// no change escapes the API. A recovery code stands in for a second factor in the pool's
// custom authentication: a password first, then the code (Challenge, Recovery). People who
// sign in at their company's identity provider are linked to their user the first time
// (Link), and every time Tokens verifies that the provider is their own company's.
//
// # Ways in
//
// Every way to a session, with what it demands; there are no others (OWASP ASVS 5.0, 6.1.3).
//
//	password (SRP)        password, then a second factor where the user has one
//	recovery code         password, then one of ten codes of 120 bits, each good once
//	passkey               a key of the device that verifies its user (WebAuthn, user verification required): complete
//	                      also for users with a second factor
//	SAML                  what the company's identity provider demands; for addresses of mail domains that the company
//	                      has proven (TXT record, looked for daily; or the operator's word: package maildomains), of
//	                      people who are its users or whom it lets in. Administrators are told of every change
//	                      A company may refuse every other way but that of administrators with a second factor or passkey
//	                      (saml.Connection.RefusesPassword): invitations and requests for a password then lead to the
//	                      provider's sign-in (links.Sender.BySAML), and addresses that it cannot assert are not invited
//	mailed link           sets a first or new password (256 bits, 24 hours or 15 minutes, good once); gives no
//	                      session, ends all of the user's, and leaves second factors on
//	refresh token         rotated at each use; a used one ends its whole family after 10 s of grace
//
// A provisioning token (SCIM) makes and suspends users, and is no way to a session; it can make
// 250 requests in ten seconds.
//
// An administrators' app client, which only functions can use, verifies a password or a code
// again (reauthentication); its tokens never leave the functions. USER_PASSWORD_AUTH is off.
//
// # Guessing
//
//	an account            five wrong passwords or codes in a row lock it for a second, doubled by each further one, up
//	                      to 15 minutes; a lock never outlasts that, so that nobody locks others out for long, and
//	                      sessions that exist go on
//	a sign-in             five wrong codes end it; a code is good for 10 minutes, and once
//	an address            500 passwords and codes in five minutes (firewall of the pool), 100 requests without a session
//	                      and 10,000 in all (firewall of the edge); a whole office shares one
//	mails                 one a minute and person, by a queue, so that the time reveals no account
//	passwords             an estimate of the guesses that are needed (zxcvbn, with the words of the product, of the company
//	                      and the person, and lists of common passwords), besides the character classes that the
//	                      specification demands (section 5; a deviation from ASVS 6.2.5)
//
// # Second factors
//
// A company's rule demands them of administrators (the default), of everyone or of nobody,
// after days of grace (company.Company.Factors). Whoever has none by then can only set one up.
// A company that signs in by SAML leaves them to its identity provider, whose sign-ins are
// trusted as they are (no AuthnContext is demanded).
//
// # Sessions
//
//	unused                1 to 72 hours (default 12: NIST SP 800-63B-4, AAL1 and 2 of business systems with low risk of
//	                      unattended devices)
//	longest               30 days, which rotation does not prolong. AAL2 asks for a day; the sheets are no secret of the
//	                      company's, sensitive changes demand credentials of the last 10 minutes (rest.Route.Recent),
//	                      and every session is shown to its user, who can end it
//	at once               as many as a user has devices: a limit would end the session of a shared workplace; a new device
//	                      is reported by mail
//	end                   by the user (one, others, all), an administrator, a change of password or factor, removal,
//	                      suspension; effective with the next request, as each reads user and session
//	tokens                15 minutes. The API takes ID tokens for the dashboard's client (ASVS 9.2.2 wants access tokens):
//	                      rights are in no token but read from the table, and both kinds are for the same client. They lie
//	                      in localStorage (10.1.1), where only scripts of the dashboard's own origin reach them: the
//	                      content security policy admits no others, and inline scripts are off
package identity
