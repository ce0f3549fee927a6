package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

// Call is one request as a handler sees it. On public routes the principal is empty.
type Call struct {
	*Services
	access.Principal
	// Company is the caller's company as read with this request.
	Company   company.Company
	Lang      string // "ja" or "en": of the texts in the answer
	Address   string // the client's address
	RequestID string // the gateway's id of the request
	Claims    Claims
	trace     string // the request's id in all logs
	agent     string // the client's User-Agent
	route     *Route
	idemKey   string
	idemHash  string
	made      string // the id of what the route made
}

type callKey struct{}

func callFrom(ctx context.Context) *Call {
	call, ok := ctx.Value(callKey{}).(*Call)
	if !ok {
		panic("rest: a handler ran outside of its route")
	}
	return call
}

// Actor is the caller, for the use cases of the library.
func (c *Call) Actor() sheets.Actor {
	return sheets.Actor{Principal: c.Principal, Settings: c.Company, Address: c.Address, Agent: c.agent, RequestID: c.RequestID, Trace: c.trace, Now: c.Now()}
}

// Scans is the malware scan of uploads.
func (c *Call) Scans() sheets.Scans { return sheets.Scans{Store: c.Table, On: c.Scanning} }

// Audit is the audit record of something this call does.
func (c *Call) Audit(action, target string) write.Audit { return c.Actor().Audit(action, target) }

// Begin starts a transaction on the caller's company with its audit record.
func (c *Call) Begin(action, target string) *table.Tx {
	return c.Table.Begin(c.CompanyID).Audit(c.Audit(action, target))
}

// Answer is the answer of a creating route, stored by the write that creates, so that
// a repeated request gets the same answer and acts once; nil without an idempotency key.
func (c *Call) Answer(body any) *write.Answer { return c.AnswerAs(c.route.Status, body) }

// AnswerAs is Answer for a route that answers with more than one status.
func (c *Call) AnswerAs(status int, body any) *write.Answer {
	if c.idemKey == "" {
		return nil
	}
	// Empty lists are [] and not null, as in the first answer.
	answer := reflect.New(reflect.TypeOf(body))
	answer.Elem().Set(reflect.ValueOf(body))
	fillSlices(answer)
	encoded, err := json.Marshal(answer.Interface())
	if err != nil {
		panic(fmt.Sprintf("rest: the answer of %s cannot be encoded: %v", c.route.ID, err))
	}
	return &write.Answer{Key: c.idemKey, Hash: c.idemHash, Status: status, Body: encoded}
}

// Remember stores the answer of a creating route in the route's transaction.
func (c *Call) Remember(x *table.Tx, body any) { x.Answer(c.Answer(body)) }

// RememberAs is Remember for a route that answers with more than one status.
func (c *Call) RememberAs(x *table.Tx, status int, body any) { x.Answer(c.AnswerAs(status, body)) }

// Forget deletes the answer that Remember stored, in the transaction that undoes the
// creation.
func (c *Call) Forget(x *table.Tx) {
	if c.idemKey != "" {
		x.Forget(c.idemKey)
	}
}

// Version parses an If-Match header: the version of the record that is edited, with
// or without the quotes of an entity tag.
func Version(ifMatch string) (int64, error) {
	v, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(ifMatch, "W/"), `"`), 10, 64)
	if err != nil {
		return 0, message.New(message.Invalid, message.CodeVersionMissing)
	}
	return v, nil
}

// Edited is embedded in the inputs of routes that edit a versioned record.
type Edited struct {
	IfMatch string `header:"If-Match" doc:"the version that was read" maxLength:"40"`
}

// OfCompany is embedded in the inputs of a company's routes. The id has been
// compared with the caller's company before the handler runs.
type OfCompany struct {
	ID string `path:"id" format:"uuid" doc:"the company"`
}

// hashRequest identifies what a request asks for. The boundary of a form is chosen anew each time
// that the form is sent, so it is left out.
func hashRequest(r *http.Request, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", r.Method, r.URL.RequestURI())
	if _, params, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && params["boundary"] != "" {
		body = bytes.ReplaceAll(body, []byte("--"+params["boundary"]), []byte("--"))
	}
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}
