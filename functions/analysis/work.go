package analysis

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// leave stores a value as a working object for a later task.
func (p *pipeline) leave(ctx context.Context, key string, value any) error {
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	if err := errors.Join(json.NewEncoder(w).Encode(value), w.Close()); err != nil {
		return fmt.Errorf("encode the working object: %w", err)
	}
	return p.work.Write(ctx, key, "application/gzip", buffer.Bytes())
}

// maxWork is the size of the largest working object in bytes, compressed.
const maxWork = 64 << 20

// take reads a working object of an earlier task into value, a pointer.
func (p *pipeline) take(ctx context.Context, key string, value any) error {
	body, err := p.work.Read(ctx, key, "", maxWork)
	if err != nil {
		return err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("decode the working object: %w", err)
	}
	if err := json.NewDecoder(unzip).Decode(value); err != nil {
		return fmt.Errorf("decode the working object: %w", err)
	}
	return nil
}
