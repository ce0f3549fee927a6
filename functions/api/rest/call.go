package rest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
)

// Call is one request as a handler sees it. On public routes the principal is empty.
type Call struct {
	*Services
	access.Principal
	// Of is the caller's company as read with this request.
	Of        company.Company
	Lang      string // "ja" or "en": of the texts in the answer
	Address   string // the client's address
	RequestID string
	Claims    Claims
	route     *Route
	idemKey   string
	idemHash  string
}

type callKey struct{}

func callFrom(ctx context.Context) *Call {
	call, ok := ctx.Value(callKey{}).(*Call)
	if !ok {
		panic("rest: a handler ran outside of the frame")
	}
	return call
}

// Audit is the audit record of something this call does.
func (c *Call) Audit(action, target string) table.Audit {
	return table.Audit{By: c.User, Action: action, Target: target, Address: c.Address, At: c.Now()}
}

// Begin starts a transaction on the caller's company with its audit record.
func (c *Call) Begin(action, target string) *table.Tx {
	return c.Table.Begin(c.Company).Audit(c.Audit(action, target))
}

// Remember stores the answer of a creating route in the transaction that
// creates, so that a repeated request is answered the same and acts once.
func (c *Call) Remember(x *table.Tx, body any) { c.RememberAs(x, c.route.Status, body) }

// RememberAs is Remember for a route that answers with more than one status.
func (c *Call) RememberAs(x *table.Tx, status int, body any) {
	if c.idemKey == "" {
		return
	}
	// The same lists are empty, and none null, as in the first answer.
	answer := reflect.New(reflect.TypeOf(body))
	answer.Elem().Set(reflect.ValueOf(body))
	fillSlices(answer)
	encoded, err := json.Marshal(answer.Interface())
	if err != nil {
		panic(fmt.Sprintf("rest: the answer of %s cannot be encoded: %v", c.route.ID, err))
	}
	x.Remember(c.idemKey, table.Answer{Hash: c.idemHash, Status: status, Body: encoded})
}

// Forget takes back what Remember stored, in the transaction that undoes what was
// created.
func (c *Call) Forget(x *table.Tx) {
	if c.idemKey != "" {
		x.Forget(c.idemKey)
	}
}

// Version reads an If-Match header: the version of the record that is edited,
// with or without the quotes of an entity tag.
func Version(ifMatch string) (int64, error) {
	v, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(ifMatch, "W/"), `"`), 10, 64)
	if err != nil {
		return 0, message.New(message.Invalid, message.CodeVersionMissing)
	}
	return v, nil
}

// Edited is embedded in the inputs of routes that edit something with a version.
type Edited struct {
	IfMatch string `header:"If-Match" doc:"the version that was read" maxLength:"40"`
}

// OfCompany is embedded in the inputs of a company's routes. The frame has
// compared the id with the caller's company before the handler runs.
type OfCompany struct {
	ID string `path:"id" format:"uuid" doc:"the company"`
}

func hashRequest(r *http.Request, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", r.Method, r.URL.RequestURI())
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}
