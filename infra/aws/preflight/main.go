// Command preflight tells whether an AWS account is ready for a deployment, and what to do
// where it is not:
//
//	preflight [--context name=value ...]
//
// The context is that of `make deploy`, with cdk.json beneath. It changes nothing: it reads
// the account's settings with the credentials of the environment, asks the name servers for
// the records of the mail domain, and asks Docker whether it can build the image.
//
// It ends with 1 if the deployment would fail.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/infra/blueprint"
)

// within is how long all questions may take.
const within = 2 * time.Minute

func main() {
	log.SetFlags(0)
	plan, err := read("cdk.json", os.Args[1:])
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(blueprint.Region))
	if err != nil {
		log.Fatalf("the credentials of the environment: %v", err)
	}
	results := check(ctx, plan, world{account: connect(cfg), names: net.DefaultResolver, docker: shell{}})
	fmt.Print(report(plan, results))
	if failed(results) {
		os.Exit(1) //nolint:gocritic // the context ends with the process
	}
}
