package mailbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	ses "github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"
	"github.com/google/go-cmp/cmp"

	"anzen/infra/local/mailbox"
)

var (
	ctx  = context.Background()
	noon = time.Date(2026, 11, 2, 3, 0, 0, 0, time.UTC)
)

func open(t *testing.T, dir string, keep int) *mailbox.Box {
	t.Helper()
	box, err := mailbox.Open(mailbox.Config{Dir: dir, Keep: keep, Clock: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	return box
}

func serve(t *testing.T, h http.Handler) aws.Config {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return aws.Config{
		Region: "ap-northeast-1", BaseEndpoint: aws.String(server.URL),
		Credentials: credentials.NewStaticCredentialsProvider("AKIA", "secret", ""),
		Retryer:     func() aws.Retryer { return aws.NopRetryer{} },
	}
}

func content(s string) *ses.Content {
	return &ses.Content{Data: aws.String(s), Charset: aws.String("UTF-8")}
}

func simple(to ...string) *sesv2.SendEmailInput {
	return &sesv2.SendEmailInput{
		FromEmailAddress: aws.String("安全 <noreply@example.jp>"),
		Destination:      &ses.Destination{ToAddresses: to},
		Content: &ses.EmailContent{Simple: &ses.Message{
			Subject: content("ご登録ありがとうございます"), Body: &ses.Body{Text: content("本文"), Html: content("<p>本文</p>")},
		}},
	}
}

func code(err error) string {
	var api smithy.APIError
	if errors.As(err, &api) {
		return api.ErrorCode()
	}
	return fmt.Sprint(err)
}

func TestSendEmail(t *testing.T) {
	box := open(t, t.TempDir(), 0)
	client := sesv2.NewFromConfig(serve(t, box.SES()))
	in := simple("hanako@example.jp")
	in.Destination.CcAddresses = []string{"cc@example.jp"}
	in.Destination.BccAddresses = []string{"bcc@example.jp"}
	in.ReplyToAddresses = []string{"help@example.jp"}
	in.Content.Simple.Attachments = []ses.Attachment{{FileName: aws.String("一覧.csv"), ContentType: aws.String("text/csv"), RawContent: []byte("a,b\n")}}
	out, err := client.SendEmail(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	want := mailbox.Message{
		ID: *out.MessageId, Channel: mailbox.Mail, At: noon, From: "安全 <noreply@example.jp>",
		To: []string{"hanako@example.jp"}, Cc: []string{"cc@example.jp"}, Bcc: []string{"bcc@example.jp"}, ReplyTo: []string{"help@example.jp"},
		Subject: "ご登録ありがとうございます", Text: "本文", HTML: "<p>本文</p>",
		Attachments: []mailbox.Attachment{{Name: "一覧.csv", ContentType: "text/csv", Size: 4, Content: []byte("a,b\n")}},
	}
	for _, to := range []string{"Hanako@example.jp", "cc@example.jp", "Someone <bcc@example.jp>", ""} {
		if diff := cmp.Diff([]mailbox.Message{want}, box.Messages(to)); diff != "" {
			t.Errorf("for %q:\n%s", to, diff)
		}
	}
	if found := box.Messages("nobody@example.jp"); len(found) != 0 {
		t.Errorf("for an unknown address: %v", found)
	}
}

func TestSendEmailRefuses(t *testing.T) {
	box := open(t, t.TempDir(), 0)
	client := sesv2.NewFromConfig(serve(t, box.SES()))
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprintf("u%d@example.jp", i)
	}
	tests := map[string]func(*sesv2.SendEmailInput){
		"no sender":                 func(in *sesv2.SendEmailInput) { in.FromEmailAddress = nil },
		"no recipient":              func(in *sesv2.SendEmailInput) { in.Destination = nil },
		"no address":                func(in *sesv2.SendEmailInput) { in.Destination.ToAddresses = []string{"hanako"} },
		"51 recipients":             func(in *sesv2.SendEmailInput) { in.Destination.ToAddresses = many },
		"a template":                func(in *sesv2.SendEmailInput) { in.Content = &ses.EmailContent{Template: &ses.Template{}} },
		"nothing in it":             func(in *sesv2.SendEmailInput) { in.Content = &ses.EmailContent{} },
		"no body":                   func(in *sesv2.SendEmailInput) { in.Content.Simple.Body = &ses.Body{} },
		"a raw mail without header": func(in *sesv2.SendEmailInput) { in.Content = raw("hello") },
		"an unknown set":            func(in *sesv2.SendEmailInput) { in.Content = raw("Content-Type: text/plain; charset=klingon\r\n\r\nx") },
	}
	for name, spoil := range tests {
		in := simple("hanako@example.jp")
		spoil(in)
		_, err := client.SendEmail(ctx, in)
		if code(err) != "BadRequestException" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := client.GetAccount(ctx, &sesv2.GetAccountInput{}); code(err) != "UnknownOperationException" {
		t.Errorf("unknown operation: %v", err)
	}
	if got := box.Messages(""); len(got) != 0 {
		t.Errorf("%d messages were kept", len(got))
	}
}

func raw(s string) *ses.EmailContent {
	return &ses.EmailContent{Raw: &ses.RawMessage{Data: []byte(s)}}
}

func TestRawMail(t *testing.T) {
	box := open(t, t.TempDir(), 0)
	client := sesv2.NewFromConfig(serve(t, box.SES()))
	source := strings.ReplaceAll(`From: =?UTF-8?B?5a6J5YWo?= <noreply@example.jp>
To: =?ISO-2022-JP?B?GyRCMlY7UhsoQg==?= <hanako@example.jp>, taro@example.jp
Subject: =?UTF-8?Q?=E9=80=B1=E6=AC=A1?= report
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-2022-jp
Content-Transfer-Encoding: 7bit

`+"\x1b$BMM\x1b(B"+`
--inner
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>=E6=A7=98</p>
--inner--
--outer
Content-Type: text/csv
Content-Disposition: attachment; filename="=?UTF-8?B?5LiA6KanLmNzdg==?="
Content-Transfer-Encoding: base64

YSxi
Cg==
--outer--
`, "\n", "\r\n")
	if _, err := client.SendEmail(ctx, &sesv2.SendEmailInput{Content: raw(source)}); err != nil {
		t.Fatal(err)
	}
	got := box.Messages("hanako@example.jp")
	if len(got) != 1 {
		t.Fatalf("%d messages", len(got))
	}
	want := mailbox.Message{
		ID: got[0].ID, Channel: mailbox.Mail, At: noon, From: "安全 <noreply@example.jp>",
		To: []string{"花子 <hanako@example.jp>", "taro@example.jp"}, Subject: "週次 report",
		Text: "様", HTML: "<p>様</p>",
		Attachments: []mailbox.Attachment{{Name: "一覧.csv", ContentType: "text/csv", Size: 4, Content: []byte("a,b\n")}},
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
}

func TestKeepsTheNewestThroughACrash(t *testing.T) {
	dir := t.TempDir()
	box := open(t, dir, 10)
	for n := range 35 {
		if _, err := box.Deliver(mailbox.Message{Channel: mailbox.Mail, To: []string{"a@example.jp"}, Subject: fmt.Sprint(n)}); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.OpenFile(filepath.Join(dir, "mailbox.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"id":"torn`); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	again := open(t, dir, 10)
	got := again.Messages("a@example.jp")
	if len(got) != 10 || got[0].Subject != "34" || got[9].Subject != "25" {
		t.Fatalf("%d messages: %v", len(got), got)
	}
	for i := range got[:9] {
		if got[i].ID <= got[i+1].ID {
			t.Errorf("%s does not come after %s", got[i].ID, got[i+1].ID)
		}
	}
	kept, err := os.ReadFile(filepath.Join(dir, "mailbox.jsonl"))
	if err != nil || strings.Count(string(kept), "\n") > 21 {
		t.Errorf("%d lines, %v", strings.Count(string(kept), "\n"), err)
	}
}

func get(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestAPI(t *testing.T) {
	box := open(t, t.TempDir(), 0)
	server := httptest.NewServer(box.Web())
	defer server.Close()
	deliver := func(m mailbox.Message) string {
		id, err := box.Deliver(m)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	mail := deliver(mailbox.Message{Channel: mailbox.Mail, To: []string{"hanako@example.jp"}, Attachments: []mailbox.Attachment{{Name: "a.csv", Content: []byte("a,b")}}})
	plain := deliver(mailbox.Message{Channel: mailbox.Mail, To: []string{"taro+sds@example.jp"}, Text: "1"})
	for query, want := range map[string][]string{
		"":                          {plain, mail},
		"?to=hanako@example.jp":     {mail},
		"?to=taro%2Bsds@example.jp": {plain},
		"?to=nobody@example.jp":     {},
	} {
		_, body := get(t, server.URL+mailbox.Path+"/api/messages"+query)
		var answer struct{ Messages []mailbox.Message }
		if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Messages == nil {
			t.Fatalf("%s: %v in %s", query, err, body)
		}
		ids := []string{}
		for _, m := range answer.Messages {
			ids = append(ids, m.ID)
		}
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%s:\n%s", query, diff)
		}
	}
	_, body := get(t, server.URL+mailbox.Path+"/api/messages/"+mail)
	if !strings.Contains(body, `"size":3`) || strings.Contains(body, `"content"`) {
		t.Errorf("one message: %s", body)
	}
	if response, _ := get(t, server.URL+mailbox.Path+"/api/messages/none"); response.StatusCode != http.StatusNotFound {
		t.Errorf("unknown message: %d", response.StatusCode)
	}
	if stored := box.Messages("hanako@example.jp")[0].Attachments[0]; string(stored.Content) != "a,b" {
		t.Errorf("the API took the content of %+v", stored)
	}
}

func TestPage(t *testing.T) {
	box := open(t, t.TempDir(), 0)
	server := httptest.NewServer(box.Web())
	defer server.Close()
	id, err := box.Deliver(mailbox.Message{
		Channel: mailbox.Mail, From: "noreply@example.jp", To: []string{"hanako@example.jp"}, Subject: `<script>alert(1)</script>`,
		Text:        "こちら: http://127.0.0.1:8080/activate?token=a&b=\"x\" を開いてください。<b>",
		HTML:        `<!doctype html><html><head lang="ja"><title>x</title></head><body><a href="http://127.0.0.1:8080/">開く</a></body></html>`,
		Attachments: []mailbox.Attachment{{Name: "一覧.csv", ContentType: "text/csv", Content: []byte("a,b")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	base := server.URL + mailbox.Path
	tests := []struct {
		name, url, language string
		status              int
		has, hasNot         []string
	}{
		{"list", base, "ja", 200, []string{"ローカル受信箱", "&lt;script&gt;alert(1)", "2026-11-02 12:00:00", mailbox.Path + "/messages/" + id}, []string{"<script", "style="}},
		{"list with slash", base + "/", "ja", 200, []string{"ローカル受信箱"}, nil},
		{"list in English", base, "en-US,en;q=0.9", 200, []string{"Local mailbox", `lang="en"`}, []string{"宛先"}},
		{"empty list", base + "?to=nobody@example.jp", "ja", 200, []string{"メッセージはありません。", `value="nobody@example.jp"`}, nil},
		{"message", base + "/messages/" + id, "ja", 200, []string{
			`<a href="http://127.0.0.1:8080/activate?token=a&amp;b=" rel="noreferrer">`, "&lt;b&gt;", "一覧.csv",
			`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="` + mailbox.Path + "/messages/" + id + `/html"`,
		}, []string{"<b>", "<script"}},
		{"no message", base + "/messages/none", "ja", 404, []string{"メッセージが見つかりません。"}, nil},
		{"HTML part", base + "/messages/" + id + "/html", "ja", 200, []string{`<head lang="ja"><base target="_blank"><title>`, "開く"}, nil},
		{"attachment", base + "/messages/" + id + "/attachments/0", "ja", 200, []string{"a,b"}, nil},
		{"no attachment", base + "/messages/" + id + "/attachments/1", "ja", 404, nil, nil},
		{"style", base + "/style.css", "ja", 200, []string{"font-family"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response, body := get(t, test.url, "Accept-Language", test.language)
			if response.StatusCode != test.status {
				t.Fatalf("%d: %s", response.StatusCode, body)
			}
			for _, s := range test.has {
				if !strings.Contains(body, s) {
					t.Errorf("%q is missing in %s", s, body)
				}
			}
			for _, s := range test.hasNot {
				if strings.Contains(body, s) {
					t.Errorf("%q is in %s", s, body)
				}
			}
			if response.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Error("nosniff is not set")
			}
			if policy := response.Header.Get("Content-Security-Policy"); strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") &&
				(!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script")) {
				t.Errorf("policy %q", policy)
			}
		})
	}
}
