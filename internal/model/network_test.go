package model

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// authority makes certificates for the TLS rows.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	must.OK(t, err)
	cert, err := x509.ParseCertificate(der)
	must.OK(t, err)
	return authority{cert, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

// serve answers over TLS with a certificate for 127.0.0.1 that change may spoil.
func (a authority) serve(t *testing.T, change func(*x509.Certificate), version uint16) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(2), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	change(tmpl)
	der, err := x509.CreateCertificate(rand.Reader, tmpl, a.cert, &key.PublicKey, a.key)
	must.OK(t, err)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, wholeAnswer["openai"])
	}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MaxVersion: version}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL
}

func TestNetworkFaults(t *testing.T) {
	a := newAuthority(t)
	good := func(*x509.Certificate) {}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	defer silent.Close() // accepts in the kernel, never answers the handshake
	for _, c := range []struct {
		name, url string
		ca        []byte
		text      string // "" is success
	}{
		{"good", a.serve(t, good, 0), a.pem, ""},
		{"refused", dead.URL, nil, "connection refused"},
		{"no such host", "https://fettle-test.invalid", nil, "cannot reach fettle-test.invalid: "},
		{"unknown authority", a.serve(t, good, 0), nil, "model.caFile"},
		{"expired", a.serve(t, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }, 0), a.pem, "certificate expired"},
		{"wrong host", a.serve(t, func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other"} }, 0), a.pem, "another host"},
		{"TLS 1.1", a.serve(t, good, tls.VersionTLS11), a.pem, "TLS failed"},
		{"no TLS there", strings.Replace(plain.URL, "http:", "https:", 1), nil, "TLS failed"},
		{"silent", "https://" + silent.Addr().String(), nil, "no answer in 1 s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := setups()[1].options(c.url)
			o.CAFile = c.ca
			if c.name == "silent" {
				o.timing.explicit.dial = time.Second
			}
			client := newClient(t, o)
			_, err := client.Complete(context.Background(), ask)
			if c.text == "" {
				must.OK(t, err)
				return
			}
			var e *Error
			if !errors.As(err, &e) || e.Fault != FaultUnreachable || !strings.Contains(e.Text, c.text) {
				t.Fatalf("%v, want %q", err, c.text)
			}
			checkText(t, e)
			t.Log(e.Text)
		})
	}
}

func TestProxy(t *testing.T) {
	for status, text := range map[int]string{407: "the proxy wants credentials", 200: ""} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodConnect {
				t.Errorf("%s through the proxy", r.Method)
			}
			w.WriteHeader(status)
		}))
		defer proxy.Close()
		c := newClient(t, setups()[0].options("https://model.example"))
		u, _ := url.Parse(proxy.URL)
		c.transport.Proxy = http.ProxyURL(u)
		_, err := c.Complete(context.Background(), ask)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestLocalOnly(t *testing.T) {
	o := setups()[0].options("https://model.example")
	o.LocalOnly = true
	if _, err := New(o); err == nil || !strings.Contains(err.Error(), "privacy.mode") {
		t.Errorf("%v", err)
	}
	// A name that says it is local and resolves elsewhere, and a proxy.
	o = setups()[0].options("http://localhost:9")
	o.LocalOnly = true
	c := newClient(t, o)
	if c.transport.Proxy != nil {
		t.Error("a proxy is used")
	}
	if _, err := c.transport.DialContext(context.Background(), "tcp", "192.0.2.1:9"); !errors.Is(err, errNotLocal) {
		t.Errorf("dialled: %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	good := func() Options { return setups()[0].options("http://127.0.0.1:1/v1") }
	for name, c := range map[string]struct {
		change func(*Options)
		text   string
	}{
		"backend":         {func(o *Options) { o.Backend = "bard" }, "unknown"},
		"no model":        {func(o *Options) { o.Name = "" }, "model.name"},
		"http elsewhere":  {func(o *Options) { o.BaseURL = "http://example.com/v1" }, "https"},
		"not a URL":       {func(o *Options) { o.BaseURL = "example" }, "model.url"},
		"ftp":             {func(o *Options) { o.BaseURL = "ftp://x" }, "model.url"},
		"key in the URL":  {func(o *Options) { o.BaseURL = "https://u:" + canaryKey() + "@x/v1" }, "model.apiKeyEnv"},
		"query":           {func(o *Options) { o.BaseURL = "https://x/v1?key=" + canaryKey() }, "model.apiKeyEnv"},
		"header":          {func(o *Options) { o.Headers = map[string]string{"Host": "y"} }, "model.headers"},
		"header injected": {func(o *Options) { o.Headers = map[string]string{"X": "a\r\nY: b"} }, "model.headers"},
		"CA file":         {func(o *Options) { o.CAFile = []byte("nothing") }, "model.caFile"},
	} {
		o := good()
		c.change(&o)
		_, err := New(o)
		if err == nil || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for in, want := range map[string]string{
		"https://api.example.com": "https://api.example.com/v1", "https://x/openai/v1/": "https://x/openai/v1", "http://localhost:8080": "http://localhost:8080/v1",
		"http://0.0.0.0:11434/v1": "http://127.0.0.1:11434/v1", "http://[::1]:1/v1": "http://[::1]:1/v1",
	} {
		o := good()
		o.BaseURL = in
		if e, err := o.endpoint(); err != nil || e.base.String() != want {
			t.Errorf("%s: %v %v", in, e.base, err)
		}
	}
	o := good()
	o.Backend, o.BaseURL = Ollama, "http://127.0.0.1:11434/v1"
	if e, err := o.endpoint(); err != nil || e.base.String() != "http://127.0.0.1:11434" || !e.loopback {
		t.Errorf("%+v %v", e, err)
	}
}

// TestNoKey: the vendors' own endpoints are not called without a key.
func TestNoKey(t *testing.T) {
	for _, b := range []Backend{OpenAI, Anthropic} {
		o := setup{b, true}.options("")
		o.Key = secret.Secret{}
		c := newClient(t, o)
		_, err := c.Complete(context.Background(), ask)
		var e *Error
		if !errors.As(err, &e) || e.Fault != FaultNoKey || !e.Local || !strings.Contains(e.Text, "set TEST_KEY") {
			t.Errorf("%v", err)
		}
		if _, err := c.Ping(context.Background()); faultOf(err) != FaultNoKey {
			t.Error(err)
		}
	}
}
