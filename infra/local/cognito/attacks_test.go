package cognito_test

import (
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"
)

// evil is the person that the forged parts name.
const evil = "admin"

// forged is a copy of the signed assertion without its signature, about someone else.
func forged(d draft) *etree.Element {
	e := d.assertion.Copy()
	if signature := e.SelectElement("Signature"); signature != nil {
		e.RemoveChild(signature)
	}
	e.CreateAttr("ID", "_evil")
	e.FindElement("./Subject/NameID").SetText(evil)
	return e
}

// wrap are the forms of signature wrapping, XSW1 to XSW8, and one with a comment.
var wrap = map[string]func(t *testing.T, d draft){
	// The response is signed in 1 and 2, the assertion in the others.
	"XSW1": func(t *testing.T, d draft) {
		d.s.sign(t, d.root)
		signature := d.root.SelectElement("Signature")
		original := d.root.Copy()
		original.RemoveChild(original.SelectElement("Signature"))
		signature.AddChild(original)
		d.root.CreateAttr("ID", "_evil_response")
		d.assertion.FindElement("./Subject/NameID").SetText(evil)
	},
	"XSW2": func(t *testing.T, d draft) {
		d.s.sign(t, d.root)
		original := d.root.Copy()
		original.RemoveChild(original.SelectElement("Signature"))
		d.root.InsertChildAt(1, original)
		d.root.CreateAttr("ID", "_evil_response")
		d.assertion.FindElement("./Subject/NameID").SetText(evil)
	},
	"XSW3": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		d.root.InsertChildAt(d.assertion.Index(), forged(d))
	},
	"XSW4": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		e := forged(d)
		d.root.RemoveChild(d.assertion)
		e.AddChild(d.assertion)
		d.root.AddChild(e)
	},
	"XSW5": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		original := d.assertion.Copy()
		original.RemoveChild(original.SelectElement("Signature"))
		d.root.AddChild(original)
		d.assertion.CreateAttr("ID", "_evil")
		d.assertion.FindElement("./Subject/NameID").SetText(evil)
	},
	"XSW6": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		original := d.assertion.Copy()
		original.RemoveChild(original.SelectElement("Signature"))
		d.assertion.SelectElement("Signature").AddChild(original)
		d.assertion.CreateAttr("ID", "_evil")
		d.assertion.FindElement("./Subject/NameID").SetText(evil)
	},
	"XSW7": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		extensions := etree.NewElement("samlp:Extensions")
		extensions.AddChild(forged(d))
		d.root.InsertChildAt(1, extensions)
	},
	"XSW8": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		original := d.assertion.Copy()
		original.RemoveChild(original.SelectElement("Signature"))
		object := d.assertion.SelectElement("Signature").CreateElement("ds:Object")
		object.AddChild(original)
		d.assertion.CreateAttr("ID", "_evil")
		d.assertion.FindElement("./Subject/NameID").SetText(evil)
	},
	"a comment in the name": func(t *testing.T, d draft) {
		name := d.assertion.FindElement("./Subject/NameID")
		name.SetText(evil + ".evil.example")
		d.s.sign(t, d.assertion)
		name.SetText(evil)
		name.AddChild(etree.NewComment(""))
		name.AddChild(etree.NewText(".evil.example"))
	},
	// The place of the assertion, with an id that two elements have.
	"XSW9": func(t *testing.T, d draft) {
		d.s.sign(t, d.assertion)
		e := forged(d)
		e.CreateAttr("ID", "_assertion")
		d.root.InsertChildAt(1, e)
	},
}

func TestSignatureWrappingIsRefused(t *testing.T) {
	f := newFederation(t)
	for name, attack := range wrap {
		t.Run(name, func(t *testing.T) {
			r := f.begin("companya")
			d := f.response(r, f.a, nil)
			attack(t, d)
			got := f.consume(r, d.bytes(t))
			if got.Get("code") != "" || got.Get("error") != "server_error" || !strings.HasPrefix(got.Get("error_description"), "Invalid SAML response received: ") {
				t.Errorf("%v", got)
			}
			t.Log(got.Get("error_description"))
		})
	}
	// Nobody was made meanwhile.
	if claims := f.signInBy("companya", f.a, "hanako", hanako); claims["cognito:username"] != "companya_hanako" {
		t.Error(claims)
	}
}

// A response that is not for this request, not of this time, or not of this provider.
func TestResponsesAreRefused(t *testing.T) {
	f := newFederation(t)
	at := func(d time.Duration) string { return f.now.Add(d).UTC().Format("2006-01-02T15:04:05Z") }
	late, early := at(-4*time.Minute), at(4*time.Minute)
	signed := func(values map[string]string) func(*testing.T, request) []byte {
		return func(t *testing.T, r request) []byte { return f.response(r, f.a, values).signed(t) }
	}
	changed := func(change func(d draft)) func(*testing.T, request) []byte {
		return func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			change(d)
			return d.signed(t)
		}
	}
	afterwards := func(change func(t *testing.T, d draft)) func(*testing.T, request) []byte {
		return func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			d.s.sign(t, d.assertion)
			change(t, d)
			return d.bytes(t)
		}
	}
	text := func(text string) func(*testing.T, request) []byte {
		return func(*testing.T, request) []byte { return []byte(text) }
	}
	before := func(text string) func(*testing.T, request) []byte {
		return func(t *testing.T, r request) []byte { return append([]byte(text), signed(nil)(t, r)...) }
	}
	remove := func(path string) func(draft) {
		return func(d draft) { e := d.assertion.FindElement(path); e.Parent().RemoveChild(e) }
	}
	for name, c := range map[string]struct {
		response func(t *testing.T, r request) []byte
		want     string
	}{
		"unsigned": {func(t *testing.T, r request) []byte { return f.response(r, f.a, nil).bytes(t) }, "nothing is signed"},
		"changed":  {afterwards(func(_ *testing.T, d draft) { d.assertion.FindElement("./Subject/NameID").SetText(evil) }), "cannot validate signature"},
		"signed by someone else": {func(t *testing.T, r request) []byte {
			return f.response(r, &signer{f.a.entity, f.b.key, f.b.cert, f.b.method}, nil).signed(t)
		}, "cannot validate signature"},
		"with another's certificate": {func(t *testing.T, r request) []byte {
			return f.response(r, &signer{f.a.entity, f.b.key, f.a.cert, f.b.method}, nil).signed(t)
		}, "cannot validate signature"},
		"SHA-1": {func(t *testing.T, r request) []byte {
			return f.response(r, &signer{f.a.entity, f.a.key, f.a.cert, dsig.RSASHA1SignatureMethod}, nil).signed(t)
		}, "too weak"},
		"a shared secret": {afterwards(func(_ *testing.T, d draft) {
			d.assertion.FindElement(".//SignatureMethod").CreateAttr("Algorithm", "http://www.w3.org/2000/09/xmldsig#hmac-sha1")
		}), "too weak"},
		"a digest by SHA-1": {afterwards(func(_ *testing.T, d draft) {
			d.assertion.FindElement(".//DigestMethod").CreateAttr("Algorithm", "http://www.w3.org/2000/09/xmldsig#sha1")
		}), "too weak"},
		"a filter of parts": {afterwards(func(_ *testing.T, d draft) {
			d.assertion.FindElement(".//Transform").CreateAttr("Algorithm", "http://www.w3.org/TR/1999/REC-xpath-19991116")
		}), "leaves parts out"},
		"two references": {afterwards(func(_ *testing.T, d draft) {
			info := d.assertion.FindElement("./Signature/SignedInfo")
			info.AddChild(info.SelectElement("Reference").Copy())
		}), "about another element"},
		"another provider's issuer": {signed(map[string]string{"issuer": f.b.entity}), "Issuer does not match"},
		"a foreign provider":        {func(t *testing.T, r request) []byte { return f.response(r, f.b, nil).signed(t) }, "Issuer does not match"},
		"another audience":          {signed(map[string]string{"audience": "urn:amazon:cognito:sp:other"}), "AudienceRestriction"},
		"no audience":               {changed(remove(".//AudienceRestriction")), "no audience"},
		"another destination":       {signed(map[string]string{"destination": "https://other.example/saml2/idpresponse"}), "Destination"},
		"no destination":            {signed(map[string]string{"destination": ""}), "no destination"},
		"another recipient":         {signed(map[string]string{"recipient": "https://other.example/saml2/idpresponse"}), "Recipient"},
		"another request":           {signed(map[string]string{"to": "_other"}), "InResponseTo"},
		"no request":                {signed(map[string]string{"to": ""}), "InResponseTo"},
		"expired":                   {signed(map[string]string{"until": late}), "expired"},
		"issued long ago":           {signed(map[string]string{"now": late}), "expired"},
		"not yet valid":             {signed(map[string]string{"from": early, "until": at(5 * time.Minute)}), "not yet valid"},
		"no time":                   {changed(func(d draft) { d.assertion.FindElement("./Conditions").RemoveAttr("NotBefore") }), "no time"},
		"nobody confirms":           {changed(remove("./Subject/SubjectConfirmation")), "confirmed"},
		"a holder of a key confirms": {changed(func(d draft) {
			d.assertion.FindElement("./Subject/SubjectConfirmation").CreateAttr("Method", "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key")
		}), "confirmed"},
		"nobody is named":    {signed(map[string]string{"subject": ""}), "names no subject"},
		"a name with spaces": {signed(map[string]string{"subject": " hanako"}), "not usable"},
		"no success": {func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			d.root.FindElement(".//StatusCode").CreateAttr("Value", "urn:oasis:names:tc:SAML:2.0:status:Requester")
			return d.signed(t)
		}, "status:Requester"},
		"two assertions": {func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			d.s.sign(t, d.assertion)
			e := forged(d)
			d.s.sign(t, e)
			d.root.AddChild(e)
			return d.bytes(t)
		}, "one assertion"},
		"no assertion": {func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			d.root.RemoveChild(d.assertion)
			d.s.sign(t, d.root)
			return d.bytes(t)
		}, "no assertion"},
		"an encrypted assertion": {func(t *testing.T, r request) []byte {
			d := f.response(r, f.a, nil)
			d.root.CreateElement("saml:EncryptedAssertion")
			return d.signed(t)
		}, "encrypted"},
		"an entity":               {before(`<!DOCTYPE r [<!ENTITY x "admin">]>`), "document type"},
		"entities that grow":      {before(`<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`), "document type"},
		"a file of the machine":   {before(`<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>`), "document type"},
		"an instruction":          {before(`<?xml-stylesheet href="https://evil.example/"?>`), "processing instruction"},
		"nested without end":      {text(strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)), "nested"},
		"something else":          {text("<html></html>"), "not a response"},
		"no XML":                  {text("hanako"), "not a response"},
		"a response that is huge": {text("<a>" + strings.Repeat(" ", 300<<10) + "</a>"), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			r := f.begin("companya")
			got := f.consume(r, c.response(t, r))
			if got.Get("code") != "" || got.Get("error") != "server_error" || !strings.Contains(got.Get("error_description"), c.want) {
				t.Errorf("%v, want %q", got, c.want)
			}
		})
	}
}

// An answer that was taken, or comes to another browser or too late, is nobody's.
func TestResponsesAreAcceptedOnce(t *testing.T) {
	f := newFederation(t)
	const invalid = "Invalid samlResponse or relayState from identity provider"
	r := f.begin("companya")
	response := f.response(r, f.a, nil).signed(t)
	if got := f.consume(r, response); got.Get("code") == "" {
		t.Fatal(got)
	}
	if got := f.consume(r, response); got.Get("error_description") != invalid {
		t.Errorf("again: %v", got)
	}
	next := f.begin("companya")
	if got := f.consume(next, response); !strings.Contains(got.Get("error_description"), "InResponseTo") {
		t.Errorf("to the next request: %v", got)
	}
	r = f.begin("companya")
	if got := f.consume(request{relay: "none"}, response); got.Get("error_description") != invalid {
		t.Errorf("to no request: %v", got)
	}
	f.browser.Jar, _ = cookiejar.New(nil)
	if got := f.consume(r, f.response(r, f.a, nil).signed(t)); got.Get("error_description") != invalid {
		t.Errorf("in another browser: %v", got)
	}
	r = f.begin("companya")
	f.now = f.now.Add(5 * time.Minute)
	if got := f.consume(r, f.response(r, f.a, nil).signed(t)); got.Get("error_description") != invalid {
		t.Errorf("too late: %v", got)
	}
	f.now = time.Now()
	r = f.begin("companya")
	f.works(f.update(func(in *idp.UpdateUserPoolClientInput) { in.WriteAttributes = []string{"locale"} }))
	if got := f.consume(r, f.response(r, f.a, nil).signed(t)); !strings.Contains(got.Get("error_description"), "cannot write") {
		t.Errorf("without the right to write what is asserted: %v", got)
	}
	r = f.begin("companya")
	f.support("COGNITO", "companyb")
	if got := f.consume(r, f.response(r, f.a, nil).signed(t)); !strings.Contains(got.Get("error_description"), "disconnected") {
		t.Errorf("disconnected meanwhile: %v", got)
	}
}
