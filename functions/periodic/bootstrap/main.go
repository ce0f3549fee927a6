// Command bootstrap is the executable of the periodic exports on AWS Lambda: one binary
// for both functions, _HANDLER names the one of this process.
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/handler"
	"anzen/functions/periodic"
)

func main() {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	function, err := periodic.New(os.Getenv("_HANDLER"), cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
