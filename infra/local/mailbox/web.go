package mailbox

import (
	"bytes"
	_ "embed"
	"html/template"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Path is the page's path; the JSON API and all linked pages are below it.
const Path = "/_local/mailbox"

//go:embed page.html
var pageSource string

//go:embed style.css
var style []byte

var page = template.Must(template.New("page").Funcs(template.FuncMap{"linked": linked}).Parse(pageSource))

// The page loads nothing from elsewhere and runs no script; a mail is shown in a
// sandboxed frame that may only open links in new tabs.
const (
	pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	mailPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
)

// Web answers everything below Path:
//
//	GET /_local/mailbox?to=ADDRESS                   the list as a page
//	GET /_local/mailbox/messages/{id}                a message as a page
//	POST /_local/mailbox/messages/{id}/bounce        gives the mail back: bounce, transient, complaint
//	GET /_local/mailbox/api/messages?to=ADDRESS      {"messages": [...]}, newest first
//	GET /_local/mailbox/api/messages/{id}            one message
func (b *Box) Web() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, b.showList)
	mux.HandleFunc("GET "+Path+"/{$}", b.showList)
	mux.HandleFunc("GET "+Path+"/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	mux.HandleFunc("GET "+Path+"/messages/{id}", b.showMessage)
	mux.HandleFunc("POST "+Path+"/messages/{id}/{feedback}", b.postFeedback)
	mux.HandleFunc("GET "+Path+"/messages/{id}/html", b.showHTML)
	mux.HandleFunc("GET "+Path+"/messages/{id}/attachments/{n}", b.showAttachment)
	mux.HandleFunc("GET "+Path+"/api/messages", b.listMessages)
	mux.HandleFunc("GET "+Path+"/api/messages/{id}", b.getMessage)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

func (b *Box) listMessages(w http.ResponseWriter, r *http.Request) {
	messages := b.Messages(strings.TrimSpace(r.URL.Query().Get("to")))
	for i := range messages {
		messages[i] = messages[i].withoutContent()
	}
	writeJSON(w, http.StatusOK, map[string][]Message{"messages": messages})
}

func (b *Box) getMessage(w http.ResponseWriter, r *http.Request) {
	if m, ok := b.Message(r.PathValue("id")); ok {
		writeJSON(w, http.StatusOK, m.withoutContent())
		return
	}
	writeJSON(w, http.StatusNotFound, map[string]string{"detail": "There is no such message."})
}

func (m Message) withoutContent() Message {
	attachments := m.Attachments
	m.Attachments = nil
	for _, a := range attachments {
		a.Content = nil
		m.Attachments = append(m.Attachments, a)
	}
	return m
}

type view struct {
	Label    map[string]string
	To       string
	Path     string
	Messages []Message // of the list
	Message  *Message  // of a message's page
	Missing  bool
	Told     string // the feedback that was given
}

func (b *Box) showList(w http.ResponseWriter, r *http.Request) {
	to := strings.TrimSpace(r.URL.Query().Get("to"))
	show(w, r, http.StatusOK, view{To: to, Messages: b.Messages(to)})
}

func (b *Box) showMessage(w http.ResponseWriter, r *http.Request) {
	m, ok := b.Message(r.PathValue("id"))
	if !ok {
		show(w, r, http.StatusNotFound, view{Missing: true})
		return
	}
	show(w, r, http.StatusOK, view{Message: &m, Told: r.URL.Query().Get("told")})
}

func show(w http.ResponseWriter, r *http.Request, status int, v view) {
	v.Path, v.Label = Path, labels(r)
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

var headTag = regexp.MustCompile(`(?i)<head(\s[^>]*)?>`)

func (b *Box) showHTML(w http.ResponseWriter, r *http.Request) {
	m, ok := b.Message(r.PathValue("id"))
	if !ok || m.HTML == "" {
		http.NotFound(w, r)
		return
	}
	// Links open in a new tab: the frame itself must not navigate.
	const target = `<base target="_blank">`
	html := target + m.HTML
	if at := headTag.FindStringIndex(m.HTML); at != nil {
		html = m.HTML[:at[1]] + target + m.HTML[at[1]:]
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", mailPolicy)
	_, _ = w.Write([]byte(html))
}

func (b *Box) showAttachment(w http.ResponseWriter, r *http.Request) {
	m, ok := b.Message(r.PathValue("id"))
	n, err := strconv.Atoi(r.PathValue("n"))
	if !ok || err != nil || n < 0 || n >= len(m.Attachments) {
		http.NotFound(w, r)
		return
	}
	a := m.Attachments[n]
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.Name}))
	_, _ = w.Write(a.Content)
}

var link = regexp.MustCompile(`https?://[^\s<>"'、。「」（）]+`)

// linked turns URLs in a text into links.
func linked(text string) template.HTML {
	var out strings.Builder
	rest := 0
	for _, at := range link.FindAllStringIndex(text, -1) {
		escaped := template.HTMLEscapeString(strings.TrimRight(text[at[0]:at[1]], ".,;:!?)"))
		out.WriteString(template.HTMLEscapeString(text[rest:at[0]]))
		out.WriteString(`<a href="` + escaped + `" rel="noreferrer">` + escaped + `</a>`)
		rest = at[0] + len(strings.TrimRight(text[at[0]:at[1]], ".,;:!?)"))
	}
	out.WriteString(template.HTMLEscapeString(text[rest:]))
	return template.HTML(out.String()) //nolint:gosec // all parts are escaped above
}

var tokyo = time.FixedZone("JST", 9*60*60)

// When is the time in Japan as the page shows it.
func (m Message) When() string { return m.At.In(tokyo).Format("2006-01-02 15:04:05") }

var languages = language.NewMatcher([]language.Tag{language.Japanese, language.English})

// labels are the page's texts in the reader's preferred language.
func labels(r *http.Request) map[string]string {
	tags, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	_, i, _ := languages.Match(tags...)
	return [...]map[string]string{
		{
			"lang": "ja", "title": "ローカル受信箱", "to": "宛先", "from": "差出人", "cc": "Cc", "bcc": "Bcc", "reply": "返信先", "at": "日時",
			"filter": "絞り込む", "clear": "すべて表示", "empty": "メッセージはありません。", "back": "一覧へ戻る", "missing": "メッセージが見つかりません。",
			"nosubject": "（件名なし）", "text": "テキスト", "html": "HTML", "files": "添付ファイル", "mail": "メール", "hint": "メールアドレス",
			"feedback": "相手のメールサーバーとして返す", "bounce": "宛先不明で返送", "transient": "一時的なエラーで返送", "complaint": "迷惑メールとして報告", "told": "SESのイベントとして通知しました。",
		},
		{
			"lang": "en", "title": "Local mailbox", "to": "To", "from": "From", "cc": "Cc", "bcc": "Bcc", "reply": "Reply to", "at": "Date",
			"filter": "Filter", "clear": "Show all", "empty": "There are no messages.", "back": "Back to the list", "missing": "There is no such message.",
			"nosubject": "(no subject)", "text": "Text", "html": "HTML", "files": "Attachments", "mail": "Mail", "hint": "E-mail address",
			"feedback": "Answer as the other mail server", "bounce": "Return: unknown address", "transient": "Return for the moment", "complaint": "Report as spam", "told": "Told as an event of SES.",
		},
	}[i]
}
