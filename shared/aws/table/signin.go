package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// How long the history of sign-ins and the known devices are kept.
const (
	signInsKept  = 180 * 24 * time.Hour
	attemptsKept = 30 * 24 * time.Hour
	devicesKept  = 400 * 24 * time.Hour
)

// signInKey addresses an entry of the history. Entries sort by time; attempts have one
// entry a minute, so that guessing does not fill the table.
func signInKey(c sds.CompanyID, u sds.UserID, entry string) Key {
	return Key{companyPK(c), "SIGNIN#" + string(u) + "#" + entry}
}

func deviceKey(c sds.CompanyID, u sds.UserID, device string) Key {
	return Key{companyPK(c), "DEVICE#" + string(u) + "#" + device}
}

// entryForm is the time in the key of a sign-in, of one length, so that entries sort.
const entryForm = "2006-01-02T15:04:05.000000000Z"

const attemptsEntry = "#attempts"

// BeginSignIn records an attempt to sign in, of which it is not known yet whether it
// succeeds. The first of a minute is also recorded in the company's audit.
func (t *Table) BeginSignIn(ctx context.Context, c sds.CompanyID, u sds.UserID, agent string) error {
	now := t.now().UTC().Truncate(time.Minute)
	k := signInKey(c, u, now.Format(time.RFC3339)+attemptsEntry)
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	out, err := t.update(ctx, k, &dynamodb.UpdateItemInput{
		UpdateExpression:         aws.String("ADD #n :one SET #at = :at, #agent = :agent, #ttl = :ttl"),
		ExpressionAttributeNames: map[string]string{"#n": "Attempts", "#at": "At", "#agent": "Agent", "#ttl": TTLAttribute},
		ExpressionAttributeValues: Item{
			":one": number(1), ":at": text(now.Format(time.RFC3339)), ":agent": text(agent), ":ttl": number(now.Add(attemptsKept).Unix()),
		},
		ReturnValues: types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return fmt.Errorf("record an attempt to sign in: %w", err)
	}
	if n, ok := out.Attributes["Attempts"].(*types.AttributeValueMemberN); !ok || n.Value != "1" {
		return nil
	}
	if c == company.Nobody { // a write as for a company, that leaves no record for each name
		return t.withdrawAttempt(ctx, c, u)
	}
	return t.Begin(c).Audit(Audit{By: u, Action: "user.sign_in_begun", Target: string(u), Agent: agent}).Commit(ctx)
}

// CompleteSignIn records that a user has signed in: in their history, in the audit and as
// their last sign-in. It reports whether they have signed in from the device (empty:
// unknown) before, and remembers it.
func (t *Table) CompleteSignIn(ctx context.Context, u company.User, s company.SignIn, device string) (known bool, err error) {
	c := u.Company
	if err := t.withdrawAttempt(ctx, c, u.ID); err != nil {
		return false, err
	}
	if device != "" {
		if _, known, err = Get[company.KnownDevice](ctx, t, deviceKey(c, u.ID, device)); err != nil {
			return false, err
		}
	}
	now := t.now()
	s.New, s.TTL = !known && s.Agent != company.AgentSAML, now.Add(signInsKept).Unix()
	write := func(latest bool) error {
		x := t.Begin(c).Audit(Audit{By: u.ID, ByName: u.Name(), Action: "user.signed_in", Target: string(u.ID), Agent: s.Agent}).list(c)
		x.Put(signInKey(c, u.ID, now.UTC().Format(entryForm)), s)
		if device != "" {
			x.Put(deviceKey(c, u.ID, device), company.KnownDevice{At: s.At, TTL: now.Add(devicesKept).Unix()})
		}
		if latest {
			x.SignedIn(u, s.At)
		}
		return x.Commit(ctx)
	}
	if err = write(true); errors.Is(err, ErrNoSignIn) { // another sign-in of the same second
		err = write(false)
	}
	return known, err
}

// withdrawAttempt takes the attempt that has succeeded from the history.
func (t *Table) withdrawAttempt(ctx context.Context, c sds.CompanyID, u sds.UserID) error {
	now := t.now().UTC().Truncate(time.Minute)
	for back := time.Duration(0); back <= company.SignInTakes; back += time.Minute {
		_, err := t.update(ctx, signInKey(c, u, now.Add(-back).Format(time.RFC3339)+attemptsEntry), &dynamodb.UpdateItemInput{
			UpdateExpression: aws.String("ADD #n :less"), ConditionExpression: aws.String("#n > :none"),
			ExpressionAttributeNames: map[string]string{"#n": "Attempts"}, ExpressionAttributeValues: Item{":less": number(-1), ":none": number(0)},
		})
		var refused *types.ConditionalCheckFailedException
		if !errors.As(err, &refused) {
			return err
		}
	}
	return nil
}

// SignIns are the latest entries of a user's history, the newest first, without attempts
// that may still be completed.
func (t *Table) SignIns(ctx context.Context, c sds.CompanyID, u sds.UserID) ([]company.SignIn, error) {
	// Half of the entries may be attempts that were completed.
	all, err := query[company.SignIn](ctx, t, Partition{companyPK(c), "SIGNIN#" + string(u) + "#"}, queryOptions{backward: true, limit: 3 * company.SignInsShown})
	if err != nil {
		return nil, err
	}
	pending := t.now().Add(-company.SignInTakes)
	all = slices.DeleteFunc(all, func(s company.SignIn) bool {
		return s.Attempts != nil && (*s.Attempts <= 0 || s.At.After(pending))
	})
	return all[:min(len(all), company.SignInsShown)], nil
}
