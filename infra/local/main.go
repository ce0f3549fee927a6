// Command local runs the whole product on this machine: the dashboard, the API
// with its functions, and stand-ins for every AWS service they use. ANZEN_PORT
// sets the web port (8080); data lies in .local.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"anzen/functions/analysis"
	"anzen/functions/api"
	"anzen/infra/blueprint"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/stack"
	"anzen/shared/analyze/pdf"
)

func main() {
	pdf.RunWorkerIfAsked()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "anzen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	port := 8080
	if text := os.Getenv("ANZEN_PORT"); text != "" {
		var err error
		if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65534 {
			return fmt.Errorf("ANZEN_PORT=%s is no port", text)
		}
	}
	root, err := dynamodb.FindRoot(".")
	if err != nil {
		return err
	}
	s, err := stack.Start(ctx, stack.Config{
		Blueprint: blueprint.New(), Root: root, Folder: os.Getenv("ANZEN_DATA"), Port: port, Console: os.Stderr,
		Bootstrap: os.Getenv("ANZEN_BOOTSTRAP"), Seed: seed,
		Makers: map[string]stack.Maker{"functions/api/bootstrap": api.New, "functions/analysis/bootstrap": analysis.New},
	})
	switch {
	case errors.Is(err, stack.ErrPortTaken):
		return fmt.Errorf("port %d or %d is taken, perhaps by another local stack: end it or set ANZEN_PORT", port, port+1)
	case err != nil:
		return err
	}
	fmt.Printf("Anzen runs at %s\nmailbox: %s\n", s.URL, s.Mailbox)
	for _, account := range s.Accounts {
		fmt.Printf("  %-20s %s / %s\n", account.Role, account.Email, account.Password)
	}
	fmt.Println("log:", s.Log(), "- end with Ctrl-C")
	select {
	case <-ctx.Done():
	case err = <-s.Failed():
	}
	return errors.Join(err, s.Close())
}
