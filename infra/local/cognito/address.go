package cognito

import (
	"net"
	"sync"
	"time"
)

// answers are when addresses have answered challenges, the oldest first.
type answers struct {
	mu   sync.Mutex
	when map[string][]time.Time
}

// admits counts an answer of a client, and reports whether its address may give one.
func (p *Pool) admits(client string) bool {
	most := p.config.AnswersAnAddress
	if most == 0 {
		return true
	}
	address, _, err := net.SplitHostPort(client)
	if err != nil {
		address = client
	}
	now := p.now()
	p.answers.mu.Lock()
	defer p.answers.mu.Unlock()
	if p.answers.when == nil {
		p.answers.when = map[string][]time.Time{}
	}
	recent := p.answers.when[address]
	for len(recent) > 0 && now.Sub(recent[0]) >= p.config.AddressWindow {
		recent = recent[1:]
	}
	// Of a client that does not stop, only as many are kept as are needed.
	recent = append(recent, now)
	p.answers.when[address] = recent[max(0, len(recent)-most-1):]
	return len(recent) <= most
}
