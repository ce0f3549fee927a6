// Command bootstrap is the executable of the sealing of audit records on AWS Lambda;
// _HANDLER names the function of this process.
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/handler"
	"anzen/functions/sealing"
)

func main() {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	function, err := sealing.New(os.Getenv("_HANDLER"), cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
