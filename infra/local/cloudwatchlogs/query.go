package cloudwatchlogs

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// query is a query that was understood: the prefixes of log groups of SOURCE, and the commands.
type query struct {
	prefixes []string
	steps    []func(*table) error
}

var token = regexp.MustCompile("^(?:" +
	"/(?:[^/\\\\]|\\\\.)+/" + // a regular expression
	"|'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`" +
	"|[0-9]+(?:\\.[0-9]+)?[smhd]?" +
	"|[A-Za-z_@][A-Za-z0-9_.@]*" +
	"|!=|>=|<=|[=<>()\\[\\]:,|*])")

// source is the parser's place in the text.
type source struct {
	tokens []string
	at     int
}

func parse(text string) (query, error) {
	p := &source{}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		next := token.FindString(rest)
		if next == "" {
			return query{}, fmt.Errorf("not understood at %q", rest)
		}
		p.tokens, rest = append(p.tokens, next), rest[len(next):]
	}
	var q query
	for first := true; ; first = false {
		if err := p.command(&q, first); err != nil {
			return query{}, err
		}
		if p.at == len(p.tokens) {
			return q, nil
		}
		if err := p.want("|"); err != nil {
			return query{}, err
		}
	}
}

func (p *source) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *source) next() string {
	t := p.peek()
	p.at++
	return t
}

// takes the next token if it is this one, without regard to case.
func (p *source) takes(word string) bool {
	if p.at < len(p.tokens) && strings.EqualFold(p.peek(), word) {
		p.at++
		return true
	}
	return false
}

func (p *source) want(word string) error {
	if !p.takes(word) {
		return fmt.Errorf("%q stands where %q has to", p.peek(), word)
	}
	return nil
}

var name = regexp.MustCompile("^(?:[A-Za-z_@][A-Za-z0-9_.@]*|`[^`]*`)$")

func (p *source) field() (string, error) {
	if !name.MatchString(p.peek()) {
		return "", fmt.Errorf("%q stands where a field has to", p.peek())
	}
	return strings.Trim(p.next(), "`"), nil
}

func (p *source) command(q *query, first bool) error {
	switch command := strings.ToLower(p.next()); command {
	case "source":
		if !first {
			return fmt.Errorf("SOURCE has to be the first command")
		}
		return p.sources(q)
	case "fields", "display":
		var columns []string
		for {
			f, err := p.field()
			if err != nil {
				return err
			}
			if columns = append(columns, f); !p.takes(",") {
				break
			}
		}
		q.steps = append(q.steps, func(t *table) error { t.columns = columns; return nil })
	case "filter":
		is, err := p.either()
		if err != nil {
			return err
		}
		q.steps = append(q.steps, func(t *table) error {
			t.rows = slices.DeleteFunc(t.rows, func(r row) bool { return !is(r) })
			return nil
		})
	case "sort":
		by, err := p.field()
		if err != nil {
			return err
		}
		order := ascending
		if p.takes("desc") {
			order = descending
		} else {
			p.takes("asc")
		}
		q.steps = append(q.steps, func(t *table) error { order(t.rows, by); return nil })
	case "limit":
		n, err := strconv.Atoi(p.next())
		if err != nil {
			return fmt.Errorf("limit: %w", err)
		}
		q.steps = append(q.steps, func(t *table) error { t.rows = t.rows[:min(n, len(t.rows))]; return nil })
	case "stats":
		return p.stats(q)
	default:
		return fmt.Errorf("the local CloudWatch Logs has no command %q", command)
	}
	return nil
}

// sources are the log groups: SOURCE logGroups(namePrefix: ['a', 'b']).
func (p *source) sources(q *query) error {
	for _, word := range []string{"logGroups", "(", "namePrefix", ":", "["} {
		if err := p.want(word); err != nil {
			return err
		}
	}
	for {
		prefix, err := p.literal()
		if err != nil {
			return err
		}
		if q.prefixes = append(q.prefixes, prefix); !p.takes(",") {
			break
		}
	}
	if err := p.want("]"); err != nil {
		return err
	}
	return p.want(")")
}

// literal is a text in quotation marks, or a number.
func (p *source) literal() (string, error) {
	t := p.next()
	if t == "" || !strings.ContainsRune(`'"0123456789`, rune(t[0])) {
		return "", fmt.Errorf("%q stands where a text or a number has to", t)
	}
	if t[0] == '"' {
		unquoted, err := strconv.Unquote(t)
		if err != nil {
			return "", fmt.Errorf("the text %s: %w", t, err)
		}
		return unquoted, nil
	}
	return strings.Trim(t, "'"), nil
}

func (p *source) stats(q *query) error {
	var numbers []aggregate
	for {
		a, err := p.aggregate()
		if err != nil {
			return err
		}
		if numbers = append(numbers, a); !p.takes(",") {
			break
		}
	}
	var by []group
	for p.takes("by") || len(by) > 0 && p.takes(",") {
		g, err := p.group()
		if err != nil {
			return err
		}
		by = append(by, g)
	}
	q.steps = append(q.steps, func(t *table) error { stats(t, numbers, by); return nil })
	return nil
}

func (p *source) aggregate() (aggregate, error) {
	a := aggregate{name: strings.ToLower(p.next())}
	if !slices.Contains([]string{"count", "sum", "avg", "min", "max", "pct"}, a.name) {
		return a, fmt.Errorf("the local CloudWatch Logs has no aggregate %q", a.name)
	}
	if err := p.want("("); err != nil {
		return a, err
	}
	if a.name == "count" && p.takes("*") {
		a.of = "*"
	} else {
		var err error
		if a.of, err = p.field(); err != nil {
			return a, err
		}
	}
	a.as = a.name + "(" + a.of + ")"
	if a.name == "pct" {
		if err := p.want(","); err != nil {
			return a, err
		}
		percent := p.next()
		var err error
		if a.percent, err = strconv.ParseFloat(percent, 64); err != nil {
			return a, fmt.Errorf("pct: %w", err)
		}
		a.as = "pct(" + a.of + ", " + percent + ")"
	}
	if err := p.want(")"); err != nil {
		return a, err
	}
	if p.takes("as") {
		var err error
		a.as, err = p.field()
		return a, err
	}
	return a, nil
}

func (p *source) group() (group, error) {
	f, err := p.field()
	if err != nil || f != "bin" || !p.takes("(") {
		return group{field: f, as: f}, err
	}
	step := p.next()
	g := group{as: "bin(" + step + ")"}
	if g.bin, err = time.ParseDuration(step); err != nil || g.bin <= 0 {
		return g, fmt.Errorf("bin(%s) is no duration", step)
	}
	return g, p.want(")")
}
