package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"anzen/shared/domain/message"
)

type bounded struct {
	Body struct {
		Name  string   `json:"name" minLength:"1" maxLength:"46"`
		Email string   `json:"email" format:"email" maxLength:"254"`
		Items []bound  `json:"items,omitempty" maxItems:"50"`
		Words []string `json:"words,omitempty" maxItems:"50"`
	}
}

type bound struct {
	A, B, C, D, E string
}

// send sends a body to a public route, and returns the bytes allocated meanwhile.
func send(t testing.TB, body string) (answer Problem, status int, size int, allocated uint64) {
	t.Helper()
	f := New(Handle(Route{Method: "POST", Path: "/things", ID: "makeThing", Rule: Public, MaxBody: 4 << 20}, func(context.Context, *Call, *bounded) (*struct{}, error) {
		return nil, nil
	}), &Services{Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	request, err := json.Marshal(events.APIGatewayProxyRequest{
		HTTPMethod: "POST", Path: "/api/v1/things", Body: body, Headers: map[string]string{"Content-Type": "application/json"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	encoded, err := f.Invoke(t.Context(), request)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	var got events.APIGatewayProxyResponse
	if err := json.Unmarshal(encoded, &got); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal([]byte(got.Body), &answer)
	return answer, got.StatusCode, len(got.Body), after.TotalAlloc - before.TotalAlloc
}

// hostile are bodies of about a size with as many errors as fit.
var hostile = map[string]func(size int) string{
	"unknown members": func(size int) string {
		return object(size, func(i int) string { return fmt.Sprintf(`"k%07d":1`, i) })
	},
	"members with dots": func(size int) string {
		return object(size, func(i int) string { return fmt.Sprintf(`"a.b%07d":1`, i) })
	},
	"objects without their members": func(size int) string {
		return `{"items":[` + strings.Repeat(`{},`, size/3) + `{}]}`
	},
	"numbers for words": func(size int) string {
		return `{"words":[` + strings.Repeat(`1,`, size/2) + `1]}`
	},
	"a member twice": func(size int) string {
		return object(size, func(int) string { return `"name":1` })
	},
	"nested arrays": func(size int) string {
		return `{"words":` + strings.Repeat(`[`, size/2) + strings.Repeat(`]`, size/2) + `}`
	},
	"a long name": func(size int) string { return `{"` + strings.Repeat("n", size) + `":1}` },
	"a long name of many errors": func(size int) string {
		return `{"items":[{"` + strings.Repeat("n", size/2) + `":[` + strings.Repeat(`{},`, size/6) + `{}]}]}`
	},
	"a long text": func(size int) string { return `{"name":"` + strings.Repeat("n", size) + `","email":"x"}` },
	"no JSON":     func(size int) string { return strings.Repeat("x", size) },
	"NUL":         func(size int) string { return `{"name":"` + strings.Repeat(`\u0000`, size/6) + `"}` },
}

func object(size int, member func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString("," + member(i))
	}
	return "{" + b.String()[1:] + "}"
}

// The work of a request grows no faster than its body, whatever its contents.
func TestWorkIsLinearInTheBody(t *testing.T) {
	for name, body := range hostile {
		t.Run(name, func(t *testing.T) {
			send(t, body(1000))
			_, _, _, small := send(t, body(15_000))
			answer, status, size, large := send(t, body(60_000))
			if status != 400 && status != 413 {
				t.Errorf("answered with %d", status)
			}
			if len(answer.Fields) > message.MaxFields || size > 64<<10 {
				t.Errorf("the answer has %d bytes with %d errors", size, len(answer.Fields))
			}
			if large > 8*small || large > 8<<20 {
				t.Errorf("15 kB take %d bytes of memory, 60 kB %d", small, large)
			}
		})
	}
}

func BenchmarkHostileBodies(b *testing.B) {
	for name, body := range hostile {
		for _, size := range []int{60_000, 640_000} {
			b.Run(fmt.Sprintf("%s/%dkB", name, size/1000), func(b *testing.B) {
				text := body(size)
				for b.Loop() {
					send(b, text)
				}
			})
		}
	}
}
