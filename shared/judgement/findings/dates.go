package findings

import (
	"time"

	"anzen/shared/domain/sds"
)

var dateRules = []rule{
	{
		id: "issue_future", severity: Error, source: arithmetic, passing: true,
		what:   "a date of issue in the future",
		fields: []string{"issue_date"},
		ja:     "作成日（{date}）が未来の日付です。", en: "The date of issue ({date}) lies in the future.",
		look: issueFuture,
	},
	{
		id: "date_before_sheets", severity: Warning, source: arithmetic,
		what:   "a date of before there were safety data sheets (1980)",
		fields: []string{"issue_date", "revision_date"},
		ja:     "日付（{date}）が古すぎます。", en: "The date {date} is too early for a safety data sheet.",
		look: dateBeforeSheets,
	},
	{
		id: "revision_before_law", severity: Info, source: isha, passing: true,
		what:   "a Japanese sheet of before April 2024, when the rules on notified contents changed, not old enough for the rule on old revisions, and not confirmed by its supplier since its revision",
		fields: []string{"revision_date"},
		ja:     "改訂日（{date}）が2024年4月の労働安全衛生規則の改正（通知事項の追加、含有量の重量%表示）より前です。最新版をご確認ください。", en: "The sheet of {date} is older than the change of April 2024 in the Japanese rules on what must be notified. Please look for a newer version.",
		look: revisionBeforeLaw,
	},
}

func issueFuture(in *Input, found report) {
	if t, text, ok := date(in, "issue_date"); ok && t.After(tomorrow(in)) && text != in.Result.Text("revision_date") {
		found(map[string]string{"date": text}, field("issue_date"))
	}
}

func dateBeforeSheets(in *Input, found report) {
	for _, key := range []string{"issue_date", "revision_date"} {
		if t, text, ok := date(in, key); ok && t.Year() < 1980 {
			found(map[string]string{"date": text}, field(key))
		}
	}
}

// NotifiedContents is the day on which the rules on notified contents changed.
var NotifiedContents = time.Date(2024, 4, 1, 0, 0, 0, 0, time.UTC)

func revisionBeforeLaw(in *Input, found report) {
	t, text, ok := date(in, "revision_date")
	if ok && in.Result.Language == "ja" && t.Before(NotifiedContents) && revision(in) == sds.RevisionRevised {
		found(map[string]string{"date": text}, field("revision_date"))
	}
}
