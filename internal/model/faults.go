package model

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"
)

// fail is a fault on its way to an [Error]. detail is for the log and never
// holds text that came from the server or goes to it.
type fail struct {
	fault  Fault
	cause  string // completes the text of some faults
	err    error  // what refused the request
	status int
	after  time.Duration // Retry-After as sent, clamped
	limit  time.Duration // the limit that ran out
	detail string
	local  bool
	loads  bool // the server is there, and loads its model
}

func (f *fail) Error() string { return string(f.fault) + ": " + f.detail }

// clip keeps names from settings from filling the line.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

// seconds prints a limit the way a user would say it.
func seconds(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%d s", int(d.Round(time.Second)/time.Second))
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// text returns what the user reads: cause, then next step.
func (c *Client) text(f *fail) string {
	host, name := clip(c.end.host), clip(c.opt.Name)
	key := c.opt.KeySource
	if key == "" {
		key = "model.apiKeyEnv"
	}
	key = clip(key)
	switch f.fault {
	case FaultNoKey:
		return fmt.Sprintf("no API key for %s; set %s", host, key)
	case FaultUnreachable:
		return fmt.Sprintf("cannot reach %s: %s", host, f.cause)
	case FaultTimeout:
		return fmt.Sprintf("%s timed out after %s; raise timeouts.fix or use a faster model", host, seconds(f.limit))
	case FaultStalled:
		if c.end.loopback {
			return fmt.Sprintf("%s stopped answering (%s); see whether its server still works", host, seconds(f.limit))
		}
		return fmt.Sprintf("%s stopped answering (%s); try again", host, seconds(f.limit))
	case FaultKeyRejected:
		return fmt.Sprintf("key rejected by %s; check %s", host, key)
	case FaultUnknownModel:
		if c.opt.Backend == Ollama {
			return fmt.Sprintf("model %s unknown at %s; run: ollama pull %s", name, host, name)
		}
		return fmt.Sprintf("model %s unknown at %s; check model.name and model.url", name, host)
	case FaultRateLimited:
		return fmt.Sprintf("rate limited by %s; retry in %s", host, seconds(max(f.after, time.Second)))
	case FaultServer:
		if f.loads {
			return fmt.Sprintf("%s still loads its model; try again when it has", host)
		}
		if f.status != 0 {
			return fmt.Sprintf("server error %d at %s; try again later", f.status, host)
		}
		return fmt.Sprintf("%s reported an error; see its log, or try again later", host)
	case FaultRedirect:
		return fmt.Sprintf("%s redirects; set the final URL as model.url", host)
	case FaultIncomplete:
		return fmt.Sprintf("answer of %s incomplete, not applied; try again", host)
	case FaultTooLong:
		return fmt.Sprintf("answer of %s too long, not applied; try another model", name)
	case FaultTooLarge:
		return fmt.Sprintf("answer of %s too large, not applied; check model.url", host)
	case FaultMalformed:
		if f.cause == "declined" {
			return fmt.Sprintf("%s declined to answer, nothing applied; try another model", host)
		}
		return fmt.Sprintf("answer of %s not understood; check model.backend and model.url", host)
	case FaultRefused:
		return f.cause
	case FaultCancelled:
		return "cancelled; nothing was changed"
	default:
		return f.cause
	}
}

// fromStatus judges an answer whose status is not 200. The body is read for
// words that distinguish causes, and not kept.
func (c *Client) fromStatus(status int, body []byte, after time.Duration) *fail {
	f := &fail{status: status, after: after, detail: fmt.Sprintf("status %d", status)}
	var e struct {
		Error json.RawMessage `json:"error"`
	}
	if decode(body, &e) == nil {
		kind, code := errorKind(e.Error)
		f.detail = strings.TrimSpace(f.detail + " " + kind + " " + code)
	}
	says := func(words ...string) bool {
		text := strings.ToLower(string(body))
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	}
	switch {
	case status >= 300 && status < 400:
		f.fault = FaultRedirect
	case (status == 401 || status == 403) && c.key.IsZero():
		f.fault = FaultNoKey
	case status == 401 || status == 403:
		f.fault = FaultKeyRejected
	case status == 404:
		f.fault = FaultUnknownModel
	case status == 407:
		f.fault, f.cause = FaultUnreachable, "the proxy wants credentials; check HTTPS_PROXY"
	case status == 429:
		f.fault = FaultRateLimited
	case status == 408 || status >= 500:
		// llama.cpp refuses questions until its model is loaded, Ollama lets them wait:
		// https://github.com/ggml-org/llama.cpp/tree/master/tools/server#get-health-returns-heath-check-result
		f.fault, f.loads = FaultServer, status == 503 && c.end.loopback && says("loading")
	case status == 413, says("context", "length"), says("context", "window"), says("context", "size"),
		says("prompt is too long"):
		f.fault, f.cause = FaultConfig, fmt.Sprintf("prompt too long for %s; set model.contextWindow to its real size",
			clip(c.opt.Name))
	case says("model", "not found"), says("model", "does not exist"), says("model_not_found"), says("invalid model"):
		f.fault = FaultUnknownModel
	case status >= 400:
		f.fault, f.cause = FaultConfig, fmt.Sprintf("%s refused the request (%d); check [model] in the settings",
			clip(c.end.host), status)
	default:
		f.fault = FaultMalformed
	}
	return f
}

// errNotLocal and errProxyAuth come out of our own dial hooks.
var (
	errNotLocal  = errors.New("address is not on this machine")
	errProxyAuth = errors.New("proxy wants credentials")
)

// fromNetwork judges an error of the transport before a response came.
func fromNetwork(err error) *fail {
	var (
		dns      *net.DNSError
		unknown  x509.UnknownAuthorityError
		invalid  x509.CertificateInvalidError
		hostname x509.HostnameError
		record   tls.RecordHeaderError
		alert    tls.AlertError
		verify   *tls.CertificateVerificationError
		op       *net.OpError
	)
	f := &fail{fault: FaultUnreachable, detail: "network"}
	switch {
	case errors.Is(err, errNotLocal):
		f.fault, f.cause, f.detail = FaultConfig, "model.url leads off this machine; privacy.mode is local", "not local"
	case errors.Is(err, errProxyAuth):
		f.cause, f.detail = "the proxy wants credentials; check HTTPS_PROXY", "407"
	case errors.As(err, &op) && op.Op == "proxyconnect":
		f.cause, f.detail = "the proxy failed; check HTTPS_PROXY", "proxy"
	case errors.As(err, &dns) && dns.IsNotFound:
		f.cause, f.detail = "no such host; check model.url", "dns"
	case errors.As(err, &dns):
		f.cause, f.detail = "name lookup failed; check the network", "dns"
	case errors.As(err, &unknown):
		f.cause, f.detail = "certificate of an unknown authority; set model.caFile", "tls authority"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		f.cause, f.detail = "certificate expired; renew it, or set model.caFile", "tls expired"
	case errors.As(err, &hostname):
		f.cause, f.detail = "certificate is for another host; check model.url, model.caFile", "tls host"
	case errors.As(err, &verify), errors.As(err, &invalid):
		f.cause, f.detail = "certificate not valid; set model.caFile", "tls"
	case errors.As(err, &record), errors.As(err, &alert):
		f.cause, f.detail = "TLS failed; check http or https in model.url, and model.caFile", "tls"
	case errors.Is(err, syscall.ECONNREFUSED):
		f.cause, f.detail = "connection refused; is the server running?", "refused"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		f.cause, f.detail = "no route; check the network", "no route"
	case errors.As(err, &op) && op.Op == "dial":
		f.cause, f.detail = "connection failed; check the network", "dial"
	default:
		// The connection stood and broke: reset, closed, headers too large.
		f.fault, f.detail = FaultIncomplete, "connection broke"
	}
	return f
}

// err makes the error that leaves the package.
func (c *Client) err(f *fail) *Error {
	return &Error{
		Fault: f.fault, Host: c.end.host, Text: c.scrub.Scrub(oneLine(c.text(f))), RetryAfter: f.after, Local: f.local,
		Err: f.err,
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
