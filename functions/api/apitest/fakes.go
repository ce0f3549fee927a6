package apitest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	sfntypes "github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/workflow"
)

// Pool is a user pool that only notes.
type Pool struct {
	idp.API
	mu       sync.Mutex
	Accounts map[string]*Account // by e-mail address
	Refuses  map[string]bool     // passwords that are too weak for it
	// Providers are the metadata of the identity providers by name, Domains their identifiers.
	Providers map[string]string
	Domains   map[string][]string
	// Fail, where set, is what every call of the operation answers.
	Fail map[string]error
}

// Account is an account of the pool.
type Account struct {
	Password, Company, User string
	SignedOut               int      // times
	Factors                 []string // UserMFASettingList
	Phone                   string
}

func newPool() *Pool {
	return &Pool{Accounts: map[string]*Account{}, Refuses: map[string]bool{}, Fail: map[string]error{}, Providers: map[string]string{}, Domains: map[string][]string{}}
}

func (p *Pool) AdminCreateUser(_ context.Context, in *cognito.AdminCreateUserInput, _ ...func(*cognito.Options)) (*cognito.AdminCreateUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminCreateUser"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] != nil {
		return nil, &idptypes.UsernameExistsException{}
	}
	a := &Account{}
	a.take(in.UserAttributes)
	p.Accounts[*in.Username] = a
	return &cognito.AdminCreateUserOutput{}, nil
}

// Client is the dashboard's app client.
const Client = "dashboard"

// AdminInitiateAuth compares a password.
func (p *Pool) AdminInitiateAuth(_ context.Context, in *cognito.AdminInitiateAuthInput, _ ...func(*cognito.Options)) (*cognito.AdminInitiateAuthOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminInitiateAuth"]; err != nil {
		return nil, err
	}
	if a := p.Accounts[in.AuthParameters["USERNAME"]]; a == nil || a.Password != in.AuthParameters["PASSWORD"] || *in.ClientId != Client {
		return nil, &idptypes.NotAuthorizedException{Message: aws.String("Incorrect username or password.")}
	}
	return &cognito.AdminInitiateAuthOutput{}, nil
}

func (p *Pool) AdminUpdateUserAttributes(_ context.Context, in *cognito.AdminUpdateUserAttributesInput, _ ...func(*cognito.Options)) (*cognito.AdminUpdateUserAttributesOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.Accounts[*in.Username]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	a.take(in.UserAttributes)
	return &cognito.AdminUpdateUserAttributesOutput{}, nil
}

func (a *Account) take(attributes []idptypes.AttributeType) {
	for _, attribute := range attributes {
		switch *attribute.Name {
		case "custom:" + idp.AttributeCompany:
			a.Company = *attribute.Value
		case "custom:" + idp.AttributeUser:
			a.User = *attribute.Value
		}
	}
}

func (p *Pool) AdminSetUserPassword(_ context.Context, in *cognito.AdminSetUserPasswordInput, _ ...func(*cognito.Options)) (*cognito.AdminSetUserPasswordOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminSetUserPassword"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.Username]
	switch {
	case a == nil:
		return nil, &idptypes.UserNotFoundException{}
	case p.Refuses[*in.Password]:
		return nil, &idptypes.InvalidPasswordException{}
	}
	a.Password = *in.Password
	return &cognito.AdminSetUserPasswordOutput{}, nil
}

func (p *Pool) AdminUserGlobalSignOut(_ context.Context, in *cognito.AdminUserGlobalSignOutInput, _ ...func(*cognito.Options)) (*cognito.AdminUserGlobalSignOutOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminUserGlobalSignOut"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	p.Accounts[*in.Username].SignedOut++
	return &cognito.AdminUserGlobalSignOutOutput{}, nil
}

func (p *Pool) AdminGetUser(_ context.Context, in *cognito.AdminGetUserInput, _ ...func(*cognito.Options)) (*cognito.AdminGetUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminGetUser"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.Username]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	out := &cognito.AdminGetUserOutput{UserMFASettingList: a.Factors}
	if a.Phone != "" {
		out.UserAttributes = []idptypes.AttributeType{{Name: aws.String("phone_number"), Value: &a.Phone}}
	}
	return out, nil
}

func (p *Pool) AdminDeleteUser(_ context.Context, in *cognito.AdminDeleteUserInput, _ ...func(*cognito.Options)) (*cognito.AdminDeleteUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminDeleteUser"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	delete(p.Accounts, *in.Username)
	return &cognito.AdminDeleteUserOutput{}, nil
}

// Mailbox holds the mails that were sent.
type Mailbox struct {
	mu    sync.Mutex
	Mails []mailer.Mail
	Fail  error // what sending answers, where set
	logs  *Logs
}

// SendEmail notes a mail.
func (m *Mailbox) SendEmail(_ context.Context, in *sesv2.SendEmailInput, _ ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	if m.Fail != nil {
		return nil, m.Fail
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	mail := in.Content.Simple
	if found := tokenInLink.FindStringSubmatch(*mail.Body.Text.Data); found != nil && m.logs != nil {
		m.logs.note("token", found[1])
	}
	for _, to := range in.Destination.ToAddresses {
		m.Mails = append(m.Mails, mailer.Mail{To: to, ReplyTo: strings.Join(in.ReplyToAddresses, ", "), Subject: *mail.Subject.Data, Text: *mail.Body.Text.Data, HTML: *mail.Body.Html.Data})
	}
	return &sesv2.SendEmailOutput{}, nil
}

// Take is the one mail that was sent since the last look.
func (m *Mailbox) Take(t testing.TB) mailer.Mail {
	t.Helper()
	if len(m.Mails) != 1 {
		t.Fatalf("%d mails were sent, want one: %+v", len(m.Mails), m.Mails)
	}
	mail := m.Mails[0]
	m.Mails = nil
	return mail
}

var tokenInLink = regexp.MustCompile(`\?token=([A-Za-z0-9_-]+)`)

// TakeToken is the secret in the link of the one mail that was sent.
func (m *Mailbox) TakeToken(t testing.TB) string {
	t.Helper()
	mail := m.Take(t)
	found := tokenInLink.FindStringSubmatch(mail.Text)
	if found == nil {
		t.Fatalf("no link in the mail %s", mail.Text)
	}
	return found[1]
}

// Machine is a state machine that notes what it was started with.
type Machine struct {
	workflow.API
	Started map[string]json.RawMessage // by execution name
}

// StartExecution notes a start; a name is started once.
func (m *Machine) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if _, again := m.Started[*in.Name]; again {
		return nil, &sfntypes.ExecutionAlreadyExists{}
	}
	if m.Started == nil {
		m.Started = map[string]json.RawMessage{}
	}
	m.Started[*in.Name] = json.RawMessage(*in.Input)
	return &sfn.StartExecutionOutput{}, nil
}

const bucketName = "sheets"

// FirstVersion is that of an object that is put into the bucket once; those after it count on.
const FirstVersion = "v1"

// Bucket is buckets of the wire protocol's simplest part: put, get, head, delete,
// versions, and objects in parts.
type Bucket struct {
	client  *s3.Client
	mu      sync.Mutex
	objects map[string][][]byte       // the versions of each
	parts   map[string]map[int][]byte // by upload
}

func newBucket(t testing.TB) *Bucket {
	b := &Bucket{objects: map[string][][]byte{}, parts: map[string]map[int][]byte{}}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	b.client = s3.New(s3.Options{
		HTTPClient:   faultyHTTP{},
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	})
	return b
}

// faultyHTTP reaches the bucket unless the test makes this call fail.
type faultyHTTP struct{}

func (faultyHTTP) Do(r *http.Request) (*http.Response, error) {
	if err := watched(r.Context()).service(); err != nil {
		// An answer that is not tried again.
		return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("<Error><Code>AccessDenied</Code><Message>" + err.Error() + "</Message></Error>"))}, nil
	}
	return http.DefaultClient.Do(r)
}

// Put stores an object.
func (b *Bucket) Put(key string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	path := "/" + bucketName + "/" + key
	b.objects[path] = append(b.objects[path], data)
}

// Has tells whether there is an object.
func (b *Bucket) Has(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.objects["/"+bucketName+"/"+key]
	return ok
}

// Object is an object of a bucket ("work", "sheets"), nil where there is none.
func (b *Bucket) Object(bucket, key string) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	versions := b.objects["/"+bucket+"/"+key]
	if len(versions) == 0 {
		return nil
	}
	return versions[len(versions)-1]
}

// Keys are those of a bucket, sorted.
func (b *Bucket) Keys(bucket string) (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for path := range b.objects {
		if key, in := strings.CutPrefix(path, "/"+bucket+"/"); in {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Unfinished is how many objects are being put together of parts.
func (b *Bucket) Unfinished() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.parts)
}

// ClearParts gives up what is being put together, as S3 does after a day.
func (b *Bucket) ClearParts() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.parts)
}

func (b *Bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if q := r.URL.Query(); q.Has("uploads") || q.Has("uploadId") {
		b.inParts(w, r, q)
		return
	}
	versions := b.objects[r.URL.Path]
	n := len(versions)
	if v := r.URL.Query().Get("versionId"); v != "" {
		n, _ = strconv.Atoi(strings.TrimPrefix(v, "v"))
	}
	switch ok := n > 0 && n <= len(versions); {
	case r.Method == http.MethodPut:
		data, _ := io.ReadAll(r.Body)
		b.objects[r.URL.Path] = append(versions, data)
	case r.Method == http.MethodDelete:
		delete(b.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		data := versions[n-1]
		sum := sha256.Sum256(data)
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Header().Set("x-amz-version-id", "v"+strconv.Itoa(n))
		if r.Header.Get("x-amz-checksum-mode") == "ENABLED" {
			w.Header().Set("x-amz-checksum-sha256", base64.StdEncoding.EncodeToString(sum[:]))
		}
		if r.Method == http.MethodGet {
			_, _ = w.Write(data)
		}
	}
}

// minPart is S3's: parts that are smaller cannot be put together, but for the last.
const minPart = 5 << 20

// inParts answers the calls by which an object is put together of parts.
func (b *Bucket) inParts(w http.ResponseWriter, r *http.Request, q url.Values) {
	id := q.Get("uploadId")
	parts, ok := b.parts[id]
	switch {
	case q.Has("uploads"):
		id = strconv.Itoa(len(b.parts)+1) + r.URL.Path
		b.parts[id] = map[int][]byte{}
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case !ok:
		// A client that is still sending might see its connection close instead of the answer.
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<Error><Code>NoSuchUpload</Code></Error>")
	case r.Method == http.MethodPut:
		n, _ := strconv.Atoi(q.Get("partNumber"))
		parts[n], _ = io.ReadAll(r.Body)
		w.Header().Set("ETag", `"`+q.Get("partNumber")+`"`)
	case r.Method == http.MethodDelete:
		delete(b.parts, id)
		w.WriteHeader(http.StatusNoContent)
	default:
		var whole []byte
		for n := 1; n <= len(parts); n++ {
			if n < len(parts) && len(parts[n]) < minPart {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, "<Error><Code>EntityTooSmall</Code></Error>")
				return
			}
			whole = append(whole, parts[n]...)
		}
		b.objects[r.URL.Path] = append(b.objects[r.URL.Path], whole)
		delete(b.parts, id)
		_, _ = io.WriteString(w, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
	}
}
