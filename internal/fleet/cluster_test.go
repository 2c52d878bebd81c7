//go:build unix

package fleet

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	natsd "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fettle-dev/fettle/internal/limits"
)

// cluster starts three servers that share their streams, and gives the URL of each.
func cluster(t *testing.T) []string {
	t.Helper()
	var ports []int
	var routes []string
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, "nats://"+l.Addr().String())
		_ = l.Close()
	}
	var urls []string
	for i, port := range ports {
		s, err := natsd.NewServer(&natsd.Options{ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: natsd.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), Routes: natsd.RoutesFromStr(strings.Join(routes, ",")),
			Cluster: natsd.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: port}})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("a server did not start")
		}
		urls = append(urls, s.ClientURL())
	}
	return urls
}

// TestReplicas: a run on buckets that an administrator has made with replicas in a
// cluster, of workers that are connected to different servers of it, has all its jobs
// done and its calls counted once.
func TestReplicas(t *testing.T) {
	t.Parallel()
	urls := cluster(t)
	conn, err := nats.Connect(urls[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) { // until there is a leader
		_, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: runsName, TTL: limits.FleetAge, Replicas: 3})
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	const calls = 20
	if _, err := dial(t, urls[0]).NewRun(t.Context(), "replicas", testVersion, Limits{Calls: calls}); err != nil {
		t.Fatal(err)
	}
	var took, refused atomic.Int64
	var wg sync.WaitGroup
	for i := range 6 {
		b := dial(t, urls[i%3]).Budget("replicas")
		wg.Go(func() {
			for range 4 {
				if _, err := b.Take(t.Context()); err == nil {
					took.Add(1)
				} else if errors.As(err, new(*Spent)) {
					refused.Add(1)
				} else {
					t.Errorf("a call: %v", err)
				}
			}
		})
	}
	wg.Wait()
	if took.Load() != calls || refused.Load() != 4 {
		t.Errorf("%d calls, %d refused", took.Load(), refused.Load())
	}
	list := bodies(8)
	work(t, dial(t, urls[1]), &Worker{Name: "w1", Jobs: 2})
	work(t, dial(t, urls[2]), &Worker{Name: "w2", Jobs: 2})
	f := dial(t, urls[0])
	r, c := submit(t, f, "replicas", list)
	c.await(t, f, r, list)
}
