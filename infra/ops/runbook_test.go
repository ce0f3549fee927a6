package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The make targets, and the commands and flags of `make ops`, that the pages of the runbook name exist.
func TestTheRunbooksCommandsExist(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	target := regexp.MustCompile("`make ([a-z-]+)")
	operation := regexp.MustCompile(`ARGS="([a-z]+)([^"]*)"`)
	flag := regexp.MustCompile(`(?:^| )-([a-z]+)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s: there is no make %s", page, m[1])
			}
		}
		for _, m := range operation.FindAllStringSubmatch(string(text), -1) {
			c, ok := commands[m[1]]
			if !ok {
				t.Errorf("%s: make ops has no %s", page, m[1])
			}
			for _, f := range flag.FindAllStringSubmatch(m[2], -1) {
				if !slices.Contains(c.flags, f[1]) {
					t.Errorf("%s: %s has no -%s", page, m[1], f[1])
				}
			}
		}
	}
}
