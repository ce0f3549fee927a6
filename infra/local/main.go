// Command local runs the whole product on this machine: the dashboard, the API with its
// functions, and stand-ins for every AWS service they use. ANZEN_PORT sets the web port
// (8080, 0 for any), ANZEN_DATA the folder of all data (.local). Uploads are scanned
// for malware by a signature of the EICAR test file, by ClamAV with
// ANZEN_MALWARE=clamav, or not at all with ANZEN_MALWARE=off. With ANZEN_BOOTSTRAP=1
// the functions run as the deployed binaries, each in processes of its own, instead of
// inside this one.
//
// With ANZEN_AWS=strict it throttles, retries and drops as AWS does (package stack says what): ANZEN_AWS_CONCURRENCY is
// the account's concurrency (1000), ANZEN_AWS_PARTITION the units that a partition of the table reads and writes in a second
// (3000/1000).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"anzen/infra/blueprint"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/makers"
	"anzen/infra/local/stack"
	"anzen/shared/reader/pdf"
)

func main() {
	pdf.RunAsWorker()
	flag.Usage = usage
	if flag.Parse(); flag.NArg() > 0 {
		usage()
		os.Exit(2)
	}
	console := os.Stderr
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(console, "anzen:", err)
		os.Exit(1)
	}
}

// usage prints the settings, which are variables of the environment.
func usage() {
	fmt.Fprint(os.Stderr, `usage: anzen

Runs the whole product on this machine, until Ctrl-C. Settings of the environment:
  ANZEN_PORT       the web port (8080; 0: any)
  ANZEN_DATA       the folder of all data (.local)
  ANZEN_SHEETS     how many sheets the demo company has at least
  ANZEN_MALWARE    clamav: uploads are scanned by ClamAV; off: not at all
  ANZEN_AWS        strict: throttles, retries and drops as AWS does
  ANZEN_AWS_CONCURRENCY, ANZEN_AWS_PARTITION  with these limits (1000, 3000/1000)
  ANZEN_BOOTSTRAP  1: the functions run as the deployed binaries, in processes of their own
`)
}

func run(ctx context.Context) error {
	port := 8080
	if text := os.Getenv("ANZEN_PORT"); text != "" {
		var err error
		if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65534 {
			return fmt.Errorf("ANZEN_PORT=%s is not a port", text)
		}
	}
	root, err := dynamodb.FindRoot(".")
	if err != nil {
		return err
	}
	folder := os.Getenv("ANZEN_DATA")
	if folder == "" {
		folder = filepath.Join(root, ".local")
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("find data folder: %w", err)
	}
	if err := stack.Room(folder); err != nil {
		return fmt.Errorf("%w. Make room, or set ANZEN_DATA to a folder of another disk", err)
	}
	options, scanner, end, err := search(ctx, os.Getenv("ANZEN_MALWARE"), folder)
	if err != nil {
		return err
	}
	defer end() //nolint:errcheck // nothing in it is kept
	limits, err := limitsOf(os.Getenv)
	if err != nil {
		return err
	}
	if limits != nil {
		options = append(options, blueprint.WithAccount(0, limits.Concurrency))
	}
	plan := blueprint.New(options...)
	binaries := ""
	if os.Getenv("ANZEN_BOOTSTRAP") != "" {
		if binaries, err = buildFunctions(ctx, plan, root, folder); err != nil {
			return err
		}
	}
	console := os.Stdout
	if err := redirect(filepath.Join(folder, "log", "output.log")); err != nil {
		return err
	}
	s, err := stack.Start(ctx, stack.Config{
		Blueprint: plan, Root: root, Folder: folder, Port: port, Console: console,
		Bootstrap: binaries, Scanner: scanner, Limits: limits,
		Seed:   func(ctx context.Context, s *stack.Stack) ([]stack.Account, error) { return seed(ctx, console, s) },
		Makers: makers.All,
	})
	switch {
	case errors.Is(err, stack.ErrPortTaken):
		return fmt.Errorf("port %d or %d is taken, perhaps by another local stack: end it or set ANZEN_PORT", port, port+1)
	case err != nil:
		return err
	}
	greet(console, s)
	select {
	case <-ctx.Done():
	case err = <-s.Failed():
	}
	return errors.Join(err, s.Close())
}

// greet prints the addresses and accounts.
func greet(console io.Writer, s *stack.Stack) {
	var text strings.Builder
	fmt.Fprintf(&text, "Anzen runs at %s\nmailbox: %s\nmetadata of a SAML provider for trying: %s\n", s.URL, s.Mailbox, s.Provider.MetadataURL())
	for _, account := range s.Accounts {
		fmt.Fprintf(&text, "  %-20s %s / %s\n", account.Role, account.Email, account.Password)
	}
	fmt.Fprintf(&text, "log: %s - end with Ctrl-C\n", s.Log())
	_, _ = io.WriteString(console, text.String())
}

// outputLimit is the length at which the output of earlier runs is discarded.
const outputLimit = 20 << 20

// redirect sends the functions' output to a file, as it would go to CloudWatch on AWS.
// A crash of this process still shows on the console.
func redirect(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("create log folder: %w", err)
	}
	flags := os.O_APPEND | os.O_CREATE | os.O_WRONLY
	if info, err := os.Stat(path); err == nil && info.Size() > outputLimit {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return fmt.Errorf("open output log: %w", err)
	}
	os.Stdout, os.Stderr = file, file
	log.SetOutput(file)
	return nil
}
