package info

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
)

// The declarations of POST info/inquiry and POST info/en/inquiry.
var (
	InquireRoute = rest.Route{
		Method: "POST", Path: "/info/inquiry", ID: "sendInquiry", Tag: "info", Rule: rest.Public, Status: 202,
		Repeated: "each request is mailed to the operator; public routes store no answers",
		Summary:  "Send the operator an inquiry in Japanese; answered by mail in 2 to 3 business days",
		Grants:   inquiryGrants(),
	}
	InquireEnglishRoute = rest.Route{
		Method: "POST", Path: "/info/en/inquiry", ID: "sendEnglishInquiry", Tag: "info", Rule: rest.Public, Status: 202,
		Repeated: "each request is mailed to the operator; public routes store no answers",
		Summary:  "Send the operator an inquiry in English; answered by mail in 2 to 3 business days",
		Grants:   inquiryGrants(),
	}
)

// Inquiry is a question to the operator.
type Inquiry struct {
	Sender
	Message string `json:"message" minLength:"1" maxLength:"4000" doc:"may have several lines"`
}

// InquiryInput is an inquiry.
type InquiryInput struct{ Body Inquiry }

// Inquire mails an inquiry of the Japanese form to the operator.
func Inquire(ctx context.Context, call *rest.Call, in *InquiryInput) (*ReceiptOutput, error) {
	return inquire(ctx, call, in.Body, company.LocaleJapanese)
}

// InquireEnglish mails an inquiry of the English form to the operator.
func InquireEnglish(ctx context.Context, call *rest.Call, in *InquiryInput) (*ReceiptOutput, error) {
	return inquire(ctx, call, in.Body, company.LocaleEnglish)
}

func inquire(ctx context.Context, call *rest.Call, i Inquiry, locale string) (*ReceiptOutput, error) {
	var wrong input.FieldErrors
	i.validate(&wrong)
	text := lines(&wrong, i.Message, true)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return send(ctx, call, inquiry{sender: i.Sender, locale: locale, operator: mail.Inquiry, received: mail.InquiryReceived, args: mail.Args{"message": text}})
}
