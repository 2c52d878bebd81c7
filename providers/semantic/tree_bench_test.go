package semantic

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// BenchmarkTree indexes the folders in FETTLE_TREES, separated like a search
// path, as a server does: cold, then from what was stored. It reports the heap
// of the index and the times of both and of a question.
func BenchmarkTree(b *testing.B) {
	trees := os.Getenv("FETTLE_TREES")
	if trees == "" {
		b.Skip("FETTLE_TREES names no folders")
	}
	for _, dir := range filepath.SplitList(trees) {
		b.Run(filepath.Base(dir), func(b *testing.B) {
			root, err := files.Open(dir)
			if err != nil {
				b.Fatal(err)
			}
			defer root.Close()
			source := Disk(root, child.LookOptions{})
			list, err := source.List(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			size := 0.0
			for _, f := range list {
				size += float64(f.Size)
			}
			cache := store.Path(b.TempDir(), dir)
			for b.Loop() {
				for _, start := range []string{"cold", "warm"} {
					before, began := heapNow(), time.Now()
					s, err := store.Open(b.Context(), cache)
					if err != nil {
						b.Fatal(err)
					}
					most := watchHeap()
					p := New(Options{Source: source, Store: opened(s)})
					if err := p.Index(b.Context(), nil); err != nil {
						b.Fatal(err)
					}
					built := time.Since(began)
					p.Persist(b.Context())
					b.ReportMetric(float64(most()-before)/1e6, start+"-peak-MB")
					b.ReportMetric(built.Seconds(), start+"-s")
					heap := heapNow() - before
					if start == "cold" {
						b.ReportMetric(float64(heap)/size, "heap/source")
						b.ReportMetric(float64(heap)/1e6, "heap-MB")
						if name := os.Getenv("FETTLE_HEAP"); name != "" {
							f, err := os.Create(name)
							if err != nil {
								b.Fatal(err)
							}
							_ = pprof.Lookup("heap").WriteTo(f, 0)
							f.Close()
						}
					}
					slow := time.Duration(0)
					for _, q := range strings.Split("where is the request sent,parse the command line options,error handling of the client,cache of the index", ",") {
						began := time.Now()
						if _, err := p.Query(b.Context(), DefaultQuery(q)); err != nil {
							b.Fatal(err)
						}
						slow = max(slow, time.Since(began))
					}
					b.ReportMetric(float64(slow.Milliseconds()), start+"-query-ms")
					runtime.KeepAlive(p)
					s.Close()
				}
			}
			b.ReportMetric(size/1e6, "source-MB")
			b.ReportMetric(float64(len(list)), "files")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func heapNow() uint64 {
	var s runtime.MemStats
	debug.FreeOSMemory()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// watchHeap follows the heap; the function it returns ends that and gives the
// most there was.
func watchHeap() func() uint64 {
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		var s runtime.MemStats
		top := uint64(0)
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			runtime.ReadMemStats(&s)
			top = max(top, s.HeapAlloc)
			select {
			case <-tick.C:
			case <-stop:
				tick.Stop()
				most <- top
				return
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-most
	}
}
