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
	Summary: "Ask the operator for a quotation; answered by mail in 2 to 3 business days",
	Grants:  mayAsk(),
}

// Quotation is what a quotation should be for.
type Quotation struct {
	Sender
	Sheets  int            `json:"sds_count" minimum:"1" maximum:"10000000" doc:"how many SDSs are to be managed"`
	Users   int            `json:"user_count,omitempty" minimum:"1" maximum:"1000000" doc:"how many people will use it"`
	Options []plan.Feature `json:"options,omitempty" maxItems:"7" enum:"change_history,ip_restriction,saml,checklists,bulk_download,periodic_export,attachments" doc:"options that should be in it"`
	Message string         `json:"message,omitempty" maxLength:"4000"`
}

// QuotationInput is a request for a quotation.
type QuotationInput struct{ Body Quotation }

// Quote brings a request for a quotation to the operator.
func Quote(ctx context.Context, call *rest.Call, in *QuotationInput) (*ReceiptOutput, error) {
	q := in.Body
	var wrong input.FieldErrors
	q.judge(&wrong)
	asked := lines(&wrong, q.Message, false)
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
	return send(ctx, call, ask{
		sender: q.Sender, locale: company.LocaleOf(call.Lang), operator: mail.Quotation, received: mail.QuotationReceived,
		args: mail.Args{
			"sheets": strconv.Itoa(q.Sheets), "users": orNone(users), "options": orNone(strings.Join(options, ", ")), "message": orNone(asked),
		},
	})
}
