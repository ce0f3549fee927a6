package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ErrLocked: another stack uses the same data.
var ErrLocked = errors.New("another local stack uses this data")

// lock locks the data. The kernel releases the lock when this process ends, however
// that happens.
func (s *Stack) lock() error {
	if err := os.MkdirAll(s.config.Folder, 0o700); err != nil {
		return fmt.Errorf("create data folder: %w", err)
	}
	path := s.folder("lock")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, readErr := os.ReadFile(path)
		if readErr != nil || len(holder) == 0 {
			holder = []byte("unknown")
		}
		return errors.Join(fmt.Errorf("%w: %s (process %s)", ErrLocked, s.config.Folder, strings.TrimSpace(string(holder))), file.Close())
	}
	s.onClose("lock", func(context.Context) error { return file.Close() })
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	if _, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); err != nil {
		return fmt.Errorf("write lock: %w", err)
	}
	// The ready file of a killed stack is out of date.
	if err := os.Remove(s.readyPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove old ready file: %w", err)
	}
	return nil
}

// logLimit is the length at which a log is set aside at the start.
const logLimit = 20 << 20

func (s *Stack) openLog() error {
	file, err := s.openLogFile("stack.log")
	if err != nil {
		return err
	}
	s.output = file
	s.log = slog.New(slog.NewJSONHandler(&lines{to: file}, nil))
	s.access, err = s.openLogFile("access.log")
	return err
}

// openLogFile opens a file of the folder of logs, to be continued.
func (s *Stack) openLogFile(name string) (*os.File, error) {
	folder := s.folder("log")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("create log folder: %w", err)
	}
	path := filepath.Join(folder, name)
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, fmt.Errorf("set old log aside: %w", err)
		}
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	s.onClose(name, func(context.Context) error { return file.Close() })
	return file, nil
}

// lines writes a line in one piece. A full disk may cut one off: the next does not continue it.
type lines struct {
	to  io.Writer
	cut bool
}

func (l *lines) Write(line []byte) (int, error) {
	whole := line
	if l.cut {
		whole = append([]byte("\n"), line...)
	}
	n, err := l.to.Write(whole)
	l.cut = n < len(whole) && (l.cut || n > 0)
	if err != nil {
		return 0, fmt.Errorf("write a line of the log: %w", err)
	}
	return len(line), nil
}

// Log is the path of the log: a line per function call, and messages of the stand-ins.
func (s *Stack) Log() string { return filepath.Join(s.folder("log"), "stack.log") }

func (s *Stack) readyPath() string { return s.folder("ready.json") }

// writeReady describes the running stack to other programs.
func (s *Stack) writeReady() error {
	accounts := s.Accounts
	if accounts == nil {
		accounts = []Account{}
	}
	body, err := json.MarshalIndent(map[string]any{"url": s.URL, "mailbox": s.Mailbox, "aws": s.AWS, "accounts": accounts}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode ready file: %w", err)
	}
	// Atomically: programs that wait for the file read it at once.
	temporary := s.readyPath() + ".new"
	if err := os.WriteFile(temporary, append(body, '\n'), 0o600); err != nil {
		return fmt.Errorf("write ready file: %w", err)
	}
	if err := os.Rename(temporary, s.readyPath()); err != nil {
		return fmt.Errorf("write ready file: %w", err)
	}
	if err := s.writeOperator(); err != nil {
		return err
	}
	s.onClose("ready file", func(context.Context) error { return os.Remove(s.readyPath()) })
	return nil
}

// writeOperator writes the credentials of an operator of the stack, as the environment of a program (`make ops`).
func (s *Stack) writeOperator() error {
	cfg := s.Config()
	credentials, err := cfg.Credentials.Retrieve(context.Background())
	if err != nil {
		return fmt.Errorf("make the operator's credentials: %w", err)
	}
	text := fmt.Sprintf("AWS_ENDPOINT_URL=%s\nAWS_REGION=%s\nAWS_ACCESS_KEY_ID=%s\nAWS_SECRET_ACCESS_KEY=%s\n",
		s.AWS, cfg.Region, credentials.AccessKeyID, credentials.SecretAccessKey)
	if err := os.WriteFile(s.folder("operator.env"), []byte(text), 0o600); err != nil {
		return fmt.Errorf("write the operator's credentials: %w", err)
	}
	return nil
}
