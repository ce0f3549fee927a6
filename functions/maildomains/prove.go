package maildomains

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// Word is the operator's word on a mail domain.
type Word struct {
	Company  sds.CompanyID `json:"company"`
	Domain   string        `json:"domain"`
	By       string        `json:"by"`       // the person of the operator
	Reason   string        `json:"reason"`   // what convinced them
	Withdraw bool          `json:"withdraw"` // the word is taken back
}

// Given is the answer: the word as it is recorded.
type Given struct {
	Word
	Name string `json:"company_name"`
}

const (
	maxBy     = 100
	maxReason = 500
)

// valid cleans the word, or says what is wrong with it.
func (w Word) valid() (Word, error) {
	w.By, w.Reason = company.Clean(w.By), company.Clean(w.Reason)
	address, trouble := company.Email("x@" + strings.TrimPrefix(company.Clean(w.Domain), "@"))
	w.Domain = strings.TrimPrefix(address, "x@")
	switch {
	case !sds.ValidID(string(w.Company)):
		return w, errors.New(`"company" must be the id of a company`)
	case trouble != "":
		return w, errors.New(`"domain" must be a mail domain, such as midori.example`)
	case company.FreeMail(address):
		return w, fmt.Errorf("%s is of a free mail service: its addresses are everybody's", w.Domain)
	case w.By == "" || len([]rune(w.By)) > maxBy:
		return w, fmt.Errorf(`"by" must name who of the operator says so, in at most %d characters`, maxBy)
	case w.Reason == "" || len([]rune(w.Reason)) > maxReason:
		return w, fmt.Errorf(`"reason" must say what proves it, in at most %d characters`, maxReason)
	}
	return w, nil
}

// prove records the operator's word, or takes it back; it can be repeated. The company uses the
// domain once an administrator enters it; a word taken back ends it like a TXT record that is gone.
func (s Services) prove(ctx context.Context, in Word) (Given, error) {
	w, err := in.valid()
	if err != nil {
		return Given{}, err
	}
	c, err := s.Table.Company(ctx, w.Company)
	switch {
	case errors.Is(err, table.ErrNotFound) || err == nil && c.ClosedAt != nil:
		return Given{}, fmt.Errorf("there is no company %s", w.Company)
	case err != nil:
		return Given{}, err
	}
	action := "saml.domain_proven"
	if w.Withdraw {
		action = "saml.domain_proof_withdrawn"
	}
	x := s.Table.Begin(c.ID).Audit(table.Audit{Action: action, Target: w.Domain, At: s.Now()})
	if w.Withdraw {
		x.RemoveOperatorProof(w.Domain)
	} else {
		x.WriteOperatorProof(saml.OperatorProof{Domain: w.Domain, By: w.By, Reason: w.Reason, At: s.Now().UTC()})
	}
	if err := x.Commit(ctx); err != nil {
		return Given{}, err
	}
	s.Log.InfoContext(ctx, action, "company", string(c.ID), "domain", w.Domain, "by", w.By, "reason", w.Reason)
	if !w.Withdraw {
		if err := s.notify(ctx, c.ID, mail.SAMLDomainProven, w.Domain, never); err != nil {
			s.Log.ErrorContext(ctx, "administrators not notified of a proven mail domain", "company", string(c.ID), "cause", err.Error())
		}
	}
	return Given{w, c.Name}, nil
}
