package saml

import (
	"context"
	"strings"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
)

// The lines of the mails: a setting, and its value in {value}.
const (
	codeProvider    message.Code = "saml.line_provider"
	codeSignIn      message.Code = "saml.line_sign_in"
	codeCertificate message.Code = "saml.line_certificate"
	codeDomains     message.Code = "saml.line_domains"
	codeUnknown     message.Code = "saml.line_unknown"
	codePasswords   message.Code = "saml.line_passwords"
	codeSignIns     message.Code = "saml.line_sign_ins"
	codeMetadata    message.Code = "saml.line_metadata" // registered again, with nothing else changed
)

// words are values that have texts.
var words = map[message.Code]map[string]message.Code{
	codeUnknown:   {Refuse: "saml.value_unknown_refuse", Create: "saml.value_unknown_create"},
	codePasswords: {Refuse: "saml.value_refuse", Allow: "saml.value_allow"},
	codeSignIns:   {Refuse: "saml.value_refuse", Allow: "saml.value_allow"},
}

// setting is a setting of a connection, as the mails have it.
type setting struct {
	line          message.Code
	before, after string
}

func (s setting) text(locale string) string {
	word := func(value string) string {
		if code, ok := words[s.line][value]; ok {
			return message.Text(locale, code, nil)
		}
		return value
	}
	value := word(s.after)
	if s.before != "" {
		value = word(s.before) + " → " + value
	}
	return message.Text(locale, s.line, message.Args{"value": value})
}

// longestValue is how much of a value of the provider's metadata a mail quotes, in characters.
const longestValue = 200

func settings(c saml.Connection) []setting {
	quote := func(text string) string {
		text = strings.Join(strings.Fields(text), " ")
		if runes := []rune(text); len(runes) > longestValue {
			return string(runes[:longestValue]) + "…"
		}
		return text
	}
	choice := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	return []setting{
		{line: codeProvider, after: quote(c.Provider.EntityID)},
		{line: codeSignIn, after: quote(c.Provider.SignInURL)},
		{line: codeCertificate, after: company.DayText(c.Provider.CertificateEnds)},
		{line: codeDomains, after: strings.Join(c.Domains, ", ")},
		{line: codeUnknown, after: choice(c.Creates, Create, Refuse)},
		{line: codePasswords, after: choice(c.Only, Refuse, Allow)},
		{line: codeSignIns, after: choice(c.State == saml.StateDisabled, Refuse, Allow)},
	}
}

// tellChange mails the administrators what has changed. Where an earlier attempt was cut off it
// is not known, so the mail has all settings.
func tellChange(ctx context.Context, call *rest.Call, before *saml.Connection, after saml.Connection, metadata bool) {
	if before == nil {
		notify(ctx, call, mail.SAMLConnected, settings(after))
		return
	}
	now := settings(after)
	if before.State == saml.StatePending {
		notify(ctx, call, mail.SAMLChanged, now)
		return
	}
	var changed []setting
	for i, was := range settings(*before) {
		if was.after != now[i].after {
			changed = append(changed, setting{now[i].line, was.after, now[i].after})
		}
	}
	if len(changed) == 0 && metadata {
		changed = append(changed, setting{line: codeMetadata, after: now[0].after})
	}
	if len(changed) > 0 {
		notify(ctx, call, mail.SAMLChanged, changed)
	}
}

// notify mails the administrators. What fails is only logged: the connection is as it is.
func notify(ctx context.Context, call *rest.Call, kind mail.Kind, lines []setting) {
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		call.Log.ErrorContext(ctx, "administrators not notified of a change of the SAML connection", "cause", err.Error())
	}
	for _, u := range people {
		if !u.Administers() {
			continue
		}
		texts := make([]string, len(lines))
		for i, line := range lines {
			texts[i] = line.text(message.Locale(u.Locale))
		}
		accounts.Notify(ctx, call, u, kind, mail.Args{"by": call.Name, "lists": strings.Join(texts, "\n"), "link": call.AppURL + "/#/security/saml_setting"})
	}
}
