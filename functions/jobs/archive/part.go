package archive

import (
	"context"
	"strconv"

	"golang.org/x/sync/errgroup"

	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/domain/job"
	"anzen/shared/formats/archive"
)

// readers is how many files are read concurrently.
const readers = 4

// goOn writes parts while there is time.
func (b Archive) goOn(ctx context.Context, w *runner.Work, plan []File, at *state) (bool, error) {
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
		if buffer, err = b.add(ctx, w, plan, at, to, buffer[:0]); err != nil {
			return false, err
		}
		if at.Next == len(plan) {
			if buffer, err = b.finish(plan, at, buffer); err != nil {
				return false, err
			}
		}
		if len(buffer) < files.MinPart && !at.Whole { // some files were missing
			more, err := b.fill(ctx, w, plan, at, buffer)
			if err != nil {
				return false, err
			}
			buffer = more
			if at.Next == len(plan) {
				if buffer, err = b.finish(plan, at, buffer); err != nil {
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
		if !w.HasTime() {
			return true, nil
		}
	}
	return false, b.end(ctx, w, plan, at)
}

// fill adds files one by one until the part is large enough.
func (b Archive) fill(ctx context.Context, w *runner.Work, plan []File, at *state, buffer []byte) ([]byte, error) {
	for at.Next < len(plan) && len(buffer) < files.MinPart {
		var err error
		if buffer, err = b.add(ctx, w, plan, at, at.Next+1, buffer); err != nil {
			return nil, err
		}
	}
	return buffer, nil
}

// add appends the files of the plan before index to, each read directly to its place in
// the buffer. Those that cannot be read are recorded as missing.
func (b Archive) add(ctx context.Context, w *runner.Work, plan []File, at *state, to int, buffer []byte) ([]byte, error) {
	batch := plan[at.Next:to]
	contents, err := b.Source.Open(ctx, w, batch)
	if err != nil {
		return nil, err
	}
	places := make([]int, len(batch)+1) // where each begins
	places[0] = len(buffer)
	headers := make([]int, len(batch))
	for i, f := range batch {
		if f.Name == "" {
			places[i+1] = places[i]
			continue
		}
		header, err := f.entry(0, 0).Header()
		if err != nil {
			return nil, err
		}
		headers[i] = len(header)
		places[i+1] = places[i] + len(header) + int(max(contents.Size(i), 0))
	}
	buffer = grown(buffer, places[len(batch)])
	sizes := make([]int, len(batch))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(readers)
	for i, f := range batch {
		if f.Name == "" {
			sizes[i] = -1
			continue
		}
		reads.Go(func() (err error) {
			sizes[i], err = contents.ReadInto(ctx, i, buffer[places[i]+headers[i]:places[i+1]])
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

// grown is the buffer extended to size bytes.
func grown(buffer []byte, size int) []byte {
	if size <= cap(buffer) {
		return buffer[:size]
	}
	larger := make([]byte, size)
	copy(larger, buffer)
	return larger
}

func (f File) entry(size int64, crc uint32) archive.Entry {
	return archive.Entry{Name: f.Name, Size: size, CRC32: crc, Modified: f.Modified}
}

// finish appends the list of missing files and the directory.
func (b Archive) finish(plan []File, at *state, buffer []byte) ([]byte, error) {
	if len(at.Missing) > 0 {
		name, list := b.Source.Missing(b.Lang, at.missing(plan))
		e := archive.Entry{Name: name, Size: int64(len(list)), CRC32: archive.Checksum(list), Modified: plan[at.Missing[0]].Modified}
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

func (at *state) missing(plan []File) []File {
	missing := make([]File, len(at.Missing))
	for i, n := range at.Missing {
		missing[i] = plan[n]
	}
	return missing
}

// end completes the upload and sets the job's result.
func (b Archive) end(ctx context.Context, w *runner.Work, plan []File, at *state) error {
	if err := w.Files.EndParts(ctx, w.Key(resultName), at.Upload, at.Parts); err != nil {
		return err
	}
	w.Job.Done, w.Job.Total, w.Job.Notes = len(plan)-len(at.Missing), len(plan), nil
	w.Job.Result = &job.Result{Key: w.Key(resultName), Name: b.Source.FileName(w.Job), ContentType: contentType, Size: at.Size}
	if n := len(at.Missing); n > 0 {
		name, _ := b.Source.Missing(b.Lang, at.missing(plan))
		w.Note(b.Missing, map[string]string{"count": strconv.Itoa(n), "file": name})
	}
	return nil
}
