package embedded

import (
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFilesStay puts a value into a server, and finds it in the next one on the same folder.
func TestFilesStay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	with := func(do func(nats.JetStreamContext)) {
		s, err := Start(Options{Dir: dir, Port: -1})
		must.OK(t, err)
		defer s.Stop()
		c, err := nats.Connect("", nats.InProcessServer(s))
		must.OK(t, err)
		defer c.Close()
		js, err := c.JetStream()
		must.OK(t, err)
		do(js)
	}
	with(func(js nats.JetStreamContext) {
		kv, err := js.CreateKeyValue(&nats.KeyValueConfig{Bucket: "b"})
		must.OK(t, err)
		if _, err := kv.PutString("key", "value"); err != nil {
			t.Fatal(err)
		}
	})
	with(func(js nats.JetStreamContext) {
		kv, err := js.KeyValue("b")
		must.OK(t, err)
		if e, err := kv.Get("key"); err != nil || string(e.Value()) != "value" {
			t.Errorf("%v, %v", e, err)
		}
	})
}

func TestStartNowhere(t *testing.T) {
	if _, err := Start(Options{Dir: filepath.Join("/dev/null", "x"), Port: -1}); err == nil {
		t.Error("a folder that cannot be made is no error")
	}
}
