package saml_test

import (
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/saml/samltest"
)

var now = time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)

func TestRead(t *testing.T) {
	end := now.Add(365 * 24 * time.Hour)
	good := samltest.Metadata("https://idp.midori.example/", samltest.Certificate(t, end))
	for name, metadata := range map[string]string{
		"as it is": good, "marked": "\ufeff" + good, "by POST": strings.Replace(good, "HTTP-Redirect", "HTTP-POST", 1),
		"valid for a day":  strings.Replace(good, "entityID=", `validUntil="2026-01-16T00:00:00Z" entityID=`, 1),
		"its default form": strings.NewReplacer("md:", "", "xmlns:md", "xmlns").Replace(strings.Replace(good, "xmlns:md", "xmlns", 1)),
	} {
		p, trouble := saml.Read(metadata, now)
		if trouble != "" || p.EntityID != "https://idp.midori.example/" || p.SignInURL != "https://idp.midori.example/sso" || !p.CertificateEnds.Equal(end) {
			t.Errorf("%s: %+v %s", name, p, trouble)
		}
	}
	if p, trouble := saml.Read(samltest.Metadata("x", samltest.RSACertificate(t, end, 2048)), now); trouble != "" {
		t.Errorf("a long key: %+v %s", p, trouble)
	}
	replaced := func(old, by string) string { return strings.ReplaceAll(good, old, by) }
	for name, tt := range map[string]struct {
		metadata string
		want     message.Code
	}{
		"nothing":                     {" ", message.CodeRequired},
		"no XML":                      {"https://idp.midori.example/metadata", saml.CodeMetadata},
		"cut off":                     {good[:len(good)/2], saml.CodeMetadata},
		"two documents":               {good + strings.TrimPrefix(good, `<?xml version="1.0" encoding="UTF-8"?>`), saml.CodeMetadata},
		"something else":              {"<html></html>", saml.CodeMetadata},
		"another encoding":            {replaced("UTF-8", "Shift_JIS"), saml.CodeMetadata},
		"broken UTF-8":                {replaced("midori", "\xff"), saml.CodeMetadata},
		"an external entity":          {replaced("<md:EntityDescriptor", `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><md:EntityDescriptor`), saml.CodeMetadata},
		"entities that grow":          {`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + good, saml.CodeMetadata},
		"an entity of no declaration": {replaced("https://idp.midori.example/sso", "https://&x;/"), saml.CodeMetadata},
		"nested without end":          {strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100), saml.CodeMetadata},
		"too large":                   {good + strings.Repeat(" ", saml.MaxMetadata) + "<!---->", saml.CodeTooLarge},
		"no name":                     {replaced("https://idp.midori.example/\"", "\""), saml.CodeNoProvider},
		"of a service":                {replaced("IDPSSODescriptor", "SPSSODescriptor"), saml.CodeNoProvider},
		"without TLS":                 {replaced("https://idp.midori.example/sso", "http://idp.midori.example/sso"), saml.CodeNoSignIn},
		"a script":                    {replaced("https://idp.midori.example/sso", "javascript:alert(1)"), saml.CodeNoSignIn},
		"by SOAP alone":               {replaced("HTTP-Redirect", "SOAP"), saml.CodeNoSignIn},
		"no certificate":              {replaced("X509Certificate", "X509SubjectName"), saml.CodeCertificate},
		"for encryption alone":        {replaced(`use="signing"`, `use="encryption"`), saml.CodeCertificate},
		"a certificate that is none":  {samltest.Metadata("x", "AAAA"), saml.CodeCertificate},
		"a certificate of SHA-1":      {samltest.Metadata("x", sha1Certificate), saml.CodeWeak},
		"a short key":                 {samltest.Metadata("x", samltest.RSACertificate(t, end, 1024)), saml.CodeWeak},
		"one weak of two":             {strings.Replace(good, "</ds:X509Data>", "<ds:X509Certificate>"+sha1Certificate+"</ds:X509Certificate></ds:X509Data>", 1), saml.CodeWeak},
		"a certificate that ended":    {samltest.Metadata("x", samltest.Certificate(t, now)), saml.CodeCertificate},
		"metadata that ended":         {replaced("entityID=", `validUntil="2026-01-15T00:00:00Z" entityID=`), saml.CodeExpired},
	} {
		if p, trouble := saml.Read(tt.metadata, now); trouble != tt.want {
			t.Errorf("%s: %+v %q, want %q", name, p, trouble, tt.want)
		}
	}
}

// sha1Certificate is valid until 2126: no program of today makes such certificates.
const sha1Certificate = "MIIDATCCAemgAwIBAgIURS4NvGp1ytKIPFpWI0YCzFI2RhUwDQYJKoZIhvcNAQEFBQAwDzENMAsGA1UEAwwEc2hhMTAgFw0yNjExMjMxNzMxNTVaGA8yMTI2MTAzMDE3MzE1NVowDzENMAsGA1UEAwwEc2hhMTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALFm4JG+oJyZ9BU+4kWqtVQs/erAb2853HCcrmX4KMHO3yZlB8x8+/2/DHr0QvXn9jK+agjtwKCY6aHkq0YkWSJPeS42zQgMsp/BNJ3+qAnvfRpxgkYGyN2ovK9rQcRiLHDqSBF6WkdcLnm5x4gYjSVadoczPjVT7H2mwZZfw/KXrW8QxwmtjLaDiCZPjZXgWtblwMkOC09iLD1PHFBKj3S8qEgzSdg96Z0ydvXriZR5yWJCBk9eN50M9Bzu4m09CeuoW/uUm331K3aQykkcgBvzFkjCSy3UIEMZBST1gdd6fJKAuGANR9Ze1Czqr8xQdGcOFYjpQC0qsba/CMcUpNsCAwEAAaNTMFEwHQYDVR0OBBYEFLV2if1AkCDdh/6Ndr5ScomBB24UMB8GA1UdIwQYMBaAFLV2if1AkCDdh/6Ndr5ScomBB24UMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQEFBQADggEBABDe+nOVmaHkMgfcEPsZMiP/UkMZDLjZmcqj51H+ORdmGrgIUOyPiHYjETyCsm5cV/4FyI5CpyAdVE3MNybh8ma8WkDG+VYIFhczRa2dYNIgAXJ/i3BuGO+FqIyWuEuvuPdN2eV9ovWDmvdd/EAX4eY03NDZoDxYHh4/pcxxPKLVeesrXlHY8Byo6j9F2nB3cgR6hkObbAdLrN3mRFsCqQJlfJZCij7FN3vFOnJYIqjz6yQp1drY9AwsGezHjScNPIOw5Uwn1FbU9DiUWLnTbX/jF90Yi8XJf73RRIGozlUqErIQd7O+O9jmskKq7YkLUeUPtKvmoiWSv+y7kobBPx0="

func FuzzRead(f *testing.F) {
	f.Add(samltest.Metadata("x", samltest.Certificate(f, now.Add(time.Hour))))
	f.Add("<!DOCTYPE x>")
	f.Fuzz(func(t *testing.T, metadata string) {
		if p, trouble := saml.Read(metadata, now); trouble == "" && (p.EntityID == "" || !strings.HasPrefix(p.SignInURL, "https://") || !p.CertificateEnds.After(now)) {
			t.Errorf("%q is parsed as %+v", metadata, p)
		}
	})
}

func TestProviderName(t *testing.T) {
	if name := saml.ProviderName("01890a5d-ac96-774b-bcce-b302099a8001"); len(name) != 32 || strings.Contains(name, "-") {
		t.Error(name)
	}
}
