package factors

import (
	"context"
	"slices"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// SendPhoneCodeRoute is the declaration of POST users/me/second-factors/phone_code.
var SendPhoneCodeRoute = rest.Route{
	Method: "POST", Path: "/users/me/second-factors/phone_code", ID: "sendPhoneCode", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Repeated: "another code is sent after 30 seconds at the earliest (429)",
	Summary:  "Send a code to a phone of the caller, who has reauthenticated; again after 30 seconds",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminGetUser", "AdminUpdateUserAttributes", "GetUserAttributeVerificationCode")},
}

// PhoneNumber is a phone that can receive SMS messages.
type PhoneNumber struct {
	Phone string `json:"phone" minLength:"1" maxLength:"30" doc:"10 to 15 digits; one with a leading zero is a Japanese number"`
}

// SendPhoneCodeInput is a phone.
type SendPhoneCodeInput struct{ Body PhoneNumber }

// Delivery is where a code was sent.
type Delivery struct {
	Destination string `json:"destination" doc:"the phone, masked"`
}

// DeliveryOutput is where a code was sent.
type DeliveryOutput struct{ Body Delivery }

// SendPhoneCode sends a code to a phone.
func SendPhoneCode(ctx context.Context, call *rest.Call, in *SendPhoneCodeInput) (*DeliveryOutput, error) {
	r, err := mayAdd(ctx, call)
	if err != nil {
		return nil, err
	}
	var wrong input.FieldErrors
	wrong.Add("phone", company.Phone(in.Body.Phone))
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	now := call.Now().UTC()
	if r.SentAt != nil && now.Sub(*r.SentAt) < company.ResendAfter {
		return nil, message.New(message.TooMany, CodeJustSent)
	}
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil {
		return nil, err
	}
	// The number of a factor in use is not replaced by one that is not verified.
	if slices.Contains(account.Factors, company.FactorPhone) {
		return nil, message.New(message.Conflict, CodeInUse)
	}
	r.Number, r.SentAt = company.International(in.Body.Phone), &now
	if err := call.Begin("user.phone_code_sent", string(call.User)).PutReauthentication(call.User, call.Claims.Session, r).Commit(ctx); err != nil {
		return nil, err
	}
	destination, err := call.Users.SendPhoneCode(ctx, call.Email, r.Token, r.Number)
	if err != nil {
		return nil, refused(err)
	}
	return &DeliveryOutput{Delivery{destination}}, nil
}

// ConfirmPhoneRoute is the declaration of PUT users/me/second-factors/phone_code.
var ConfirmPhoneRoute = rest.Route{
	Method: "PUT", Path: "/users/me/second-factors/phone_code", ID: "confirmPhoneCode", Tag: "second-factors", Rule: rest.Session, Unenrolled: true, Status: 204,
	Summary: "Confirm a phone by the code that was sent to it; ends all sessions, this one included, and mails the user",
	Grants:  addingGrants("VerifyUserAttribute"),
}

// ConfirmPhone enables codes to the caller's phone.
func ConfirmPhone(ctx context.Context, call *rest.Call, in *CodeInput) (*struct{}, error) {
	return nil, confirm(ctx, call, company.FactorPhone, in.Body.Code, call.Users.VerifyPhone)
}
