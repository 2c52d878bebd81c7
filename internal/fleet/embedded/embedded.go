// Package embedded is a NATS server with JetStream in this process: for a run on
// one machine, and for tests. It is large; the program has it only under the build
// tag fleet.
package embedded

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options say where a server keeps its files, and who may reach it.
type Options struct {
	Dir   string
	Port  int   // on the loopback interface; 0: any, -1: none, only this process
	Store int64 // bytes of the store; 0: as much as the disk has
}

// Server is a running server.
type Server struct{ *server.Server }

// Start starts a server.
func Start(o Options) (Server, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return Server{}, err
	}
	port := o.Port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, DontListen: o.Port < 0, JetStream: true, StoreDir: o.Dir, JetStreamMaxStore: o.Store,
		NoSigs: true, NoLog: true, MaxPayload: 1 << 20,
	})
	if err != nil {
		return Server{}, fmt.Errorf("start the server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return Server{}, errors.New("the server did not start")
	}
	return Server{s}, nil
}

// Stop ends the server; its files stay.
func (s Server) Stop() {
	s.Shutdown()
	s.WaitForShutdown()
}
