package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"anzen/infra/blueprint"
	"anzen/infra/local/clock"
	"anzen/infra/local/cloudwatchlogs"
	"anzen/infra/local/cognito"
	"anzen/infra/local/dns"
	"anzen/infra/local/door"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/gateway"
	"anzen/infra/local/iam"
	"anzen/infra/local/lambda"
	"anzen/infra/local/mailbox"
	"anzen/infra/local/states"
)

// ErrPortTaken: the port is in use, most likely by another stack.
var ErrPortTaken = errors.New("port is taken")

// listen opens the two ports, on loopback only.
func (s *Stack) listen() (web, services net.Listener, err error) {
	port, next := s.config.Port, 0
	if port != 0 {
		next = port + 1
	}
	if web, err = listenOn(port); err != nil {
		return nil, nil, err
	}
	first := web // web is nil after an error below
	s.onClose("web port", func(context.Context) error { return ignoreClosed(first.Close()) })
	if services, err = listenOn(next); err != nil {
		return nil, nil, err
	}
	s.onClose("AWS port", func(context.Context) error { return ignoreClosed(services.Close()) })
	s.URL = fmt.Sprintf("http://localhost:%d", web.Addr().(*net.TCPAddr).Port)
	// The address, not the name: the SDK then uses path-style URLs for S3.
	s.AWS = "http://" + services.Addr().String()
	s.Mailbox = s.URL + mailbox.Path
	return web, services, nil
}

func listenOn(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, fmt.Errorf("%w: %d (%w)", ErrPortTaken, port, err)
	}
	return listener, nil
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// origins are the dashboard's origins.
func (s *Stack) origins() []string {
	return []string{s.URL, strings.Replace(s.URL, "localhost", "127.0.0.1", 1)}
}

// serve serves a listener, protected by package door.
func (s *Stack) serve(name string, listener net.Listener, limits func(*http.Request) door.Limits, handler http.Handler) {
	handler = door.Own(listener.Addr().(*net.TCPAddr).Port, door.Bodies(limits, handler))
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.failed <- fmt.Errorf("serve %s: %w", name, err)
		}
	}()
	s.onClose(name, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if server.Shutdown(ctx) == nil {
			return nil
		}
		return server.Close()
	})
}

// calls are the limits of API calls.
func calls(*http.Request) door.Limits { return door.Calls }

// awsLimits are those of files in requests to S3.
func awsLimits(r *http.Request) door.Limits {
	if service := serviceOf(r); service == "" || service == "s3" {
		return door.Files
	}
	return door.Calls
}

// serviceOf is the requested service, by the scope of the credentials; empty without
// credentials, as in forms for S3. Sign-ins, preflights and key sets of the user pool
// have none either.
func serviceOf(r *http.Request) string {
	service := iam.Service(r)
	if service == "" && (r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/"+poolID+"/")) {
		return iam.Cognito
	}
	return service
}

// awsHandler serves every AWS service on one port, chosen by the scope of the
// credentials.
func (s *Stack) awsHandler() http.Handler {
	protected := map[string]http.Handler{
		iam.DynamoDB: s.Checker.Protect(iam.DynamoDB, dynamodb.Limit(s.space.roomy(dynamodb.Restorable(s.tableProxy(), s.Table.URL)), s.partition(), clock.System{}, s.log)),
		iam.States: s.Checker.Protect(iam.States, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			machines := s.machines.Load()
			if machines == nil {
				http.Error(w, `{"__type":"ServiceUnavailable"}`, http.StatusServiceUnavailable)
				return
			}
			machines.ServeHTTP(w, r)
		})),
		iam.Cognito:   s.Checker.Protect(iam.Cognito, s.Pool),
		iam.SES:       s.Checker.Protect(iam.SES, s.Mails.SES()),
		iam.Scheduler: s.Checker.Protect(iam.Scheduler, s.Bus.Scheduler()),
		iam.Lambda:    s.Checker.Protect(iam.Lambda, s.Functions),
		iam.STS:       s.Checker.Protect(iam.STS, s.Checker.STS()),
		iam.SQS:       s.Checker.Protect(iam.SQS, s.queues()),
		iam.Logs:      s.Checker.Protect(iam.Logs, s.logs()),
	}
	return s.faulty(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if handler, ok := protected[serviceOf(r)]; ok {
			handler.ServeHTTP(w, r)
			return
		}
		// S3 checks signatures and permissions itself; forms and preflights from browsers
		// carry no scope in their headers.
		s.S3.ServeHTTP(w, r)
	}))
}

// logs has two groups: the access log, and one for what all functions write, with a line for each of their calls.
func (s *Stack) logs() http.Handler {
	return &cloudwatchlogs.Service{Groups: map[string][]string{
		lambda.Prefix + "Api-AccessLog": {filepath.Join(s.folder("log"), "access.log")},
		lambda.Prefix + "functions":     {filepath.Join(s.folder("log"), "output.log"), s.Log()},
	}}
}

func (s *Stack) tableProxy() http.Handler {
	target, err := url.Parse(s.Table.URL)
	if err != nil {
		panic(err) // an address composed here
	}
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			// The SDK retries; the child is being restarted.
			w.Header().Set("Content-Type", "application/x-amz-json-1.0")
			w.WriteHeader(http.StatusServiceUnavailable)
			_ = json.NewEncoder(w).Encode(map[string]string{"__type": "com.amazonaws.dynamodb.v20120810#ServiceUnavailable", "message": err.Error()})
		},
	}
}

func (s *Stack) poolConfig() cognito.Config {
	p := s.config.Blueprint.Pool
	config := cognito.Config{
		Dir: s.folder("cognito"), PoolID: poolID, ClientID: clientID, AdminClientID: adminClientID, RefreshGrace: p.RotationGrace, AuthSession: p.AuthSession, Domain: s.domain(),
		WriteAttributes: p.WriteAttributes, FirstFactors: p.FirstFactors, AnswersAnAddress: p.AnswersAnAddress, AddressWindow: blueprint.AddressWindow,
		WebAuthn:   cognito.WebAuthn{RelyingParty: "localhost", Required: true, MultiFactor: true},
		Lifetimes:  cognito.Lifetimes{Access: p.AccessToken, ID: p.IDToken, Refresh: p.RefreshToken},
		SMSMessage: p.CodeMessage, SMS: func(number, text string) error {
			_, err := s.Mails.Deliver(mailbox.Message{Channel: mailbox.SMS, To: []string{number}, Text: text})
			return err
		},
	}
	config.Triggers = map[string]cognito.Trigger{}
	for _, t := range p.Triggers {
		config.Triggers[t.Operation] = func(event []byte) ([]byte, error) {
			out, err := s.Functions.Invoke(context.Background(), t.Function, event)
			var failed *lambda.FunctionError
			if errors.As(err, &failed) { // the pool passes on the message alone
				err = errors.New(failed.Message)
			}
			return out, err
		}
	}
	for _, origin := range s.origins() {
		config.URLs.Callback = append(config.URLs.Callback, origin+"/")
	}
	config.URLs.Logout = config.URLs.Callback
	for _, name := range p.CustomAttributes {
		config.CustomAttributes = append(config.CustomAttributes, strings.TrimPrefix(name, "custom:"))
	}
	return config
}

// webHandler serves the web port: the API, the dashboard and the stack's own pages.
func (s *Stack) webHandler() (http.Handler, error) {
	b := s.config.Blueprint
	routes := make([]gateway.Route, 0, len(b.Routes))
	for _, r := range slices.Concat(b.Routes, b.Endpoints) {
		routes = append(routes, gateway.Route{Method: r.Method, Path: r.FullPath(), Function: r.ID, Public: r.Rule.IsPublic()})
	}
	verifier := s.Pool.Verifier()
	refusals := map[string]gateway.Refusal{}
	for _, r := range s.config.Blueprint.Refusals {
		refusals[r.Type] = gateway.Refusal{Status: r.Status, Body: r.Body, Headers: r.Headers}
	}
	api, err := gateway.New(gateway.Config{
		Refusals: refusals, Routes: routes, Secret: s.secret, Account: account, Log: s.log, Invoke: s.Functions.Invoke, Limits: s.requestLimits(), CompressedFrom: blueprint.CompressedFrom,
		Access: gateway.AccessLog{Format: blueprint.AccessLogFormat, To: s.access},
		Verify: func(token string) (map[string]any, error) {
			claims, err := verifier.Verify(token)
			if errors.Is(err, cognito.ErrTokenExpired) {
				return nil, gateway.ErrExpired
			}
			if err != nil {
				return nil, err
			}
			return claims.Authorizer(), nil
		},
	})
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for name, value := range b.Edge.Headers {
		headers[name] = strings.ReplaceAll(value, "{connect}", s.AWS+" https://"+s.domain())
	}
	site := gateway.Site{Folder: filepath.Join(s.config.Root, "frontend", "dist"), Headers: headers}
	mux := http.NewServeMux()
	mux.Handle("/", site.Handler())
	mux.Handle("/api/", api)
	mux.Handle("/scim/", api)
	mux.Handle("GET /config.json", s.settings(headers))
	mux.Handle(mailbox.Path, s.Mails.Web())
	mux.Handle(mailbox.Path+"/", s.Mails.Web())
	mux.Handle(dns.Path, s.DNS.Handler())
	mux.HandleFunc("GET /_local/health", s.health)
	mux.HandleFunc("POST "+InvokePath+"{function}", s.invoke)
	return mux, nil
}

// settings serves the dashboard's settings.
func (s *Stack) settings(headers map[string]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"apiBase": "/api/v1", "region": blueprint.Region,
			"userPoolId": poolID, "userPoolClientId": clientID, "userPoolEndpoint": s.AWS + "/",
			"oauthDomain": s.domain(), "marketingUrl": nil,
		})
	})
}

// health reports the state of the parts.
func (s *Stack) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	stateOf := func(err error) string {
		if err != nil {
			return err.Error()
		}
		return "ok"
	}
	running := 0
	for _, m := range s.config.Blueprint.Machines {
		list, err := s.States.List(machineARN(m.Name), states.Running)
		if err == nil {
			running += len(list)
		}
	}
	table, buckets, disk := s.Table.Health(ctx), s.S3.Health(ctx), s.space.room()
	w.Header().Set("Content-Type", "application/json")
	if table != nil || buckets != nil || disk != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"dynamodb": stateOf(table), "s3": stateOf(buckets), "disk": stateOf(disk), "events_pending": s.Bus.Pending(), "executions_running": running,
	})
}
