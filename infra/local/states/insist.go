package states

import (
	"errors"
	"time"

	"anzen/infra/local/journal"
)

// The pauses between two attempts to write.
const (
	firstInsist   = time.Second
	longestInsist = 5 * time.Second
)

// insist retries a write until the disk has space for it, or the service ends.
func (s *Service) insist(arn string, write func() error) error {
	for pause := firstInsist; ; pause = min(2*pause, longestInsist) {
		err := write()
		if err == nil || !journal.Refused(err) {
			return err
		}
		if pause == firstInsist { // a full disk is said once
			s.log.Error("the disk refuses a step of an execution, will be retried", "execution", arn, "error", err.Error())
		}
		if ended := s.clock.Sleep(s.base, s.clock.Now().Add(pause)); ended != nil {
			return errors.Join(ended, err)
		}
	}
}
