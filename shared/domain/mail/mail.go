// Package mail holds the mails that the product sends, in Japanese and English, and
// renders each as plain text and as simple HTML.
package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"anzen/shared/domain/message"
)

// Kind names a mail.
type Kind string

// The mails, each with its arguments.
const (
	// Activation has the link that completes a sign-up: company, link, hours.
	Activation Kind = "activation"
	// Invitation invites a user to a company's account: company, inviter, link, hours.
	Invitation Kind = "invitation"
	// InvitationSAML invites a user who signs in at the company's identity provider: company, inviter, link (its sign-in).
	InvitationSAML Kind = "invitation_saml"
	// SAMLSignIn answers a request for a password by a user who signs in at the company's identity provider: company, link (its sign-in).
	SAMLSignIn Kind = "saml_sign_in"
	// SignupExists answers a sign-up of an existing account: name, link (sign-in), recovery.
	SignupExists Kind = "signup_exists"
	// SignupLapsed requests another sign-up: link (sign-up).
	SignupLapsed Kind = "signup_lapsed"
	// PasswordReset has the link to set a new password: name, link, minutes.
	PasswordReset Kind = "password_reset"
	// Inquiry forwards a visitor's inquiry to the operator: reference, language, company, name, email, phone, message.
	Inquiry Kind = "inquiry"
	// InquiryReceived acknowledges it to the sender: reference, company.
	InquiryReceived Kind = "inquiry_received"
	// Quotation requests a quotation from the operator: those of Inquiry with sheets, users, options.
	Quotation Kind = "quotation"
	// QuotationReceived acknowledges it to the sender: reference, company.
	QuotationReceived Kind = "quotation_received"
	// ExportReady notifies of a file ready for download: name, file, count, notes, link, days.
	ExportReady Kind = "export_ready"
	// ExportFailed notifies of a failed export: name, file, reason, link.
	ExportFailed Kind = "export_failed"
	// PeriodicReady notifies a recipient of a periodic export: name, title, file, count, notes, link, days.
	PeriodicReady Kind = "periodic_ready"
	// PeriodicDisabled notifies administrators of a disabled periodic export: name, title, reason, link.
	PeriodicDisabled Kind = "periodic_disabled"
	// MailStopped tells administrators that mails to a user are stopped: name, by (the user), email, reason, link (the users' screen).
	MailStopped Kind = "mail_stopped"
	// CompanyClosed confirms the deletion of an account's data to the user who closed it: name, company.
	CompanyClosed Kind = "company_closed"
	// ChecklistRequest requests a checklist from the provider: reference, title, company, account, name, email, description, message, link.
	ChecklistRequest Kind = "checklist_request"
	// SAMLProviders warns the operator that the user pool gets full of identity providers: company, email, count, limit.
	SAMLProviders Kind = "saml_providers"
	// ChecklistRequested acknowledges it to the requester: reference, title, company, name, link.
	ChecklistRequested Kind = "checklist_requested"
	// ChecklistNews notifies of new hits of the nightly run: name, count, lists, link.
	ChecklistNews Kind = "checklist_news"
	// LawChanges tells administrators what announced changes of laws bring: name, count, lists, link.
	LawChanges Kind = "law_changes"
	// PasswordChanged notifies of a changed password: name, recovery.
	PasswordChanged Kind = "password_changed"
	// SecondFactorAdded notifies of a new second factor: name, factor, recovery.
	SecondFactorAdded Kind = "second_factor_added"
	// SecondFactorRemoved notifies of a second factor that is turned off: name, factor, recovery.
	SecondFactorRemoved Kind = "second_factor_removed"
	// SecondFactorsReset notifies of second factors that an administrator turned off: name, by, recovery.
	SecondFactorsReset Kind = "second_factors_reset"
	// PasskeyAdded notifies of a new passkey: name, passkey, recovery.
	PasskeyAdded Kind = "passkey_added"
	// PasskeyRemoved notifies of a passkey that was removed: name, passkey, recovery.
	PasskeyRemoved Kind = "passkey_removed"
	// PasskeysReset notifies of second factors, passkeys and a password that an administrator ended: name, by, recovery.
	PasskeysReset Kind = "passkeys_reset"
	// RecoveryCodesMade notifies of new recovery codes: name, recovery.
	RecoveryCodesMade Kind = "recovery_codes_made"
	// RecoveryCodeUsed notifies of a sign-in with a recovery code: name, count (left), recovery.
	RecoveryCodeUsed Kind = "recovery_code_used"
	// NewDevice notifies of a sign-in from a device that was not used before: name, device, at, link (my page), recovery.
	NewDevice Kind = "new_device"
	// SAMLConnected notifies administrators of a new connection to an identity provider: name, by, lists (its settings), link (its screen).
	SAMLConnected Kind = "saml_connected"
	// SAMLChanged notifies them of changes of it: name, by, lists (the changes), link.
	SAMLChanged Kind = "saml_changed"
	// SAMLDisconnected notifies them of its end: name, by, lists (its settings), link.
	SAMLDisconnected Kind = "saml_disconnected"
	// SAMLDomainProven notifies them that the operator has proven a mail domain: name, title (the domain), link.
	SAMLDomainProven Kind = "saml_domain_proven"
	// SAMLDomainMissing warns them that the proof of a mail domain is gone: name, title (the domain), at (when it stops working), lists (the record of DNS), link.
	SAMLDomainMissing Kind = "saml_domain_missing"
	// SAMLDomainStopped notifies them of a mail domain that has stopped working: name, title, lists, link.
	SAMLDomainStopped Kind = "saml_domain_stopped"
	// ProvisioningTokenMade notifies administrators of a new token for the provisioning of users: name, by, title (the token's name), link (its screen).
	ProvisioningTokenMade Kind = "provisioning_token_made"
	// ProvisioningTokenEnded notifies administrators of the end of one: name, by, title, link.
	ProvisioningTokenEnded Kind = "provisioning_token_ended"
)

// Kinds are all mails.
var Kinds = []Kind{
	Activation, Invitation, InvitationSAML, SAMLSignIn, SignupExists, SignupLapsed, PasswordReset, PasswordChanged, NewDevice, SecondFactorAdded, SecondFactorRemoved, SecondFactorsReset, PasskeyAdded, PasskeyRemoved, PasskeysReset, RecoveryCodesMade, RecoveryCodeUsed, Inquiry, InquiryReceived, Quotation, QuotationReceived,
	ExportReady, ExportFailed, PeriodicReady, PeriodicDisabled, MailStopped, ProvisioningTokenMade, ProvisioningTokenEnded, SAMLConnected, SAMLChanged, SAMLDisconnected, SAMLDomainProven, SAMLDomainMissing, SAMLDomainStopped, ChecklistNews, LawChanges, ChecklistRequest, ChecklistRequested, CompanyClosed, SAMLProviders,
}

// Args fill the {names} in a mail.
type Args map[string]string

// Message is a mail without its recipient.
type Message struct{ Subject, Text, HTML string }

//go:embed texts/*.txt
var texts embed.FS

// words are a mail's subject and paragraphs.
type words struct {
	subject    string
	paragraphs []string
}

// load reads all texts once: the first line is the subject, paragraphs are separated by
// empty lines. They are embedded, so a missing one is a programming error.
var load = sync.OnceValue(func() map[string]words {
	loaded := map[string]words{}
	for _, k := range append([]Kind{footer, operatorFooter}, Kinds...) {
		for _, lang := range []string{"ja", "en"} {
			name := string(k) + "." + lang
			body, err := texts.ReadFile("texts/" + name + ".txt")
			if err != nil {
				panic("mail: " + err.Error())
			}
			parts := strings.Split(strings.TrimSpace(string(body)), "\n\n")
			loaded[name] = words{parts[0], parts[1:]}
		}
	}
	return loaded
})

// footer ends every mail, but those to the operator, who answers by replying, end with
// operatorFooter.
const (
	footer         Kind = "footer"
	operatorFooter Kind = "footer_operator"
)

func footerOf(k Kind) Kind {
	switch k {
	case Inquiry, Quotation, ChecklistRequest, SAMLProviders:
		return operatorFooter
	default:
		return footer
	}
}

// Compose renders a mail in the language of a locale (ja-JP, en-US, ja, en).
func Compose(locale string, k Kind, args Args) Message {
	lang, args := message.Locale(locale), quotable(k, args)
	w, ok := load()[string(k)+"."+lang]
	if !ok {
		panic(fmt.Sprintf("mail: unknown kind %q", k))
	}
	end := load()[string(footerOf(k))+"."+lang]
	var lines []string
	page := struct {
		Lang, Subject string
		Blocks        []block
		Footer        []block
	}{lang, fill(oneLine(w.subject), args), nil, nil}
	for _, p := range w.paragraphs {
		lines = append(lines, strings.Join(blockOf(p, args).text(), "\n"))
		page.Blocks = append(page.Blocks, blockOf(p, args))
	}
	foot := append([]string{end.subject}, end.paragraphs...)
	for _, p := range foot {
		lines = append(lines, fill(p, args))
		page.Footer = append(page.Footer, blockOf(p, args))
	}
	var html bytes.Buffer
	if err := layout.Execute(&html, page); err != nil {
		panic(fmt.Sprintf("mail: %s: %v", k, err))
	}
	return Message{Subject: oneLine(page.Subject), Text: strings.Join(lines, "\n\n") + "\n", HTML: html.String()}
}

// block is a paragraph: its lines, or a link.
type block struct {
	Link  string
	Lines []string
}

func (b block) text() []string {
	if b.Link != "" {
		return []string{b.Link}
	}
	return b.Lines
}

// blockOf renders a paragraph. One that consists of {link} or {recovery} becomes a link;
// {message} and {lists} keep the lines of their argument.
func blockOf(p string, args Args) block {
	if p == "{message}" || p == "{lists}" {
		return block{Lines: strings.Split(args[strings.Trim(p, "{}")], "\n")}
	}
	if p == "{link}" || p == "{recovery}" {
		return block{Link: fill(p, args)}
	}
	return block{Lines: strings.Split(fill(p, args), "\n")}
}

// fill puts the arguments in, each on one line: a name cannot add lines of its own.
func fill(text string, args Args) string {
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		pairs = append(pairs, "{"+name+"}", oneLine(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

var layout = template.Must(template.New("mail").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="margin:0;background:#f5f7f6;font-family:'Hiragino Sans','Noto Sans JP',Meiryo,Arial,sans-serif;color:#222;line-height:1.7">
<div style="max-width:600px;margin:0 auto;padding:24px">
<div style="font-weight:bold;color:#057857;font-size:20px;padding-bottom:16px">Anzen</div>
<div style="background:#fff;border-radius:8px;padding:24px">
{{- range .Blocks}}{{template "block" .}}{{end}}
</div>
<div style="font-size:12px;color:#5f6b66;padding-top:16px">
{{- range .Footer}}{{template "block" .}}{{end}}
</div></div></body></html>
{{define "block"}}{{if .Link}}
<p style="margin:0 0 16px;word-break:break-all"><a href="{{.Link}}" style="color:#057857">{{.Link}}</a></p>
{{- else}}
<p style="margin:0 0 16px">{{range $i, $line := .Lines}}{{if $i}}<br>{{end}}{{$line}}{{end}}</p>
{{- end}}{{end}}`))
