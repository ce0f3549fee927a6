package security

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// pinned is an image by its digest; only with it the same name is the same image.
var pinned = regexp.MustCompile(`^[a-z0-9./-]+(:[A-Za-z0-9._-]+)?@sha256:[0-9a-f]{64}$`)

// unpinned are the images that a Dockerfile begins with by a name alone: those of earlier stages are no images.
func unpinned(dockerfile string) (found []string) {
	stages := map[string]bool{"scratch": true}
	for line := range strings.Lines(dockerfile) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		var image string
		switch {
		case strings.EqualFold(words[0], "FROM"):
			for image = range strings.SplitSeq(strings.Join(words[1:], " "), " ") {
				if !strings.HasPrefix(image, "--") {
					break
				}
			}
		case strings.EqualFold(words[0], "COPY"):
			for _, w := range words {
				image = strings.TrimPrefix(w, "--from=")
				if image != w {
					break
				}
				image = ""
			}
		}
		if image != "" && !stages[strings.ToLower(image)] && !pinned.MatchString(image) {
			found = append(found, image)
		}
		if len(words) > 3 && strings.EqualFold(words[len(words)-2], "AS") {
			stages[strings.ToLower(words[len(words)-1])] = true
		}
	}
	return found
}

// Images that functions are made of are named by digest, everywhere.
func TestImagesArePinned(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "*Dockerfile*").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(listed))
	if len(files) == 0 {
		t.Fatal("there is no Dockerfile")
	}
	for _, file := range files {
		content := read(t, file)
		if !strings.Contains(content, "FROM ") {
			t.Errorf("%s begins with no image", file)
		}
		for _, image := range unpinned(content) {
			t.Errorf("%s begins with %s; name its digest too", file, image)
		}
	}
	named := `\b(debian|ubuntu|alpine|amazonlinux|golang|node):[a-z0-9.-]+( |"|$)`
	if found, err := exec.CommandContext(t.Context(), "git", "-C", root, "grep", "-nE", named, "--", "infra/scripts", "Makefile", ".ci").Output(); err == nil {
		t.Errorf("scripts name images by their tags:\n%s", found)
	}
}

func TestUnpinned(t *testing.T) {
	digest := "@sha256:" + strings.Repeat("0a", 32)
	for text, want := range map[string]string{
		"FROM debian:12-slim": "debian:12-slim", "FROM debian": "debian", "FROM debian:12" + digest: "", "from --platform=linux/arm64 debian:12": "debian:12",
		"FROM debian" + digest + " AS base\nFROM base": "", "FROM debian:12@sha256:abc": "debian:12@sha256:abc", "FROM scratch\nCOPY --from=golang:1.26 /a /b": "golang:1.26",
	} {
		if got := strings.Join(unpinned(text), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
