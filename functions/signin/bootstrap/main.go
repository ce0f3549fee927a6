// Command bootstrap is the executable of the trigger of sign-ins on AWS Lambda: one binary
// for its one function, which _HANDLER names.
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/handler"
	"anzen/functions/signin"
)

func main() {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	function, err := signin.New(os.Getenv("_HANDLER"), cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
