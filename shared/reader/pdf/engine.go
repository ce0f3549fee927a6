package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"time"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// engine is the compiled module; every document has an instance of its own.
type engine struct {
	pool   pdfium.Pool
	ctx    context.Context
	memory uint32 // bytes
}

// openEngine takes the compiled module from a folder, or compiles it into that. Where the folder
// cannot be written and lacks the module, or has a damaged one, it does so in the folder of temporary
// files, and at last without any.
func openEngine(ctx context.Context, cacheDir string, memoryPages uint32) (e *engine, err error) {
	for _, folder := range []string{cacheDir, scratch(), ""} {
		if e, err = newEngine(ctx, folder, memoryPages); err == nil {
			return e, nil
		}
	}
	return nil, err
}

func newEngine(ctx context.Context, cacheDir string, memoryPages uint32) (*engine, error) {
	rc := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if cacheDir != "" {
		if err := os.MkdirAll(cacheDir, 0o700); err != nil {
			return nil, fmt.Errorf("make the folder of compiled modules: %w", err)
		}
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			return nil, fmt.Errorf("open the cache of compiled modules: %w", err)
		}
		rc = rc.WithCompilationCache(cache)
	}
	if a := allocator(); a != nil {
		ctx = experimental.WithMemoryAllocator(ctx, a)
	}
	p, err := webassembly.Init(webassembly.Config{
		Context: ctx, MaxTotal: 1, RuntimeConfig: rc,
		FSConfig: wazero.NewFSConfig(), // the default shows it the whole disk
		Stdout:   io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("compile PDFium: %w", err)
	}
	return &engine{pool: p, ctx: ctx, memory: memoryPages * 65536}, nil
}

// instance calls the exports of one fresh copy of the module: go-pdfium's own calls take a
// lock, a map look-up and several allocations each, four times the work for a page of
// characters.
type instance struct {
	own     pdfium.Pdfium
	m       api.Module
	mem     api.Memory
	ctx     context.Context
	fn      map[string]api.Function
	scratch uint32 // 256 bytes
	stack   [16]uint64
	limit   uint32
	kept    int // how PDFium stores the segments of paths
	thumbs  map[picture][]byte
}

func (e *engine) instance() (*instance, error) {
	own, err := e.pool.GetInstance(10 * time.Second)
	if err != nil {
		return nil, fmt.Errorf("make an instance: %w", err)
	}
	m, err := module(own)
	if err != nil {
		return nil, err
	}
	i := &instance{own: own, m: m, mem: m.Memory(), ctx: e.ctx, fn: map[string]api.Function{}, limit: e.memory, thumbs: map[picture][]byte{}}
	p, err := i.call("malloc", 256)
	if err != nil {
		return nil, err
	}
	i.scratch = uint32(p)
	return i, nil
}

// module returns the WebAssembly module from go-pdfium's implementation, which is of an
// internal type.
func module(own pdfium.Pdfium) (api.Module, error) {
	g, ok := own.(interface{ GetImplementation() any })
	if !ok {
		return nil, errors.New("go-pdfium shows no implementation")
	}
	v := reflect.ValueOf(g.GetImplementation())
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, errors.New("go-pdfium's implementation is of another shape")
	}
	f := v.Elem().FieldByName("Module")
	if !f.IsValid() {
		return nil, errors.New("go-pdfium's implementation shows no module")
	}
	m, ok := f.Interface().(api.Module)
	if !ok {
		return nil, errors.New("go-pdfium's module is of another type")
	}
	return m, nil
}

func (i *instance) close() {
	// After a trap go-pdfium's close fails; the module is freed either way.
	_ = i.own.Close()
}

// trap distinguishes memory exhaustion from other failures inside the module.
func (i *instance) trap(err error) error {
	for _, r := range reasons[1:] {
		if errors.Is(err, r) {
			return err
		}
	}
	if i.mem.Size() > i.limit-i.limit/16 {
		return fmt.Errorf("%w: memory", ErrTooLarge)
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

func (i *instance) f(name string) api.Function {
	f := i.fn[name]
	if f == nil {
		if f = i.m.ExportedFunction(name); f == nil {
			panic("PDFium exports no " + name)
		}
		i.fn[name] = f
	}
	return f
}

func (i *instance) call(name string, args ...uint64) (uint64, error) {
	s := i.stack[:]
	copy(s, args)
	if err := i.f(name).CallWithStack(i.ctx, s); err != nil {
		return 0, err
	}
	return s[0], nil
}

// whole is a call that returns a C int.
func (i *instance) whole(name string, args ...uint64) (int, error) {
	v, err := i.call(name, args...)
	return int(int32(uint32(v))), err
}

// single is a call that returns a C float.
func (i *instance) single(name string, args ...uint64) (float64, error) {
	v, err := i.call(name, args...)
	return float64(math.Float32frombits(uint32(v))), err
}

func (i *instance) read(n uint32) []byte {
	b, ok := i.mem.Read(i.scratch, n)
	if !ok {
		panic("scratch memory out of range")
	}
	return b
}

func f32(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }

// document is an open document.
type document struct {
	*instance
	h     uint64
	pages int
}

func (i *instance) open(b []byte) (*document, error) {
	p, err := i.call("malloc", uint64(len(b)))
	if err != nil {
		return nil, err
	}
	if uint32(p) == 0 || !i.mem.Write(uint32(p), b) {
		return nil, fmt.Errorf("%w: memory", ErrTooLarge)
	}
	h, err := i.call("FPDF_LoadMemDocument64", p, uint64(len(b)), 0)
	if err != nil {
		return nil, err
	}
	if uint32(h) == 0 {
		c, err := i.whole("FPDF_GetLastError")
		switch {
		case err != nil:
			return nil, err
		case c == 4:
			return nil, ErrEncrypted
		case c == 5:
			return nil, fmt.Errorf("%w: unknown encryption", ErrEncrypted)
		}
		return nil, fmt.Errorf("%w: error %d", ErrBroken, c)
	}
	d := &document{instance: i, h: h}
	if d.pages, err = i.whole("FPDF_GetPageCount", h); err != nil {
		return nil, err
	}
	if d.pages <= 0 {
		return nil, fmt.Errorf("%w: no pages", ErrBroken)
	}
	return d, nil
}

// meta reads an entry of the information dictionary.
func (d *document) meta(tag string) string {
	const room = 2048
	p, err := d.call("malloc", room+64)
	if err != nil || uint32(p) == 0 {
		return ""
	}
	defer func() { _, _ = d.call("free", p) }()
	if !d.mem.Write(uint32(p)+room, append([]byte(tag), 0)) {
		return ""
	}
	n, err := d.whole("FPDF_GetMetaText", d.h, p+room, p, room)
	if err != nil || n < 2 || n > room {
		return ""
	}
	b, ok := d.mem.Read(uint32(p), uint32(n-2))
	if !ok {
		return ""
	}
	u := make([]uint16, len(b)/2)
	for k := range u {
		u[k] = binary.LittleEndian.Uint16(b[2*k:])
	}
	return string(utf16.Decode(u))
}
