package cognito

import (
	"encoding/binary"
	"fmt"
	"strings"
)

const codeModulus = 1_000_000

// newCode is a random code of six digits. The remainder's bias of 64 bits is negligible.
func (p *Pool) newCode() string {
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(p.random(8))%codeModulus)
}

// sendSMS sends a code in the pool's message.
func (p *Pool) sendSMS(number, code string) error {
	if p.config.SMS == nil {
		return fault("CodeDeliveryFailureException", "This user pool sends no SMS messages.")
	}
	if err := p.config.SMS(number, strings.ReplaceAll(p.config.SMSMessage, "{####}", code)); err != nil {
		return fmt.Errorf("send SMS: %w", err)
	}
	return nil
}

// masked is a number of which only the last four digits are legible.
func masked(number string) string {
	const legible = 4
	if len(number) <= legible+1 {
		return number
	}
	return number[:1] + strings.Repeat("*", len(number)-legible-1) + number[len(number)-legible:]
}
