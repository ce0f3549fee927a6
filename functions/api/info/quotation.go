package info

import (
	"context"
	"strconv"
	"strings"

	"anzen/functions/api/rest"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/plan"
)

// QuoteRoute is the declaration of POST info/quotation.
var QuoteRoute = rest.Route{
	Method: "POST", Path: "/info/quotation", ID: "requestQuotation", Tag: "info", Rule: rest.Public, Status: 202,
	Repeated: "each request is mailed to the operator; public routes store no answers",
	Summary:  "Request a quotation from the operator; answered by mail in 2 to 3 business days",
	Grants:   inquiryGrants(),
}

// Quotation is a request for a quotation.
type Quotation struct {
	Sender
	Sheets  int            `json:"sds_count" minimum:"1" maximum:"10000000" doc:"number of SDSs to manage"`
	Users   int            `json:"user_count,omitempty" minimum:"1" maximum:"1000000" doc:"number of users"`
	Options []plan.Feature `json:"options,omitempty" maxItems:"7" enum:"change_history,ip_restriction,saml,checklists,bulk_download,periodic_export,attachments" doc:"options to include"`
	Message string         `json:"message,omitempty" maxLength:"4000"`
}

// QuotationInput is a request for a quotation.
type QuotationInput struct{ Body Quotation }

// Quote mails a request for a quotation to the operator.
func Quote(ctx context.Context, call *rest.Call, in *QuotationInput) (*ReceiptOutput, error) {
	q := in.Body
	var wrong input.FieldErrors
	q.validate(&wrong)
	text := lines(&wrong, q.Message, false)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	users, options := "", make([]string, len(q.Options))
	if q.Users > 0 {
		users = strconv.Itoa(q.Users)
	}
	for i, o := range q.Options {
		options[i] = string(o)
	}
	return send(ctx, call, inquiry{
		sender: q.Sender, locale: company.LocaleOf(call.Lang), operator: mail.Quotation, received: mail.QuotationReceived,
		args: mail.Args{
			"sheets": strconv.Itoa(q.Sheets), "users": orNone(users), "options": orNone(strings.Join(options, ", ")), "message": orNone(text),
		},
	})
}
