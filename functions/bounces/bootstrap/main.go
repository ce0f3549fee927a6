// Command bootstrap is the executable of the function for bounces and complaints on AWS Lambda;
// _HANDLER names it.
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/bounces"
	"anzen/functions/handler"
)

func main() {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	function, err := bounces.New(os.Getenv("_HANDLER"), cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
