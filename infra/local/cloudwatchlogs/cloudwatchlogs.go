// Package cloudwatchlogs stands in for the part of CloudWatch Logs that operators use: queries of CloudWatch Logs Insights over log
// groups, which here are files with a line for each event. It knows the commands fields, filter, stats, sort and limit; what it does
// not know is a malformed query, and never an empty answer.
package cloudwatchlogs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Service answers queries. Groups are the files of each log group; those set aside, with the suffix .old, belong to it.
type Service struct {
	Groups map[string][]string

	mu      sync.Mutex
	ids     []string // the oldest first
	results map[string]table
}

// kept is how many results wait to be fetched.
const kept = 100

// ServeHTTP answers StartQuery and GetQueryResults.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch _, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), "."); operation {
	case "StartQuery":
		s.start(w, r)
	case "GetQueryResults":
		s.fetch(w, r)
	default:
		refuse(w, "UnknownOperationException", "the local CloudWatch Logs starts queries and gives their results; it does nothing else")
	}
}

func (s *Service) start(w http.ResponseWriter, r *http.Request) {
	var q struct {
		StartTime, EndTime  int64 // seconds
		QueryString         string
		LogGroupName        string
		LogGroupNames       []string
		LogGroupIdentifiers []string
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		refuse(w, "InvalidParameterException", err.Error())
		return
	}
	named := slices.DeleteFunc(append(q.LogGroupNames, q.LogGroupName), func(n string) bool { return n == "" })
	result, err := s.query(q.QueryString, named, time.Unix(q.StartTime, 0), time.Unix(q.EndTime+1, 0))
	if err != nil {
		refuse(w, "MalformedQueryException", err.Error())
		return
	}
	id := uuid.NewString()
	s.mu.Lock()
	if s.results == nil {
		s.results = map[string]table{}
	}
	s.results[id], s.ids = result, append(s.ids, id)
	if len(s.ids) > kept {
		delete(s.results, s.ids[0])
		s.ids = s.ids[1:]
	}
	s.mu.Unlock()
	answer(w, map[string]string{"queryId": id})
}

func (s *Service) fetch(w http.ResponseWriter, r *http.Request) {
	var q struct{ QueryID string }
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		refuse(w, "InvalidParameterException", err.Error())
		return
	}
	s.mu.Lock()
	result, known := s.results[q.QueryID]
	s.mu.Unlock()
	if !known {
		refuse(w, "ResourceNotFoundException", "there is no query "+q.QueryID)
		return
	}
	answer(w, map[string]any{"status": "Complete", "results": result.fields()})
}

// query runs a query over the events of log groups, those named or those of its command SOURCE, from a time to another.
func (s *Service) query(text string, named []string, from, to time.Time) (table, error) {
	q, err := parse(text)
	if err != nil {
		return table{}, err
	}
	if (len(named) == 0) == (len(q.prefixes) == 0) {
		return table{}, errors.New("name log groups, or have the query begin with SOURCE")
	}
	var events []row
	for _, group := range slices.Sorted(maps.Keys(s.Groups)) {
		if !slices.Contains(named, group) && !slices.ContainsFunc(q.prefixes, func(p string) bool { return strings.HasPrefix(group, p) }) {
			continue
		}
		for _, path := range s.Groups[group] {
			if events, err = read(events, group, path, from, to); err != nil {
				return table{}, err
			}
		}
	}
	return q.run(events)
}

// lineLimit is the length of an event on AWS.
const lineLimit = 1 << 20

func read(events []row, group, path string, from, to time.Time) ([]row, error) {
	for _, path := range []string{path + ".old", path} {
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open the log: %w", err)
		}
		at := time.Time{}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, lineLimit)
		for lines.Scan() {
			event := eventOf(lines.Text())
			// A line that has no time is of that before it.
			if own, ok := timeOf(event); ok {
				at = own
			}
			if !at.Before(from) && at.Before(to) {
				event["@log"], event["@timestamp"] = group, at.UTC().Format("2006-01-02 15:04:05.000")
				events = append(events, event)
			}
		}
		if err := errors.Join(lines.Err(), file.Close()); err != nil {
			return nil, fmt.Errorf("read the log %s: %w", path, err)
		}
	}
	return events, nil
}

// eventOf is the event of a line, with the fields of JSON by their paths ("record.status").
func eventOf(line string) row {
	event := row{"@message": line}
	var members map[string]any
	if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &members) == nil {
		flatten(event, "", members)
	}
	return event
}

func flatten(into row, prefix string, members map[string]any) {
	for name, v := range members {
		if inner, ok := v.(map[string]any); ok {
			flatten(into, prefix+name+".", inner)
		} else if v != nil {
			into[prefix+name] = v
		}
	}
}

// timeOf is the time of an event, as functions (time, _aws.Timestamp) and the access log (at) write it.
func timeOf(event row) (time.Time, bool) {
	if text, ok := event["time"].(string); ok {
		at, err := time.Parse(time.RFC3339Nano, text)
		return at, err == nil
	}
	for _, name := range []string{"_aws.Timestamp", "at"} {
		if ms, ok := event.number(name); ok {
			return time.UnixMilli(int64(ms)), true
		}
	}
	return time.Time{}, false
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, code, message string) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": code, "message": message})
}
