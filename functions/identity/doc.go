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
//	                      people who are its users or whom it lets in. Administrators are notified of every change
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
//	                      specification demands (section 5)
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
//	tabs of a browser     share one: a tab sends nothing with the token of another user than the one whose data it shows,
//	                      and follows logins and logouts of the others (frontend/src/shared/auth/otherTabs.ts)
//	end                   by the user (one, others, all), an administrator, a change of password or factor, removal,
//	                      suspension; effective with the next request, as each reads user and session
//	tokens                15 minutes; in localStorage, where only scripts of the dashboard's own origin reach them: the
//	                      content security policy admits no others, and inline scripts are off
//	at the provider       a session there and one here end by themselves: signing out here leaves the provider's, and the
//	                      next sign-in here needs a click; one that ended there goes on here until it is unused or 30 days
//	                      old, or the provider suspends or removes the user by SCIM, which ends it with the next request
//
// # Fields by role
//
// Rights are of operations (x-permission in the API's document); beyond them some fields need more.
//
//	last sign-in of users                  USER_READ_LOGIN_AT; left out without
//	second factors of users, their phone   USER_READ_2FA_INFO; left out without
//	role of a user, rule of factors        USER_EDIT or COMPANY_EDIT, and credentials of the last 10 minutes
//	a PDF to keep, attachments             SDS_DOWNLOAD; without, a PDF is shown only
//	fields of a sheet                      own or other department (SDS_EDIT_OWN_DEPARTMENT, SDS_EDIT_OTHER_DEPARTMENT);
//	                                       editors give sheets only departments of their own
//
// # Deviations from OWASP ASVS 5.0.0, chapters 6 to 10
//
// All other rows of levels 1 and 2 are met, each by tests: infra/security/asvs.tsv.
//
//	6.2.5    a password needs an upper and a lower case letter, a digit and a symbol: the product's specification
//	         (section 5) demands them. The estimate refuses guessable ones besides
//	6.3.3    second factors are demanded of administrators by default, of everyone by a company's choice: most users
//	         may only read sheets, which companies get from their suppliers, and work on shared devices of a laboratory.
//	         Passkeys are a second factor; companies with an identity provider demand theirs
//	6.5.5    a link that sets a password lives 15 minutes (specification, section 4) in place of 10: mail is slow, and no
//	         second factor is turned off by it. Codes of apps are good for 30 seconds and the steps beside, once, as
//	         clocks differ (RFC 6238, section 5.2)
//	6.8.4    strength and recentness of a sign-in at a company's provider are the company's matter: no AuthnContext is
//	         demanded, and the sign-in counts as one of all factors. Changes that need recent credentials ask for
//	         another sign-in there
//	7.3.2    30 days in place of one (NIST SP 800-63B-4, AAL2): the reasons are above
//	7.5.2    a user ends sessions without credentials of the last minutes: it is what somebody does whose device was just
//	         stolen, a thief gains nothing by it, and it is in the audit
//	9.2.2    the API takes ID tokens for the dashboard's client, not access tokens: rights are in no token but read from
//	10.3.1   the table at each request, the company and the user are attributes of ID tokens alone, and both kinds are for
//	         the same client, whose id the gateway and every function compare
//	10.1.1   tokens, the refresh token too, are in the browser: there is no server of the dashboard that could keep them.
//	         They rotate, a used one ends its family, and the content security policy admits no foreign script
//	10.4.6   Cognito demands no PKCE of a client. The dashboard always sends it, a code is good once and for minutes, and
//	         goes to the dashboard's origin alone
//	10.5.1   no nonce is sent: ID tokens come from the token endpoint for a code with PKCE, never through the browser's
//	         address
package identity
