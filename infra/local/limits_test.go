package main

import (
	"testing"

	"anzen/infra/local/dynamodb"
	"anzen/infra/local/stack"
)

func TestLimitsOfTheEnvironment(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want *stack.Limits
		bad  bool
	}{
		"none":    {},
		"usual":   {env: map[string]string{"ANZEN_AWS": "strict"}, want: &stack.Usual},
		"own":     {env: map[string]string{"ANZEN_AWS": "strict", "ANZEN_AWS_CONCURRENCY": "10", "ANZEN_AWS_PARTITION": "30/10"}, want: &stack.Limits{Concurrency: 10, Partition: dynamodb.Throughput{Read: 30, Write: 10}}},
		"unknown": {env: map[string]string{"ANZEN_AWS": "lenient"}, bad: true},
		"no one":  {env: map[string]string{"ANZEN_AWS": "strict", "ANZEN_AWS_CONCURRENCY": "0"}, bad: true},
		"half":    {env: map[string]string{"ANZEN_AWS": "strict", "ANZEN_AWS_PARTITION": "30"}, bad: true},
	} {
		got, err := limitsOf(func(name string) string { return c.env[name] })
		if (err != nil) != c.bad || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
