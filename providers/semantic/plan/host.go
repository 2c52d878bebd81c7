package plan

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Defaults of the local planner.
const (
	DefaultURL   = "http://127.0.0.1:11434"
	DefaultModel = "qwen2.5-coder:7b"
	defaultPort  = "11434"
)

// Endpoint reads the address of an Ollama server as users write it: host,
// host:port, [v6], or a URL. "0.0.0.0", which servers listen on, becomes the
// loopback address. An empty address is the default.
func Endpoint(address string) (string, error) {
	address = strings.TrimSpace(address)
	if address == "" {
		return DefaultURL, nil
	}
	if !strings.Contains(address, "://") {
		if strings.Count(address, ":") > 1 && !strings.HasPrefix(address, "[") {
			address = "[" + address + "]"
		}
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("address of the model that plans searches, %q: want host, host:port or a URL", address)
	}
	host, port := u.Hostname(), u.Port()
	if host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	if port == "" {
		if port = defaultPort; u.Scheme == "https" {
			port = "443"
		}
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port) + strings.TrimRight(u.Path, "/"), nil
}
