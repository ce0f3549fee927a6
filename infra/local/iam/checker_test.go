package iam

import (
	"errors"
	"strings"
	"testing"
)

func open(t *testing.T, dir string) *Checker {
	t.Helper()
	c, err := Open(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMatches(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"*", "arn:aws:s3:::b/k", true},
		{"arn:aws:s3:::b/*", "arn:aws:s3:::b/a/b/c", true},
		{"arn:aws:s3:::b/*", "arn:aws:s3:::b", false},
		{"arn:aws:s3:::b/*.pdf", "arn:aws:s3:::b/a.pdf.pdf", true},
		{"arn:aws:s3:::b/*.pdf", "arn:aws:s3:::b/a.pdf.txt", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"*a*b*", "xxaxxbxx", true},
		{"*a*b*", "xxbxxaxx", false},
		{"a**b", "ab", true},
		{"table", "table/index", false},
		{strings.Repeat("a*", 50) + "b", strings.Repeat("a", 5000), false},
	}
	for _, test := range tests {
		if got := matches(test.pattern, test.text); got != test.want {
			t.Errorf("matches(%q, %.20q) is %v", test.pattern, test.text, got)
		}
	}
}

func TestAllow(t *testing.T) {
	c := open(t, t.TempDir())
	const items = "arn:aws:dynamodb:ap-northeast-1:000000000000:table/anzen"
	id := c.Issue("listSheets", Statement{Actions: []string{"dynamodb:Get*", "dynamodb:Query"}, Resources: []string{items, items + "/index/*"}}, Statement{Actions: []string{"*"}, Resources: []string{"arn:aws:s3:::sheets/*"}}).AccessKeyID
	tests := []struct {
		action, resource string
		want             bool
	}{
		{"dynamodb:GetItem", items, true},
		{"DynamoDB:getitem", items, true},
		{"dynamodb:Query", items + "/index/email", true},
		{"dynamodb:PutItem", items, false},
		{"dynamodb:GetItem", items + "-other", false},
		{"dynamodb:GetItem", strings.ToUpper(items), false},
		{"s3:GetObject", "arn:aws:s3:::sheets/a/b.pdf", true},
		{"s3:GetObject", "arn:aws:s3:::work/a", false},
	}
	for _, test := range tests {
		err := c.Allow(id, test.action, test.resource)
		if (err == nil) != test.want {
			t.Errorf("%s on %s: %v", test.action, test.resource, err)
		}
		var denied *Denied
		if err != nil && (!errors.As(err, &denied) || *denied != Denied{"listSheets", test.action, test.resource, "000000000000"}) {
			t.Errorf("%s on %s: %#v", test.action, test.resource, err)
		}
	}
	if err := c.Allow("AKIAUNKNOWN", "s3:GetObject", "arn:aws:s3:::sheets/a"); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("unknown key: %v", err)
	}
	want := "User: arn:aws:sts::000000000000:assumed-role/listSheets/listSheets is not authorized to perform: dynamodb:PutItem on resource: " + items +
		" because no identity-based policy allows the dynamodb:PutItem action"
	if err := c.Allow(id, "dynamodb:PutItem", items); err == nil || err.Error() != want {
		t.Errorf("refusal: %v", err)
	}
}

func TestCredentialsAreTheSameInTheSameFolder(t *testing.T) {
	dir := t.TempDir()
	first, again, elsewhere := open(t, dir), open(t, dir), open(t, t.TempDir())
	a, b := first.Issue("a"), first.Issue("b")
	if a.AccessKeyID == b.AccessKeyID || a.SecretAccessKey == b.SecretAccessKey || len(a.AccessKeyID) != 20 || len(a.SecretAccessKey) != 40 {
		t.Errorf("%+v and %+v", a, b)
	}
	if got := again.Issue("a"); got != a {
		t.Errorf("%+v, then %+v", a, got)
	}
	if got := elsewhere.Issue("a"); got.AccessKeyID == a.AccessKeyID || got.SecretAccessKey == a.SecretAccessKey {
		t.Errorf("%+v, elsewhere %+v", a, got)
	}
	secret, ok := first.Secret(a.AccessKeyID)
	if function, known := first.Function(a.AccessKeyID); !ok || !known || secret != a.SecretAccessKey || function != "a" {
		t.Errorf("%s of %s", secret, function)
	}
	// A new policy replaces the old one.
	first.Issue("a", Statement{Actions: []string{"*"}, Resources: []string{"*"}})
	if err := first.Allow(a.AccessKeyID, "s3:GetObject", "x"); err != nil {
		t.Error(err)
	}
	first.Issue("a")
	if err := first.Allow(a.AccessKeyID, "s3:GetObject", "x"); err == nil {
		t.Error("the old policy still holds")
	}
}
