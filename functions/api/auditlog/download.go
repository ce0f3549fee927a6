package auditlog

import (
	"context"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/csvfile"
)

// DownloadRoute is the declaration of GET audit_logs/csv.
var DownloadRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/audit_logs/csv", ID: "downloadAuditLogs", Tag: "audit", Rule: rest.Need(access.CompanyEdit),
	Summary: "The records of the audit log as a CSV file (UTF-8 with BOM), headings in the caller's language; at most 10,000 (400 beyond)",
	Grants:  []grant.Grant{grant.Table("Query", "BatchGetItem", "PutItem")}, Memory: 1024, Timeout: 28 * time.Second,
}

// DownloadInput selects records.
type DownloadInput struct {
	rest.OfCompany
	Filter
}

// DownloadOutput is the file.
type DownloadOutput struct {
	ContentType string `header:"Content-Type" produces:"text/csv"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// CodeTooMany is the error for more records than a file may have.
const CodeTooMany message.Code = "audit.too_many"

const (
	maxRows = 10_000
	// maxSearched is how many records are read for a file.
	maxSearched = 200_000
	maxAgent    = 120 // characters
)

var headings = []sds.Words{
	{Ja: "日時", En: "Time"},
	{Ja: "ユーザー", En: "User"},
	{Ja: "ユーザーID", En: "User ID"},
	{Ja: "操作", En: "Action"},
	{Ja: "操作コード", En: "Action code"},
	{Ja: "対象", En: "Target"},
	{Ja: "対象ID", En: "Target ID"},
	{Ja: "接続元IPアドレス", En: "IP address"},
	{Ja: "端末", En: "Client"},
	{Ja: "リクエストID", En: "Request ID"},
}

// Download answers the records as a file, and is recorded itself.
func Download(ctx context.Context, call *rest.Call, in *DownloadInput) (*DownloadOutput, error) {
	found, next, err := find(ctx, call, in.Filter, "", maxRows, maxSearched)
	if err != nil {
		return nil, err
	}
	if next != "" {
		return nil, message.New(message.Invalid, CodeTooMany).With(message.Args{"limit": maxRows})
	}
	records, err := view(ctx, call, found)
	if err != nil {
		return nil, err
	}
	rows := make([][]string, 1, len(records)+1)
	for _, h := range headings {
		rows[0] = append(rows[0], h.In(call.Lang))
	}
	for _, r := range records {
		rows = append(rows, r.cells(call.Lang))
	}
	body, err := csvfile.Write(rows)
	if err != nil {
		return nil, err
	}
	if err := call.Begin("audit.exported", "").Commit(ctx); err != nil {
		return nil, err
	}
	return &DownloadOutput{"text/csv; charset=utf-8", `attachment; filename="audit_log_` + call.Now().In(tokyo).Format("20060102") + `.csv"`, body}, nil
}

// tokyo is the time zone of the file's times.
var tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)

var system = sds.Words{Ja: "システム", En: "System"}

func (r AuditRecord) cells(lang string) []string {
	by := r.UserName
	switch {
	case r.Token != "":
		by = r.Token
	case r.UserID == "":
		by = system.In(lang)
	}
	var names, ids []string
	for _, t := range r.Targets {
		ids = append(ids, t.ID)
		if t.Name != "" {
			names = append(names, t.Name)
		}
	}
	agent := r.Agent
	if len(agent) > maxAgent {
		agent = strings.ToValidUTF8(agent[:maxAgent], "")
	}
	return []string{
		r.At.In(tokyo).Format("2006-01-02 15:04:05"), by, string(r.UserID), r.Text, r.Action,
		strings.Join(names, ", "), strings.Join(ids, " "), r.Address, agent, r.Request,
	}
}
