package model

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// newTransport makes the connection pool of one client: no compression (a
// compressed bomb has no cap), small headers, TLS 1.2 or later, and no way to
// switch verification off.
func newTransport(o Options, t timing) (*http.Transport, error) {
	pool, err := o.roots()
	if err != nil {
		return nil, err
	}
	// The watch of each call ends the dial at its limit and can say so; these
	// only end what no call waits for any more.
	limit := 2 * t.explicit.dial
	tr := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer(o.LocalOnly, limit),
		TLSClientConfig:        &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    limit,
		DisableCompression:     true,
		MaxResponseHeaderBytes: limits.ModelHeader,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        limits.ModelConnectionIdle,
		ForceAttemptHTTP2:      true,
		OnProxyConnectResponse: func(_ context.Context, _ *url.URL, _ *http.Request, r *http.Response) error {
			if r.StatusCode == http.StatusProxyAuthRequired {
				return errProxyAuth
			}
			return nil
		},
	}
	if o.LocalOnly {
		tr.Proxy = nil // a proxy on this machine may lead anywhere
	}
	return tr, nil
}

// dialer refuses addresses after resolution, where a name can no longer lie.
// The transport dials detached from the request, so a cancelled call is given
// a way to end its own dial: no socket outlives it.
func dialer(localOnly bool, limit time.Duration) func(ctx context.Context, network, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: limit, KeepAlive: limits.ModelKeepAlive}
	if localOnly {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			ip, err := netip.ParseAddrPort(address)
			if err != nil || !ip.Addr().Unmap().IsLoopback() {
				return errNotLocal
			}
			return nil
		}
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		w, ok := ctx.Value(watchKey{}).(*watch)
		if !ok {
			return d.DialContext(ctx, network, addr)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(w.ctx, cancel)()
		conn, err := d.DialContext(ctx, network, addr)
		if err == nil {
			context.AfterFunc(w.ctx, func() {
				if !w.connected.Load() { // ended in the handshake
					_ = conn.Close()
				}
			})
		}
		return conn, err
	}
}
