package info_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
)

func body(change map[string]any) map[string]any {
	b := map[string]any{"company_name": "株式会社みどり化学", "name": "山田 花子", "email": "Hanako@Midori.example", "message": "一行目\r\n二行目\u0007"}
	for name, value := range change {
		b[name] = value
	}
	return b
}

func ask(path string, change map[string]any) apitest.Request {
	return apitest.Request{Method: "POST", Path: path, Body: body(change), Lang: "ja"}
}

func TestInquiry(t *testing.T) {
	w := apitest.New(t)
	w.Run(t, apitest.Scenario{Name: "in Japanese", Request: ask("/info/inquiry", nil), Status: 202, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
		var receipt struct{ Reference string }
		r.Into(t, &receipt)
		if len(w.Mailbox.Mails) != 2 || len(receipt.Reference) != 13 {
			t.Fatalf("receipt %s, mails %+v", r.Body, w.Mailbox.Mails)
		}
		operator, sender := w.Mailbox.Mails[0], w.Mailbox.Mails[1]
		if !strings.Contains(operator.Text, "返信は、送信者（hanako@midori.example）に届きます") || strings.Contains(operator.Text, "送信専用") {
			t.Errorf("the operator answers by replying, but reads:\n%s", operator.Text)
		}
		if operator.To != apitest.Operator || operator.ReplyTo != "hanako@midori.example" || !strings.Contains(operator.Text, "\n一行目\n二行目\n") || !strings.Contains(operator.Subject, receipt.Reference) {
			t.Errorf("to the operator: %+v", operator)
		}
		if sender.To != "hanako@midori.example" || sender.ReplyTo != "" || !strings.Contains(sender.Text, "2〜3営業日以内") || !strings.Contains(sender.Text, receipt.Reference) || strings.Contains(sender.Text, "一行目") {
			t.Errorf("to the sender: %+v", sender)
		}
	}})
	w.Clock.Advance(time.Minute)
	w.Mailbox.Mails = nil
	w.Run(t, apitest.Scenario{Name: "in English", Request: ask("/info/en/inquiry", nil), Status: 202, After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
		if m := w.Mailbox.Mails[1]; !strings.Contains(m.Text, "within 2 to 3 business days") {
			t.Errorf("%+v", m)
		}
		if m := w.Mailbox.Mails[0]; !strings.Contains(m.Text, "言語: en-US") {
			t.Errorf("%+v", m)
		}
	}})
}

func TestQuotation(t *testing.T) {
	w := apitest.New(t)
	w.Run(t,
		apitest.Scenario{Name: "no number", Request: ask("/info/quotation", nil), Status: 400, Field: "sds_count input.required"},
		apitest.Scenario{Name: "an unknown option", Request: ask("/info/quotation", map[string]any{"sds_count": 10, "options": []string{"x"}}), Status: 400, Field: "options[0] input.choice"},
		apitest.Scenario{
			Name: "asked", Request: ask("/info/quotation", map[string]any{"sds_count": 500, "options": []string{"saml", "checklists"}}), Status: 202,
			After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				if m := w.Mailbox.Mails[0]; !strings.Contains(m.Text, "SDSの件数: 500\n利用者数: -\nオプション: saml, checklists") {
					t.Errorf("%s", m.Text)
				}
				if m := w.Mailbox.Mails[1]; !strings.Contains(m.Subject, "お見積り") {
					t.Errorf("%s", m.Subject)
				}
			},
		},
	)
}

func TestWhatIsWrongIsSaidAtOnce(t *testing.T) {
	w := apitest.New(t)
	w.Run(t,
		apitest.Scenario{Name: "a header in the name", Request: ask("/info/inquiry", map[string]any{"name": "a\r\nBcc: x@y.example"}), Status: 400, Field: "name text.control"},
		apitest.Scenario{Name: "a header in the address", Request: ask("/info/inquiry", map[string]any{"email": "a@b.example\r\nBcc: x@y.example"}), Status: 400, Field: "email input.email"},
		apitest.Scenario{Name: "a link in the company", Request: ask("/info/inquiry", map[string]any{"company_name": "x https://evil.example"}), Status: 400, Field: "company_name input.forbidden_characters"},
		apitest.Scenario{Name: "a message of spaces", Request: ask("/info/inquiry", map[string]any{"message": " \r\n　"}), Status: 400, Field: "message input.required"},
		apitest.Scenario{Name: "a message too long", Request: ask("/info/inquiry", map[string]any{"message": strings.Repeat("あ", 4001)}), Status: 400, Field: "message input.too_long"},
		apitest.Scenario{Name: "a number that is none", Request: ask("/info/inquiry", map[string]any{"phone": "12"}), Status: 400, Field: "phone input.phone"},
	)
	if len(w.Mailbox.Mails) != 0 {
		t.Errorf("mails went out: %+v", w.Mailbox.Mails)
	}
}

func TestRates(t *testing.T) {
	w := apitest.New(t)
	from := func(address string, change map[string]any) apitest.Request {
		q := ask("/info/inquiry", change)
		q.Headers = map[string]string{"CloudFront-Viewer-Address": address}
		return q
	}
	other := map[string]any{"email": "taro@midori.example"}
	w.Run(t,
		apitest.Scenario{Name: "the operator's mailbox is down", Request: from("203.0.113.7:1", nil), Status: 500, Before: func(_ *testing.T, w *apitest.World) { w.Mailbox.Fail = errors.New("SES is down") }},
		apitest.Scenario{Name: "again at once", Request: from("203.0.113.7:1", nil), Status: 202, Before: func(_ *testing.T, w *apitest.World) { w.Mailbox.Fail = nil }},
		apitest.Scenario{Name: "the same person from elsewhere", Request: from("203.0.113.8:1", nil), Status: 429, Code: "inquiry.too_many"},
		apitest.Scenario{Name: "which does not use up the other address", Request: from("203.0.113.8:1", other), Status: 202},
		apitest.Scenario{Name: "another from the same address", Request: from("203.0.113.8:1", map[string]any{"email": "x@midori.example"}), Status: 429},
		apitest.Scenario{Name: "a little later", Request: from("203.0.113.8:1", map[string]any{"email": "x@midori.example"}), Status: 202, Before: func(_ *testing.T, w *apitest.World) { w.Clock.Advance(20 * time.Second) }},
		apitest.Scenario{Name: "of IPv6", Request: from("[2001:db8::1]:1", map[string]any{"email": "y@midori.example"}), Status: 202},
		apitest.Scenario{Name: "and its neighbour", Request: from("[2001:db8::2]:1", map[string]any{"email": "z@midori.example"}), Status: 429},
	)
}
