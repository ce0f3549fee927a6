package zip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/sync/errgroup"

	"anzen/functions/jobs/frame"
	"anzen/shared/archive"
	"anzen/shared/export"
	"anzen/shared/files"
	"anzen/shared/job"
)

const (
	resultName  = "result.zip"
	contentType = "application/zip"
	// maxFile is the largest PDF that is read: four times what can be uploaded.
	maxFile = 40 << 20
	// readers is how many PDFs are read side by side.
	readers = 4
)

// goOn writes parts while there is room.
func (p *Params) goOn(ctx context.Context, w *frame.Work, plan []planned, at *state) (bool, error) {
	if at.Upload == "" {
		var err error
		if at.Upload, err = w.Files.BeginParts(ctx, w.Key(resultName), contentType); err != nil {
			return false, err
		}
		if err := save(ctx, w, stateName, at); err != nil {
			return false, err
		}
	}
	var buffer []byte
	for !at.Whole {
		to := at.Next
		for size := int64(0); to < len(plan) && size < files.MinPart; to++ {
			size += plan[to].Size
		}
		var err error
		if buffer, err = at.add(ctx, w, plan, to, buffer[:0]); err != nil {
			return false, err
		}
		if at.Next == len(plan) {
			if buffer, err = p.finish(plan, at, buffer); err != nil {
				return false, err
			}
		}
		if len(buffer) < files.MinPart && !at.Whole { // some PDFs were not there
			more, err := at.fill(ctx, w, plan, buffer)
			if err != nil {
				return false, err
			}
			buffer = more
			if at.Next == len(plan) {
				if buffer, err = p.finish(plan, at, buffer); err != nil {
					return false, err
				}
			}
		}
		part, err := w.Files.WritePart(ctx, w.Key(resultName), at.Upload, len(at.Parts)+1, buffer)
		if err != nil {
			return false, err
		}
		at.Parts, at.Size = append(at.Parts, part), at.Size+int64(len(buffer))
		if err := save(ctx, w, stateName, at); err != nil {
			return false, err
		}
		if err := w.Save(ctx, at.Next, len(plan), struct{}{}); err != nil {
			return false, err
		}
		if !w.Room() {
			return true, nil
		}
	}
	return false, p.end(ctx, w, plan, at)
}

// fill adds files one by one until the part is large enough.
func (at *state) fill(ctx context.Context, w *frame.Work, plan []planned, buffer []byte) ([]byte, error) {
	for at.Next < len(plan) && len(buffer) < files.MinPart {
		var err error
		if buffer, err = at.add(ctx, w, plan, at.Next+1, buffer); err != nil {
			return nil, err
		}
	}
	return buffer, nil
}

// add puts the files of the plan up to one behind the buffer, each read to where it
// will stand. Those that cannot be had are noted as missing.
func (at *state) add(ctx context.Context, w *frame.Work, plan []planned, to int, buffer []byte) ([]byte, error) {
	batch := plan[at.Next:to]
	places := make([]int, len(batch)+1) // where each begins
	places[0] = len(buffer)
	headers := make([]int, len(batch))
	for i, f := range batch {
		if f.Key == "" {
			places[i+1] = places[i]
			continue
		}
		header, err := f.entry(0, 0).Header()
		if err != nil {
			return nil, err
		}
		headers[i] = len(header)
		places[i+1] = places[i] + len(header) + int(min(max(f.Size, 0), maxFile))
	}
	buffer = grown(buffer, places[len(batch)])
	sizes := make([]int, len(batch))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(readers)
	for i, f := range batch {
		if f.Key == "" {
			sizes[i] = -1
			continue
		}
		reads.Go(func() (err error) {
			sizes[i], err = w.Sheets.ReadInto(ctx, f.Key, f.Version, buffer[places[i]+headers[i]:places[i+1]])
			if files.Missing(err) || errors.Is(err, files.ErrTooLarge) || errors.Is(err, io.ErrUnexpectedEOF) {
				sizes[i], err = -1, nil
			}
			return err
		})
	}
	if err := reads.Wait(); err != nil {
		return nil, err
	}
	end := places[0]
	for i, f := range batch {
		if sizes[i] < 0 {
			at.Missing = append(at.Missing, at.Next+i)
			continue
		}
		content := buffer[places[i]+headers[i]:][:sizes[i]]
		e := f.entry(int64(sizes[i]), archive.Checksum(content))
		header, err := e.Header()
		if err != nil {
			return nil, err
		}
		copy(buffer[end+len(header):], content)
		copy(buffer[end:], header)
		end += len(header) + len(content)
		at.Entries = append(at.Entries, e)
	}
	at.Next = to
	return buffer[:end], nil
}

// grown is the buffer with so many bytes, what it held at its beginning.
func grown(buffer []byte, size int) []byte {
	if size <= cap(buffer) {
		return buffer[:size]
	}
	larger := make([]byte, size)
	copy(larger, buffer)
	return larger
}

func (f planned) entry(size int64, crc uint32) archive.Entry {
	return archive.Entry{Name: f.Name, Size: size, CRC32: crc, Modified: f.Modified}
}

// finish adds the list of what is missing, and the directory.
func (p *Params) finish(plan []planned, at *state, buffer []byte) ([]byte, error) {
	if len(at.Missing) > 0 {
		list := p.missing(plan, at.Missing)
		e := archive.Entry{Name: missingName(p.Lang), Size: int64(len(list)), CRC32: archive.Checksum(list), Modified: plan[at.Missing[0]].Modified}
		header, err := e.Header()
		if err != nil {
			return nil, err
		}
		buffer = append(append(buffer, header...), list...)
		at.Entries = append(at.Entries, e)
	}
	directory, err := archive.Directory(at.Entries)
	if err != nil {
		return nil, err
	}
	at.Whole = true
	return append(buffer, directory...), nil
}

func missingName(lang string) string {
	if lang == "ja" {
		return "取得できなかったファイル.txt"
	}
	return "Files not included.txt"
}

// missing is the list of what is not in the archive, as Notepad reads it.
func (p *Params) missing(plan []planned, at []int) []byte {
	var b strings.Builder
	b.WriteString("\uFEFF")
	none := "(no PDF is registered)"
	if p.Lang == "ja" {
		none = "（PDF未登録）"
	}
	if p.Lang == "ja" {
		b.WriteString("次のSDSのPDFは取得できなかったため、このZIPファイルに含まれていません。SDSの画面を確認し、必要に応じてPDFを登録し直してください。\r\n\r\n")
	} else {
		b.WriteString("The PDFs of these SDSs could not be read and are not in this ZIP file. Please look at each SDS, and register its PDF again if needed.\r\n\r\n")
	}
	for _, i := range at {
		fmt.Fprintf(&b, "%s\t%s\t%s\r\n", strings.Join(strings.Fields(plan[i].Title), " "), cmp.Or(plan[i].Name, none), plan[i].Sheet)
	}
	return []byte(b.String())
}

// end makes the object of its parts.
func (p *Params) end(ctx context.Context, w *frame.Work, plan []planned, at *state) error {
	if err := w.Files.EndParts(ctx, w.Key(resultName), at.Upload, at.Parts); err != nil {
		return err
	}
	w.Job.Done, w.Job.Total, w.Job.Notes = len(plan)-len(at.Missing), len(plan), nil
	w.Job.Result = &job.Result{Key: w.Key(resultName), Name: fileName(w.Job), ContentType: contentType, Size: at.Size}
	if n := len(at.Missing); n > 0 {
		w.Note(CodeMissing, map[string]string{"count": fmt.Sprint(n), "file": missingName(p.Lang)})
	}
	return nil
}

// fileName is the name under which the archive is saved, with the time when it was
// asked for, in Japan.
func fileName(j job.Job) string {
	return "SDS_" + j.CreatedAt.In(export.Japan).Format("20060102-1504") + ".zip"
}
