package dynamodb

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// ErrNoEngine: no DynamoDB stand-in is installed.
var ErrNoEngine = errors.New("no local DynamoDB: run `npm ci` in frontend/ (it brings dynoxide), or install amplify-dynamodb-simulator there and Java")

// Engine is a program that serves DynamoDB's wire protocol.
type Engine struct {
	// Name is "dynoxide" or "dynamodb-local".
	Name string
	// command returns the command line for a port and a data folder; an empty folder keeps
	// everything in memory.
	command func(port int, folder string) *exec.Cmd
}

// FindEngine returns the stand-in installed below the project's root: dynoxide if its
// static binary is there, otherwise DynamoDB Local if Java is there too.
func FindEngine(root string) (Engine, error) {
	if engine, err := Dynoxide(root); err == nil {
		return engine, nil
	}
	return DynamoDBLocal(root)
}

// Dynoxide is the static binary of the npm package @dynoxide/linux-x64.
func Dynoxide(root string) (Engine, error) {
	binary := filepath.Join(root, "frontend", "node_modules", "@dynoxide", "linux-x64", "dynoxide")
	if _, err := os.Stat(binary); err != nil {
		return Engine{}, ErrNoEngine
	}
	return Engine{Name: "dynoxide", command: func(port int, folder string) *exec.Cmd {
		args := []string{"serve", "--host", "127.0.0.1", "--port", strconv.Itoa(port)}
		if folder != "" {
			args = append(args, "--db-path", filepath.Join(folder, "table.db"))
		}
		return exec.Command(binary, args...)
	}}, nil
}

// DynamoDBLocal is the jar of the npm package amplify-dynamodb-simulator, run by Java.
// ANZEN_DYNAMODB_LOCAL may name its folder (that of DynamoDBLocal.jar).
func DynamoDBLocal(root string) (Engine, error) {
	java, err := exec.LookPath("java")
	if err != nil {
		return Engine{}, ErrNoEngine
	}
	home := os.Getenv("ANZEN_DYNAMODB_LOCAL")
	if home == "" {
		home = filepath.Join(root, "frontend", "node_modules", "amplify-dynamodb-simulator", "emulator")
	}
	if _, err := os.Stat(filepath.Join(home, "DynamoDBLocal.jar")); err != nil {
		return Engine{}, ErrNoEngine
	}
	return Engine{Name: "dynamodb-local", command: func(port int, folder string) *exec.Cmd {
		args := []string{
			"-Xmx256m", "-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar",
			"-disableTelemetry", "-sharedDb", "-port", strconv.Itoa(port),
		}
		if folder == "" {
			args = append(args, "-inMemory")
		} else {
			args = append(args, "-dbPath", folder)
		}
		cmd := exec.Command(java, args...)
		cmd.Dir = home
		return cmd
	}}, nil
}

// FindRoot walks up from folder to the project's root, the folder of cdk.json.
func FindRoot(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("find project root: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "cdk.json")); err == nil {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("find project root: no cdk.json above the working directory")
		}
		folder = parent
	}
}
