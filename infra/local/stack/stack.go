// Package stack runs the whole product on loopback: every service of the blueprint by
// its stand-in, and every function with its own credentials.
//
// # As strict as AWS
//
// With Limits (`make dev AWS=strict`) it refuses what AWS would refuse for the moment: calls of functions above their
// reserved concurrency and above the account's (429 TooManyRequestsException), writes and reads of a partition above its
// throughput, requests above the rate of the stage, and URLs, paths and cookies above the sizes of CloudFront and its
// firewall. A function that fails for an event is called twice more, after one and two minutes; the event then goes to the
// queue of failed events, from which it is called again every quarter of an hour. Without Limits, functions wait for one
// another, and a failed event is tried again within a minute, for a day.
//
// In both, executions end at 25,000 events of their history, and items and transactions have DynamoDB's sizes.
//
// # A full disk
//
// With less than 64 MB left on the disk of its data the stack does not start. If that happens while it runs, it says so once, on the
// console and in its log; until there is room again the table and the buckets answer 503 to what would write, as AWS answers
// when a service is not available for the moment: the API passes errors on, executions and events wait. Nothing stored is touched.
//
// # What differs from AWS still
//
//   - Functions share the machine's processors, and a large one waits for a processor; their time-outs begin then. Memory is not
//     limited, the disk of a function is the machine's, and a function that times out goes on until it looks at its context.
//   - A cold start takes no time, and a process is not frozen between calls.
//   - Throughput is counted for the keys of a table, not for DynamoDB's partitions, by the sizes of requests and answers; unused
//     throughput is not kept for bursts, hot partitions are not split, and a batch is throttled as a whole, not by item.
//   - An event is delivered once where AWS may deliver it twice, and nearly in order; the queue counts its deliveries anew after
//     a restart. The receive count of a message is always 1.
//   - Step Functions counts a call that ends by a Catch twice. Its own throttles (StateTransition, StartExecution) do not exist,
//     and executions cannot be redriven.
//   - S3, Cognito, SES and EventBridge Scheduler do not throttle, except sign-ins of an address; SES knows no sandbox.
//   - The firewall of the gateway and the edge are one: what the edge sends as origin secret is not compared, and not rotated.
//   - STS gives the one role that functions assume, for sessions with its tags; it does not throttle.
//   - The firewall's managed rules apply by size alone; its rates of an address do not.
//   - TLS, DNS, CloudFront's cache, and certificates are not there. The API's answers are compressed by gzip alone.
//   - CloudWatch Logs has two groups, the access log and one of all functions, and of Insights what the runbook uses. Metrics are
//     lines of that log; nothing evaluates alarms.
package stack

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	handler "github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
	"anzen/infra/local/cognito"
	"anzen/infra/local/dns"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/iam"
	"anzen/infra/local/lambda"
	"anzen/infra/local/mailbox"
	"anzen/infra/local/malware"
	"anzen/infra/local/s3"
	"anzen/infra/local/samlidp"
	"anzen/infra/local/states"
)

// Maker creates a function by its name; each function's package exports one as New.
type Maker func(name string, cfg aws.Config, env func(string) string) (handler.Handler, error)

// Account is a user that exists at the start.
type Account struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Role     string `json:"role"`
}

// Config of a stack. Blueprint, Root and Makers are required.
type Config struct {
	Blueprint blueprint.Blueprint
	// Root is the project's folder, with the dashboard's build and the stand-ins'
	// programs.
	Root string
	// Folder keeps all data; .local in the root if empty.
	Folder string
	// Port is the web port; the AWS port is the next one. 0: any free ones.
	Port int
	// Makers create the functions of each binary, by its blueprint name.
	Makers map[string]Maker
	// Bootstrap runs functions as their real binaries, Bootstrap/functions/.../bootstrap.
	// Empty: in this process.
	Bootstrap string
	// Seed fills an empty stack. It runs before the stack is ready, without a time limit.
	Seed func(ctx context.Context, s *Stack) ([]Account, error)
	// Scanner scans uploads for malware, if the blueprint has them scanned; nil: only the signature of the test
	// file.
	Scanner malware.Scanner
	// Limits have the stack throttle, retry and drop as AWS does; nil: it is as patient as the machine.
	Limits *Limits
	// Console receives notices for the user while the stack runs. May be nil.
	Console io.Writer
	// Free is the free space of a folder's disk in bytes; nil: the real one.
	Free func(folder string) (int64, error)
}

// Stack is a running product.
type Stack struct {
	// URL is the address of the dashboard and the API, AWS that of the services.
	URL, AWS string
	// Mailbox is the page of sent mails.
	Mailbox string
	// Accounts are the ones created by Seed.
	Accounts []Account

	// The stand-ins, for tests.
	Table     *dynamodb.Server
	S3        *s3.Server
	States    *states.Service
	Bus       *bus.Bus
	Pool      *cognito.Pool
	Mails     *mailbox.Box
	Functions *lambda.Invoker
	Checker   *iam.Checker
	Provider  *samlidp.Provider
	DNS       *dns.Server

	config Config
	// output is the log file, log writes lines to it. access is the access log of the API.
	output io.Writer
	log    *slog.Logger
	access io.Writer
	// machines is States once it is open.
	machines atomic.Pointer[states.Service]
	space    *space
	faults   atomic.Pointer[func(Call) bool]
	secret   string
	failed   chan error

	mu       sync.Mutex
	accounts []Account // set with Accounts
	closers  []closer
}

// closer is a part that End ends, in reverse order of their start.
type closer struct {
	name  string
	close func(ctx context.Context) error
}

// Time limits of the services' start and of Close, and what Close still gives each part when a part before it took all of its time.
const (
	startWithin = 2 * time.Minute
	closeWithin = 4 * time.Second
	leastToEnd  = 200 * time.Millisecond
)

// Start starts everything and returns when it is ready. It runs until Close; ctx bounds
// only the start.
func Start(ctx context.Context, config Config) (_ *Stack, err error) {
	if config.Folder == "" {
		config.Folder = filepath.Join(config.Root, ".local")
	}
	// S3 changes the working directory.
	if config.Folder, err = filepath.Abs(config.Folder); err != nil {
		return nil, fmt.Errorf("find data folder: %w", err)
	}
	if config.Root, err = filepath.Abs(config.Root); err != nil {
		return nil, fmt.Errorf("find project folder: %w", err)
	}
	if config.Free == nil {
		config.Free = freeOf
	}
	if err := roomOf(config.Folder, config.Free); err != nil {
		return nil, err
	}
	if config.Console == nil {
		config.Console = io.Discard
	}
	if config.Scanner == nil {
		config.Scanner = malware.Signature{}
	}
	starting, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	s := &Stack{config: config, secret: rand.Text(), failed: make(chan error, 4)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	web, services, err := s.listen()
	if err != nil {
		return nil, err
	}
	if err := s.lock(); err != nil {
		return nil, err
	}
	if err := s.openLog(); err != nil {
		return nil, err
	}
	s.space = &space{folder: config.Folder, free: config.Free, log: s.log, console: config.Console}
	if err := s.startServices(starting, services); err != nil {
		return nil, err
	}
	pages, err := s.webHandler()
	if err != nil {
		return nil, err
	}
	s.serve("web", web, calls, pages)
	if config.Seed != nil {
		if s.Accounts, err = config.Seed(ctx, s); err != nil {
			return nil, fmt.Errorf("fill the stack: %w", err)
		}
		s.mu.Lock()
		s.accounts = s.Accounts
		s.mu.Unlock()
	}
	return s, s.writeReady()
}

// startServices starts the stand-ins, the slow ones in parallel.
func (s *Stack) startServices(ctx context.Context, listener net.Listener) error {
	var err error
	if s.Checker, err = iam.Open(iam.Config{
		Dir: s.folder("iam"), Account: account, Region: blueprint.Region,
		Refused: func(d *iam.Denied) {
			s.log.Warn("not allowed", "function", d.Function, "action", d.Action, "resource", d.Resource)
			_, _ = fmt.Fprintf(s.config.Console, "not allowed: function %s may not %s on %s\n", d.Function, d.Action, d.Resource)
		},
	}); err != nil {
		return err
	}
	if s.DNS, err = dns.Open(s.folder("dns")); err != nil {
		return err
	}
	s.onClose("name server", func(context.Context) error { return s.DNS.Close() })
	if err := s.makeFunctions(); err != nil {
		return err
	}
	if s.Mails, err = mailbox.Open(mailbox.Config{Dir: s.folder("mailbox"), Returned: s.mailReturned}); err != nil {
		return err
	}
	s.onClose("mailbox", func(context.Context) error { return s.Mails.Close() })
	if s.Pool, err = cognito.Open(s.poolConfig()); err != nil {
		return err
	}
	s.onClose("user pool", func(context.Context) error { return s.Pool.Close() })
	table := make(chan error, 1)
	go func() { table <- s.startTable(ctx) }()
	err = s.openBusAndBuckets(ctx)
	if err = errors.Join(<-table, err); err != nil {
		return err
	}
	s.onClose("functions", s.Functions.Close)
	plain, secure := split(listener)
	s.serve("AWS services", plain, awsLimits, s.awsHandler())
	if err := s.startProvider(secure); err != nil {
		return err
	}
	// Interrupted work resumes only after everything it uses has started.
	return s.goOn()
}

func (s *Stack) startTable(ctx context.Context) error {
	engine, err := dynamodb.FindEngine(s.config.Root)
	if err != nil {
		return err
	}
	if s.Table, err = dynamodb.Start(ctx, dynamodb.Config{Engine: engine, Folder: s.folder("dynamodb"), Log: s.output}); err != nil {
		return err
	}
	s.onClose("table", func(context.Context) error { return s.Table.Close() })
	t := s.config.Blueprint.Table
	return s.Table.Ensure(ctx, dynamodb.Table{Name: tableName, PartitionKey: t.PartitionKey, SortKey: t.SortKey, TTL: t.TTL})
}

// goOn opens what starts working by itself: the state machines with their unfinished
// executions, and the bus with its outstanding deliveries.
func (s *Stack) goOn() error {
	machines := make([]states.Definition, 0, len(s.config.Blueprint.Machines))
	for _, m := range s.config.Blueprint.Machines {
		arns := map[string]string{}
		for _, function := range m.Functions {
			arns[function] = liveARN(function)
		}
		text, err := states.Substitute(m.Definition, arns)
		if err != nil {
			return fmt.Errorf("machine %s: %w", m.Name, err)
		}
		machines = append(machines, states.Definition{Name: machineName(m.Name), Text: text})
	}
	var err error
	if s.States, err = states.Open(states.Config{
		Folder: s.folder("states"), Region: blueprint.Region, Account: account, Machines: machines,
		Invoke: s.Functions.Invoke, HasFunction: s.Functions.Has, Log: s.log,
	}); err != nil {
		return err
	}
	s.onClose("state machines", func(context.Context) error { return s.States.Close() })
	s.machines.Store(s.States)
	s.Bus.Start()
	s.onClose("bus", func(context.Context) error { return s.Bus.Close() })
	return nil
}

// Close ends everything, as End does, within some five seconds.
func (s *Stack) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	return s.End(ctx)
}

// End ends everything until ctx ends, in the order of dependencies. A part that does not end in time is left, and is an error; those
// after it, the lock and the ports among them, are ended all the same.
func (s *Stack) End(ctx context.Context) error {
	s.mu.Lock()
	closers := s.closers
	s.closers = nil
	s.mu.Unlock()
	var all error
	for _, each := range slices.Backward(closers) {
		if err := each.end(ctx); err != nil {
			all = errors.Join(all, fmt.Errorf("end %s: %w", each.name, err))
		}
	}
	return all
}

// end ends the part until ctx ends, but gives it leastToEnd.
func (c closer) end(ctx context.Context) error {
	if until, limited := ctx.Deadline(); limited && time.Until(until) < leastToEnd {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), leastToEnd)
		defer cancel()
	}
	ended := make(chan error, 1)
	go func() { ended <- c.close(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Stack) onClose(name string, end func(ctx context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closers = append(s.closers, closer{name, end})
}

// Failed receives an error if a server of the stack cannot go on.
func (s *Stack) Failed() <-chan error { return s.failed }

func (s *Stack) folder(name string) string { return filepath.Join(s.config.Folder, name) }
