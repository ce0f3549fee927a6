package states

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Machine is a state machine, or the branch of one inside a Map or Parallel
// state, in the Amazon States Language.
type Machine struct {
	StartAt        string
	QueryLanguage  string
	TimeoutSeconds int
	States         map[string]*State
}

// State is one state. Which of the fields there may be depends on the type and
// the query language; see fieldsOf.
type State struct {
	Type, Comment, QueryLanguage string
	Next, Default                string
	End                          bool

	// Data flow, JSONPath.
	InputPath, OutputPath, ResultPath path
	Parameters, ResultSelector        any
	Result                            any
	ItemsPath                         path
	// Data flow, JSONata.
	Arguments, Output, Items any
	Assign                   map[string]any
	// Both.
	ItemSelector any

	Resource                         string
	TimeoutSeconds, HeartbeatSeconds any
	Retry                            []Retrier
	Catch                            []Catcher

	Choices                    []map[string]any
	Seconds                    any
	Timestamp                  string
	SecondsPath, TimestampPath path
	Error, Cause               string
	ErrorPath, CausePath       string

	ItemProcessor  *Machine
	MaxConcurrency int
	Branches       []*Machine

	name    string
	jsonata bool
}

// Retrier says which errors are tried again, how often and after what pause.
type Retrier struct {
	Comment         string
	ErrorEquals     []string
	IntervalSeconds *float64
	BackoffRate     *float64
	MaxAttempts     *int
	MaxDelaySeconds *float64
	JitterStrategy  string
}

// Catcher says where an error leads.
type Catcher struct {
	Comment     string
	ErrorEquals []string
	Next        string
	ResultPath  path
	Output      any
	Assign      map[string]any
}

// path is a JSONPath that may be missing, or null.
type path struct {
	given, null bool
	text        string
}

// UnmarshalJSON reads a string or null.
func (p *path) UnmarshalJSON(data []byte) error {
	p.given = true
	if string(data) == "null" {
		p.null = true
		return nil
	}
	return json.Unmarshal(data, &p.text)
}

var (
	dataJSONPath = "InputPath OutputPath"
	ending       = "Next End"
)

// fieldsOf names the fields of each state type: in both languages, in JSONPath,
// in JSONata. Fields of AWS that are not here are refused, so that nothing runs
// locally that means something else on AWS.
var fieldsOf = map[string][3]string{
	"Task": {
		ending + " Resource Retry Catch TimeoutSeconds HeartbeatSeconds",
		dataJSONPath + " Parameters ResultSelector ResultPath", "Arguments Output Assign",
	},
	"Pass":    {ending, dataJSONPath + " Parameters Result ResultPath", "Output Assign"},
	"Choice":  {"Choices Default", dataJSONPath, "Output Assign"},
	"Wait":    {ending + " Seconds Timestamp", dataJSONPath + " SecondsPath TimestampPath", "Output Assign"},
	"Succeed": {"", dataJSONPath, "Output"},
	"Fail":    {"Error Cause", "ErrorPath CausePath", ""},
	"Map": {
		ending + " ItemProcessor ItemSelector MaxConcurrency Retry Catch",
		dataJSONPath + " ItemsPath ResultSelector ResultPath", "Items Output Assign",
	},
	"Parallel": {
		ending + " Branches Retry Catch",
		dataJSONPath + " Parameters ResultSelector ResultPath", "Arguments Output Assign",
	},
}

// Load reads a definition strictly: unknown fields, states that nothing leads
// to, transitions to states that do not exist, expressions that do not parse
// and functions that do not exist are errors. hasFunction may be nil.
func Load(definition string, hasFunction func(nameOrARN string) bool) (*Machine, error) {
	l := &loader{hasFunction: hasFunction, names: map[string]bool{}}
	machine, err := l.machine([]byte(definition), "", true)
	if err != nil {
		return nil, fmt.Errorf("load state machine: %w", err)
	}
	return machine, nil
}

// Substitute puts values in the place of ${name}, as the deployment does. A name
// without a value is an error.
func Substitute(definition string, values map[string]string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(definition, "${")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := values[name]
		if !closed || !known {
			return "", fmt.Errorf("substitute in state machine: nothing is known as ${%s}", name)
		}
		out.WriteString(value)
		definition = after
	}
}

type loader struct {
	hasFunction func(string) bool
	names       map[string]bool
}

func strictly(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}

func (l *loader) machine(data []byte, language string, top bool) (*Machine, error) {
	var raw struct {
		Comment, Version, StartAt, QueryLanguage string
		TimeoutSeconds                           *int
		ProcessorConfig                          *struct{ Mode string }
		States                                   map[string]json.RawMessage
	}
	if err := strictly(data, &raw); err != nil {
		return nil, err
	}
	m := &Machine{StartAt: raw.StartAt, QueryLanguage: raw.QueryLanguage, States: map[string]*State{}}
	if m.QueryLanguage == "" {
		m.QueryLanguage = language
	}
	switch {
	case raw.Version != "" && raw.Version != "1.0":
		return nil, fmt.Errorf("version %q is not 1.0", raw.Version)
	case m.QueryLanguage != "" && m.QueryLanguage != "JSONPath" && m.QueryLanguage != "JSONata":
		return nil, fmt.Errorf("query language %q is neither JSONPath nor JSONata", m.QueryLanguage)
	case !top && (raw.TimeoutSeconds != nil || raw.Version != "" || raw.QueryLanguage != ""):
		return nil, fmt.Errorf("TimeoutSeconds, Version and QueryLanguage are for the whole machine only")
	case raw.TimeoutSeconds != nil && *raw.TimeoutSeconds <= 0:
		return nil, fmt.Errorf("TimeoutSeconds is not positive")
	case raw.ProcessorConfig != nil && (top || raw.ProcessorConfig.Mode != "INLINE"):
		return nil, fmt.Errorf("ProcessorConfig: only INLINE processing of a Map is supported here")
	case len(raw.States) == 0:
		return nil, fmt.Errorf("there are no states")
	}
	if raw.TimeoutSeconds != nil {
		m.TimeoutSeconds = *raw.TimeoutSeconds
	}
	names := make([]string, 0, len(raw.States))
	for name := range raw.States {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		state, err := l.state(name, raw.States[name], m.QueryLanguage)
		if err != nil {
			return nil, fmt.Errorf("state %q: %w", name, err)
		}
		m.States[name] = state
	}
	return m, m.connected()
}

func (l *loader) state(name string, data []byte, language string) (*State, error) {
	if l.names[name] {
		return nil, fmt.Errorf("the name is used twice")
	}
	if name == "" || len(name) > 80 {
		return nil, fmt.Errorf("the name has not 1 to 80 characters")
	}
	l.names[name] = true
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	// Branches are read by themselves: they inherit the language.
	processor, branches := fields["ItemProcessor"], fields["Branches"]
	delete(fields, "ItemProcessor")
	delete(fields, "Branches")
	plain, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	s := &State{name: name}
	if err := strictly(plain, s); err != nil {
		return nil, err
	}
	if s.QueryLanguage == "" {
		s.QueryLanguage = language
	}
	if language == "JSONata" && s.QueryLanguage == "JSONPath" {
		return nil, fmt.Errorf("a JSONPath state inside a JSONata machine")
	}
	s.jsonata = s.QueryLanguage == "JSONata"
	if processor != nil {
		fields["ItemProcessor"] = processor
		if s.ItemProcessor, err = l.machine(processor, s.QueryLanguage, false); err != nil {
			return nil, fmt.Errorf("ItemProcessor: %w", err)
		}
	}
	if branches != nil {
		fields["Branches"] = branches
		var each []json.RawMessage
		if err := json.Unmarshal(branches, &each); err != nil {
			return nil, fmt.Errorf("decode Branches: %w", err)
		}
		for i, branch := range each {
			m, err := l.machine(branch, s.QueryLanguage, false)
			if err != nil {
				return nil, fmt.Errorf("branch %d: %w", i, err)
			}
			s.Branches = append(s.Branches, m)
		}
	}
	if err := s.allowed(fields); err != nil {
		return nil, err
	}
	return s, l.check(s, fields)
}

// allowed compares the fields that are there with those of the type.
func (s *State) allowed(fields map[string]json.RawMessage) error {
	lists, ok := fieldsOf[s.Type]
	if !ok {
		return fmt.Errorf("type %q does not exist", s.Type)
	}
	language, other := lists[1], lists[2]
	if s.jsonata {
		language, other = other, language
	}
	known := map[string]bool{"Type": true, "Comment": true, "QueryLanguage": true}
	for _, field := range strings.Fields(lists[0] + " " + language) {
		known[field] = true
	}
	for field := range fields {
		if known[field] {
			continue
		}
		for _, name := range strings.Fields(other) {
			if name == field {
				return fmt.Errorf("%s does not go with the query language of the state", field)
			}
		}
		return fmt.Errorf("%s is no field of a %s state", field, s.Type)
	}
	return nil
}

// connected checks that every transition leads somewhere and every state can be
// reached.
func (m *Machine) connected() error {
	if m.States[m.StartAt] == nil {
		return fmt.Errorf("StartAt: there is no state %q", m.StartAt)
	}
	reached := map[string]bool{}
	queue := []string{m.StartAt}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if reached[name] {
			continue
		}
		reached[name] = true
		for _, next := range m.States[name].targets() {
			if m.States[next] == nil {
				return fmt.Errorf("state %q: there is no state %q to go to", name, next)
			}
			queue = append(queue, next)
		}
	}
	for name := range m.States {
		if !reached[name] {
			return fmt.Errorf("state %q: nothing leads to it", name)
		}
	}
	return nil
}

func (s *State) targets() []string {
	var targets []string
	for _, name := range []string{s.Next, s.Default} {
		if name != "" {
			targets = append(targets, name)
		}
	}
	for _, choice := range s.Choices {
		if next, ok := choice["Next"].(string); ok {
			targets = append(targets, next)
		}
	}
	for _, catcher := range s.Catch {
		targets = append(targets, catcher.Next)
	}
	return targets
}
