package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"anzen/infra/blueprint"
)

// plan is the deployment that is checked.
type plan struct {
	stage, domain, certificate, mail string
	ownSender, ownGatewayRole        bool
	blueprint                        blueprint.Blueprint
}

// sender is the domain of the mails.
func (p plan) sender() string {
	_, domain, _ := strings.Cut(p.mail, "@")
	return domain
}

// read takes the context of the CDK: that of the file, and above it that of the arguments.
func read(file string, arguments []string) (plan, error) {
	var settings struct {
		Context map[string]any `json:"context"`
	}
	encoded, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(encoded, &settings)
	}
	if err != nil {
		return plan{}, fmt.Errorf("read the context: %w", err)
	}
	given := map[string]string{}
	for name, value := range settings.Context {
		if text, ok := value.(string); ok {
			given[name] = text
		}
	}
	for i := 0; i < len(arguments); i++ {
		argument := arguments[i]
		flag, value, joined := strings.Cut(argument, "=")
		switch {
		case (argument == "--context" || argument == "-c") && i+1 < len(arguments):
			i++
			value = arguments[i]
		case joined && (flag == "--context" || flag == "-c"):
		default:
			continue // another option of the CDK's command line
		}
		name, text, ok := strings.Cut(value, "=")
		if !ok {
			return plan{}, fmt.Errorf("--context %s: it is name=value", value)
		}
		given[name] = text
	}
	return planOf(given)
}

func planOf(given map[string]string) (plan, error) {
	var wrong []error
	number := func(name string) int {
		if given[name] == "" {
			return 0
		}
		n, err := strconv.Atoi(given[name])
		if err != nil || n <= 0 {
			wrong = append(wrong, fmt.Errorf("the context %s is %q; it is a number above 0", name, given[name]))
		}
		return n
	}
	p := plan{
		stage: given["stage"], domain: given["domain"], certificate: given["certificate"], mail: given["mail"],
		ownSender: given["sender"] == "own", ownGatewayRole: given["gateway-role"] == "own",
		blueprint: blueprint.New(blueprint.WithAccount(number("lambda-memory"), number("lambda-concurrency"))),
	}
	if p.sender() == "" {
		wrong = append(wrong, fmt.Errorf("the context mail is %q; it is the sender address of all mails", p.mail))
	}
	if p.stage == "" || p.domain == "" {
		wrong = append(wrong, errors.New("the contexts stage and domain have to be set"))
	}
	return p, errors.Join(wrong...)
}
