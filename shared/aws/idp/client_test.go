package idp_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/shared/aws/idp"
	"anzen/shared/domain/message"
)

// Every setting that an update can have arrives from the client: what is left out is reset.
func TestAnUpdateKeepsEverySetting(t *testing.T) {
	c := &types.UserPoolClientType{}
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.CanSet() {
			fill(f)
		}
	}
	update := reflect.ValueOf(idp.UpdateOf(c)).Elem()
	for i := range update.NumField() {
		if name := update.Type().Field(i).Name; update.Type().Field(i).IsExported() && update.Field(i).IsZero() {
			t.Errorf("the update leaves out %s", name)
		}
	}
}

// fill sets something.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() != reflect.Struct {
			fill(v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int32:
		v.SetInt(1)
	}
}

// fake is a pool whose client is replaced by each update, without a version.
type fake struct {
	idp.API
	mu        sync.Mutex
	known     map[string]bool
	supported []string
	callbacks []string
	updates   int
	fails     map[string]error
	// undone is how often another call writes a provider back after it was taken out.
	undone map[string]int
}

func (f *fake) CreateIdentityProvider(_ context.Context, in *cognito.CreateIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.CreateIdentityProviderOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known[*in.ProviderName] = true
	return &cognito.CreateIdentityProviderOutput{}, nil
}

func (f *fake) DeleteIdentityProvider(_ context.Context, in *cognito.DeleteIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.DeleteIdentityProviderOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.known[*in.ProviderName] {
		return nil, &types.ResourceNotFoundException{}
	}
	delete(f.known, *in.ProviderName)
	return &cognito.DeleteIdentityProviderOutput{}, nil
}

func (f *fake) DescribeUserPoolClient(context.Context, *cognito.DescribeUserPoolClientInput, ...func(*cognito.Options)) (*cognito.DescribeUserPoolClientOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &cognito.DescribeUserPoolClientOutput{UserPoolClient: &types.UserPoolClientType{SupportedIdentityProviders: slices.Clone(f.supported), CallbackURLs: f.callbacks}}, f.fails["Describe"]
}

// ListIdentityProviders answers in pages of two.
func (f *fake) ListIdentityProviders(_ context.Context, in *cognito.ListIdentityProvidersInput, _ ...func(*cognito.Options)) (*cognito.ListIdentityProvidersOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := &cognito.ListIdentityProvidersOutput{}
	for _, name := range slices.Sorted(maps.Keys(f.known)) {
		if name <= aws.ToString(in.NextToken) {
			continue
		}
		if len(out.Providers) == 2 {
			out.NextToken = out.Providers[1].ProviderName
			break
		}
		out.Providers = append(out.Providers, types.ProviderDescription{ProviderName: &name})
	}
	return out, f.fails["List"]
}

func (f *fake) UpdateUserPoolClient(_ context.Context, in *cognito.UpdateUserPoolClientInput, _ ...func(*cognito.Options)) (*cognito.UpdateUserPoolClientOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.updates++
	if f.updates%3 == 1 {
		return nil, &types.ConcurrentModificationException{}
	}
	for _, name := range in.SupportedIdentityProviders {
		if name != "COGNITO" && !f.known[name] {
			return nil, &types.InvalidParameterException{}
		}
	}
	f.supported, f.callbacks = slices.Clone(in.SupportedIdentityProviders), in.CallbackURLs
	for name, times := range f.undone {
		if times > 0 && !slices.Contains(f.supported, name) {
			f.undone[name]--
			f.supported = append(f.supported, name)
		}
	}
	return &cognito.UpdateUserPoolClientOutput{}, f.fails["Update"]
}

// Companies that connect and disconnect at once do not undo each other.
func TestTheClientKnowsEveryProvider(t *testing.T) { synctest.Test(t, testTheClientKnowsEveryProvider) }

func testTheClientKnowsEveryProvider(t *testing.T) {
	ctx := t.Context()
	f := &fake{known: map[string]bool{"leaving": true, "staying": true}, supported: []string{"COGNITO", "leaving", "staying"}, callbacks: []string{"https://anzen.example/"}}
	pool := idp.New(f, "pool").For("client")
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			if err := pool.Connect(ctx, fmt.Sprint("company", i), "metadata", nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		if err := pool.Disconnect(ctx, "leaving"); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	slices.Sort(f.supported)
	if want := []string{"COGNITO", "company0", "company1", "company2", "company3", "staying"}; !slices.Equal(f.supported, want) || len(f.callbacks) != 1 {
		t.Errorf("the client supports %v and returns to %v, want %v", f.supported, f.callbacks, want)
	}
	for name, want := range map[string]bool{"company2": true, "leaving": false} {
		if got, err := pool.Supports(ctx, name); err != nil || got != want {
			t.Error(name, got, err)
		}
	}
	before := f.updates
	if err := pool.Disconnect(ctx, "leaving"); err != nil || f.updates != before {
		t.Errorf("the client was written without a change: %v", err)
	}
	down := errors.New("down")
	for _, operation := range []string{"Describe", "List", "Update"} {
		f.fails = map[string]error{operation: down}
		if err := pool.Connect(ctx, operation, "metadata", nil); !errors.Is(err, down) {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if _, err := pool.Supports(ctx, "x"); err != nil {
		t.Error(err)
	}
	f.fails = map[string]error{"Describe": down}
	if _, err := pool.Supports(ctx, "x"); !errors.Is(err, down) {
		t.Error(err)
	}
}

// A removal goes on while others, who list the provider until then, write it back, and says that it may be repeated where they do not end.
func TestARemovalOutlastsOthers(t *testing.T) {
	for _, c := range []struct {
		times int
		code  message.Code
	}{{9, ""}, {1000, message.CodeBusy}} {
		synctest.Test(t, func(t *testing.T) {
			f := &fake{known: map[string]bool{"leaving": true}, supported: []string{"COGNITO", "leaving"}, undone: map[string]int{"leaving": c.times}}
			began := time.Now()
			err := idp.New(f, "pool").For("client").Disconnect(t.Context(), "leaving")
			var e *message.Error
			switch {
			case c.code == "" && (err != nil || f.known["leaving"] || slices.Contains(f.supported, "leaving")):
				t.Errorf("%v, still known: %v, supported: %v", err, f.known, f.supported)
			case c.code != "" && (!errors.As(err, &e) || e.Code != c.code || !f.known["leaving"]):
				t.Errorf("%v, known: %v", err, f.known)
			}
			if took := time.Since(began); took > 9*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}
