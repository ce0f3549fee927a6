package worklist

import (
	"context"

	"anzen/functions/jobs/runner"
	"anzen/shared/domain/job"
	"anzen/shared/formats/csvfile"
	"anzen/shared/formats/export"
)

// words are the texts of the file in a language.
type words struct {
	name     string
	headings []string
}

var texts = map[string]words{
	"ja": {"処理できなかったSDS", []string{"SDS ID", "SDS名", "理由"}},
	"en": {"SDSs left as they were", []string{"SDS ID", "SDS name", "Reason"}},
}

// write makes the file of the sheets that could not be changed.
func write(ctx context.Context, w *runner.Work, all []job.Left) (*job.Result, error) {
	in := texts[w.Job.Lang]
	if in.headings == nil {
		in = texts["en"]
	}
	rows := [][]string{in.headings}
	for _, l := range all {
		rows = append(rows, []string{string(l.Sheet), l.Name, l.Why.Text(w.Job.Lang)})
	}
	data, err := csvfile.Write(rows)
	if err != nil {
		return nil, err
	}
	const contentType = "text/csv; charset=utf-8"
	key := w.Key("left.csv")
	return &job.Result{
		Key: key, Name: in.name + "_" + w.Job.CreatedAt.In(export.Japan).Format("20060102-1504") + ".csv", ContentType: contentType, Size: int64(len(data)),
	}, w.Files.Write(ctx, key, contentType, data)
}
