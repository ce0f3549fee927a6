package stack

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
	"anzen/infra/local/lambda"
)

// heavyMemory is the memory, in MB, from which a function is compute-bound: on Lambda
// it has a core of its own.
const heavyMemory = 1024

// makeFunctions creates all functions of the blueprint, each with its own credentials.
// None is warm yet.
func (s *Stack) makeFunctions() error {
	s.Checker.AddRole(roleARN(s.config.Blueprint.Tenant.Name), tenantRole(s.config.Blueprint.Tenant))
	var functions []lambda.Function
	for _, f := range s.config.Blueprint.Functions {
		statements, err := policy(f)
		if err != nil {
			return err
		}
		env, err := s.environment(f)
		if err != nil {
			return err
		}
		credentials := s.Checker.Issue(f.Name, statements...)
		concurrency := f.Concurrency
		// On AWS every call has a machine of its own; here calls share the cores.
		if cores := runtime.NumCPU(); f.Memory >= heavyMemory && (concurrency == 0 || concurrency > cores) {
			concurrency = cores
		} else if s.config.Limits != nil && concurrency == 0 {
			concurrency = s.config.Limits.Concurrency // which throttles
		}
		function := lambda.Function{Name: f.Name, ARN: functionARN(f.Name), Timeout: f.Timeout, Concurrency: concurrency, Reserved: f.Concurrency, Env: env}
		if s.config.Bootstrap != "" {
			function.New = func() (lambda.Handler, error) { return s.bootstrap(f, credentials, env) }
		} else {
			make1, ok := s.config.Makers[f.Package]
			if !ok {
				return fmt.Errorf("function %s: no maker for the functions of %s", f.Name, f.Package)
			}
			cfg := s.awsConfig(credentials)
			function.New = func() (lambda.Handler, error) {
				return make1(f.Name, cfg, func(name string) string { return env[name] })
			}
		}
		functions = append(functions, function)
	}
	s.Functions = lambda.NewInvoker(s.log, functions...)
	return s.throttles()
}

// awsConfig is the configuration that the SDK would find on Lambda.
func (s *Stack) awsConfig(credentials aws.Credentials) aws.Config {
	return aws.Config{
		Region: blueprint.Region, BaseEndpoint: &s.AWS, RetryMaxAttempts: 3, AppID: "anzen",
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenSupported, ResponseChecksumValidation: aws.ResponseChecksumValidationWhenSupported,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return credentials, nil }),
	}
}

// Config connects a program with the stack, with permission for everything.
func (s *Stack) Config() aws.Config {
	return s.awsConfig(s.Checker.Issue("operator", allowAll))
}

// bootstrap runs a function as its deployed binary.
func (s *Stack) bootstrap(f blueprint.Function, credentials aws.Credentials, env map[string]string) (lambda.Handler, error) {
	return lambda.NewBootstrap(s.binary(s.config.Bootstrap, f, credentials, env))
}

// Cold is a function's deployed binary of which no process runs yet: the first call of it, and none after, waits for a
// cold start. Processes have the memory and the share of a processor that the function has on Lambda. The folder has the
// binaries; more variables can be given as "name=value".
func (s *Stack) Cold(folder, name string, more ...string) (*lambda.Bootstrap, error) {
	config, err := s.binaryOf(folder, name)
	if err != nil {
		return nil, err
	}
	config.Env, config.Share = append(config.Env, more...), true
	return lambda.NewBootstrap(config)
}

// Version is a function's binary in a folder, of another version of the product, with the permissions and the environment that
// the function has now, as on AWS once a deployment has changed its role; more variables can be given as "name=value".
// Invoker.Shift sends calls to it.
func (s *Stack) Version(folder, name string, more ...string) (*lambda.Bootstrap, error) {
	config, err := s.binaryOf(folder, name)
	if err != nil {
		return nil, err
	}
	config.Env = append(config.Env, more...)
	return lambda.NewBootstrap(config)
}

// binaryOf is how the function with the name runs as a binary in the folder.
func (s *Stack) binaryOf(folder, name string) (lambda.BootstrapConfig, error) {
	f, ok := s.config.Blueprint.Function(name)
	if !ok {
		return lambda.BootstrapConfig{}, fmt.Errorf("there is no function %s", name)
	}
	statements, err := policy(f)
	if err != nil {
		return lambda.BootstrapConfig{}, err
	}
	env, err := s.environment(f)
	if err != nil {
		return lambda.BootstrapConfig{}, err
	}
	return s.binary(folder, f, s.Checker.Issue(f.Name, statements...), env), nil
}

// environment is the values of a function's variables.
func (s *Stack) environment(f blueprint.Function) (map[string]string, error) {
	env := map[string]string{grant.EnvResolver: s.DNS.Address()}
	for name, v := range f.Env {
		var err error
		if env[name], err = s.value(v); err != nil {
			return nil, fmt.Errorf("environment of %s: %w", f.Name, err)
		}
	}
	return env, nil
}

// binary is how a function runs as its deployed binary.
func (s *Stack) binary(folder string, f blueprint.Function, credentials aws.Credentials, env map[string]string) lambda.BootstrapConfig {
	all := []string{
		"AWS_REGION=" + blueprint.Region, "AWS_DEFAULT_REGION=" + blueprint.Region, "AWS_ENDPOINT_URL=" + s.AWS,
		"AWS_ACCESS_KEY_ID=" + credentials.AccessKeyID, "AWS_SECRET_ACCESS_KEY=" + credentials.SecretAccessKey,
		"AWS_EC2_METADATA_DISABLED=true", "TZ=:UTC", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		all = append(all, name+"="+env[name])
	}
	return lambda.BootstrapConfig{
		Function: f.Name, Binary: filepath.Join(folder, filepath.FromSlash(f.Package), "bootstrap"),
		Env: all, Memory: f.Memory, Log: s.output,
	}
}
