package stack

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"anzen/infra/local/samlidp"
)

// startProvider opens the test identity provider, and serves it and the user pool's hosted
// pages by TLS, as browsers and aws-amplify want it.
func (s *Stack) startProvider(listener net.Listener) error {
	domain := listener.Addr().String()
	var err error
	if s.Provider, err = samlidp.Open(samlidp.Config{
		Dir: s.folder("idp"), Domain: domain, EntityID: s.Pool.EntityID(), ACS: "https://" + domain + "/saml2/idpresponse", People: s.people,
	}); err != nil {
		return err
	}
	pair, err := samlidp.Certificate(s.folder("tls"), "Anzen on this machine")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle(samlidp.Path+"/", s.Provider.Handler())
	mux.Handle("/", s.Pool.Hosted())
	s.serve("hosted pages", tls.NewListener(listener, &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		Certificates: []tls.Certificate{{Certificate: [][]byte{pair.Certificate.Raw}, PrivateKey: pair.Key, Leaf: pair.Certificate}},
	}), calls, mux)
	return nil
}

// people are those whom the test identity provider offers: the stack's accounts.
func (s *Stack) people() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	addresses := make([]string, len(s.accounts))
	for i, a := range s.accounts {
		addresses[i] = a.Email
	}
	return addresses
}

// hello is how long a connection may wait with its first byte.
const hello = 10 * time.Second

// handshake is the first byte of a TLS connection.
const handshake = 0x16

// split accepts the connections of one port for two servers: those that begin with a TLS
// handshake are secure, the others plain.
func split(l net.Listener) (plain, secure net.Listener) {
	ctx, cancel := context.WithCancel(context.Background())
	var once sync.Once
	end := func() error {
		var err error
		once.Do(func() {
			cancel()
			err = l.Close()
		})
		return err
	}
	p, t := &half{l, make(chan net.Conn), ctx, end}, &half{l, make(chan net.Conn), ctx, end}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				cancel()
				return
			}
			go sort(ctx, c, p, t)
		}
	}()
	return p, t
}

// sort gives a connection to one of the servers.
func sort(ctx context.Context, c net.Conn, plain, secure *half) {
	var first [1]byte
	_ = c.SetReadDeadline(time.Now().Add(hello)) // a closed connection is noticed by the read
	if _, err := io.ReadFull(c, first[:]); err != nil {
		_ = c.Close() // nobody speaks
		return
	}
	_ = c.SetReadDeadline(time.Time{})
	to := plain
	if first[0] == handshake {
		to = secure
	}
	select {
	case to.accepted <- &begun{c, io.MultiReader(bytes.NewReader(first[:]), c)}:
	case <-ctx.Done():
		_ = c.Close()
	}
}

// half is one of the two listeners; closing one closes both.
type half struct {
	net.Listener

	accepted chan net.Conn
	ended    context.Context //nolint:containedctx // as long as the listener
	end      func() error
}

func (h *half) Accept() (net.Conn, error) {
	select {
	case c := <-h.accepted:
		return c, nil
	case <-h.ended.Done():
		return nil, net.ErrClosed
	}
}

func (h *half) Close() error { return h.end() }

// begun is a connection whose first byte was read.
type begun struct {
	net.Conn

	reader io.Reader
}

func (b *begun) Read(into []byte) (int, error) { return b.reader.Read(into) }

// domain is the host of the hosted pages.
func (s *Stack) domain() string { return strings.TrimPrefix(s.AWS, "http://") }
