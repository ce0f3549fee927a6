// Package tabletest gives tests the product's table on a DynamoDB stand-in:
// dynoxide, or DynamoDB Local where ANZEN_DYNAMODB is "local". What DynamoDB refuses and they
// accept is refused (wellformed).
package tabletest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/shared/aws/port"
)

// EnvEngine chooses the stand-in: "" is dynoxide, "local" is DynamoDB Local.
// EnvLocal is the folder of DynamoDBLocal.jar, where it is not below frontend/node_modules.
const (
	EnvEngine = "ANZEN_DYNAMODB"
	EnvLocal  = "ANZEN_DYNAMODB_LOCAL"
)

// errAbsent is why tests are skipped.
var errAbsent = errors.New("no DynamoDB stand-in: run `npm ci` in frontend/")

// engine runs one process for all tests of a binary, which ends with it.
var engine = sync.OnceValues(func() (*process, error) {
	free, err := port.Free(1)
	if err != nil {
		return nil, err
	}
	command, folder, err := program(free)
	if err != nil {
		return nil, err
	}
	// The shell waits for the end of its input, which is this process's end
	// however it comes, and takes the program with it.
	cmd := exec.Command("sh", append([]string{"-c", `"$@" & read -r _; kill $!`, "sh"}, command...)...)
	cmd.Dir = folder
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start the DynamoDB stand-in: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the DynamoDB stand-in: %w", err)
	}
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String("http://127.0.0.1:" + strconv.Itoa(free)), Region: "ap-northeast-1", HTTPClient: strict{awshttp.NewBuildableClient()},
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	return &process{client, input}, ready(client)
})

// process is the running program. Its input is held because a pipe that nothing
// refers to is closed by the garbage collector.
type process struct {
	client *dynamodb.Client
	input  io.Closer
}

func program(port int) (command []string, folder string, err error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, "", err
	}
	modules := filepath.Join(root, "frontend", "node_modules")
	if os.Getenv(EnvEngine) == "local" {
		folder = os.Getenv(EnvLocal)
		if folder == "" {
			folder = filepath.Join(modules, "amplify-dynamodb-simulator", "emulator")
		}
		java, err := exec.LookPath("java")
		if err != nil || !exists(filepath.Join(folder, "DynamoDBLocal.jar")) {
			return nil, "", errAbsent
		}
		return []string{
			java, "-Xmx256m", "-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar",
			"-disableTelemetry", "-sharedDb", "-inMemory", "-port", strconv.Itoa(port),
		}, folder, nil
	}
	binary := filepath.Join(modules, "@dynoxide", "linux-x64", "dynoxide")
	if !exists(binary) {
		return nil, "", errAbsent
	}
	return []string{binary, "serve", "--host", "127.0.0.1", "--port", strconv.Itoa(port)}, "", nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the module's root: %w", err)
	}
	for !exists(filepath.Join(folder, "cdk.json")) {
		if folder == filepath.Dir(folder) {
			return "", errors.New("find the project: no cdk.json above the test")
		}
		folder = filepath.Dir(folder)
	}
	return folder, nil
}

// startsWithin is how long the program may take to answer: Java is slow on a
// busy machine.
const startsWithin = 30 * time.Second

func ready(client *dynamodb.Client) error {
	ctx, cancel := context.WithTimeout(context.Background(), startsWithin)
	defer cancel()
	once := func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 }
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := client.ListTables(ctx, &dynamodb.ListTablesInput{}, once)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the DynamoDB stand-in does not answer: %w", err)
		case <-tick.C:
		}
	}
}
