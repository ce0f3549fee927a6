package port_test

import (
	"fmt"
	"net"
	"testing"

	"anzen/shared/aws/port"
)

// Free ports can be listened to, and are none that the system gives to others.
func TestFree(t *testing.T) {
	for range 200 {
		first, err := port.Free(2)
		if err != nil || first < port.First || first+1 > port.Last {
			t.Fatal(first, err)
		}
		for p := first; p < first+2; p++ {
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close() //nolint:errcheck // only listened
		}
	}
}
