package info

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
)

// Inquiring and InquireEnglishRoute are the declarations of POST info/inquiry and
// POST info/en/inquiry.
var (
	InquireRoute = rest.Route{
		Method: "POST", Path: "/info/inquiry", ID: "sendInquiry", Tag: "info", Rule: rest.Public, Status: 202,
		Summary: "Ask the operator something in Japanese; answered by mail in 2 to 3 business days",
		Grants:  mayAsk(),
	}
	InquireEnglishRoute = rest.Route{
		Method: "POST", Path: "/info/en/inquiry", ID: "sendEnglishInquiry", Tag: "info", Rule: rest.Public, Status: 202,
		Summary: "Ask the operator something in English; answered by mail in 2 to 3 business days",
		Grants:  mayAsk(),
	}
)

// Inquiry is a question to the operator.
type Inquiry struct {
	Sender
	Message string `json:"message" minLength:"1" maxLength:"4000" doc:"over as many lines as needed"`
}

// InquiryInput is an inquiry.
type InquiryInput struct{ Body Inquiry }

// Inquire brings an inquiry of the Japanese form to the operator.
func Inquire(ctx context.Context, call *rest.Call, in *InquiryInput) (*ReceiptOutput, error) {
	return inquire(ctx, call, in.Body, company.LocaleJapanese)
}

// InquireEnglish brings an inquiry of the English form to the operator.
func InquireEnglish(ctx context.Context, call *rest.Call, in *InquiryInput) (*ReceiptOutput, error) {
	return inquire(ctx, call, in.Body, company.LocaleEnglish)
}

func inquire(ctx context.Context, call *rest.Call, i Inquiry, locale string) (*ReceiptOutput, error) {
	var wrong input.FieldErrors
	i.judge(&wrong)
	asked := lines(&wrong, i.Message, true)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return send(ctx, call, ask{sender: i.Sender, locale: locale, operator: mail.Inquiry, received: mail.InquiryReceived, args: mail.Args{"message": asked}})
}
