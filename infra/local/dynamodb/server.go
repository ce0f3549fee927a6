// Package dynamodb runs a DynamoDB stand-in (dynoxide, or DynamoDB Local where that has
// no binary) as a child process that is restarted when it dies and ends with its
// parent.
package dynamodb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"anzen/infra/local/child"
	"anzen/shared/aws/port"
)

// Config configures the stand-in.
type Config struct {
	// Engine is the program; see FindEngine.
	Engine Engine
	// Folder is the absolute path of the data. Empty: in memory.
	Folder string
	// Log receives the program's output, and notes of its restarts. May be nil.
	Log io.Writer
}

// Server is a running stand-in.
type Server struct {
	// URL is the endpoint, http://127.0.0.1:port, the same over restarts.
	URL string

	config Config
	port   int
	stop   context.CancelFunc
	done   chan struct{}

	mu       sync.Mutex
	process  *os.Process
	restarts int
}

const (
	readyWithin  = time.Minute
	stopWithin   = 3 * time.Second
	longestPause = 5 * time.Second
)

// Start starts the program and returns when it is ready. It runs until Close; ctx
// bounds only the start.
func Start(ctx context.Context, config Config) (*Server, error) {
	if config.Engine.command == nil {
		return nil, ErrNoEngine
	}
	if config.Log == nil {
		config.Log = io.Discard
	}
	if config.Folder != "" {
		if err := os.MkdirAll(config.Folder, 0o700); err != nil {
			return nil, fmt.Errorf("create the data folder of %s: %w", config.Engine.Name, err)
		}
	}
	port, err := port.Free(1) // the program cannot report one that it chose itself
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{
		URL: fmt.Sprintf("http://127.0.0.1:%d", port), config: config, port: port,
		stop: stop, done: make(chan struct{}),
	}
	first := make(chan error, 1)
	go s.supervise(running, first)
	select {
	case err = <-first:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err == nil {
		err = s.waitReady(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", config.Engine.Name, err), s.Close())
	}
	return s, nil
}

// supervise restarts the program when it ends.
func (s *Server) supervise(ctx context.Context, first chan<- error) {
	defer close(s.done)
	pause := 50 * time.Millisecond
	for {
		cmd := s.config.Engine.command(s.port, s.config.Folder)
		cmd.Stdout, cmd.Stderr = s.config.Log, s.config.Log
		started := time.Now()
		ended, err := child.Start(cmd)
		if first != nil {
			first <- err
			first = nil
			if err != nil {
				return
			}
		}
		if err == nil {
			s.setProcess(cmd.Process)
			err = s.watch(ctx, cmd, ended)
			s.setProcess(nil)
		}
		if ctx.Err() != nil {
			return
		}
		if time.Since(started) > longestPause {
			pause = 50 * time.Millisecond
		}
		_, _ = fmt.Fprintf(s.config.Log, "%s ended (%v), restarting it\n", s.config.Engine.Name, err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
		s.mu.Lock()
		s.restarts++
		s.mu.Unlock()
	}
}

// watch waits for the program's end, and terminates it when ctx ends.
func (s *Server) watch(ctx context.Context, cmd *exec.Cmd, ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-ended:
		return err
	case <-time.After(stopWithin):
		_ = cmd.Process.Kill()
		return <-ended
	}
}

func (s *Server) setProcess(process *os.Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.process = process
}

// Restarts counts the restarts of the program.
func (s *Server) Restarts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.restarts
}

// Pid is the process id of the running program, 0 between two runs.
func (s *Server) Pid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return 0
	}
	return s.process.Pid
}

// Close ends the program and waits for it.
func (s *Server) Close() error {
	s.stop()
	<-s.done
	return nil
}

func (s *Server) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	var last error
	for {
		if last = s.Health(ctx); last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not ready in time: %w", last)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Health requests the program's list of tables.
func (s *Server) Health(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, strings.NewReader("{}"))
	if err != nil {
		return fmt.Errorf("make health request: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-amz-json-1.0")
	request.Header.Set("X-Amz-Target", "DynamoDB_20120810.ListTables")
	request.Header.Set("X-Amz-Date", time.Now().UTC().Format("20060102T150405Z"))
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=local/20260101/ap-northeast-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("request the tables of %s: %w", s.config.Engine.Name, err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("request the tables of %s: status %d", s.config.Engine.Name, response.StatusCode)
	}
	return nil
}
