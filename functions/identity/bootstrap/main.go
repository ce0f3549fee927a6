// Command bootstrap is the executable of the function of the user pool's triggers
// on AWS Lambda; _HANDLER is its name.
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/handler"
	"anzen/functions/identity"
)

func main() {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	function, err := identity.New(os.Getenv("_HANDLER"), cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
