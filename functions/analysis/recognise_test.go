package analysis

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"

	"anzen/functions/grant"
	"anzen/shared/reader/ocr"
)

func TestTheEnvironmentNamesTheEngine(t *testing.T) {
	for _, c := range []struct {
		engine, languages string
		split, all        bool
	}{
		{"tesseract", "", false, false},
		{"", "ja", false, false},
		{"textract", "en,de", true, false},
		{"textract", "en,ja", true, true},
	} {
		env := map[string]string{grant.EnvOCREngine: c.engine, grant.EnvOCRLanguages: c.languages}
		e := engineOf(aws.Config{}, func(name string) string { return env[name] })
		s, split := e.(*ocr.Split)
		if split != c.split || split && s.All != c.all {
			t.Errorf("%+v: %T", c, e)
		}
	}
}
