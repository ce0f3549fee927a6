// Command bootstrap is the executable of the analysis tasks on AWS Lambda: one binary
// for all, _HANDLER names the task of this process, or its argument in a container image
// (Dockerfile).
package main

import (
	"context"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"anzen/functions/analysis"
	"anzen/functions/handler"
	"anzen/shared/reader/pdf"
)

func main() {
	pdf.RunAsWorker()
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	name := os.Getenv("_HANDLER")
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	function, err := analysis.New(name, cfg, os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	handler.Start(function)
}
