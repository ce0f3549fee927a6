package stacks

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

var (
	product = blueprint.New()
	made    deployment
)

// TestMain synthesises the stacks once for all tests: Node takes seconds to start.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "stacks")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		defer jsii.Close()
		made = deploy(product, folder)
		return m.Run()
	}())
}

var config = Config{
	Stage: "test", Account: "123456789012", Domain: "sds.example.com", Mail: "no-reply@mail.example.com", Alarms: "alarms@example.com", Budget: 50, Backup: "arn:aws:backup:ap-northeast-1:111122223333:backup-vault:outside",
	Certificate: "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000",
}

// deploy synthesises with stand-ins for the functions' binaries, and the flags of the
// CDK's command line.
func deploy(b blueprint.Blueprint, folder string) deployment { return deployAs(b, config, folder) }

func deployAs(b blueprint.Blueprint, c Config, folder string) deployment {
	c.Binaries = filepath.Join(folder, "lambda")
	for _, f := range append(slices.Clone(b.Functions), b.Edge.Rotation) {
		at := filepath.Join(c.Binaries, filepath.FromSlash(f.Package))
		if err := os.MkdirAll(at, 0o755); err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(at, "bootstrap"), []byte(f.Package), 0o755); err != nil {
			panic(err)
		}
		if err := copyDockerfile(f, at); err != nil {
			panic(err)
		}
	}
	flags := cdkFlags()
	// Otherwise the first finding of cdk-nag would panic and hide the others.
	flags["@aws-cdk/core:annotationsInValidationReport"] = false
	app := awscdk.NewApp(&awscdk.AppProps{Context: &flags, Outdir: jsii.String(filepath.Join(folder, "out")), AnalyticsReporting: jsii.Bool(false)})
	d := deployment{app: Build(app, b, c), folder: filepath.Join(folder, "out")}
	app.Synth(nil)
	d.read()
	return d
}

// copyDockerfile puts the Dockerfile of an image function beside its binary, as make does.
func copyDockerfile(f blueprint.Function, folder string) error {
	if !f.Image {
		return nil
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(f.Package), dockerfile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, dockerfile), text, 0o600)
}

func cdkFlags() map[string]any {
	var file struct{ Context map[string]any }
	encoded, err := os.ReadFile(filepath.Join("..", "..", "..", "cdk.json"))
	if err == nil {
		err = json.Unmarshal(encoded, &file)
	}
	if err != nil {
		panic(err)
	}
	return maps.Clone(file.Context)
}
