package main

import (
	"fmt"
	"strconv"
	"strings"

	"anzen/infra/local/stack"
)

// limitsOf are the limits of AWS that the environment asks for, nil for none.
func limitsOf(env func(string) string) (*stack.Limits, error) {
	switch profile := env("ANZEN_AWS"); profile {
	case "":
		return nil, nil
	case "strict":
	default:
		return nil, fmt.Errorf("ANZEN_AWS=%s is not known; strict is", profile)
	}
	limits := stack.Usual
	if text := env("ANZEN_AWS_CONCURRENCY"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("ANZEN_AWS_CONCURRENCY=%s is no number above 0", text)
		}
		limits.Concurrency = n
	}
	if text := env("ANZEN_AWS_PARTITION"); text != "" {
		read, write, _ := strings.Cut(text, "/")
		var err1, err2 error
		limits.Partition.Read, err1 = strconv.ParseFloat(read, 64)
		limits.Partition.Write, err2 = strconv.ParseFloat(write, 64)
		if err1 != nil || err2 != nil || limits.Partition.Read <= 0 || limits.Partition.Write <= 0 {
			return nil, fmt.Errorf("ANZEN_AWS_PARTITION=%s is not the units read and written in a second, as 3000/1000", text)
		}
	}
	return &limits, nil
}
